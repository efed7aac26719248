/* target_read.c: conditions between commas, a number of clients, and what follows for the batch. */
#include "cli/target_read.h"

#include "cli/refuse.h"
#include "core/metrics.h"
#include "core/parameters.h"
#include "core/quantity.h"
#include "profiles/written_setting.h"

#include <string.h>

enum { WHERE_TEXT = 400 };

static bool read_condition(const char *text, const struct scenario *scenario, struct condition *condition, FILE *errors)
{
    const struct condition_read read = condition_read(text);
    if (!read.valid) {
        complaint_print(errors, "ringside search: --where: %s\n", read.message);
        return false;
    }
    if (!metric_is_of_mode(read.condition.metric, scenario->mode)) {
        complaint_print(errors, "ringside search: --where: %s does not apply to mode %s\n", read.condition.metric->key,
                        choice_name(&mode_names, (int)scenario->mode));
        return false;
    }
    *condition = read.condition;
    return true;
}

/* "decode.time<=50ms,memory.total<=70GB" */
static bool read_where(const char *where, const struct scenario *scenario, struct target *target, FILE *errors)
{
    while (where != NULL) {
        char text[WHERE_TEXT];
        const size_t length = strcspn(where, ",");
        (void)snprintf(text, sizeof text, "%.*s", (int)length, where);
        if (target->condition_count == TARGET_CONDITIONS) {
            complaint_print(errors, "ringside search: --where: at most %d conditions\n", TARGET_CONDITIONS);
            return false;
        }
        if (!read_condition(text, scenario, &target->condition[target->condition_count++], errors)) {
            return false;
        }
        where = where[length] == ',' ? where + length + 1 : NULL;
    }
    return true;
}

static bool read_clients(const char *text, struct target *target, FILE *errors)
{
    enum { MOST_CLIENTS = 1000000000 };
    target->clients = quantity_whole(text, UNIT_SEQUENCES, 1, MOST_CLIENTS);
    if (target->clients < 0) {
        complaint_print(errors, "ringside search: --clients: a whole number is expected, like 100, not \"%s\"\n", text);
    }
    return target->clients > 0;
}

static bool batch_is_typed(const struct options *options)
{
    for (int i = 0; i < options->setting_count; i++) {
        const struct written_setting setting = setting_read(options->setting[i]);
        if (setting.parameter == parameter_find("decode.batch")) {
            return true;
        }
    }
    return options->scenario != NULL || options->measurement != NULL;
}

/* What the words leave open of a batch; the message says which of them do not go together. */
static const char *misfit_of(const struct target_words *words, const struct options *options,
                             const struct scenario *scenario)
{
    if (scenario->mode != MODE_DECODE && (words->clients != NULL || words->fewest != NULL)) {
        return "--clients and --fewest are of a decode: --mode decode";
    }
    if (words->fewest != NULL && words->clients == NULL) {
        return "--fewest is missing how many it should serve: --clients N";
    }
    if (words->clients != NULL && batch_is_typed(options)) {
        return "--clients sets the batch of each replica, and so does decode.batch: one of the two";
    }
    return NULL;
}

static enum target_batch batch_of(const struct target_words *words, const struct options *options,
                                  const struct scenario *scenario)
{
    if (words->clients != NULL) {
        return words->fewest != NULL ? TARGET_FEWEST : TARGET_SHARED;
    }
    const bool open = scenario->mode == MODE_DECODE && words->where != NULL && !batch_is_typed(options);
    return open ? TARGET_MOST : TARGET_HELD;
}

struct target_read target_read(const struct target_words *words, const struct options *options,
                               const struct scenario *scenario, FILE *errors)
{
    struct target_read read = {.valid = false};
    const char *misfit = misfit_of(words, options, scenario);
    if (misfit != NULL) {
        complaint_print(errors, "ringside search: %s\n", misfit);
        return read;
    }
    read.target.batch = batch_of(words, options, scenario);
    read.valid = read_where(words->where, scenario, &read.target, errors) &&
                 (words->clients == NULL || read_clients(words->clients, &read.target, errors));
    return read;
}

void target_print_batch(const struct target *target, const char *where, FILE *output)
{
    switch (target->batch) {
    case TARGET_MOST:
        (void)fprintf(output,
                      "the batch of a replica is the one that gives most of those that memory and %s allow; "
                      "--set decode.batch=N holds one\n",
                      where);
        return;
    case TARGET_SHARED:
        (void)fprintf(output, "%d clients are shared by all replicas; --fewest takes no more GPUs than they need\n",
                      target->clients);
        return;
    case TARGET_FEWEST:
        (void)fprintf(output, "%d clients on as few GPUs as serve them; the others are left free\n", target->clients);
        return;
    case TARGET_HELD:
        (void)fprintf(output, "the batch is that of one replica: a layout of more replicas serves more at a time; "
                              "--clients N shares N, --where 'decode.time<=50ms' finds the most\n");
        return;
    }
}
