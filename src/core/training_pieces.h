/* training_pieces.h: what a training step is put together from, piece by piece, for a timeline.
 *
 * training_price() adds the same pieces up; here they keep their place: which pass, which layer, hidden or exposed.
 */
#ifndef RINGSIDE_CORE_TRAINING_PIECES_H
#define RINGSIDE_CORE_TRAINING_PIECES_H

#include "core/schedule.h"
#include "core/training_layer.h"

/* Seconds of one micro-batch on the stage that decides, unless said otherwise. */
struct training_pieces {
    double micro_batches;
    struct layers layers;           /* one layer of each kind */
    double count[LAYER_KIND_COUNT]; /* layers of each kind on that stage; need not be whole */
    struct stage_runs runs;         /* of a pipeline, all stages */
    double embedding;               /* forward and backward; 0 where the stage does not hold it, as the next */
    double embedded;                /* of a first stage that is not the last, the TP exchange behind it */
    struct passage head;            /* forward and backward; once more for each module */
    double modules;                 /* of multi-token prediction: each is one of the last layers, behind a join */
    struct prediction_join join;    /* of one module */
    struct sharding root;           /* FSDP of embedding and head; nothing without */
    struct overlap transfer;        /* one send of one chunk of layers, the mean of both directions */
    double transfer_host;           /* what the host adds to it */
    double embedding_reduction;     /* of a tied embedding, once a step */
    struct reduction reduction;     /* of the whole step; nothing with FSDP */
};

/* Take a step apart.
 *
 *   given     a valid training scenario; its result
 *   written   to pieces: all of them
 */
void training_pieces_of(struct training_pieces *pieces, const struct scenario *scenario, const struct result *result);

#endif
