/* report_text.c: sentence, what was measured, step, memory, what would help, notes, all other figures. */
#include "cli/report_text.h"

#include "cli/columns.h"
#include "cli/table.h"
#include "core/change.h"
#include "core/character.h"
#include "core/explain.h"
#include "core/give_back.h"
#include "core/parts.h"
#include "core/repair.h"
#include "core/sensitivity.h"

#include <math.h>
#include <string.h>

enum { LABEL_COLUMNS = 27, SENTENCE = 400, HELPERS = 3 };

/* "training", "LoRA training (attention, rank 16)", "decode". */
static void print_work(const struct scenario *scenario, FILE *output)
{
    const char *mode = choice_name(&mode_names, (int)scenario->mode);
    if (scenario->mode == MODE_TRAINING && scenario->strategy.lora != LORA_OFF) {
        (void)fprintf(output, "LoRA %s (%s, rank %d)", mode, choice_name(&lora_names, (int)scenario->strategy.lora),
                      scenario->strategy.lora_rank);
    } else {
        (void)fprintf(output, "%s", mode);
    }
}

static void print_sentence(const struct report *report, FILE *output)
{
#define PACKED "{?packing.length} in samples of {packing.length}{/}"
#define EXPERTS "{?model.experts}EP {ep}, {/}"
#define RECOMPUTED "{!recompute=none}, {recompute} recomputation{/}"
#define SERVED "weights {decode.precision}, KV cache {decode.kv_precision}, engine {serving.style}"
    /* What is priced, and what was asked for where that cannot be. */
    static const char *const sizes[MODE_COUNT][2] = {
        [MODE_TRAINING] = {"TP {tp}, PP {pp}, CP {cp}, " EXPERTS
                           "DP {dp.size}, ZeRO {zero}, SP {sp}; sequence {seq_len}" PACKED
                           ", micro-batch {micro_batch}, global batch {batch.global}, {precision}" RECOMPUTED,
                           "TP {tp}, PP {pp}, CP {cp}, " EXPERTS "ZeRO {zero}, SP {sp}; sequence {seq_len}" PACKED
                           ", micro-batch {micro_batch}, global batch {global_batch}, {precision}" RECOMPUTED},
        [MODE_PREFILL] = {"TP {tp}, PP {pp}, CP {cp}, EP {ep}, replicas {dp.size}; prompts {prefill.batch}, tokens "
                          "{prefill.tokens} each, chunk {prefill.chunk}; " SERVED,
                          "TP {tp}, PP {pp}, CP {cp}, EP {ep}; prompts {prefill.batch}, tokens {prefill.tokens} each, "
                          "chunk {prefill.chunk}; " SERVED},
        [MODE_DECODE] = {"TP {tp}, PP {pp}, EP {ep}, replicas {dp.size}; batch {decode.batch}, context "
                         "{decode.context}; " SERVED,
                         "TP {tp}, PP {pp}, EP {ep}; batch {decode.batch}, context {decode.context}; " SERVED},
    };
    char text[SENTENCE];
    const struct scenario *scenario = report->scenario;
    (void)fprintf(output, "%s, ", scenario->model.name);
    print_work(scenario, output);
    (void)fprintf(output, " on %d GPU%s of %s (%s)\n", scenario->cluster.gpus, scenario->cluster.gpus == 1 ? "" : "s",
                  scenario->cluster.name, scenario->gpu.name);
    (void)explain_fill(text, sizeof text, sizes[scenario->mode][report->result.valid ? 0 : 1], scenario,
                       &report->result);
    text_wrap(output, text, 0, PAGE_WIDTH);
}

/* A label, and blanks up to what stands behind it. */
static void print_label_in(FILE *output, const char *label, int columns)
{
    const int gap = columns - text_columns(label);
    (void)fprintf(output, "  %s%*s", label, gap > 0 ? gap : 1, "");
}

static void print_label(FILE *output, const char *label)
{
    print_label_in(output, label, LABEL_COLUMNS);
}

/* A quantity with something behind it. */
static void print_quantity_column(FILE *output, double value, enum unit unit)
{
    const int gap = QUANTITY_COLUMNS - print_quantity(output, value, unit);
    (void)fprintf(output, "%*s", gap > 0 ? gap : 1, "");
}

