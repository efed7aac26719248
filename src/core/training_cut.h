/* training_cut.h: how the layers are cut into the stages of a pipeline, and what each stage then takes. Seconds are
 * those of one micro-batch.
 */
#ifndef RINGSIDE_CORE_TRAINING_CUT_H
#define RINGSIDE_CORE_TRAINING_CUT_H

#include "core/schedule.h"
#include "core/training_ends.h"
#include "core/training_layer.h"

#include <stdbool.h>

/* Seconds of one micro-batch in a stage, or in a part of it. */
struct pace {
    double forward, backward;
};

/* What the stages of a pipeline are put together from. */
struct stage_paces {
    struct pace layer[LAYER_KIND_COUNT];
    struct pace chunk;              /* a stage's sends of one chunk */
    struct pace first, last;        /* what these stages have besides, FSDP of embedding and head included */
    double share[LAYER_KIND_COUNT]; /* of each kind on every stage, where dense layers do not come first */
    int dense;                      /* layers that do */
};

/* Gather them.
 *
 *   given     step_from(), and its layers and ends, priced
 *   formula   of embedding and head a third is forward, as of products without attention
 */
struct stage_paces stage_paces_of(const struct step *step, const struct layers *layers, const struct ends *ends);

/* The slowest stage, what is asked of the first, and all of them. Layers need not be whole: on the whiteboard they are
 * a share. */
struct stage {
    double count[LAYER_KIND_COUNT]; /* layers of the slowest stage */
    double layers;                  /* of both kinds */
    double seconds;                 /* of one micro-batch in it, what it waits for its sends included */
    double first_layers;            /* of the first: it holds the embedding, too */
    double last_layers;             /* of the last, which a GPU of DualPipe holds beside the first */
    double slack;                   /* seconds that the first waits in each micro-batch for the slowest */
    bool first, last;               /* the slowest is the first, the last: it has their ends */
    struct stage_runs runs;         /* all stages */
};

/* The stages of a pipeline, and the slowest of them.
 *
 *   given     what stages are put together from; how the layers are dealt to two stages or more
 *   formula   each stage takes its layers' time, its sends' and that of its end. Where dense layers stand before those
 *             with experts, the first stages have them
 */
struct stage stage_of_deal(const struct stage_paces *paces, const struct deal *deal);

/* Stages that are all alike, on the whiteboard.
 *
 *   given     step; its layers; what stages are put together from
 *   formula   L / PP layers of the kinds of the stage that decides, and no ends
 */
struct stage stage_alike(const struct step *step, const struct layers *layers, const struct stage_paces *paces);

/* Of stage_transfers(), what the slowest stage waits for: less at an end, as end_transfers() says. */
double stage_transfer_share(const struct step *step, const struct stage *stage);

/* The only stage, where there is no pipeline: all layers, and on no whiteboard both ends. It has nothing to fill, and
 * its seconds are not asked for. */
struct stage stage_only(const struct step *step, const struct layers *layers);

#endif
