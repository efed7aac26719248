/* validation.c: statistics of forecasts against measurements. */
#include "core/validation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Two runs whose times differ by less are not told apart by running them: repeated steps scatter by as much. */
static const double SAME_TIME = 0.02;

static const double NINE_TENTHS = 0.9;

double validation_error(const struct validation_row *row)
{
    return row->forecast / row->measured - 1;
}

/* The shape alone, whatever it is called. */
static bool same_shape(const struct transformer *one, const struct transformer *other)
{
    return one->layers == other->layers && one->hidden == other->hidden && one->ffn == other->ffn &&
           one->heads == other->heads && one->kv_heads == other->kv_heads && one->vocab == other->vocab &&
           one->experts == other->experts && one->expert_ffn == other->expert_ffn && one->top_k == other->top_k;
}

static bool same_step(const struct scenario *one, const struct scenario *other)
{
    return one->cluster.gpus == other->cluster.gpus && one->strategy.global_batch == other->strategy.global_batch &&
           one->strategy.seq_len == other->strategy.seq_len;
}

static bool same_request(const struct serving *one, const struct serving *other)
{
    return one->style == other->style && one->decode_batch == other->decode_batch &&
           one->decode_context == other->decode_context && one->prefill_batch == other->prefill_batch &&
           one->prefill_tokens == other->prefill_tokens && one->decode_precision == other->decode_precision &&
           one->decode_kv_precision == other->decode_kv_precision;
}

static bool same_service(const struct scenario *one, const struct scenario *other)
{
    return strcmp(one->gpu.name, other->gpu.name) == 0 && one->strategy.tp != other->strategy.tp &&
           one->strategy.pp == other->strategy.pp && one->execution.library == other->execution.library &&
           same_request(&one->serving, &other->serving);
}

bool validation_same_work(const struct scenario *one, const struct scenario *other)
{
    return one->mode == other->mode &&
           (one->mode == MODE_TRAINING ? same_step(one, other) : same_service(one, other)) &&
           same_shape(&one->model, &other->model);
}

static bool is_priced(const struct validation_row *row)
{
    return isfinite(row->forecast) && row->forecast > 0;
}

/* Whether a pair counts: its measured times are apart. */
static bool is_pair(const struct validation_row *one, const struct validation_row *other)
{
    if (one->scenario == NULL || other->scenario == NULL || !is_priced(one) || !is_priced(other)) {
        return false;
    }
    const double lesser = fmin(one->measured, other->measured);
    return fabs(one->measured - other->measured) > SAME_TIME * lesser &&
           validation_same_work(one->scenario, other->scenario);
}

static bool is_right(const struct validation_row *one, const struct validation_row *other)
{
    return (one->forecast - other->forecast) * (one->measured - other->measured) > 0;
}

static int compare_doubles(const void *one, const void *other)
{
    const double first = *(const double *)one;
    const double second = *(const double *)other;
    return (first > second) - (first < second);
}

static void count_pairs(struct validation_errors *errors, const struct validation_row *rows, int count)
{
    for (int i = 0; i < count; i++) {
        for (int j = i + 1; j < count && rows[i].scenario != NULL; j++) {
            if (is_pair(&rows[i], &rows[j])) {
                errors->pairs++;
                errors->pairs_right += is_right(&rows[i], &rows[j]);
            }
        }
    }
}

int validation_pairs(const struct validation_row *rows, int count)
{
    int pairs = 0;
    for (int i = 0; i < count; i++) {
        for (int j = i + 1; j < count && rows[i].scenario != NULL; j++) {
            pairs += is_pair(&rows[i], &rows[j]);
        }
    }
    return pairs;
}

static double middle(const double *sorted, int count)
{
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
}

static double ninth_tenth(const double *sorted, int count)
{
    return sorted[(int)(NINE_TENTHS * count)];
}

static void measure_speedups(struct validation_errors *errors, const struct validation_row *rows, int count,
                             double *room)
{
    for (int i = 0; i < count; i++) {
        const bool decodes = rows[i].scenario != NULL && rows[i].scenario->mode == MODE_DECODE;
        for (int j = i + 1; j < count && decodes; j++) {
            if (is_pair(&rows[i], &rows[j])) {
                const double measured = rows[i].measured / rows[j].measured;
                room[errors->speedups++] = fabs(rows[i].forecast / rows[j].forecast / measured - 1);
            }
        }
    }
    if (errors->speedups > 0) {
        qsort(room, (size_t)errors->speedups, sizeof *room, compare_doubles);
        errors->speedup = middle(room, errors->speedups);
        errors->speedup_p90 = ninth_tenth(room, errors->speedups);
    }
}

struct validation_errors validation_errors(const struct validation_row *rows, int count, double *room)
{
    struct validation_errors errors = {.rows = count,
                                       .median = NAN,
                                       .mean = NAN,
                                       .p90 = NAN,
                                       .bias = NAN,
                                       .worst = -1,
                                       .most = NAN,
                                       .speedup = NAN,
                                       .speedup_p90 = NAN};
    int priced = 0;
    double sum = 0;
    double signed_sum = 0;
    for (int i = 0; i < count; i++) {
        if (!is_priced(&rows[i])) {
            errors.unpriced++;
            continue;
        }
        const double error = validation_error(&rows[i]);
        if (errors.worst < 0 || fabs(error) > fabs(validation_error(&rows[errors.worst]))) {
            errors.worst = i;
        }
        room[priced++] = fabs(error);
        sum += fabs(error);
        signed_sum += error;
    }
    if (priced == 0) {
        return errors;
    }
    qsort(room, (size_t)priced, sizeof *room, compare_doubles);
    errors.median = middle(room, priced);
    errors.mean = sum / priced;
    errors.p90 = ninth_tenth(room, priced);
    errors.bias = signed_sum / priced;
    errors.most = fabs(validation_error(&rows[errors.worst]));
    count_pairs(&errors, rows, count);
    measure_speedups(&errors, rows, count, room);
    return errors;
}