/* A time, its share of the step, and what is hidden besides. */
static void print_time(const char *label, const char *exposed_key, const char *hidden_key, const struct result *result,
                       FILE *output)
{
    const double exposed = part_seconds(exposed_key, result);
    const double hidden = part_seconds(hidden_key, result);
    if (exposed == 0.0 && hidden == 0.0) {
        return;
    }
    const struct quantity_text share = quantity_display(exposed / part_seconds("step.time", result), UNIT_SHARE);
    print_label(output, label);
    print_quantity_column(output, exposed, UNIT_SECONDS);
    (void)fprintf(output, "%6s %s", share.number, share.unit);
    if (hidden > 0.0) {
        (void)fprintf(output, "  ");
        print_quantity_column(output, hidden, UNIT_SECONDS);
        (void)fprintf(output, "hidden");
    }
    (void)fputc('\n', output);
}

/* A part in one line, or what it is the sum of. */
static void print_part(const struct step_part *part, const struct result *result, FILE *output)
{
    if (part->piece[PIECE_FORWARD] == NULL) {
        print_time(part->label, part->exposed, part->hidden, result, output);
        return;
    }
    for (int i = 0; i < PART_PIECES; i++) {
        print_time(metric_find(part->piece[i])->label, part->piece[i], NULL, result, output);
    }
}

/* How far off the total may be; nothing where no run bears it out. */
static void print_band(const struct result *result, FILE *output)
{
    const struct metric *band = metric_find("accuracy.band");
    const double value = metric_get(band, result);
    if (!isnan(value)) {
        print_label(output, band->label);
        print_quantity_column(output, value, band->unit);
        (void)fprintf(output, "nine in ten published runs like it were forecast that closely\n");
    }
}

/* The roofline stands apart: nobody's forecast. */
static void print_bound(const struct result *result, FILE *output)
{
    if (result->mode != MODE_TRAINING) {
        print_label(output, "roofline bound");
        print_quantity_column(output, result->inference.bound.time, UNIT_SECONDS);
        (void)fprintf(output, "no forecast: the least that data sheets allow\n");
    }
}

/* What would give some of a part back. */
static void print_give_back(const struct report *report, FILE *output)
{
    bool any = false;
    for (int i = 0; i < PART_COUNT; i++) {
        char value[QUANTITY_TEXT];
        const struct give_back found = give_back_of((enum part)i, report->scenario, &report->result);
        if (found.parameter == NULL) {
            continue;
        }
        (void)fprintf(output, "%s", any ? "" : "\nwhat would give some of it back\n");
        any = true;
        print_label(output, step_parts[i].label);
        print_quantity_column(output, found.seconds, UNIT_SECONDS);
        (void)parameter_print(found.parameter, found.value, value, sizeof value);
        (void)fprintf(output, "%s: %s=%s\n", found.words, found.parameter->key, value);
    }
}

/* The same of a training step, whose settings each act on several parts. */
static void print_changes(const struct report *report, FILE *output)
{
    const double step = report->result.step;
    const struct changes changes = changes_quicker(report->scenario, &report->result);
    (void)fprintf(output, "%s", changes.count > 0 ? "\nwhat one setting would give back\n" : "");
    for (int i = 0; i < changes.count; i++) {
        char setting[SENTENCE];
        char value[QUANTITY_TEXT];
        const struct change *change = &changes.row[i];
        const struct quantity_text share = quantity_display(1 - change->step / step, UNIT_SHARE);
        (void)parameter_print(change->parameter, change->value, value, sizeof value);
        (void)snprintf(setting, sizeof setting, "%s=%s", change->parameter->key, value);
        print_label(output, setting);
        print_quantity_column(output, step - change->step, UNIT_SECONDS);
        (void)fprintf(output, "%6s %s\n", share.number, share.unit);
    }
}

static void print_step(const struct report *report, FILE *output)
{
    (void)fprintf(output, "\nstep\n");
    for (int i = 0; i < PART_COUNT; i++) {
        print_part(&step_parts[i], &report->result, output);
    }
    print_time("total", "step.time", NULL, &report->result, output);
    print_band(&report->result, output);
    print_bound(&report->result, output);
}

/* A figure that struct memory holds: a component, their sum, the verdict. */
static bool is_memory(const struct metric *metric)
{
    const size_t first = offsetof(struct result, memory);
    return metric->offset >= first && metric->offset < first + sizeof(struct memory);
}

/* How much would fit beside the weights, in prefill and decode. */
static void print_limits(const struct result *result, FILE *output)
{
    static const char *const keys[] = {"kv.bytes_per_token", "kv.capacity", "decode.batch_limit",
                                       "decode.context_limit"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const struct metric *metric = metric_find(keys[i]);
        const double value = metric_get(metric, result);
        if (!isnan(value)) {
            print_label(output, metric->label);
            print_quantity_column(output, value, metric->unit);
            (void)fprintf(output, "%s\n", metric->meaning);
        }
    }
}

