/* random_scenario.h: valid scenarios drawn at random, for rules that hold for all of them. */
#ifndef RINGSIDE_TESTS_CORE_RANDOM_SCENARIO_H
#define RINGSIDE_TESTS_CORE_RANDOM_SCENARIO_H

#include "core/scenario.h"

#include <stddef.h>
#include <stdint.h>

/* The next number of a sequence, in [0, 1); a whole number below `count`. */
double next_random(uint64_t *seed);
int pick(uint64_t *seed, int count);

/* A valid scenario: dense, with experts, with latent attention, on any kind of cluster, up to some thousand GPUs. */
struct scenario random_scenario(uint64_t *seed);

/* Another mode than training, and how its engine serves. */
void randomise_serving(struct scenario *scenario, uint64_t *seed);

/* What it is, for a failed test. */
enum { DESCRIPTION_LENGTH = 900 };
void describe(char *text, size_t size, const struct scenario *scenario);

/* Hardware that is better by a factor above 1, in one way at a time: none of them may make a step slower. */
enum { IMPROVEMENTS = 7 };
const char *improve_hardware(int way, struct scenario *scenario, double factor);

#endif
