/* training_line.h: the stages of a pipeline in a line: what each of them takes, once it is said how the layers are
 * cut. Seconds are those of one micro-batch.
 */
#ifndef RINGSIDE_CORE_TRAINING_LINE_H
#define RINGSIDE_CORE_TRAINING_LINE_H

#include "core/schedule.h"
#include "core/training_ends.h"
#include "core/training_layer.h"

#include <stdbool.h>

/* Seconds of a stage, or of a part of it. */
struct pace {
    double forward, backward;
};

/* What the stages of a pipeline are put together from. */
struct line {
    struct pace layer[LAYER_KIND_COUNT];
    struct pace chunk; /* a stage's sends of one chunk */
    struct pace first, last;
    double share[LAYER_KIND_COUNT]; /* of each kind on every stage, where dense layers do not come first */
    int dense;                      /* layers that do */
};

struct line line_of(const struct step *step, const struct layers *layers, const struct ends *ends);

/* A whole pipeline of so many layers, `last` of them on the last stage. Where chunks are whole once embedding and head
 * count as a layer each, frameworks take one from either end. Here the last stage lacks both, so that in place of the
 * first one's layer the embedding is left out, and the last one's chunks are taken as alike. So they are where
 * exchanges hide behind another micro-batch and the last chunk is longer than others: DualPipe, which has no rounds
 * that wait for it, is priced so. */
struct cut {
    int layers, stages, chunks, last;
    bool is_counted; /* embedding and head count so */
    bool is_alike;   /* the last chunk is taken to be no longer than others of its stage */
};

/* Layers need not be whole: on the whiteboard they are a share. */
struct stage {
    double count[LAYER_KIND_COUNT]; /* layers of the slowest stage */
    double layers;                  /* all of them */
    double seconds;                 /* of the slowest stage, what it waits for its sends included */
    double largest_layers;          /* of the first: it holds the embedding, too */
    double slack;                   /* seconds that the first waits in each micro-batch for the last */
    bool first, last;               /* the slowest is the first, the last: it has their ends */
    struct stage_runs runs;         /* all stages */
};

/* The stages of a cut, and the slowest of them.
 *
 *   given     a line; a cut into two stages or more
 *   formula   each stage takes its layers' time, its sends' and that of its end. Where dense layers stand before those
 *             with experts, the first stages have them
 */
struct stage stage_of_cut(const struct line *line, struct cut cut);

/* A whiteboard's stages, all alike; and the only stage that there is, which has nothing to fill. */
struct stage stage_alike(const struct step *step, const struct layers *layers, const struct line *line);

#endif
