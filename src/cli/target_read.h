/* target_read.h: what `search` is asked besides its objective: --where, --clients, --fewest. */
#ifndef RINGSIDE_CLI_TARGET_READ_H
#define RINGSIDE_CLI_TARGET_READ_H

#include "core/target.h"
#include "profiles/options.h"

#include <stdbool.h>
#include <stdio.h>

/* The options as they were given; NULL: not given. */
struct target_words {
    const char *where;   /* conditions between commas */
    const char *clients; /* a number */
    const char *fewest;  /* its presence alone */
};

struct target_read {
    bool valid; /* else a complaint was made */
    struct target target;
};

/* Read them.
 *
 *   given     the words; the options of the scenario, which tell whether a batch was typed; the scenario; where to
 *             complain
 *   returned  the target. In a decode with conditions and neither clients nor a batch, the batch is the most that they
 *             allow: what is typed is held
 */
struct target_read target_read(const struct target_words *words, const struct options *options,
                               const struct scenario *scenario, FILE *errors);

/* How many sequences a replica decodes together, in words: "the batch of a replica is as large as ...". */
void target_print_batch(const struct target *target, const char *where, FILE *output);

#endif
