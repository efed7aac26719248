/* followed_batch.h: a word about steps of different work: an automatic global batch follows the replicas. */
#ifndef RINGSIDE_CLI_FOLLOWED_BATCH_H
#define RINGSIDE_CLI_FOLLOWED_BATCH_H

#include "core/metrics.h"
#include "core/parameters.h"
#include "core/scenario.h"

#include <stdbool.h>
#include <stdio.h>

/* Whether a figure is of the work: a quantity, but for memory, which a batch of more micro-batches hardly changes. */
bool followed_batch_matters(const struct metric *metric);

/* The global batch of a training step that follows the replicas; 0 where one was asked for, in another mode, and of a
 * scenario that cannot run. */
int followed_batch_of(const struct scenario *scenario);

/* Whether two scenarios that differ in a parameter are training steps of different work, which nobody asked for. Of
 * scenarios that cannot run nothing is known. */
bool followed_batch_differs(const struct parameter *parameter, const struct scenario *one,
                            const struct scenario *other);

/* "the global batch follows: 64 at tp 8, 32 at tp 16; --set global_batch=64 holds it", where it does follow.
 *
 *   given     the first of the scenarios is the one whose batch is worth holding
 */
void followed_batch_print(FILE *output, const struct parameter *parameter, const struct scenario *one,
                          const struct scenario *other);

#endif
