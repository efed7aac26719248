/* compare_verdict.c: which of the scenarios that are compared wins, by how much, and what decides it. */
#include "core/decision.h"
#include "core/quantity.h"
#include "view/compare.h"

#include <math.h>
#include <stdio.h>

/* Speeds nearer to one another than this share are alike. */
#define ALIKE 0.0005

/* Columns by how many tokens a second they make, those that fit before those that do not; -1: none. */
struct ranks {
    int best;
    int quicker; /* than the best one, and does not fit */
    int second;  /* of those that can run */
};

static double speed_of(const struct compare_columns *columns, int column)
{
    const struct result *result = columns->column[column].result;
    return result->valid ? result->tokens_per_second : -INFINITY;
}

static bool fits(const struct compare_columns *columns, int column)
{
    return columns->column[column].result->valid && columns->column[column].result->memory.fits;
}

/* The quickest column but for one; of those alone that fit, if it is asked for. */
static int quickest(const struct compare_columns *columns, int but, bool (*counts)(const struct compare_columns *, int))
{
    int best = -1;
    for (int i = 0; i < columns->count; i++) {
        const bool is_candidate =
            i != but && columns->column[i].result->valid && (counts == NULL || counts(columns, i));
        if (is_candidate && (best < 0 || speed_of(columns, i) > speed_of(columns, best))) {
            best = i;
        }
    }
    return best;
}

static struct ranks ranks_of(const struct compare_columns *columns)
{
    const int any = quickest(columns, -1, NULL);
    const int fitting = quickest(columns, -1, fits);
    struct ranks ranks = {.best = fitting >= 0 ? fitting : any};
    const bool beaten = fitting >= 0 && speed_of(columns, any) > speed_of(columns, fitting);
    ranks.quicker = beaten ? any : -1;
    ranks.second = ranks.best != 0 && columns->column[0].result->valid ? 0 : quickest(columns, ranks.best, NULL);
    return ranks;
}

/* What each part takes of a token, so that steps of unlike batches compare. */
static struct waits waits_of_token(const struct result *result)
{
    struct waits waits = waits_of(result);
    for (int part = 0; part < PART_COUNT; part++) {
        waits.part[part] /= result->step_tokens;
    }
    return waits;
}

static void say_cause(const struct layout *layout, const struct result *best, const struct result *other, char *text,
                      size_t size)
{
    const bool same_tokens = best->step_tokens == other->step_tokens;
    const struct waits one = same_tokens ? waits_of(best) : waits_of_token(best);
    const struct waits two = same_tokens ? waits_of(other) : waits_of_token(other);
    const struct decision decision = decision_between(&one, &two);
    char part[DECISION_TEXT];
    const char *label = layout->size_class >= SIZE_FULL ? decision.label : decision.short_label;
    decision_print(&decision, label, part, sizeof part);
    if (decision.gain > 0.0 && same_tokens) {
        (void)snprintf(text, size, " · %s", part);
    } else if (decision.gain > 0.0) {
        (void)snprintf(text, size, " · mostly %s", label);
    }
}

/* A lead below this is a matter of percents: 1.00× is none. */
static const double SMALL_LEAD = 0.1;

/* ": 1.20× as fast as now", ": 0.4 % faster than now". */
static void say_margin(const struct compare_column *best, const struct compare_column *other, char *text, size_t size)
{
    const int gpus = best->scenario->cluster.gpus;
    const int other_gpus = other->scenario->cluster.gpus;
    const bool same_tokens = best->result->step_tokens == other->result->step_tokens;
    const double ratio = best->result->tokens_per_second / other->result->tokens_per_second;
    const struct quantity_text lead = quantity_display(ratio - 1.0, UNIT_SHARE);
    const int used = ratio < 1.0 + SMALL_LEAD
                         ? snprintf(text, size, ": %s %s %s than %s", lead.number, lead.unit,
                                    same_tokens ? "faster" : "more tokens a second", other->name)
                         : snprintf(text, size, ": %.2f× %s %s", ratio,
                                    same_tokens ? "as fast as" : "the tokens a second of", other->name);
    if (gpus != other_gpus && used > 0 && (size_t)used < size) {
        (void)snprintf(text + used, size - (size_t)used, ", on %d GPUs against %d", gpus, other_gpus);
    }
}

struct compare_verdict compare_verdict_of(const struct layout *layout, const struct compare_columns *columns)
{
    struct compare_verdict verdict = {.winner = ""};
    const struct ranks ranks = ranks_of(columns);
    if (ranks.best < 0 || ranks.second < 0) {
        return verdict;
    }
    const struct compare_column *best = &columns->column[ranks.best];
    const struct compare_column *other = &columns->column[ranks.second];
    const double lead = speed_of(columns, ranks.best) / speed_of(columns, ranks.second) - 1.0;
    if (fabs(lead) < ALIKE) {
        (void)snprintf(verdict.winner, sizeof verdict.winner, "%s and %s are equally fast", best->name, other->name);
        return verdict;
    }
    if (lead < 0.0) { /* the other one does not fit */
        (void)snprintf(verdict.winner, sizeof verdict.winner, "%s wins", best->name);
        (void)snprintf(verdict.caveat, sizeof verdict.caveat, ": %s is %.2f× as fast, and does not fit", other->name,
                       1.0 / (1.0 + lead));
        return verdict;
    }
    (void)snprintf(verdict.winner, sizeof verdict.winner, "%s wins", best->name);
    say_margin(best, other, verdict.margin, sizeof verdict.margin);
    say_cause(layout, best->result, other->result, verdict.cause, sizeof verdict.cause);
    if (ranks.quicker >= 0) {
        (void)snprintf(verdict.caveat, sizeof verdict.caveat, " · %s is faster still, and does not fit",
                       columns->column[ranks.quicker].name);
    } else if (!best->result->memory.fits) {
        (void)snprintf(verdict.caveat, sizeof verdict.caveat, " · none of them fits");
    }
    return verdict;
}
