/* metrics.c: the metric table. What is done with its rows is in metric_value.c and explain.c. */
#include "core/metrics.h"

#define IN_TRAINING (1U << MODE_TRAINING)
#define IN_PREFILL (1U << MODE_PREFILL)
#define IN_DECODE (1U << MODE_DECODE)

/* Where a figure stands: in every mode, in one, or in another place when serving. */
#define FIELD(member) .offset = offsetof(struct result, member)
#define TRAINING(member) FIELD(member), .modes = IN_TRAINING
#define SERVING(member) FIELD(member), .modes = IN_PREFILL | IN_DECODE
#define PREFILL(member) FIELD(inference.member), .modes = IN_PREFILL
#define DECODE(member) FIELD(inference.member), .modes = IN_DECODE
#define ACCOUNT(member) FIELD(account.member), .modes = IN_TRAINING
#define EITHER(member, serving_member) FIELD(member), .serving_offset = offsetof(struct result, serving_member)
#define SECONDS .unit = UNIT_SECONDS
#define BYTES .unit = UNIT_BYTES
#define RATE .unit = UNIT_RATE
#define SHARE .unit = UNIT_SHARE
#define NAME(list) .kind = METRIC_NAME, .names = &(list)

/* Sources that many rows share. */
#define MEGATRON "Narayanan et al. 2021, Efficient large-scale language model training on GPU clusters"
#define KORTHIKANTI "Korthikanti et al. 2022, Reducing activation recomputation in large transformer models"
#define ZERO_PAPER "Rajbhandari et al. 2020, ZeRO"
#define LORA_PAPER "Hu et al. 2021, LoRA: Low-Rank Adaptation of Large Language Models"
#define RING_PAPER "Patarasuk and Yuan 2009, Bandwidth optimal all-reduce algorithms"
#define NCCL_TESTS "nccl-tests, doc/PERFORMANCE.md"
#define ROOFLINE "Williams et al. 2009, Roofline; rates of the data sheet"
#define STEPS_SOURCE "held against published decode steps of nine engines"

/* The rows that every kind of communication has. `of` names it, `what` says what one message is; TRAFFIC_FIELD where it
 * stands, TRAFFIC_ALIKE whether all its collectives are. */
#define TRAFFIC(key_, of, what, message_formula, message_numbers, pass_formula, pass_numbers, bytes_formula,     \
                bytes_numbers, pass_bytes_numbers, left, left_numbers)                                           \
    {.key = key_ ".message",                                                                                     \
     .label = of ", message",                                                                                    \
     BYTES,                                                                                                      \
     TRAFFIC_FIELD(message),                                                                                     \
     .meaning = what,                                                                                            \
     .formula = message_formula,                                                                                 \
     .numbers = "{?" key_ ".message}" message_numbers "{/}{!" key_ ".message}nothing to send{/}",                \
     .serving_formula = pass_formula,                                                                            \
     .serving_numbers = "{?" key_ ".message}" pass_numbers "{/}{!" key_ ".message}nothing to send{/}",           \
     .source = MEGATRON},                                                                                        \
        {.key = key_ ".count",                                                                                   \
         .label = of ", count",                                                                                  \
         TRAFFIC_FIELD(count),                                                                                   \
         .meaning = "collectives that one GPU takes part in, in one step"},                                      \
        {.key = key_ ".alike",                                                                                   \
         .label = of ", all alike",                                                                              \
         .kind = METRIC_VERDICT,                                                                                 \
         TRAFFIC_ALIKE,                                                                                          \
         .meaning = "whether each of them takes as long as the one that is shown"},                              \
        {.key = key_ ".bytes",                                                                                   \
         .label = of ", bytes sent",                                                                             \
         BYTES,                                                                                                  \
         TRAFFIC_FIELD(bytes),                                                                                   \
         .meaning = "what one GPU sends in one step",                                                            \
         .formula = bytes_formula,                                                                               \
         .numbers = "{?" key_ ".bytes}" bytes_numbers "{/}{!" key_ ".bytes}nothing to send{/}",                  \
         .serving_formula = bytes_formula,                                                                       \
         .serving_numbers = "{?" key_ ".bytes}" pass_bytes_numbers "{/}{!" key_ ".bytes}nothing to send{/}",     \
         .source = RING_PAPER},                                                                                  \
        {.key = key_ ".time",                                                                                    \
         .label = of ", in all",                                                                                 \
         SECONDS,                                                                                                \
         TRAFFIC_FIELD(time),                                                                                    \
         .meaning = "time on the link in one step, hidden and exposed",                                          \
         .formula = "t = count · (latency + transfer) where all are alike; else hidden + exposed",               \
         .numbers = "{!" key_ ".count}nothing to wait for{/}{?" key_ ".count}"                                   \
                    "{?" key_ ".alike}{" key_ ".count} · ({" key_ ".latency} + {" key_ ".transfer}){/}"          \
                    "{!" key_ ".alike}{" key_ ".hidden} + {" key_ ".exposed}{/}{/}"                              \
                    "{?" key_ ".algorithm}\none of them: {" key_ ".algorithm} {" key_ ".protocol} on the {" key_ \
                    ".link}, {" key_ ".latency} latency + {" key_ ".transfer} transfer{/}",                      \
         .source = NCCL_TESTS},                                                                                  \
        {.key = key_ ".hidden",                                                                                  \
         .label = of ", hidden",                                                                                 \
         SECONDS,                                                                                                \
         TRAFFIC_FIELD(hidden),                                                                                  \
         .better = BETTER_MORE,                                                                                  \
         .meaning = "the part during which compute runs",                                                        \
         .formula = "hidden = time - exposed",                                                                   \
         .numbers = "{" key_ ".time} - {" key_ ".exposed}"},                                                     \
        {.key = key_ ".exposed",                                                                                 \
         .label = of ", exposed",                                                                                \
         SECONDS,                                                                                                \
         TRAFFIC_FIELD(exposed),                                                                                 \
         .meaning = "the part that the step waits for",                                                          \
         .formula = "exposed = time - hidden: " left,                                                            \
         .numbers = "{" key_ ".time} - {" key_ ".hidden}\n" left_numbers,                                        \
         .serving_formula = "exposed = time - hidden",                                                           \
         .serving_numbers = "{" key_ ".time} - {" key_ ".hidden}"},                                              \
        {.key = key_ ".bandwidth",                                                                               \
         .label = of ", bandwidth",                                                                              \
         RATE,                                                                                                   \
         TRAFFIC_FIELD(bandwidth),                                                                               \
         .better = BETTER_MORE,                                                                                  \
         .meaning = "what it makes of its link: bytes sent over time",                                           \
         .formula = "B = bytes / time",                                                                          \
         .numbers = "{" key_ ".bytes} / {" key_ ".time}",                                                        \
         .source = NCCL_TESTS},                                                                                  \
        {.key = key_ ".algorithm",                                                                               \
         .label = of ", algorithm",                                                                              \
         NAME(algorithm_names),                                                                                  \
         TRAFFIC_FIELD(cost.algorithm),                                                                          \
         .meaning = "what the library takes for this message and group"},                                        \
        {.key = key_ ".protocol",                                                                                \
         .label = of ", protocol",                                                                               \
         NAME(protocol_names),                                                                                   \
         TRAFFIC_FIELD(cost.protocol),                                                                           \
         .meaning = "what the library takes for this message and group"},                                        \
        {.key = key_ ".link",                                                                                    \
         .label = of ", link",                                                                                   \
         NAME(tier_names),                                                                                       \
         TRAFFIC_FIELD(cost.tier),                                                                               \
         .meaning = "the link that sets its transfer time"},                                                     \
        {.key = key_ ".latency",                                                                                 \
         .label = of ", latency",                                                                                \
         SECONDS,                                                                                                \
         TRAFFIC_FIELD(cost.latency),                                                                            \
         .meaning = "of one collective: what does not depend on its size"},                                      \
    {                                                                                                            \
        .key = key_ ".transfer", .label = of ", transfer", SECONDS, TRAFFIC_FIELD(cost.transfer),                \
        .meaning = "of one collective: what grows with its size"                                                 \
    }

