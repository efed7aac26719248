/* metric_rows.h: what the rows of the metric table share: where a figure stands, its unit, its source, and the rows
 * that every kind of communication has. For metrics.c alone. */
#ifndef RINGSIDE_CORE_METRIC_ROWS_H
#define RINGSIDE_CORE_METRIC_ROWS_H

#include "core/metrics.h"

#include <stddef.h>

/* Where a figure stands: in every mode, in one, or in another place when serving. */
#define FIELD(member) .offset = offsetof(struct result, member)
#define TRAINING(member) FIELD(member), .modes = IN_TRAINING
#define SERVING(member) FIELD(member), .modes = IN_SERVING
#define PREFILL(member) FIELD(inference.member), .modes = IN_PREFILL
#define DECODE(member) FIELD(inference.member), .modes = IN_DECODE
#define ACCOUNT(member) FIELD(account.member), .takes_longer = true
#define ACCOUNT_TRAINING(member) ACCOUNT(member), .modes = IN_TRAINING
#define ACCOUNT_SERVING(member) ACCOUNT(member), .modes = IN_SERVING
#define EITHER(member, serving_member) FIELD(member), .serving_offset = offsetof(struct result, serving_member)
#define SECONDS .unit = UNIT_SECONDS
#define BYTES .unit = UNIT_BYTES
#define RATE .unit = UNIT_RATE
#define SHARE .unit = UNIT_SHARE
#define NAME(list) .kind = METRIC_NAME, .names = &(list)

/* Sources that many rows share. */
#define MEGATRON "Narayanan et al. 2021, Efficient large-scale language model training on GPU clusters"
#define KORTHIKANTI "Korthikanti et al. 2022, Reducing activation recomputation in large transformer models"
#define TENSOR_PAPER "Shoeybi et al. 2019, Megatron-LM, section 3; " KORTHIKANTI
#define CONTEXT_PAPER "Liu et al. 2023, Ring Attention with blockwise transformers"
#define EXPERT_PAPER "Lepikhin et al. 2020, GShard"
#define ZERO_PAPER "Rajbhandari et al. 2020, ZeRO"
#define TRANSFORMER_ENGINE "NVIDIA/TransformerEngine, transformer_engine/pytorch/cpu_offload.py"
#define LORA_PAPER "Hu et al. 2021, LoRA: Low-Rank Adaptation of Large Language Models"
#define RING_PAPER "Patarasuk and Yuan 2009, Bandwidth optimal all-reduce algorithms"
#define NCCL_TESTS "nccl-tests, doc/PERFORMANCE.md"
#define ROOFLINE "Williams et al. 2009, Roofline; rates of the data sheet"
#define STEPS_SOURCE "held against published decode steps: docs/accuracy.md"
#define PREFILLS_SOURCE "held against published prefills: docs/accuracy.md"

/* The rows that every kind of communication has. `of` names it, `what` says what one message is and `paper` where that
 * is from; TRAFFIC_FIELD where it stands, TRAFFIC_ALIKE whether all its collectives are. */
