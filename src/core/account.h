/* account.h: what the explanation of a figure puts in beside what pricing needs: bytes by precision, FLOPs of a
 * parameter, parameters behind a message.
 *
 * Nothing here prices anything. Each field has a row in the metric table, so that a template can name it.
 */
#ifndef RINGSIDE_CORE_ACCOUNT_H
#define RINGSIDE_CORE_ACCOUNT_H

#include "core/scenario.h"

#include <stdbool.h>

struct account {
    bool filled;

    /* Parameters of a layer. */
    double norms;            /* of one layer */
    double moe_layer_active; /* of a layer with experts, what one token uses; NAN without, as the next */
    double moe_layer;

    /* Forward FLOPs of one token as MFU counts them, and what a step makes of them. */
    double matrix_flops, attention_flops, head_flops;
    double sample_length;   /* tokens that see each other */
    double attended_keys;   /* of one token, on the mean of a sample, all layers together */
    double attention_width; /* values of a token's queries and values, of a layer */
    double repeated_flops;  /* of one token, everything computed again */
    double parameters;      /* that the whiteboard counts: active ones, with modules of multi-token prediction */
    double model_flops;     /* of each: 6; 4 where weights are frozen */
    double executed_flops;  /* and with what is computed again: 8 */
    double passes;          /* forward and backward, in forward passes: 3; 2 where weights are frozen */
    double backward;        /* of these, backward */
    double recomputed;      /* share of the forward pass that full recomputation repeats */
    double peak;            /* dense, of the precision in force */

    /* Messages. */
    double activation_bytes; /* of a value */
    double context_width;    /* values of a token that CP exchanges */
    double dispatch_bytes;   /* of a hidden value on its way to an expert */
    double stage_ranks;      /* that divide a pipeline send among them */
    double stage_sends;      /* of a message, times that a GPU sends its part: TP times where it is gathered; half of
                                that where it waits for as many as it sends */
    double gather_share;     /* bytes of a gathered parameter over those of its gradient */
    double dp_parameters;    /* whose gradients one GPU reduces together */
    double common_message;   /* of dp.message, without experts */
    double gathered_bytes;   /* of a parameter as FSDP gathers it */
    double fsdp_parameters;  /* of the unit that FSDP gathers at a time, on one rank of TP */
    double fsdp_array;       /* bytes that FSDP gathers and scatters in one micro-batch; NAN with experts */
    int fillings;            /* of the pipeline, the last one of what is left */
    double pass;             /* s that each other stage adds to one of them, on the mean, without its first sends; NAN
                                where the last stage does not decide */
    double pipeline;         /* s of all of them: the ideal time and the bubble */
    bool alike_tp, alike_cp, alike_ep, alike_pp, alike_dp, alike_fsdp; /* all collectives are like the one shown */

    /* Memory. */
    double weight_bytes, adam_bytes; /* of a parameter */
    double logit_bytes;              /* of a logit, where the loss is computed */
    double expert_shard;             /* ranks that divide the states of an expert among them */
    double owned;                    /* parameters whose states ZeRO leaves this GPU */

    double pass_tokens; /* of each sequence, in a prefill or decode step */
};

struct result;

/* Account for a result.
 *
 *   given     a valid scenario and its result, whose own account is not read
 *   returned  figures of its mode; those of the others are NAN or 0
 */
struct account account_of(const struct scenario *scenario, const struct result *result);

#endif
