/* search_line.h: the line in which the Search tab is asked what `ringside search` is, in the same words. */
#ifndef RINGSIDE_VIEW_SEARCH_LINE_H
#define RINGSIDE_VIEW_SEARCH_LINE_H

#include "core/search_request.h"
#include "view/text_field.h"

/* What a line asks of a scenario: "--where 'decode.time<=50ms' --hold zero,cp". Quotes are as in a shell, "--where=..."
 * is as "--where ...".
 *
 *   note      the batch of a decode is open, since a slider always has one: --hold decode.batch holds it
 */
struct search_request_read search_line_read(const char *line, const struct scenario *scenario);

enum { SEARCH_LINE_CANDIDATES = 400 };

/* A line whose last word is completed. */
struct search_line_completion {
    char line[FIELD_LENGTH];                 /* longer, where all candidates go on alike */
    int count;                               /* of candidates */
    char candidates[SEARCH_LINE_CANDIDATES]; /* in order, as many as fit */
};

/* Complete an option, the figure of --objective and of --where, or a key of --hold.
 *
 *   given     the line; the mode, whose figures are candidates
 */
struct search_line_completion search_line_complete(const char *line, enum mode mode);

#endif