#define TRAFFIC(key_, of, what, paper, message_formula, message_numbers, pass_formula, pass_numbers, bytes_formula, \
                bytes_numbers, pass_bytes_numbers, left, left_numbers)                                              \
    {.key = key_ ".message",                                                                                        \
     .label = of ", message",                                                                                       \
     BYTES,                                                                                                         \
     TRAFFIC_FIELD(message),                                                                                        \
     .meaning = what,                                                                                               \
     .formula = message_formula,                                                                                    \
     .numbers = "{?" key_ ".message}" message_numbers "{/}{!" key_ ".message}nothing to send{/}",                   \
     .serving_formula = pass_formula,                                                                               \
     .serving_numbers = "{?" key_ ".message}" pass_numbers "{/}{!" key_ ".message}nothing to send{/}",              \
     .source = paper},                                                                                              \
        {.key = key_ ".count",                                                                                      \
         .label = of ", count",                                                                                     \
         TRAFFIC_FIELD(count),                                                                                      \
         .meaning = "collectives that one GPU takes part in, in one step"},                                         \
        {.key = key_ ".alike",                                                                                      \
         .label = of ", all alike",                                                                                 \
         .kind = METRIC_VERDICT,                                                                                    \
         TRAFFIC_ALIKE,                                                                                             \
         .meaning = "whether each of them takes as long as the one that is shown"},                                 \
        {.key = key_ ".bytes",                                                                                      \
         .label = of ", bytes sent",                                                                                \
         BYTES,                                                                                                     \
         TRAFFIC_FIELD(bytes),                                                                                      \
         .meaning = "what one GPU sends in one step",                                                               \
         .formula = bytes_formula,                                                                                  \
         .numbers = "{?" key_ ".bytes}" bytes_numbers "{/}{!" key_ ".bytes}nothing to send{/}",                     \
         .serving_formula = bytes_formula,                                                                          \
         .serving_numbers = "{?" key_ ".bytes}" pass_bytes_numbers "{/}{!" key_ ".bytes}nothing to send{/}",        \
         .source = RING_PAPER},                                                                                     \
        {.key = key_ ".time",                                                                                       \
         .label = of ", in all",                                                                                    \
         SECONDS,                                                                                                   \
         TRAFFIC_FIELD(time),                                                                                       \
         .meaning = "time on the link in one step, hidden and exposed",                                             \
         .formula = "t = count · (latency + transfer) where all are alike; else hidden + exposed",                  \
         .numbers = "{!" key_ ".count}nothing to wait for{/}{?" key_ ".count}"                                      \
                    "{?" key_ ".alike}{" key_ ".count} · ({" key_ ".latency} + {" key_ ".transfer}){/}"             \
                    "{!" key_ ".alike}{" key_ ".hidden} + {" key_ ".exposed}{/}{/}"                                 \
                    "{?" key_ ".algorithm}\none of them: {" key_ ".algorithm} {" key_ ".protocol} on the {" key_    \
                    ".link}, {" key_ ".latency} latency + {" key_ ".transfer} transfer{/}",                         \
         .source = NCCL_TESTS},                                                                                     \
        {.key = key_ ".hidden",                                                                                     \
         .label = of ", hidden",                                                                                    \
         SECONDS,                                                                                                   \
         TRAFFIC_FIELD(hidden),                                                                                     \
         .better = BETTER_MORE,                                                                                     \
         .meaning = "the part during which compute runs",                                                           \
         .formula = "hidden = time - exposed",                                                                      \
         .numbers = "{" key_ ".time} - {" key_ ".exposed}"},                                                        \
        {.key = key_ ".exposed",                                                                                    \
         .label = of ", exposed",                                                                                   \
         SECONDS,                                                                                                   \
         TRAFFIC_FIELD(exposed),                                                                                    \
         .meaning = "the part that the step waits for",                                                             \
         .formula = "exposed = time - hidden: " left,                                                               \
         .numbers = "{" key_ ".time} - {" key_ ".hidden}\n" left_numbers,                                           \
         .serving_formula = "exposed = time - hidden",                                                              \
         .serving_numbers = "{" key_ ".time} - {" key_ ".hidden}"},                                                 \
        {.key = key_ ".bandwidth",                                                                                  \
         .label = of ", bandwidth",                                                                                 \
         RATE,                                                                                                      \
         TRAFFIC_FIELD(bandwidth),                                                                                  \
         .better = BETTER_MORE,                                                                                     \
         .meaning = "what it makes of its link: bytes sent over time",                                              \
         .formula = "B = bytes / time",                                                                             \
         .numbers = "{" key_ ".bytes} / {" key_ ".time}",                                                           \
         .source = NCCL_TESTS},                                                                                     \
        {.key = key_ ".algorithm",                                                                                  \
         .label = of ", algorithm",                                                                                 \
         NAME(algorithm_names),                                                                                     \
         TRAFFIC_FIELD(cost.algorithm),                                                                             \
         .meaning = "what the library takes for this message and group"},                                           \
        {.key = key_ ".protocol",                                                                                   \
         .label = of ", protocol",                                                                                  \
         NAME(protocol_names),                                                                                      \
         TRAFFIC_FIELD(cost.protocol),                                                                              \
         .meaning = "what the library takes for this message and group"},                                           \
        {.key = key_ ".link",                                                                                       \
         .label = of ", link",                                                                                      \
         NAME(tier_names),                                                                                          \
         TRAFFIC_FIELD(cost.tier),                                                                                  \
         .meaning = "the link that sets its transfer time"},                                                        \
        {.key = key_ ".latency",                                                                                    \
         .label = of ", latency",                                                                                   \
         SECONDS,                                                                                                   \
         TRAFFIC_FIELD(cost.latency),                                                                               \
         .meaning = "of one collective: what does not depend on its size"},                                         \
    {                                                                                                               \
        .key = key_ ".transfer", .label = of ", transfer", SECONDS, TRAFFIC_FIELD(cost.transfer),                   \
        .meaning = "of one collective: what grows with its size"                                                    \
    }

#endif