static void print_memory(const struct report *report, FILE *output)
{
    (void)fprintf(output, "\nmemory of the fullest GPU\n");
    for (int i = 0; i < metric_count; i++) {
        const double value = metric_get(&metrics[i], &report->result);
        if (is_memory(&metrics[i]) && metrics[i].unit == UNIT_BYTES && value > 0.0) {
            print_label(output, metrics[i].label);
            (void)print_quantity(output, value, metrics[i].unit);
            (void)fputc('\n', output);
        }
    }
    print_label(output, "capacity");
    print_quantity_column(output, report->scenario->gpu.hbm_capacity, UNIT_BYTES);
    (void)fprintf(output, "%s\n", report->result.memory.fits ? "fits" : "does not fit");
    print_limits(&report->result, output);
}

/* What most people ask for first: rates, and what tokens and the run cost. */
static void print_yield(const struct report *report, FILE *output)
{
#define COST "a million tokens cost {token.cost} at {gpu.price}"
    static const char *const lines[MODE_COUNT][2] = {
        [MODE_TRAINING] =
            {"{tokens_per_second}, {tokens_per_second_per_gpu} a GPU; MFU {mfu}; " COST,
             "{train.tokens} of training take {run.days}, {run.gpu_hours} and {run.cost}, without a pause"},
        [MODE_PREFILL] = {"{tokens_per_second}, {tokens_per_second_per_gpu} a GPU; " COST, NULL},
        [MODE_DECODE] = {"{tokens_per_second}, {tokens_per_second_per_gpu} a GPU, "
                         "{decode.tokens_per_second_per_sequence} a sequence; " COST,
                         NULL},
    };
    const enum mode mode = report->scenario->mode;
    (void)fprintf(output, "\nwhat it gives\n");
    for (int i = 0; i < 2 && lines[mode][i] != NULL; i++) {
        char text[SENTENCE];
        (void)explain_fill(text, sizeof text, lines[mode][i], report->scenario, &report->result);
        (void)fprintf(output, "  ");
        text_wrap(output, text, 2, PAGE_WIDTH);
    }
    if (!(fabs(report->scenario->gpu.price - parameter_find("gpu.price")->fallback) > 0)) {
        (void)fprintf(output, "  the price is assumed, and the same for every GPU: --set gpu.price sets yours\n");
    }
}

static bool is_key(const struct metric *metric, const char *key)
{
    return key != NULL && strcmp(metric->key, key) == 0;
}

/* Whether the table of the step has shown a figure. */
static bool is_step_part(const struct metric *metric)
{
    for (int i = 0; i < PART_COUNT; i++) {
        const struct step_part *part = &step_parts[i];
        bool is_piece = false;
        for (int piece = 0; piece < PART_PIECES; piece++) {
            is_piece = is_piece || is_key(metric, part->piece[piece]);
        }
        const bool is_sum =
            part->piece[PIECE_FORWARD] != NULL && is_key(metric, part->exposed); /* its pieces were shown */
        if (is_piece || (!is_sum && (is_key(metric, part->exposed) || is_key(metric, part->hidden)))) {
            return true;
        }
    }
    return is_key(metric, "step.time");
}

/* Whether a figure is one of a kind of communication that this scenario has none of. */
static bool is_idle(const struct metric *metric, const struct result *result)
{
    static const char suffix[] = ".count";
    char key[QUANTITY_TEXT];
    const int length = (int)strcspn(metric->key, ".");
    (void)snprintf(key, sizeof key, "%.*s%s", length, metric->key, suffix);
    const struct metric *count = metric_find(key);
    return count != NULL && metric_get(count, result) == 0.0;
}

/* "  mfu                       44 %       MFU" */
static void print_figure(const struct metric *metric, const struct result *result, int key_columns, FILE *output)
{
    print_label_in(output, metric->key, key_columns);
    if (metric->kind == METRIC_QUANTITY || metric->kind == METRIC_COUNT) {
        print_quantity_column(output, metric_get(metric, result), metric->unit);
        (void)fprintf(output, "%s\n", metric->label);
        return;
    }
    char word[QUANTITY_TEXT];
    (void)metric_print(metric, result, word, sizeof word);
    (void)fprintf(output, "%*s%s\n", -QUANTITY_COLUMNS, word, metric->label);
}

