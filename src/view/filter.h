/* filter.h: filter as you type: every word must match, anywhere, letter case ignored. */
#ifndef RINGSIDE_VIEW_FILTER_H
#define RINGSIDE_VIEW_FILTER_H

#include <stdbool.h>

/* Whether each word of the filter is somewhere in the text; an empty filter matches everything. */
bool filter_matches(const char *filter, const char *text);

/* Where a word of the filter begins in a text.
 *
 *   given     filter; text; where to look from, in bytes
 *   returned  first byte and length of the next match; length 0: there is none
 */
struct filter_match {
    int start, length;
};
struct filter_match filter_next(const char *filter, const char *text, int from);

#endif
