/* followed_batch.c: a word about steps of different work: an automatic global batch follows the replicas. */
#include "cli/followed_batch.h"

#include "core/strategy.h"

#include <stddef.h>

bool followed_batch_matters(const struct metric *metric)
{
    return metric->kind == METRIC_QUANTITY && !metric_is_of_memory(metric);
}

int followed_batch_of(const struct scenario *scenario)
{
    const bool follows =
        scenario->mode == MODE_TRAINING && scenario->strategy.global_batch == 0 && strategy_valid(scenario);
    return follows ? strategy_sizes(scenario).global_batch : 0;
}

bool followed_batch_differs(const struct parameter *parameter, const struct scenario *one, const struct scenario *other)
{
    const int first = followed_batch_of(one);
    const int second = followed_batch_of(other);
    return parameter->offset != offsetof(struct scenario, strategy.global_batch) && first > 0 && second > 0 &&
           first != second;
}

/* "64 at tp 8" */
static void print_batch(FILE *output, const struct parameter *parameter, const struct scenario *scenario)
{
    char value[QUANTITY_TEXT];
    (void)parameter_print(parameter, parameter_get(parameter, scenario), value, sizeof value);
    (void)fprintf(output, "%d at %s %s", strategy_sizes(scenario).global_batch, parameter->key, value);
}

void followed_batch_print(FILE *output, const struct parameter *parameter, const struct scenario *one,
                          const struct scenario *other)
{
    if (!followed_batch_differs(parameter, one, other)) {
        return;
    }
    (void)fprintf(output, "the global batch follows: ");
    print_batch(output, parameter, one);
    (void)fprintf(output, ", ");
    print_batch(output, parameter, other);
    (void)fprintf(output, "; --set global_batch=%d holds it\n", strategy_sizes(one).global_batch);
}
