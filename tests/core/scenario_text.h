/* scenario_text.h: scenarios for tests, written as the command line writes them. */
#ifndef RINGSIDE_TESTS_CORE_SCENARIO_TEXT_H
#define RINGSIDE_TESTS_CORE_SCENARIO_TEXT_H

#include "core/scenario.h"

/* The default scenario with "key=value" settings applied, separated by blanks. A setting that is refused fails the
 * test. */
struct scenario scenario_with(const char *settings);

/* The same, starting from another scenario. */
struct scenario scenario_changed(const struct scenario *scenario, const char *settings);

#endif
