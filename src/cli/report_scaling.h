/* report_scaling.h: a report's table over TP 1, 2, 4, 8 and 16, in prefill and decode. */
#ifndef RINGSIDE_CLI_REPORT_SCALING_H
#define RINGSIDE_CLI_REPORT_SCALING_H

#include "cli/json.h"
#include "core/scenario.h"

#include <stdio.h>

/* For people: the sizes that can run, and why the others cannot. */
void scaling_print_text(const struct scenario *scenario, FILE *output);

/* For programs: the member "scaling", a row for each size; figures of one that cannot run are null. */
void scaling_print_json(const struct scenario *scenario, struct json *json);

#endif
