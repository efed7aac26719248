/* measured_figure.h: a figure that somebody measured, as people type it: "9.2s", "41%", "58000 tok/s". */
#ifndef RINGSIDE_CORE_MEASURED_FIGURE_H
#define RINGSIDE_CORE_MEASURED_FIGURE_H

#include <stdbool.h>
#include <stddef.h>

struct metric; /* metrics.h */

enum { MEASURED_FIGURE_TEXT = 128, MEASURED_FIGURE_MESSAGE = 300 };

/* A metric and what was measured of it, SI; NULL: nothing was. */
struct measured_figure {
    const struct metric *metric;
    double value;
};

/* One that was read, or a sentence that says what is expected. */
struct measured_figure_read {
    bool valid;
    struct measured_figure figure;
    char message[MEASURED_FIGURE_MESSAGE];
};

/* Read one.
 *
 *   given     "METRIC=VALUE", the metric a quantity or a count; or a value alone, whose unit says which figure it is: a
 *             time of the step, a share its MFU, tok/s its tokens per second (tok/s/GPU: of one GPU), bytes the memory
 *   returned  a value above 0, or a message
 */
struct measured_figure_read measured_figure_read(const char *text);

/* Write it so that reading gives back the same: "step.time=9.2s".
 *
 *   given     text with room for `size` bytes (MEASURED_FIGURE_TEXT is always enough)
 *   returned  the length written; 0 and "" where nothing was measured
 */
size_t measured_figure_print(const struct measured_figure *figure, char *text, size_t size);

#endif
