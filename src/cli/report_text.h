/* report_text.h: a scenario's figures as a page of text. */
#ifndef RINGSIDE_CLI_REPORT_TEXT_H
#define RINGSIDE_CLI_REPORT_TEXT_H

#include "exporters/report.h"

void report_print_text(const struct report *report, FILE *output);

/* Its table over TP, in prefill and decode: the sizes that can run, and why the others cannot. */
void scaling_print_text(const struct scenario *scenario, FILE *output);

#endif
