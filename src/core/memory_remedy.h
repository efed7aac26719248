/* memory_remedy.h: what would make a scenario fit that does not. */
#ifndef RINGSIDE_CORE_MEMORY_REMEDY_H
#define RINGSIDE_CORE_MEMORY_REMEDY_H

#include "core/result.h"
#include "core/scenario.h"

#include <stddef.h>

enum { MEMORY_REMEDY_LENGTH = 140 };

/* Say it: "ZeRO 1 makes it 74.1 GB.", "TP 8 makes it 74.1 GB.", that no single change will do, or that the states of
 * all parameters find no room in all the cards.
 *
 *   given     text with room for `size` bytes (MEMORY_REMEDY_LENGTH is always enough); a valid scenario that does not
 *             fit, and its result
 *   written   to text: one sentence, of the first change with which it fits. Settings come first, the cheapest in time
 *             before others, then the least doubling of TP, TP with SP, EP and PP; in decode, then the sequences that
 *             fit
 */
void memory_remedy_print(char *text, size_t size, const struct scenario *scenario, const struct result *misfit);

#endif
