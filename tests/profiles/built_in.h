/* built_in.h: the built-in presets, for a group of tests: setup and teardown put them into its state, and take them
 * away. */
#ifndef RINGSIDE_TESTS_PROFILES_BUILT_IN_H
#define RINGSIDE_TESTS_PROFILES_BUILT_IN_H

#include "profiles/measurements.h"

/* The state is a struct catalogue. */
int built_in_load(void **state);
int built_in_free(void **state);

/* The state is these: the catalogue with its measurements, each of them priced. */
struct built_in_cases {
    struct catalogue *catalogue;
    struct measured_cases cases;
};
int built_in_cases_load(void **state);
int built_in_cases_free(void **state);

#endif