/* A row reads better as a paragraph than as a column. */
/* clang-format off */
const struct metric metrics[] = {
    {.key = "params.total", .label = "parameters", .unit = UNIT_PARAMETERS, FIELD(params.total),
     .meaning = "parameters of the model",
     .formula = "P = embedding + head + dense layers · layer + MoE layers · MoE layer + final norm",
     .numbers = "{params.embedding} + {params.head} + {params.dense_layers} · {params.layer}"
                "{?params.moe_layers} + {params.moe_layers} · {params.moe_layer}{/} + {params.final_norm}",
     .source = "the model's paper and config file"},
    {.key = "params.active", .label = "active parameters", .unit = UNIT_PARAMETERS, FIELD(params.active),
     .meaning = "parameters that one token uses: all of them, but for experts it does not visit",
     .formula = "the same with the part of a MoE layer that one token uses",
     .numbers = "{params.embedding} + {params.head} + {params.dense_layers} · {params.layer}"
                "{?params.moe_layers} + {params.moe_layers} · {params.moe_layer.active}{/} + {params.final_norm}"},
    {.key = "params.layer", .label = "parameters of a layer", .unit = UNIT_PARAMETERS, FIELD(params.dense_layer),
     .meaning = "attention, MLP and norms of one dense layer", .formula = "attention + MLP + norms",
     .numbers = "{params.attention} + {params.mlp} + {params.norms}"},
    {.key = "params.attention", .label = "parameters of attention", .unit = UNIT_PARAMETERS, FIELD(params.attention),
     .meaning = "of one layer, with biases and the norms inside",
     .formula = "h·a·d + 2·h·k·d + a·d·h; of latent attention its low-rank matrices",
     .numbers = "{!model.kv_lora}h {model.hidden}, a {model.heads}, k {model.kv_heads}, d {model.head_dim}{/}"
                "{?model.kv_lora}h {model.hidden}, a {model.heads}, latents {model.q_lora} and {model.kv_lora}, rotary "
                "{model.rope_dim}, score {model.nope_dim}, value {model.v_dim}{/}"},
    {.key = "params.mlp", .label = "parameters of the MLP", .unit = UNIT_PARAMETERS, FIELD(params.mlp),
     .meaning = "of one dense layer, with biases", .formula = "3·h·f  (2·h·f where the MLP is not gated)",
     .numbers = "h {model.hidden}, f {model.ffn}, gated {model.gated}"},
    {.key = "params.norms", .label = "parameters of norms", .unit = UNIT_PARAMETERS, FIELD(account.norms),
     .meaning = "of one layer"},
    {.key = "params.final_norm", .label = "parameters of the last norm", .unit = UNIT_PARAMETERS,
     FIELD(params.final_norm), .meaning = "in front of the head"},
    {.key = "params.moe_layer", .label = "parameters of a MoE layer", .unit = UNIT_PARAMETERS,
     FIELD(account.moe_layer), .meaning = "attention, router, all experts and norms of one layer"},
    {.key = "params.moe_layer.active", .label = "active of a MoE layer", .unit = UNIT_PARAMETERS,
     FIELD(account.moe_layer_active), .meaning = "of these, what one token uses"},
    {.key = "params.dense_layers", .label = "dense layers", .kind = METRIC_COUNT, FIELD(params.dense_layers),
     .meaning = "layers without experts"},
    {.key = "params.moe_layers", .label = "MoE layers", .kind = METRIC_COUNT, FIELD(params.moe_layers),
     .meaning = "layers with experts"},
    {.key = "params.embedding", .label = "parameters of the embedding", .unit = UNIT_PARAMETERS,
     FIELD(params.embedding), .meaning = "the embedding, and learned positions", .formula = "V · h",
     .numbers = "{?model.params}its part of the stated {model.params}{/}{!model.params}{?model.positions}({model.vocab} + "
                "{model.positions}){/}{!model.positions}{model.vocab}{/} · {model.hidden}{/}"},
    {.key = "params.head", .label = "parameters of the LM head", .unit = UNIT_PARAMETERS, FIELD(params.head),
     .meaning = "the LM head; none where it is the embedding", .formula = "V · h",
     .numbers = "{?params.head}{?model.params}its part of the stated {model.params}{/}{!model.params}{model.vocab} · "
                "{model.hidden}{/}{/}{!params.head}the embedding's{/}"},
    {.key = "flops.step", .label = "FLOPs of a step", .unit = UNIT_FLOP, TRAINING(training.flops),
     .meaning = "of all GPUs, as MFU counts them: forward and twice that backward",
     .formula = "tokens · (3 · (matrices + head) + 3 · attention); 2 for 3 where weights are frozen",
     .numbers = "{batch.tokens} · ({flops.passes} · ({flops.matrix} + {flops.head}) + 3 · {flops.attention})",
     .flat_formula = "6 · P · tokens; 4 where weights are frozen",
     .flat_numbers = "{flops.of_parameter} · {flops.parameters} · {batch.tokens}", .source = MEGATRON},
    {.key = "flops.matrix", .label = "FLOPs of a token's matrices", .unit = UNIT_FLOP, ACCOUNT(matrix_flops),
     .meaning = "forward, of all layers", .formula = "2 · matrix parameters"},
    {.key = "flops.attention", .label = "FLOPs of a token's attention", .unit = UNIT_FLOP, ACCOUNT(attention_flops),
     .meaning = "forward, of all layers: scores and values; the masked half only with mfu.convention full",
     .formula = "4 · s · a · d · L / 2"},
    {.key = "flops.head", .label = "FLOPs of a token's head", .unit = UNIT_FLOP, ACCOUNT(head_flops),
     .meaning = "forward, once more for each module of multi-token prediction", .formula = "2 · h · V",
     .numbers = "{?flops.head}2 · {model.hidden} · {model.vocab}{?model.mtp} · (1 + {model.mtp}){/}{/}"
                "{!flops.head}what is no transformer has none{/}"},
    {.key = "flops.passes", .label = "passes", ACCOUNT(passes),
     .meaning = "forward and backward, in forward passes", .formula = "1 + backward", .numbers = "1 + {flops.backward}"},
    {.key = "flops.backward", .label = "backward passes", ACCOUNT(backward),
     .meaning = "gradients of inputs and of weights, in forward passes; frozen weights have only the first"},
    {.key = "flops.recomputed", .label = "recomputed", SHARE, ACCOUNT(recomputed),
     .meaning = "of the forward pass, by full recomputation"},
    {.key = "flops.parameters", .label = "parameters that compute", .unit = UNIT_PARAMETERS, ACCOUNT(parameters),
     .meaning = "active ones, with modules of multi-token prediction; what is no transformer: half its FLOPs"},
    {.key = "flops.of_parameter", .label = "FLOPs of a parameter", ACCOUNT(model_flops),
     .meaning = "and token, forward and backward", .formula = "2 · passes", .numbers = "2 · {flops.passes}"},
    {.key = "flops.of_parameter.executed", .label = "FLOPs executed of it", ACCOUNT(executed_flops),
     .meaning = "and token, with what full recomputation repeats", .formula = "2 · (passes + recomputed)",
     .numbers = "2 · ({flops.passes} + {flops.recomputed})"},
    {.key = "flops.repeated", .label = "FLOPs repeated", .unit = UNIT_FLOP, ACCOUNT(repeated_flops),
     .meaning = "of one token, computed again in the backward pass", .source = KORTHIKANTI},
    {.key = "compute.peak", .label = "peak", .unit = UNIT_FLOP_RATE, ACCOUNT(peak), .better = BETTER_MORE,
     .meaning = "dense, of the precision in force; of 16 bit where the card has none of its own"},
    {.key = "flops.hardware", .label = "FLOPs executed", .unit = UNIT_FLOP, TRAINING(training.hardware_flops),
     .meaning = "the same with everything that is computed again",
     .formula = "FLOPs of a step + tokens · repeated", .numbers = "{flops.step} + {batch.tokens} · {flops.repeated}",
     .flat_formula = "8 · P · tokens with full recomputation, else 6",
     .flat_numbers = "{flops.of_parameter.executed} · {flops.parameters} · {batch.tokens}"},
    {.key = "batch.global", .label = "global batch", .unit = UNIT_SEQUENCES, .kind = METRIC_COUNT,
     TRAINING(sizes.global_batch), .meaning = "sequences of one step; DP x micro-batch x 8 until one is typed"},
    {.key = "batch.micro_batches", .label = "micro-batches", .kind = METRIC_COUNT, TRAINING(sizes.micro_batches),
     .meaning = "that one replica runs in one step", .formula = "m = global batch / (DP · micro-batch)",
     .numbers = "{batch.global} / ({dp.size} · {micro_batch})"},
    {.key = "batch.tokens", .label = "tokens of a step", .unit = UNIT_TOKENS, FIELD(step_tokens),
     .meaning = "of all replicas: trained on, read, or generated", .formula = "global batch · sequence",
     .numbers = "{batch.global} · {seq_len}", .serving_formula = "replicas · sequences · tokens of each",
     .serving_numbers = "{dp.size} · {pass.sequences} · {pass.tokens}"},

    {.key = "step.time", .label = "step", SECONDS, FIELD(step),
     .meaning = "what the mode prices: a training step, a prefill or a decode step",
     .formula = "compute + head + dispatch + contention + TP + CP + EP + PP + bubble + DP + FSDP + optimizer + jitter",
     .numbers = "{compute.time} + {head.time} + {dispatch.time} + {contention.time} + {tp.exposed} + {cp.exposed} + "
                "{ep.exposed} + {pp.exposed} + {pp.bubble} + {dp.exposed} + {fsdp.exposed} + {optimizer.time} + "
                "{jitter.time}",
     .serving_formula = "decode.time or prefill.time", .serving_numbers = "{decode.time}{prefill.time}"},
    {.key = "compute.time", .label = "compute", SECONDS, TRAINING(training.compute),
     .meaning = "matrix products, attention and passes over memory of the layers",
     .formula = "forward + backward + recompute",
     .numbers = "{compute.forward} + {compute.backward} + {compute.recompute}",
     .flat_formula = "6 · P · tokens / (GPUs · efficiency · peak); 8 with full recomputation",
     .flat_numbers = "{flops.of_parameter.executed} · {flops.parameters} · {batch.tokens} / ({cluster.gpus} · {gpu.efficiency} · "
                     "{compute.peak})",
     .source = "Kaplan et al. 2020 for 6 FLOPs per parameter and token"},
    {.key = "compute.layers", .label = "layers of the slowest stage", TRAINING(training.layers),
     .meaning = "L / PP, or those of the stage that a micro-batch waits longest for, which often is the last: it has the "
                "head, and each module of multi-token prediction is one more layer there; pp.balanced leaves it fewer"},
    {.key = "compute.forward", .label = "forward", SECONDS, TRAINING(training.forward),
     .meaning = "layers, kernel by kernel: tiles dealt to the multiprocessors in waves, passes at the memory's rate",
     .formula = "m · layers · layer", .numbers = "{batch.micro_batches} micro-batches, {compute.layers} layers",
     .flat_formula = "2 · P · tokens / (GPUs · efficiency · peak)",
     .flat_numbers = "2 · {flops.parameters} · {batch.tokens} / ({cluster.gpus} · {gpu.efficiency} · {compute.peak})"},
    {.key = "compute.backward", .label = "backward", SECONDS, TRAINING(training.backward),
     .meaning = "gradients of inputs and of weights: twice the forward's matrix products",
     .formula = "m · layers · layer", .numbers = "{batch.micro_batches} micro-batches, {compute.layers} layers",
     .flat_formula = "twice the forward; once where weights are frozen",
     .flat_numbers = "{flops.backward} · {compute.forward}"},
    {.key = "compute.recompute", .label = "recompute", SECONDS, TRAINING(training.recompute),
     .meaning = "of the forward pass, computed again",
     .flat_formula = "share · forward", .flat_numbers = "{flops.recomputed} · {compute.forward}", .source = KORTHIKANTI},
    {.key = "head.time", .label = "head and loss", SECONDS, TRAINING(training.head),
     .meaning = "embedding, LM head and loss, once more for each module of multi-token prediction; part of compute "
                "under the flat model",
     .formula = "m · (1 + MTP) · (3 products [t·h] [h·V/TP] + passes over the logits)",
     .numbers = "vocabulary {model.vocab} over TP {tp}, MTP {model.mtp}"},
    {.key = "dispatch.time", .label = "dispatch", SECONDS, TRAINING(training.dispatch),
     .meaning = "what the host needs to issue a layer beyond the GPU's time: an eager framework needs about a millisecond"},
    {.key = "contention.time", .label = "contention", SECONDS, TRAINING(training.contention),
     .meaning = "what hidden communication costs compute: it takes multiprocessors and memory bandwidth"},
    {.key = "jitter.time", .label = "jitter", SECONDS, TRAINING(training.jitter),
     .meaning = "waiting for the slowest: grows with the logarithm of the replicas in domains of their own, and with a "
                "gradient reduction that nothing hides",
     .formula = "0.35 % of the rest of the step per doubling of those replicas, with FSDP 1.2 %; and what such a reduction "
                "waits"},
    {.key = "optimizer.time", .label = "optimizer", SECONDS, TRAINING(training.optimizer),
     .meaning = "the update: a pass over the states that this GPU owns",
     .formula = "bytes of optimizer.bytes or the execution style · parameters owned / (HBM · share)"},

    {.key = "dp.size", .label = "DP", .kind = METRIC_COUNT, FIELD(sizes.dp), .meaning = "replicas",
     .formula = "GPUs / (TP · PP · CP)", .numbers = "{cluster.gpus} / ({tp} · {pp} · {cp})",
     .serving_formula = "GPUs / (TP · PP · CP), whole ones; CP is 1 in a decode step",
     .serving_numbers = "{cluster.gpus} / ({tp} · {pp}), CP {cp} in a prefill"},
    {.key = "dp.ranks", .label = "gradient ranks", .kind = METRIC_COUNT, TRAINING(sizes.sharers),
     .meaning = "ranks that hold the same parameters, and so share their gradients", .formula = "n = DP · CP",
     .numbers = "{dp.size} · {cp}"},
    {.key = "dp.value_bytes", .label = "bytes of a gradient", BYTES, TRAINING(gradient_bytes),
     .meaning = "of one gradient value as it is reduced"},
#define TRAFFIC_FIELD(member) TRAINING(training.dp.member)
#define TRAFFIC_ALIKE ACCOUNT(alike_dp)
    TRAFFIC("dp", "gradient all-reduce",
            "the gradients of this GPU's shard, all buckets together; with FSDP over shards those of one layer",
            "S = parameters · bytes", "{dp.parameters} · {dp.value_bytes}", NULL, "",
            "2(n-1)/n · S; ZeRO 1 and 2: (n-1)/n · S for each scatter, and for the gather in its own bytes",
            "{?zero=0}2 · {/}{?zero=1}(1 + {dp.gather_share}) · {/}{?zero=2}({batch.micro_batches} + {dp.gather_share}) "
            "· {/}{!zero=3}{!model.experts}({dp.ranks} - 1) / {dp.ranks} · {dp.message}{/}"
            "{?model.experts}(({dp.ranks} - 1) / {dp.ranks} · {dp.message.common} + ({ep.ranks} - 1) / {ep.ranks} · "
            "{dp.message.experts}){/}{/}"
            "{?zero=3}every layer's, in each of {batch.micro_batches} micro-batches{/}", "",
            "what is left when the last backward pass has ended",
            "reduced behind the last backward pass ({dp.window}; overlap.dp {overlap.dp}), ZeRO's gather behind the next "
            "forward pass (overlap.gather {overlap.gather})"),
#undef TRAFFIC_ALIKE
#undef TRAFFIC_FIELD
    {.key = "dp.parameters", .label = "parameters reduced", .unit = UNIT_PARAMETERS, ACCOUNT(dp_parameters),
     .meaning = "whose gradients this GPU reduces: of the stage that holds most; with LoRA of adapters alone",
     .formula = "P / (TP · PP); experts over EP · ETP instead of TP",
     .numbers = "{?lora}adapters of rank {lora.rank}: TP {tp}, PP {pp}{/}"
                "{!lora}{params.total}: TP {tp}, PP {pp}{?model.experts}, EP {ep}, ETP {etp}{/}, the fullest stage{/}"},
    {.key = "dp.message.common", .label = "gradients but of experts", BYTES, ACCOUNT(common_message),
     .meaning = "of the message, what all gradient ranks share"},
    {.key = "dp.message.experts", .label = "gradients of experts", BYTES, TRAINING(training.expert_message),
     .meaning = "of the message, what only the ranks with the same experts share"},
    {.key = "dp.gather_share", .label = "gather over gradient", ACCOUNT(gather_share),
     .meaning = "bytes of a parameter as ZeRO gathers it over those of its gradient"},
    {.key = "dp.window", .label = "window", SECONDS, TRAINING(training.backward_window),
     .meaning = "backward compute of the last micro-batch: what the gradient all-reduce can hide behind"},
    {.key = "dp.required_bandwidth", .label = "bandwidth that hides it", RATE, TRAINING(training.required_bandwidth),
     .meaning = "per GPU, one way: from here gradients hide behind the last backward pass, all but the last bucket",
     .formula = "bytes / window", .numbers = "{dp.required_bytes} / {dp.required_window}"},
    {.key = "dp.required_bytes", .label = "bytes to hide", BYTES, TRAINING(training.required_bytes),
     .meaning = "what must travel behind that window: the gradients, or ZeRO's gather where it asks for more bandwidth"},
    {.key = "dp.required_window", .label = "window to hide in", SECONDS, TRAINING(training.required_window),
     .meaning = "what they hide behind: the last backward pass, the next forward pass for a gather, all compute for FSDP"},

#define TRAFFIC_FIELD(member) EITHER(training.tp.member, inference.tp.member)
#define TRAFFIC_ALIKE FIELD(account.alike_tp)
    TRAFFIC("tp", "TP all-reduce", "activations of one micro-batch or pass", "S = bytes · b · s / CP · h",
            "{activation.bytes} · {micro_batch} · {seq_len} / {cp} · {model.hidden}", "S = 2 B · rows · h",
            "2 B · {pass.rows} · {model.hidden}",
            "count · 2(n-1)/n · S; with sequence parallelism (n-1)/n · S, for scatters and gathers count apart",
            "{?lora}{tp.count} collectives, those of adapters among them{/}"
            "{!lora}{?tp.alike}{tp.count} · {!sp}2 · {/}({tp} - 1) / {tp} · {tp.message}{/}"
            "{!tp.alike}gathers in {sp.gather_precision}, scatters of {tp.message}{/}{/}",
            "{?tp.alike}{tp.count} · 2 · ({tp} - 1) / {tp} · {tp.message}{/}{!tp.alike}passes of different length{/}",
            "on the critical path, but for what overlap.tp hides", "overlap.tp {overlap.tp}"),
#undef TRAFFIC_ALIKE
#undef TRAFFIC_FIELD
    {.key = "activation.bytes", .label = "bytes of an activation", BYTES, ACCOUNT(activation_bytes),
     .meaning = "of one value between layers: 2, with fp32 4"},
    {.key = "tp.share", .label = "TP all-reduce of compute", SHARE, TRAINING(tp_share),
     .meaning = "TP time over compute time", .formula = "TP / compute", .numbers = "{tp.time} / {compute.time}"},
#define TRAFFIC_FIELD(member) EITHER(training.cp.member, inference.cp.member)
#define TRAFFIC_ALIKE FIELD(account.alike_cp)
    TRAFFIC("cp", "CP exchange", "K and V of the whole sequence; of latent attention the latent",
            "S = bytes · b · s · width", "{activation.bytes} · {micro_batch} · {seq_len} · {cp.width}",
            "S = 2 B · prompts · tokens · 2 k·d / TP",
            "K and V of {prefill.batch} · {prefill.tokens} in {prefill.passes} passes", "count · (n-1)/n · S",
            "{cp.count} · ({cp} - 1) / {cp} · {cp.message}",
            "{?cp.alike}{cp.count} · ({cp} - 1) / {cp} · {cp.message}{/}{!cp.alike}passes of different length{/}",
            "what the attention core does not cover", "overlap.cp {overlap.cp}"),
#undef TRAFFIC_ALIKE
#undef TRAFFIC_FIELD
    {.key = "cp.width", .label = "values exchanged", ACCOUNT(context_width),
     .meaning = "of a token and layer: K and V of this GPU's heads; of latent attention the latent",
     .formula = "2 · max(1, k/TP) · d; latent + rotary",
     .numbers = "{!model.kv_lora}2 · max(1, {model.kv_heads} / {tp}) · {model.head_dim}{/}"
                "{?model.kv_lora}{model.kv_lora} + {model.rope_dim}{/}"},
#define TRAFFIC_FIELD(member) EITHER(training.ep.member, inference.ep.member)
#define TRAFFIC_ALIKE FIELD(account.alike_ep)
    TRAFFIC("ep", "EP exchange", "hidden vectors of one micro-batch or pass on their way to experts",
            "S = bytes · b · s / (CP · TP) · h · copies · imbalance",
            "{ep.value_bytes} · {micro_batch} · {seq_len} / ({cp} · {tp}) · {model.hidden} · {ep.copies} · "
            "{ep.imbalance}",
            "S = 2 B · rows / TP · h · top k", "2 B · {pass.rows} / {tp} · {model.hidden} · {model.top_k}",
            "(n-1)/n · S per exchange: dispatch and combine forward, and again backward, in each layer with experts",
            "{?ep.alike}{ep.count} · ({ep} - 1) / {ep} · {ep.message}{/}"
            "{!ep.alike}{ep.count} exchanges, of different types{/}",
            "{ep.count} exchanges, on the way there in 8 bit if weights are narrow",
            "what no compute of another micro-batch hides", "overlap.ep {overlap.ep}, VP {vp}, PP {pp}"),
#undef TRAFFIC_ALIKE
#undef TRAFFIC_FIELD
    {.key = "ep.value_bytes", .label = "bytes of a hidden value", BYTES, ACCOUNT(dispatch_bytes),
     .meaning = "on its way to the experts, in dispatch.precision"},
    {.key = "ep.copies", .label = "copies of a token", TRAINING(expert_copies),
     .meaning = "ranks or experts that one token is sent to, on the average",
     .formula = "k per expert; per rank n(1 - (1 - 1/n)^k)", .numbers = "top {model.top_k} over {ep} ranks"},
    {.key = "ep.rows", .label = "rows of an expert", TRAINING(expert_rows),
     .meaning = "tokens that reach one expert of the busiest rank in a micro-batch: below some 500 its products are slow",
     .formula = "b · s / (CP · TP) · k · ETP · imbalance / experts of a rank",
     .numbers = "{micro_batch} · {seq_len} / ({cp} · {tp}) · {model.top_k} · {etp} · {ep.imbalance} / "
                "({model.experts} / {ep})"},
    {.key = "ep.ranks", .label = "expert gradient ranks", .kind = METRIC_COUNT, TRAINING(groups.expert_dp.ranks),
     .meaning = "ranks that hold the same experts, and so share their gradients",
     .formula = "DP · CP · TP / (EP · ETP)", .numbers = "{?model.experts}{dp.size} · {cp} · {tp} / ({ep} · {etp}){/}{!model.experts}no experts{/}",
     .source = "Megatron Core"},
#define TRAFFIC_FIELD(member) EITHER(training.pp.member, inference.pp.member)
#define TRAFFIC_ALIKE FIELD(account.alike_pp)
    TRAFFIC("pp", "PP sends", "activations at a stage boundary; divided over TP with sequence parallelism or p2p.scatter",
            "S = bytes · b · s / CP · h", "{activation.bytes} · {micro_batch} · {seq_len} / {cp} · {model.hidden}"
            "{?pp.split} / {pp.split}{/}", "S = 2 B · rows · h", "2 B · {pass.rows} · {model.hidden}",
            "count · S; with p2p.scatter TP times, for its parts are gathered",
            "{?pp.embedding}({/}{pp.count}{?pp.embedding} - 1){/} · {pp.message} · {pp.sends}"
            "{?pp.embedding} + {pp.embedding}{/}",
            "{pp.count} · {pp.message}",
            "stages wait for their input", "overlap.p2p {overlap.p2p}"),
#undef TRAFFIC_ALIKE
#undef TRAFFIC_FIELD
    {.key = "pp.split", .label = "ranks of a send", ACCOUNT(stage_ranks),
     .meaning = "that send a part each: TP with sequence parallelism or p2p.scatter"},
    {.key = "pp.sends", .label = "sends of a part", ACCOUNT(stage_sends),
     .meaning = "to the next stage, and to the other TP ranks of it where they gather the parts again"},
    {.key = "pp.embedding", .label = "tied embedding", BYTES, TRAINING(training.embedding_bytes),
     .meaning = "gradients of a tied embedding, which both ends of a pipeline hold and add up once a step"},
    {.key = "pp.ideal", .label = "ideal time", SECONDS, TRAINING(training.ideal),
     .meaning = "of all micro-batches through the layers of one stage"},
    {.key = "pp.first", .label = "first transfer", SECONDS, ACCOUNT(first_transfer),
     .meaning = "between two stages while the pipeline fills and drains, and the host's share"},
    {.key = "pp.bubble", .label = "bubble", SECONDS, TRAINING(training.bubble),
     .meaning = "stages wait while the pipeline fills and drains", .formula = "(PP-1) · (ideal / (m · VP) + first transfer)",
     .numbers = "({pp} - 1) · ({pp.ideal} / ({batch.micro_batches} · {vp}) + {pp.first})", .source = MEGATRON},
#define TRAFFIC_FIELD(member) EITHER(training.fsdp.member, inference.fsdp.member)
#define TRAFFIC_ALIKE FIELD(account.alike_fsdp)
    TRAFFIC("fsdp", "FSDP", "parameters of one layer as gathered", "S = layer · bytes / TP",
            "{fsdp.parameters} · {fsdp.value_bytes}", "S = weights of the mean layer / TP",
            "weights in {decode.precision} / {model.layers} layers, TP {tp}",
            "m · (n-1)/n · what a micro-batch gathers and scatters",
            "{!model.experts}{batch.micro_batches} · ({fsdp.ranks} - 1) / {fsdp.ranks} · {fsdp.array}{/}"
            "{?model.experts}over {fsdp.ranks} ranks, experts over {memory.expert_shard}{/}",
            "what {dp.size} replicas divide: layers, embedding and head, gathered once in each pass",
            "what a layer's own compute does not cover", "gathered again for the backward pass: {fsdp.reshard}"),
#undef TRAFFIC_ALIKE
#undef TRAFFIC_FIELD
    {.key = "fsdp.ranks", .label = "shard", .kind = METRIC_COUNT, TRAINING(sizes.shard),
     .meaning = "ranks that a parameter or its states are divided over: all that hold it, or a shard of them (HSDP)"},
    {.key = "fsdp.parameters", .label = "parameters of a unit", .unit = UNIT_PARAMETERS, ACCOUNT(fsdp_parameters),
     .meaning = "that are gathered at a time: the mean layer, divided by TP; experts by EP and ETP"},
    {.key = "fsdp.value_bytes", .label = "bytes of a parameter", BYTES, ACCOUNT(gathered_bytes),
     .meaning = "as it is gathered, in gather.precision"},
    {.key = "fsdp.array", .label = "arrays of a micro-batch", BYTES, ACCOUNT(fsdp_array),
     .meaning = "parameters gathered forward and, with fsdp.reshard, backward, and gradients scattered",
     .source = ZERO_PAPER},

    {.key = "mfu", .label = "MFU", SHARE, TRAINING(training.mfu), .better = BETTER_MORE,
     .meaning = "model FLOPs utilisation: what a step needs, over what the GPUs could do at their dense peak",
     .formula = "FLOPs / (step · GPUs · peak)",
     .numbers = "{flops.step} / ({step.time} · {cluster.gpus} · {compute.peak})",
     .source = "Chowdhery et al. 2022, PaLM, appendix B"},
    {.key = "hfu", .label = "HFU", SHARE, TRAINING(training.hfu), .better = BETTER_MORE,
     .meaning = "hardware FLOPs utilisation: the same with everything that is computed again",
     .formula = "FLOPs executed / (step · GPUs · peak)",
     .numbers = "{flops.hardware} / ({step.time} · {cluster.gpus} · {compute.peak})", .source = KORTHIKANTI},
    {.key = "tokens_per_second", .label = "tokens per second", .unit = UNIT_TOKEN_RATE,
     FIELD(tokens_per_second), .better = BETTER_MORE, .meaning = "of all GPUs", .formula = "tokens / step",
     .numbers = "{batch.tokens} / {step.time}"},
    {.key = "tokens_per_second_per_gpu", .label = "tokens per second and GPU", .unit = UNIT_TOKEN_RATE,
     FIELD(tokens_per_second_per_gpu), .better = BETTER_MORE, .meaning = "of one GPU", .formula = "tokens / (step · GPUs)",
     .numbers = "{batch.tokens} / ({step.time} · {cluster.gpus})"},

    {.key = "decode.time", .label = "decode step", SECONDS, DECODE(time),
     .meaning = "a token of every running sequence: the time per output token",
     .formula = "weights + KV cache + compute + communication + launches + head",
     .numbers = "{decode.weights} + {decode.kv} + {decode.compute} + {decode.comm} + {decode.launch} + {decode.head}",
     .source = STEPS_SOURCE},
    {.key = "decode.bound", .label = "roofline bound", SECONDS, DECODE(bound.time),
     .meaning = "the least that datasheets allow: no forecast. Half of the published steps take over 1.5 times as long",
     .formula = "max(weights + KV at HBM's datasheet rate, arithmetic at peak)",
     .numbers = "max({decode.bound.weights} + {decode.bound.kv}, {decode.bound.compute})", .source = ROOFLINE},
    {.key = "decode.bound.weights", .label = "bound of weights", SECONDS, DECODE(bound.weights),
     .meaning = "all parameters, of experts those that are touched, over the datasheet's rate",
     .formula = "P · w / (TP · HBM)", .numbers = "{params.total} in {decode.precision} / ({tp} · {gpu.hbm_bandwidth})",
     .source = ROOFLINE},
    {.key = "decode.bound.kv", .label = "bound of KV", SECONDS, DECODE(bound.kv),
     .meaning = "the cache that the layers attend to, over the datasheet's rate",
     .formula = "B · c · bytes of a token / HBM",
     .numbers = "{pass.rows} · {decode.context} · {kv.bytes_per_token_per_gpu} · PP {pp} / {gpu.hbm_bandwidth}; less "
                "with a window",
     .source = ROOFLINE},
    {.key = "decode.bound.compute", .label = "bound of compute", SECONDS, DECODE(bound.compute),
     .meaning = "arithmetic at the dense peak of the format", .formula = "(2 · P · B / TP + attention) / peak",
     .numbers = "{params.active} · 2 · {pass.rows} / {tp} at {decode.precision}", .source = ROOFLINE},
    {.key = "decode.one_card", .label = "bound of one card", SECONDS, DECODE(one_card),
     .meaning = "the same bound of a single card with memory enough",
     .formula = "P · w / HBM + KV", .numbers = "{params.total} in {decode.precision} / {gpu.hbm_bandwidth}, and KV",
     .source = ROOFLINE},
    {.key = "decode.speedup", .label = "speed-up", DECODE(speedup),
     .better = BETTER_MORE, .meaning = "over the bound of one card: what TP gains of the TP-fold that it divides",
     .formula = "bound of one card / step", .numbers = "{decode.one_card} / {decode.time}"},
    {.key = "decode.weights", .label = "weights", SECONDS, DECODE(weights),
     .meaning = "streaming the weights of all layers at the rate that kernels reach",
     .formula = "w · P / (TP · HBM · share)",
     .numbers = "{decode.precision} over TP {tp} at {gpu.hbm_bandwidth} · {gpu.stream_efficiency}; 0.82 of that at 8 "
                "bits, 0.75 at 4",
     .flat_formula = "w · P / (TP · HBM)",
     .flat_numbers = "{params.total} in {decode.precision} / ({tp} · {gpu.hbm_bandwidth})", .source = STEPS_SOURCE},
    {.key = "decode.kv", .label = "KV cache", SECONDS, DECODE(attention),
     .meaning = "streaming the cached keys and values of all sequences",
     .formula = "B · c · bytes of a token / (HBM · min(1, 1.11 · share))",
     .numbers = "{pass.rows} · {decode.context} · {kv.bytes_per_token_per_gpu} · PP {pp} / ({gpu.hbm_bandwidth} · "
                "min(1, 1.11 · {gpu.stream_efficiency})){?model.window}; less with a window{/}",
     .flat_formula = "B · c · bytes of a token / HBM",
     .flat_numbers = "{pass.rows} · {decode.context} · {kv.bytes_per_token_per_gpu} · PP {pp} / {gpu.hbm_bandwidth}",
     .source = STEPS_SOURCE},
    {.key = "decode.compute", .label = "compute", SECONDS, DECODE(compute),
     .meaning = "arithmetic that outlasts the streams, passes over activations, repeated reads of shared keys",
     .formula = "(stream^3 + arithmetic^3)^(1/3) - stream, kernel by kernel, + passes",
     .numbers = "{pass.rows} rows, {model.layers} layers; arithmetic takes over from {decode.critical_batch} rows on"},
    {.key = "decode.comm", .label = "communication", SECONDS, DECODE(comm),
     .meaning = "all-reduces, expert exchanges and sends between stages; nothing hides them",
     .formula = "TP + EP + PP, and FSDP's gathers",
     .numbers = "{tp.exposed} + {ep.exposed} + {pp.exposed}{?fsdp.count} + {fsdp.exposed}{/}", .source = NCCL_TESTS},
    {.key = "decode.comm.floor", .label = "communication floor", SECONDS, DECODE(floor),
     .meaning = "of it, latency: what a faster link would not give back, and an engine's own all-reduce would",
     .formula = "count · latency of the algorithm that starts soonest",
     .numbers = "{tp.count} all-reduces on TP {tp}, {ep.count} · {ep.latency}, {pp.count} · {pp.latency}",
     .source = NCCL_TESTS},
    {.key = "decode.launch", .label = "launches", SECONDS, DECODE(launch),
     .meaning = "what no rank takes off another: gaps between kernels, dispatch, the engine's work per step",
     .formula = "gaps + dispatch + engine", .numbers = "{decode.gaps} + {decode.dispatch} + {decode.engine}",
     .source = STEPS_SOURCE},
    {.key = "decode.gaps", .label = "kernel gaps", SECONDS, DECODE(gaps),
     .meaning = "gap, ramp and tail of each kernel of a chain; a CUDA graph makes them small, not none",
     .formula = "kernels · gap", .numbers = "{model.layers} layers, engine {serving.style}"},
    {.key = "decode.dispatch", .label = "dispatch", SECONDS, DECODE(dispatch),
     .meaning = "what an eager framework's host needs for a layer beyond the GPU's time"},
    {.key = "decode.engine", .label = "engine", SECONDS, DECODE(engine),
     .meaning = "scheduling, sampling and input of a step on the host",
     .formula = "step + B · sequence + log2(TP · PP) · rank",
     .numbers = "engine {serving.style}, {pass.sequences} sequences, host speed {host.speed}"},
    {.key = "decode.head", .label = "LM head", SECONDS, DECODE(head),
     .meaning = "the head in 16 bits, gathering its logits, sampling",
     .formula = "2 B · h · V / (TP · HBM · share) + gather", .numbers = "h {model.hidden}, V {model.vocab}, TP {tp}"},
    {.key = "decode.running", .label = "running", .unit = UNIT_SEQUENCES, DECODE(running),
     .better = BETTER_MORE, .meaning = "sequences that decode on one replica: the batch, or as many as memory holds",
     .formula = "min(B, sequences that fit)", .numbers = "min({decode.batch}, max(1, {decode.batch_limit}))"},
    {.key = "decode.tokens_per_second", .label = "tokens per second", .unit = UNIT_TOKEN_RATE,
     DECODE(tokens_per_second), .better = BETTER_MORE, .meaning = "of one replica", .formula = "sequences / step",
     .numbers = "{decode.running} / {decode.time}"},
    {.key = "decode.tokens_per_second_per_sequence", .label = "of one sequence", .unit = UNIT_TOKEN_RATE,
     DECODE(sequence_rate), .better = BETTER_MORE, .meaning = "what one user sees", .formula = "1 / step", .numbers = "1 / {decode.time}"},
    {.key = "decode.critical_batch", .label = "critical batch", .unit = UNIT_SEQUENCES, DECODE(critical_batch),
     .meaning = "from here on arithmetic takes longer than the read of the weights, at datasheet rates",
     .formula = "w · peak / (2 · HBM) · P / active P",
     .numbers = "{decode.precision}, {gpu.hbm_bandwidth}, {params.total} / {params.active}", .source = ROOFLINE},
    {.key = "decode.batch_limit", .label = "largest batch", .unit = UNIT_SEQUENCES, DECODE(pool.batch_limit),
     .better = BETTER_MORE, .meaning = "sequences of this context that fit beside the weights of one replica",
     .formula = "room / (bytes of a token · context + logits)",
     .numbers = "{kv.pool} and logits, {decode.context} of {kv.bytes_per_token_per_gpu} each"},
    {.key = "decode.context_limit", .label = "longest context", .unit = UNIT_TOKENS, DECODE(pool.context_limit),
     .better = BETTER_MORE, .meaning = "tokens that fit for each sequence of this batch", .formula = "tokens that fit / B",
     .numbers = "floor({kv.capacity} / {decode.batch})"},

    {.key = "prefill.time", .label = "prefill", SECONDS, PREFILL(time),
     .meaning = "reading the prompts: the time to the first token, without waiting in a queue",
     .formula = "compute + attention + communication + launches + head",
     .numbers = "{prefill.compute} + {prefill.attention} + {prefill.comm} + {prefill.launch} + {prefill.head}",
     .source = STEPS_SOURCE},
    {.key = "prefill.bound", .label = "roofline bound", SECONDS, PREFILL(bound.time),
     .meaning = "the least that datasheets allow: no forecast",
     .formula = "max(arithmetic at peak, weights at HBM's rate); of n passes over PP stages (1 + (PP-1)/n)/PP of it",
     .numbers = "{prefill.batch} · {prefill.tokens} tokens, {params.active} · 2 each; {prefill.passes} passes, PP {pp}",
     .source = ROOFLINE},
    {.key = "prefill.compute", .label = "compute", SECONDS, PREFILL(compute),
     .meaning = "matrix products and passes over activations", .formula = "L · layer, all tokens as rows",
     .numbers = "{model.layers} layers, {pass.rows} rows in each of {prefill.passes} passes",
     .flat_formula = "2 · P · tokens / (TP · efficiency · peak)"},
    {.key = "prefill.attention", .label = "attention", SECONDS, PREFILL(attention),
     .meaning = "the attention core: grows with the square of the prompt",
     .formula = "2 · s^2 · a·d / (TP · CP · rate)",
     .numbers = "{prefill.tokens} tokens, {model.heads} heads of {model.head_dim}, {attention.kernel}"},
    {.key = "prefill.comm", .label = "communication", SECONDS, PREFILL(comm),
     .meaning = "all-reduces, exchanges and sends that nothing hides", .formula = "TP + CP + EP + PP, and FSDP's gathers",
     .numbers = "{tp.exposed} + {cp.exposed} + {ep.exposed} + {pp.exposed}{?fsdp.count} + {fsdp.exposed}{/}",
     .source = NCCL_TESTS},
    {.key = "prefill.launch", .label = "launches", SECONDS, PREFILL(launch),
     .meaning = "gaps between kernels, dispatch, the engine's work per pass",
     .formula = "passes · (gaps + dispatch + engine)", .numbers = "{prefill.passes} passes, engine {serving.style}"},
    {.key = "prefill.head", .label = "LM head", SECONDS, PREFILL(head),
     .meaning = "of the last position of each prompt"},
    {.key = "prefill.passes", .label = "passes", PREFILL(passes),
     .meaning = "that a prompt is read in: one without a chunk", .formula = "ceil(tokens / chunk)",
     .numbers = "{?prefill.chunk}ceil({prefill.tokens} / {prefill.chunk}){/}{!prefill.chunk}1{/}"},

    {.key = "pass.rows", .label = "rows", SERVING(inference.rows),
     .meaning = "tokens through the matrix products of one rank at a time",
     .formula = "decode: running / PP; prefill: prompts · tokens of a pass / CP",
     .numbers = "{pass.sequences} sequences, PP {pp}, CP {cp} in a prefill"},
    {.key = "pass.sequences", .label = "sequences", .unit = UNIT_SEQUENCES, SERVING(inference.running),
     .meaning = "of one replica"},
    {.key = "pass.tokens", .label = "tokens of a sequence", SERVING(account.pass_tokens),
     .meaning = "read in a prefill, one in a decode step"},
    {.key = "kv.bytes_per_token", .label = "KV of a token", BYTES, SERVING(inference.pool.model_token_bytes),
     .meaning = "keys and values of all layers, one copy",
     .formula = "2 · k · d · L · bytes; latent attention (kv_lora + rope) · L · bytes",
     .numbers = "k {model.kv_heads}, d {model.head_dim}, latent {model.kv_lora} + {model.rope_dim}, L {model.layers}, "
                "{decode.kv_precision}",
     .source = "the model's config file"},
    {.key = "kv.bytes_per_token_per_gpu", .label = "on one GPU", BYTES, SERVING(inference.pool.token_bytes),
     .meaning = "of these, on the GPU that has most",
     .formula = "max(k / TP, 1): fewer heads than ranks are copied; a latent is on every rank",
     .numbers = "{kv.bytes_per_token} / ({tp} · {pp}), {kv.copies} copies"},
    {.key = "kv.copies", .label = "copies", SERVING(inference.pool.copies),
     .meaning = "ranks that hold the same keys and values", .formula = "max(1, TP / k); TP with latent attention",
     .numbers = "TP {tp}, k {model.kv_heads}"},
    {.key = "kv.pool", .label = "KV pool", BYTES, SERVING(inference.pool.bytes),
     .better = BETTER_MORE, .meaning = "what one GPU has for keys and values",
     .formula = "capacity - reserve - weights - activations - logits",
     .numbers = "max(0, {gpu.hbm_capacity} - {memory.reserve} - {memory.weights} - {memory.activations} - "
                "{memory.logits})"},
    {.key = "kv.capacity", .label = "KV capacity", .unit = UNIT_TOKENS, SERVING(inference.pool.tokens),
     .better = BETTER_MORE, .meaning = "tokens of all sequences that fit on one replica", .formula = "pool / bytes of a token",
     .numbers = "floor({kv.pool} / {kv.bytes_per_token_per_gpu})"},

    {.key = "memory.weights", .label = "weights", BYTES, FIELD(memory.weights),
     .meaning = "parameters as the matrix products read them",
     .formula = "bytes · parameters held, over the shard with ZeRO 3",
     .numbers = "{?lora}frozen layers in {lora.weights}, adapters of rank {lora.rank}{/}"
                "{!lora}{memory.weight_bytes} · {?zero=3}{memory.owned}{/}{!zero=3}{?model.experts}({/}{memory.common}{?model.experts} + {memory.experts}){/}{/}{/}",
     .serving_formula = "w · P / (TP · PP), embedding and head 2 B, experts over max(TP, EP), or EP where they stay whole; "
                        "with FSDP layers over the replicas but for two",
     .serving_numbers = "{decode.precision}, {params.total} / ({tp} · {pp}), EP {ep}", .source = ZERO_PAPER},
    {.key = "memory.common", .label = "parameters held", .unit = UNIT_PARAMETERS, TRAINING(memory.common),
     .meaning = "of the fullest GPU, before ZeRO divides them; experts not among them",
     .formula = "layers, embedding and head of the stage, over TP",
     .numbers = "{params.total}: TP {tp}, PP {pp}, the fullest stage"},
    {.key = "memory.experts", .label = "parameters of experts held", .unit = UNIT_PARAMETERS, TRAINING(memory.experts),
     .meaning = "of the fullest GPU, before ZeRO divides them", .formula = "experts of the stage, over EP · ETP"},
    {.key = "memory.adapters", .label = "parameters of adapters", .unit = UNIT_PARAMETERS, TRAINING(memory.adapters),
     .meaning = "LoRA's, on the fullest GPU, before ZeRO divides them: nothing else is trained",
     .formula = "r · (inputs + outputs) of each adapted layer, over TP",
     .numbers = "{?lora}rank {lora.rank}, TP {tp}, PP {pp}{/}{!lora}no adapters{/}", .source = LORA_PAPER},
    {.key = "memory.owned", .label = "parameters owned", .unit = UNIT_PARAMETERS, ACCOUNT(owned),
     .meaning = "whose states ZeRO leaves this GPU where it divides them",
     .formula = "held / n; experts over the ranks that hold the same",
     .numbers = "{memory.common} / {fsdp.ranks}{?model.experts} + {memory.experts} / {memory.expert_shard}{/}",
     .source = ZERO_PAPER},
    {.key = "memory.expert_shard", .label = "ranks of an expert's states", ACCOUNT(expert_shard),
     .meaning = "that divide them where ZeRO does", .formula = "n · TP / (EP · ETP), 1 at least",
     .numbers = "{?model.experts}max(1, {fsdp.ranks} · {tp} / ({ep} · {etp})){/}{!model.experts}no experts{/}"},
    {.key = "memory.weight_bytes", .label = "bytes of a weight", BYTES, ACCOUNT(weight_bytes),
     .meaning = "as kept: 2, with fp32 4"},
    {.key = "memory.adam_bytes", .label = "bytes of Adam", BYTES, ACCOUNT(adam_bytes),
     .meaning = "of a parameter's optimizer states: two fp32 moments, and a copy of 16 bit weights"},
    {.key = "memory.logit_bytes", .label = "bytes of a logit", BYTES, ACCOUNT(logit_bytes),
     .meaning = "held at once for the loss: the product, and what its logarithms and gradient need beside it"},
    {.key = "memory.kv", .label = "KV cache", BYTES, SERVING(memory.kv),
     .meaning = "keys and values of all sequences of a replica, the share of one GPU",
     .formula = "sequences · tokens · bytes of a token on one GPU",
     .numbers = "{?mode=decode}{decode.batch} · {decode.context}{/}"
                "{?mode=prefill}{prefill.batch} · {prefill.tokens} / {cp}{/} · {kv.bytes_per_token_per_gpu}"},
    {.key = "memory.gradients", .label = "gradients", BYTES, FIELD(memory.gradients),
     .meaning = "as kept until the update", .formula = "bytes · parameters held, over the shard with ZeRO 2 and 3; with LoRA of adapters",
     .numbers = "{?lora}{dp.value_bytes} · {memory.adapters}{?zero=2} / {fsdp.ranks}{/}{?zero=3} / {fsdp.ranks}{/}{/}{!lora}{dp.value_bytes} · {?zero=2}{memory.owned}{/}{?zero=3}{memory.owned}{/}"
                "{!zero=2}{!zero=3}{?model.experts}({/}{memory.common}{?model.experts} + {memory.experts}){/}{/}{/}{/}", .source = ZERO_PAPER},
    {.key = "memory.optimizer", .label = "optimizer states", BYTES, FIELD(memory.optimizer),
     .meaning = "Adam: an fp32 copy of 16 bit weights and two moments",
     .formula = "12 B (fp32 8 B) · parameters held, over the shard with ZeRO 1 and more; with LoRA of adapters",
     .numbers = "{?lora}{memory.adam_bytes} · {memory.adapters}{!zero=0} / {fsdp.ranks}{/}{/}{!lora}{memory.adam_bytes} · {!zero=0}{memory.owned}{/}{?zero=0}{?model.experts}({/}{memory.common}{?model.experts} + {memory.experts}){/}{/}{/}", .source = ZERO_PAPER},
    {.key = "memory.activations", .label = "activations", BYTES, FIELD(memory.activations),
     .meaning = "kept for the backward pass, of all micro-batches in flight",
     .formula = "in flight · layers · bytes of a layer, and once what a layer at work computes again",
     .numbers = "sequence {seq_len}, micro-batch {micro_batch}, TP {tp}, CP {cp}, recompute {recompute}{?lora}, adapters of {lora}{/}",
     .serving_formula = "2 B · tokens of the largest pass · (2 h + 3 f / TP)",
     .serving_numbers = "hidden {model.hidden}, FFN {model.ffn} / {tp}; 8192 tokens a pass unless prefill.chunk is set",
     .source = KORTHIKANTI},
    {.key = "memory.logits", .label = "logits", BYTES, FIELD(memory.logits),
     .meaning = "of one micro-batch, for the loss", .formula = "bytes · b · s / CP · V / TP, on the last stage",
     .numbers = "{?memory.logits}{memory.logit_bytes} · {micro_batch} · {seq_len} / {cp} · {model.vocab} / {tp}{?model.mtp} · (1 + "
                "{model.mtp}){/}{/}{!memory.logits}the fullest stage is not the last{/}", .serving_formula = "6 B · sequences · V / TP",
     .serving_numbers = "6 B · {?mode=decode}{decode.batch}{/}{?mode=prefill}{prefill.batch}{/} · {model.vocab} / {tp}"},
    {.key = "memory.buffers", .label = "buffers", BYTES, FIELD(memory.buffers),
     .meaning = "of communication, and workspace"},
    {.key = "memory.reserve", .label = "reserve", BYTES, FIELD(memory.reserve),
     .meaning = "context and allocator: not to be used. Inference engines leave a tenth of the card"},
    {.key = "memory.total", .label = "memory", BYTES, FIELD(memory.total), .meaning = "of the fullest GPU",
     .formula = "weights + gradients + optimizer + activations + logits + buffers + reserve",
     .numbers = "{memory.weights} + {memory.gradients} + {memory.optimizer} + {memory.activations} + {memory.logits} + "
                "{memory.buffers} + {memory.reserve}",
     .serving_formula = "weights + KV cache + activations + logits + reserve",
     .serving_numbers = "{memory.weights} + {memory.kv} + {memory.activations} + {memory.logits} + {memory.reserve}"},
    {.key = "memory.allocated", .label = "allocated", BYTES, TRAINING(memory.allocated),
     .meaning = "by the framework, as torch.cuda.max_memory_allocated counts it: all but the reserve and the library's channels",
     .formula = "weights + gradients + optimizer + activations + logits + workspace"},
    {.key = "memory.fits", .label = "fits", .kind = METRIC_VERDICT, FIELD(memory.fits), .better = BETTER_MORE,
     .meaning = "whether that is within the card's memory", .formula = "total <= capacity",
     .numbers = "{memory.total} of {gpu.hbm_capacity}"},

    {.key = "run.days", .label = "run", .unit = UNIT_DAYS, TRAINING(run.days),
     .meaning = "to train.tokens, without a pause", .formula = "tokens of the run / (tokens per second · 86400)",
     .numbers = "{train.tokens} / ({tokens_per_second} · 86400)"},
    {.key = "run.gpu_hours", .label = "GPU-hours", .unit = UNIT_HOURS, TRAINING(run.gpu_hours),
     .meaning = "of the run", .formula = "days · 24 · GPUs", .numbers = "{run.days} · 24 · {cluster.gpus}"},
    {.key = "run.cost", .label = "cost", .unit = UNIT_DOLLAR, TRAINING(run.cost), .meaning = "of the run",
     .formula = "GPU-hours · price", .numbers = "{run.gpu_hours} · {gpu.price}"},
    {.key = "run.energy", .label = "energy", .unit = UNIT_JOULE, TRAINING(run.energy),
     .meaning = "of the run, at full board power, the building included",
     .formula = "GPU-hours · 3600 s · power · PUE", .numbers = "{run.gpu_hours} · 3600 · {gpu.power} · {pue}"},

    {.key = "accuracy.band", .label = "accuracy", SHARE, FIELD(accuracy_band),
     .meaning = "nine of ten published runs nearest to this one were forecast at least as closely",
     .formula = "90th percentile of |forecast / measured - 1|", .source = "ringside validate"},

    {.key = "ring.steps", .label = "ring steps", TRAINING(ring_steps),
     .meaning = "of the gradient all-reduce around a ring", .formula = "2(n-1)", .numbers = "2 · ({dp.ranks} - 1)",
     .source = RING_PAPER},
    {.key = "tree.steps", .label = "tree levels", TRAINING(tree_steps),
     .meaning = "of the gradient all-reduce up and down a tree", .formula = "2 · ceil(log2 n)",
     .numbers = "2 · ceil(log2 {dp.ranks})"},
    {.key = "collective.algorithm", .label = "algorithm", NAME(algorithm_names), TRAINING(training.dp.cost.algorithm),
     .meaning = "of the gradient collective"},
    {.key = "collective.switchover", .label = "switch-over", BYTES, TRAINING(switchover),
     .meaning = "message size from which the gradient group's all-reduce keeps its last algorithm"},
};
/* clang-format on */

const int metric_count = (int)(sizeof metrics / sizeof metrics[0]);