/* Whether a figure applies, and stands nowhere above the list of all others. */
static bool is_listed(const struct metric *metric, const struct result *result)
{
    return !isnan(metric_get(metric, result)) && !is_idle(metric, result) && !is_memory(metric) &&
           !is_step_part(metric);
}

/* Those that were asked for, whether they apply or not. */
static void print_shown(const struct report *report, FILE *output)
{
    int key_columns = LABEL_COLUMNS;
    for (int i = 0; i < report->shown_count; i++) {
        const int columns = text_columns(report->shown[i]->key) + 1;
        key_columns = columns > key_columns ? columns : key_columns;
    }
    (void)fputc('\n', output);
    for (int i = 0; i < report->shown_count; i++) {
        const struct metric *metric = report->shown[i];
        if (isnan(metric_get(metric, &report->result))) {
            print_label_in(output, metric->key, key_columns);
            (void)fprintf(output, "%*s%s\n", -QUANTITY_COLUMNS, "-", metric->label);
        } else {
            print_figure(metric, &report->result, key_columns, output);
        }
    }
}

static void print_figures(const struct report *report, FILE *output)
{
    int key_columns = LABEL_COLUMNS;
    for (int i = 0; i < metric_count; i++) {
        const int columns = text_columns(metrics[i].key) + 1;
        if (is_listed(&metrics[i], &report->result) && columns > key_columns) {
            key_columns = columns;
        }
    }
    (void)fprintf(output, "\nfigures\n");
    for (int i = 0; i < metric_count; i++) {
        if (is_listed(&metrics[i], &report->result)) {
            print_figure(&metrics[i], &report->result, key_columns, output);
        }
    }
}

static void print_help(const struct report *report, FILE *output)
{
    const struct sensitivities ranked = sensitivity_of(report->scenario);
    (void)fprintf(output, "\nwhat a tenth better would save of the step\n");
    for (int i = 0; i < ranked.count && i < HELPERS && ranked.row[i].saving > 0.0; i++) {
        const struct quantity_text saving = quantity_display(ranked.row[i].saving, UNIT_SHARE);
        print_label(output, ranked.row[i].parameter->key);
        (void)fprintf(output, "%*s %s\n", 7, saving.number, saving.unit);
    }
}

static void print_list(FILE *output, const char *title, const char *text, size_t stride, int count)
{
    if (count > 0) {
        (void)fprintf(output, "\n%s\n", title);
    }
    for (int i = 0; i < count; i++) {
        (void)fprintf(output, "  ");
        text_wrap(output, text + (size_t)i * stride, 2, PAGE_WIDTH);
    }
}

/* "TP 4 makes it valid: --set tp=4" */
static void print_repairs(const struct scenario *scenario, FILE *output)
{
    const struct repairs repairs = repairs_of(scenario);
    char text[REPAIR_LENGTH];
    if (repairs.count == 0) {
        return;
    }
    repairs_print(&repairs, text, sizeof text);
    (void)fprintf(output, "\n%s\n", text);
    for (int i = 0; i < repairs.count; i++) {
        (void)fprintf(output, "%s--set %s=%.0f",
                      i == 0             ? "  "
                      : repairs.together ? " "
                                         : " or ",
                      repairs.change[i].parameter->key, repairs.change[i].value);
    }
    (void)fputc('\n', output);
}

/* All there is to say of a scenario that can run, but for the list of all other figures. */
static void print_page(const struct report *report, FILE *output)
{
    print_step(report, output);
    print_yield(report, output);
    if (report->scenario->mode == MODE_TRAINING) {
        print_changes(report, output);
    } else {
        print_give_back(report, output);
    }
    print_memory(report, output);
    if (report->scenario->mode != MODE_TRAINING) {
        scaling_print_text(report->scenario, output);
    }
    print_help(report, output);
    print_list(output, "notes", report->notes.text[report->verdicts], NOTE_LENGTH,
               report->notes.count - report->verdicts);
}

void report_print_text(const struct report *report, FILE *output)
{
    print_sentence(report, output);
    if (!report->result.valid) {
        print_list(output, "this cannot run", report->reasons.text[0], REASON_LENGTH, report->reasons.count);
        print_repairs(report->scenario, output);
        (void)fprintf(output,
                      "\nWhat no option sets is as the opening scenario has it; `ringside search` with the same "
                      "options\nranks the strategies that can run.\n");
        return;
    }
    print_list(output, "measured", report->notes.text[0], NOTE_LENGTH, report->verdicts);
    if (report->shown != NULL) {
        print_shown(report, output);
        return;
    }
    print_page(report, output);
    if (!report->brief) {
        print_figures(report, output);
    }
}
