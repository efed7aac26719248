/* measurements_read.h: the tables of a file of measurements. Private to profiles.
 *
 * name, title, source, stated, assumed, unstated, unseen; cluster, gpu, model and set as in a scenario, for every
 * table; shapes, models that no preset has; tables, each with columns and rows, and with cluster, gpu, model and set of
 * its own. A row is one line of cells with blanks between them: "-" leaves a cell out, and what stands behind # is a
 * note. A table's reading (step, first_token, batch, server) says what its figures are made of.
 *
 *   tables = (
 *       { columns = "id model cluster.gpus tp global_batch step.time";
 *         rows = [ "run-1 GPT-22B 8 8 4 1.42s", "run-2 GPT-22B 16 8 8 1.45s # a node was slow" ]; },
 *       { id = "a100"; operation = "all_reduce"; columns = "size 2 8"; rows = [ "1MiB 42us 61us" ]; }
 *   );
 */
#ifndef RINGSIDE_PROFILES_MEASUREMENTS_READ_H
#define RINGSIDE_PROFILES_MEASUREMENTS_READ_H

#include "profiles/document.h"

/* Read all of them into profile->measurements, which is made here.
 *
 *   note      what is wrong goes to the document's complaints
 */
void measurements_read(const struct document *document, const struct catalogue *catalogue, struct profile *profile);

#endif
