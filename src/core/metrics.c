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
#define RING_PAPER "Patarasuk and Yuan 2009, Bandwidth optimal all-reduce algorithms"
#define NCCL_TESTS "nccl-tests, doc/PERFORMANCE.md"
#define ROOFLINE "Williams et al. 2009, Roofline; rates of the data sheet"
#define STEPS_SOURCE "held against published decode steps of nine engines"

/* The rows that every kind of communication has. `of` names it, `what` says what one message is; TRAFFIC_FIELD where it
 * stands. */
#define TRAFFIC(key_, of, what, message_formula, message_numbers, pass_formula, pass_numbers, bytes_formula, \
                bytes_numbers, left, left_numbers)                                                           \
    {.key = key_ ".message",                                                                                 \
     .label = of ", message",                                                                                \
     BYTES,                                                                                                  \
     TRAFFIC_FIELD(message),                                                                                 \
     .meaning = what,                                                                                        \
     .formula = message_formula,                                                                             \
     .numbers = message_numbers,                                                                             \
     .serving_formula = pass_formula,                                                                        \
     .serving_numbers = pass_numbers,                                                                        \
     .source = MEGATRON},                                                                                    \
        {.key = key_ ".count",                                                                               \
         .label = of ", count",                                                                              \
         TRAFFIC_FIELD(count),                                                                               \
         .meaning = "collectives that one GPU takes part in, in one step"},                                  \
        {.key = key_ ".bytes",                                                                               \
         .label = of ", bytes sent",                                                                         \
         BYTES,                                                                                              \
         TRAFFIC_FIELD(bytes),                                                                               \
         .meaning = "what one GPU sends in one step",                                                        \
         .formula = bytes_formula,                                                                           \
         .numbers = bytes_numbers,                                                                           \
         .source = RING_PAPER},                                                                              \
        {.key = key_ ".time",                                                                                \
         .label = of ", in all",                                                                             \
         SECONDS,                                                                                            \
         TRAFFIC_FIELD(time),                                                                                \
         .meaning = "time on the link in one step, hidden and exposed",                                      \
         .formula = "t = bytes / bandwidth = hidden + exposed",                                              \
         .numbers = "{" key_ ".bytes} / {" key_ ".bandwidth} = {" key_ ".hidden} + {" key_ ".exposed}\n"     \
                    "one of them: {" key_ ".algorithm} {" key_ ".protocol} on the {" key_ ".link}, {" key_   \
                    ".latency} latency + {" key_ ".transfer} transfer",                                      \
         .source = NCCL_TESTS},                                                                              \
        {.key = key_ ".hidden",                                                                              \
         .label = of ", hidden",                                                                             \
         SECONDS,                                                                                            \
         TRAFFIC_FIELD(hidden),                                                                              \
         .better = BETTER_MORE,                                                                              \
         .meaning = "the part during which compute runs",                                                    \
         .formula = "hidden = time - exposed",                                                               \
         .numbers = "{" key_ ".time} - {" key_ ".exposed}"},                                                 \
        {.key = key_ ".exposed",                                                                             \
         .label = of ", exposed",                                                                            \
         SECONDS,                                                                                            \
         TRAFFIC_FIELD(exposed),                                                                             \
         .meaning = "the part that the step waits for",                                                      \
         .formula = "exposed = time - hidden: " left,                                                        \
         .numbers = "{" key_ ".time} - {" key_ ".hidden}\n" left_numbers,                                    \
         .serving_formula = "exposed = time - hidden",                                                       \
         .serving_numbers = "{" key_ ".time} - {" key_ ".hidden}"},                                          \
        {.key = key_ ".bandwidth",                                                                           \
         .label = of ", bandwidth",                                                                          \
         RATE,                                                                                               \
         TRAFFIC_FIELD(bandwidth),                                                                           \
         .better = BETTER_MORE,                                                                              \
         .meaning = "what it makes of its link: bytes sent over time",                                       \
         .formula = "B = bytes / time",                                                                      \
         .numbers = "{" key_ ".bytes} / {" key_ ".time}",                                                    \
         .source = NCCL_TESTS},                                                                              \
        {.key = key_ ".algorithm",                                                                           \
         .label = of ", algorithm",                                                                          \
         NAME(algorithm_names),                                                                              \
         TRAFFIC_FIELD(cost.algorithm),                                                                      \
         .meaning = "the quickest algorithm for this message and group"},                                    \
        {.key = key_ ".protocol",                                                                            \
         .label = of ", protocol",                                                                           \
         NAME(protocol_names),                                                                               \
         TRAFFIC_FIELD(cost.protocol),                                                                       \
         .meaning = "the quickest protocol for this message and group"},                                     \
        {.key = key_ ".link",                                                                                \
         .label = of ", link",                                                                               \
         NAME(tier_names),                                                                                   \
         TRAFFIC_FIELD(cost.tier),                                                                           \
         .meaning = "the link that sets its transfer time"},                                                 \
        {.key = key_ ".latency",                                                                             \
         .label = of ", latency",                                                                            \
         SECONDS,                                                                                            \
         TRAFFIC_FIELD(cost.latency),                                                                        \
         .meaning = "of one collective: what does not depend on its size"},                                  \
    {                                                                                                        \
        .key = key_ ".transfer", .label = of ", transfer", SECONDS, TRAFFIC_FIELD(cost.transfer),            \
        .meaning = "of one collective: what grows with its size"                                             \
    }

/* A row reads better as a paragraph than as a column. */
/* clang-format off */
const struct metric metrics[] = {
    {.key = "params.total", .label = "parameters", .unit = UNIT_PARAMETERS, FIELD(params.total),
     .meaning = "parameters of the model",
     .formula = "P = embedding + head + L · layer",
     .numbers = "{params.embedding} + {params.head} + {model.layers} layers of {params.layer}",
     .source = "the model's paper and config file"},
    {.key = "params.active", .label = "active parameters", .unit = UNIT_PARAMETERS, FIELD(params.active),
     .meaning = "parameters that one token uses: all of them, but for experts it does not visit"},
    {.key = "params.layer", .label = "parameters of a layer", .unit = UNIT_PARAMETERS, FIELD(params.dense_layer),
     .meaning = "attention, MLP and norms of one dense layer",
     .formula = "h·a·d + 2·h·k·d + a·d·h + 3·h·f  (2·h·f where the MLP is not gated)",
     .numbers = "h {model.hidden}, a {model.heads}, k {model.kv_heads}, d {model.head_dim}, f {model.ffn}"},
    {.key = "params.embedding", .label = "parameters of the embedding", .unit = UNIT_PARAMETERS,
     FIELD(params.embedding), .meaning = "the embedding, and learned positions", .formula = "V · h",
     .numbers = "{model.vocab} · {model.hidden}"},
    {.key = "params.head", .label = "parameters of the LM head", .unit = UNIT_PARAMETERS, FIELD(params.head),
     .meaning = "the LM head; none where it is the embedding", .formula = "V · h",
     .numbers = "{model.vocab} · {model.hidden}"},
    {.key = "flops.step", .label = "FLOPs of a step", .unit = UNIT_FLOP, TRAINING(training.flops),
     .meaning = "of all GPUs, as MFU counts them: forward and twice that backward",
     .formula = "3 · tokens · (2 · matrix parameters + 4 · s · a · d · L / 2)",
     .numbers = "{batch.tokens} at sequence {seq_len}",
     .flat_formula = "6 · P · tokens", .flat_numbers = "6 · {params.active} · {batch.tokens}", .source = MEGATRON},
    {.key = "flops.hardware", .label = "FLOPs executed", .unit = UNIT_FLOP, TRAINING(training.hardware_flops),
     .meaning = "the same with everything that is computed again"},
    {.key = "batch.global", .label = "global batch", .unit = UNIT_SEQUENCES, .kind = METRIC_COUNT,
     TRAINING(sizes.global_batch), .meaning = "sequences of one step; DP x micro-batch x 8 until one is typed"},
    {.key = "batch.micro_batches", .label = "micro-batches", .kind = METRIC_COUNT, TRAINING(sizes.micro_batches),
     .meaning = "that one replica runs in one step", .formula = "m = global batch / (DP · micro-batch)",
     .numbers = "{batch.global} / ({dp.size} · {micro_batch})"},
    {.key = "batch.tokens", .label = "tokens of a step", .unit = UNIT_TOKENS, FIELD(step_tokens),
     .meaning = "of all replicas: trained on, read, or generated", .formula = "global batch · sequence",
     .numbers = "{batch.global} · {seq_len}", .serving_formula = "replicas · tokens of one",
     .serving_numbers = "{dp.size} replicas, {pass.sequences} sequences each"},

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
     .flat_formula = "6 · P · tokens / (GPUs · efficiency · peak)",
     .flat_numbers = "6 · {params.active} · {batch.tokens} / ({cluster.gpus} · {gpu.efficiency} · {gpu.peak.bf16})",
     .source = "Kaplan et al. 2020 for 6 FLOPs per parameter and token"},
    {.key = "compute.forward", .label = "forward", SECONDS, TRAINING(training.forward),
     .meaning = "layers, kernel by kernel: tiles dealt to the multiprocessors in waves, passes at the memory's rate",
     .formula = "m · L/PP · layer", .numbers = "{batch.micro_batches} micro-batches, {model.layers} / {pp} layers",
     .flat_formula = "2 · P · tokens / (GPUs · efficiency · peak)",
     .flat_numbers = "2 · {params.active} · {batch.tokens} / ({cluster.gpus} · {gpu.efficiency} · {gpu.peak.bf16})"},
    {.key = "compute.backward", .label = "backward", SECONDS, TRAINING(training.backward),
     .meaning = "gradients of inputs and of weights: twice the forward's matrix products",
     .formula = "m · L/PP · layer", .numbers = "{batch.micro_batches} micro-batches, {model.layers} / {pp} layers",
     .flat_formula = "4 · P · tokens / (GPUs · efficiency · peak)",
     .flat_numbers = "4 · {params.active} · {batch.tokens} / ({cluster.gpus} · {gpu.efficiency} · {gpu.peak.bf16})"},
    {.key = "compute.recompute", .label = "recompute", SECONDS, TRAINING(training.recompute),
     .meaning = "of the forward pass, computed again", .source = KORTHIKANTI},
    {.key = "head.time", .label = "head and loss", SECONDS, TRAINING(training.head),
     .meaning = "embedding, LM head and loss, and modules of multi-token prediction; part of compute under the flat "
                "model",
     .formula = "m · (3 products [t·h] [h·V/TP] + passes over the logits); again, with a layer, for each MTP module",
     .numbers = "vocabulary {model.vocab} over TP {tp}, MTP {model.mtp}"},
    {.key = "dispatch.time", .label = "dispatch", SECONDS, TRAINING(training.dispatch),
     .meaning = "what the host needs to issue a layer beyond the GPU's time: an eager framework needs about a millisecond"},
    {.key = "contention.time", .label = "contention", SECONDS, TRAINING(training.contention),
     .meaning = "what hidden communication costs compute: it takes multiprocessors and memory bandwidth"},
    {.key = "jitter.time", .label = "jitter", SECONDS, TRAINING(training.jitter),
     .meaning = "waiting for the slowest: grows with the logarithm of the number of scale-up domains, and with a gradient "
                "reduction that nothing hides"},
    {.key = "optimizer.time", .label = "optimizer", SECONDS, TRAINING(training.optimizer),
     .meaning = "the update: a pass over the states that this GPU owns"},

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
    TRAFFIC("dp", "gradient all-reduce", "the gradients of this GPU's shard, all buckets together",
            "S = P · bytes / (TP · PP); experts over EP · ETP instead of TP",
            "{params.total} · {dp.value_bytes} / ({tp} · {pp})",
            NULL, NULL, "2(n-1)/n · S", "2 · ({dp.ranks} - 1) / {dp.ranks} · {dp.message}",
            "what is left when the last backward pass has ended",
            "reduced behind the last backward pass ({dp.window}; overlap.dp {overlap.dp}), ZeRO's gather behind the next "
            "forward pass (overlap.gather {overlap.gather})"),
#undef TRAFFIC_FIELD
    {.key = "dp.window", .label = "window", SECONDS, TRAINING(training.backward_window),
     .meaning = "backward compute of the last micro-batch: what the gradient all-reduce can hide behind"},
    {.key = "dp.required_bandwidth", .label = "bandwidth that hides it", RATE, TRAINING(training.required_bandwidth),
     .meaning = "per GPU, one way: from here gradients hide behind the last backward pass, all but the last bucket",
     .formula = "2(n-1)/n · S / window; FSDP: its bytes / compute",
     .numbers = "2 · ({dp.ranks} - 1) / {dp.ranks} · {dp.message} / {dp.window}"},

#define TRAFFIC_FIELD(member) EITHER(training.tp.member, inference.tp.member)
    TRAFFIC("tp", "TP all-reduce", "activations of one micro-batch or pass, 16 bit", "S = 2 B · b · s / CP · h",
            "2 B · {micro_batch} · {seq_len} / {cp} · {model.hidden}", "S = 2 B · rows · h",
            "2 B · {pass.rows} · {model.hidden}", "count · 2(n-1)/n · S",
            "{tp.count} · 2 · ({tp} - 1) / {tp} · {tp.message}; with sequence parallelism count · (n-1)/n · S",
            "on the critical path, but for what overlap.tp hides", "overlap.tp {overlap.tp}"),
#undef TRAFFIC_FIELD
    {.key = "tp.share", .label = "TP all-reduce of compute", SHARE, TRAINING(tp_share),
     .meaning = "TP time over compute time", .formula = "TP / compute", .numbers = "{tp.time} / {compute.time}"},
#define TRAFFIC_FIELD(member) EITHER(training.cp.member, inference.cp.member)
    TRAFFIC("cp", "CP exchange", "K and V of the whole sequence", "S = 2 · 2 B · b · s · k·d / TP",
            "K and V of {seq_len} at {model.kv_heads} heads of {model.head_dim}",
            "S = 2 B · prompts · tokens · 2 k·d / TP",
            "K and V of {prefill.batch} · {prefill.tokens} in {prefill.passes} passes", "(n-1)/n · S per pass",
            "{cp.count} · ({cp} - 1) / {cp} · {cp.message}", "what the attention core does not cover",
            "overlap.cp {overlap.cp}"),
#undef TRAFFIC_FIELD
#define TRAFFIC_FIELD(member) EITHER(training.ep.member, inference.ep.member)
    TRAFFIC("ep", "EP exchange", "hidden vectors of one micro-batch or pass on their way to experts",
            "S = bytes · b · s / (CP · TP) · h · copies · imbalance",
            "{dispatch.precision}: {micro_batch} · {seq_len} / ({cp} · {tp}) · {model.hidden} · {ep.copies} · "
            "{ep.imbalance}",
            "S = 2 B · rows / TP · h · top k",
            "2 B · {pass.rows} / {tp} · {model.hidden} · {model.top_k}; 1.03 B on the way there if weights are narrow",
            "(n-1)/n · S per exchange: dispatch and combine forward, and again backward, in each layer with experts",
            "{ep.count} exchanges, ({ep} - 1) / {ep} of {ep.message} each where dispatch and combine have one type",
            "what no compute of another micro-batch hides", "overlap.ep {overlap.ep}, VP {vp}, PP {pp}"),
#undef TRAFFIC_FIELD
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
     .formula = "DP · CP · TP / (EP · ETP)", .numbers = "{dp.size} · {cp} · {tp} / ({ep} · {etp})",
     .source = "Megatron Core"},
#define TRAFFIC_FIELD(member) EITHER(training.pp.member, inference.pp.member)
    TRAFFIC("pp", "PP sends", "activations at a stage boundary, 16 bit", "S = 2 B · b · s / CP · h",
            "2 B · {micro_batch} · {seq_len} / {cp} · {model.hidden}", "S = 2 B · rows · h",
            "2 B · {pass.rows} · {model.hidden}", "count · S", "{pp.count} · {pp.message}",
            "stages wait for their input", "overlap.p2p {overlap.p2p}"),
#undef TRAFFIC_FIELD
    {.key = "pp.bubble", .label = "bubble", SECONDS, TRAINING(training.bubble),
     .meaning = "stages wait while the pipeline fills and drains", .formula = "(PP-1) / (m · VP) of the ideal time",
     .numbers = "({pp} - 1) / ({batch.micro_batches} · {vp})", .source = MEGATRON},
#define TRAFFIC_FIELD(member) TRAINING(training.fsdp.member)
    TRAFFIC("fsdp", "FSDP", "parameters of one layer", "S = layer · bytes / TP", "{params.layer} · 2 B / {tp}",
            NULL, NULL, "(n-1)/n · S per gather and per scatter",
            "{fsdp.count} · ({dp.ranks} - 1) / {dp.ranks} · {fsdp.message}",
            "what a layer's own compute does not cover", "gathered again for the backward pass: {fsdp.reshard}"),
#undef TRAFFIC_FIELD

    {.key = "mfu", .label = "MFU", SHARE, TRAINING(training.mfu), .better = BETTER_MORE,
     .meaning = "model FLOPs utilisation: what a step needs, over what the GPUs could do at their dense peak",
     .formula = "FLOPs / (step · GPUs · peak)",
     .numbers = "{flops.step} / ({step.time} · {cluster.gpus} · {gpu.peak.bf16})",
     .source = "Chowdhery et al. 2022, PaLM, appendix B"},
    {.key = "hfu", .label = "HFU", SHARE, TRAINING(training.hfu), .better = BETTER_MORE,
     .meaning = "hardware FLOPs utilisation: the same with everything that is computed again",
     .formula = "FLOPs executed / (step · GPUs · peak)",
     .numbers = "{flops.hardware} / ({step.time} · {cluster.gpus} · {gpu.peak.bf16})", .source = KORTHIKANTI},
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
     .formula = "bound of one card / step", .numbers = "{decode.one_card} / {decode.time}, TP {tp}"},
    {.key = "decode.weights", .label = "weights", SECONDS, DECODE(weights),
     .meaning = "streaming the weights of all layers at the rate that kernels reach",
     .formula = "w · P / (TP · HBM · share)",
     .numbers = "{decode.precision} over TP {tp} at {gpu.hbm_bandwidth} · {gpu.stream_efficiency}; 0.82 of that at 8 "
                "bits, 0.75 at 4",
     .flat_formula = "w · P / (TP · HBM)",
     .flat_numbers = "{params.total} in {decode.precision} / ({tp} · {gpu.hbm_bandwidth})", .source = STEPS_SOURCE},
    {.key = "decode.kv", .label = "KV cache", SECONDS, DECODE(attention),
     .meaning = "streaming the cached keys and values of all sequences",
     .formula = "B · c · bytes of a token / (HBM · share)",
     .numbers = "{pass.rows} · {decode.context} · {kv.bytes_per_token_per_gpu} · PP {pp} / ({gpu.hbm_bandwidth} · "
                "{gpu.stream_efficiency}); less with a window",
     .flat_formula = "B · c · bytes of a token / HBM",
     .flat_numbers = "{pass.rows} · {decode.context} · {kv.bytes_per_token_per_gpu} · PP {pp} / {gpu.hbm_bandwidth}",
     .source = STEPS_SOURCE},
    {.key = "decode.compute", .label = "compute", SECONDS, DECODE(compute),
     .meaning = "arithmetic that outlasts the streams, passes over activations, repeated reads of shared keys",
     .formula = "(stream^3 + arithmetic^3)^(1/3) - stream, kernel by kernel, + passes",
     .numbers = "{pass.rows} rows, {model.layers} layers; arithmetic takes over from {decode.critical_batch} rows on"},
    {.key = "decode.comm", .label = "communication", SECONDS, DECODE(comm),
     .meaning = "all-reduces, expert exchanges and sends between stages; nothing hides them",
     .formula = "TP + EP + PP", .numbers = "{tp.exposed} + {ep.exposed} + {pp.exposed}", .source = NCCL_TESTS},
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
     .formula = "2 B · h · V / (TP · HBM · share) + gather", .numbers = "{model.hidden} · {model.vocab} / {tp}"},
    {.key = "decode.running", .label = "running", .unit = UNIT_SEQUENCES, DECODE(running),
     .better = BETTER_MORE, .meaning = "sequences that decode on one replica: the batch, or as many as memory holds",
     .formula = "min(B, sequences that fit)", .numbers = "min({decode.batch}, {decode.batch_limit})"},
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
     .numbers = "{kv.capacity} / {decode.batch}"},

    {.key = "prefill.time", .label = "prefill", SECONDS, PREFILL(time),
     .meaning = "reading the prompts: the time to the first token, without waiting in a queue",
     .formula = "compute + attention + communication + launches + head",
     .numbers = "{prefill.compute} + {prefill.attention} + {prefill.comm} + {prefill.launch} + {prefill.head}",
     .source = STEPS_SOURCE},
    {.key = "prefill.bound", .label = "roofline bound", SECONDS, PREFILL(bound.time),
     .meaning = "the least that datasheets allow: no forecast",
     .formula = "max(arithmetic at peak, weights at HBM's rate)",
     .numbers = "{prefill.batch} · {prefill.tokens} tokens, {params.active} · 2 each", .source = ROOFLINE},
    {.key = "prefill.compute", .label = "compute", SECONDS, PREFILL(compute),
     .meaning = "matrix products and passes over activations", .formula = "L · layer, all tokens as rows",
     .numbers = "{model.layers} layers, {pass.rows} rows in each of {prefill.passes} passes",
     .flat_formula = "2 · P · tokens / (TP · efficiency · peak)"},
    {.key = "prefill.attention", .label = "attention", SECONDS, PREFILL(attention),
     .meaning = "the attention core: grows with the square of the prompt",
     .formula = "2 · s^2 · a·d / (TP · CP · rate)",
     .numbers = "{prefill.tokens} tokens, {model.heads} heads of {model.head_dim}, {attention.kernel}"},
    {.key = "prefill.comm", .label = "communication", SECONDS, PREFILL(comm),
     .meaning = "all-reduces, exchanges and sends that nothing hides", .formula = "TP + CP + EP + PP",
     .numbers = "{tp.exposed} + {cp.exposed} + {ep.exposed} + {pp.exposed}", .source = NCCL_TESTS},
    {.key = "prefill.launch", .label = "launches", SECONDS, PREFILL(launch),
     .meaning = "gaps between kernels, dispatch, the engine's work per pass",
     .formula = "passes · (gaps + dispatch + engine)", .numbers = "{prefill.passes} passes, engine {serving.style}"},
    {.key = "prefill.head", .label = "LM head", SECONDS, PREFILL(head),
     .meaning = "of the last position of each prompt"},
    {.key = "prefill.passes", .label = "passes", PREFILL(passes),
     .meaning = "that a prompt is read in: one without a chunk", .formula = "ceil(tokens / chunk)",
     .numbers = "{prefill.tokens} / {prefill.chunk}"},

    {.key = "pass.rows", .label = "rows", SERVING(inference.rows),
     .meaning = "tokens through the matrix products of one rank at a time",
     .formula = "decode: running / PP; prefill: prompts · tokens of a pass / CP",
     .numbers = "{pass.sequences} sequences, PP {pp}, CP {cp} in a prefill"},
    {.key = "pass.sequences", .label = "sequences", .unit = UNIT_SEQUENCES, SERVING(inference.running),
     .meaning = "of one replica"},
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
     .numbers = "{gpu.hbm_capacity} - {memory.reserve} - {memory.weights} - {memory.activations} - {memory.logits}"},
    {.key = "kv.capacity", .label = "KV capacity", .unit = UNIT_TOKENS, SERVING(inference.pool.tokens),
     .better = BETTER_MORE, .meaning = "tokens of all sequences that fit on one replica", .formula = "pool / bytes of a token",
     .numbers = "{kv.pool} / {kv.bytes_per_token_per_gpu}"},

    {.key = "memory.weights", .label = "weights", BYTES, FIELD(memory.weights),
     .meaning = "parameters as the matrix products read them",
     .formula = "2 B · P / (TP · PP), over the shard with ZeRO 3", .numbers = "2 B · {params.total} / ({tp} · {pp})",
     .serving_formula = "w · P / (TP · PP), embedding and head 2 B, experts over max(TP, EP)",
     .serving_numbers = "{decode.precision}, {params.total} / ({tp} · {pp}), EP {ep}", .source = ZERO_PAPER},
    {.key = "memory.kv", .label = "KV cache", BYTES, SERVING(memory.kv),
     .meaning = "keys and values of all sequences of a replica, the share of one GPU",
     .formula = "sequences · tokens · bytes of a token on one GPU",
     .numbers = "{decode.batch} · {decode.context} tokens (prefill: {prefill.batch} · {prefill.tokens} / CP {cp}) of "
                "{kv.bytes_per_token_per_gpu}"},
    {.key = "memory.gradients", .label = "gradients", BYTES, FIELD(memory.gradients),
     .meaning = "as kept until the update", .formula = "bytes · P / (TP · PP), over n with ZeRO 2",
     .numbers = "{dp.value_bytes} · {params.total} / ({tp} · {pp}), ZeRO {zero}", .source = ZERO_PAPER},
    {.key = "memory.optimizer", .label = "optimizer states", BYTES, FIELD(memory.optimizer),
     .meaning = "Adam: an fp32 copy of the weights and two moments",
     .formula = "12 B · P / (TP · PP), over n with ZeRO 1",
     .numbers = "12 B · {params.total} / ({tp} · {pp}), ZeRO {zero}, n {dp.ranks}", .source = ZERO_PAPER},
    {.key = "memory.activations", .label = "activations", BYTES, FIELD(memory.activations),
     .meaning = "kept for the backward pass, of all micro-batches in flight",
     .formula = "in flight · layers · bytes of a layer",
     .numbers = "sequence {seq_len}, micro-batch {micro_batch}, TP {tp}, CP {cp}, recompute {recompute}",
     .serving_formula = "2 B · tokens of the largest pass · (2 h + 3 f / TP)",
     .serving_numbers = "hidden {model.hidden}, FFN {model.ffn} / {tp}; 8192 tokens a pass unless prefill.chunk is set",
     .source = KORTHIKANTI},
    {.key = "memory.logits", .label = "logits", BYTES, FIELD(memory.logits),
     .meaning = "of one micro-batch, for the loss", .formula = "b · s · V / TP",
     .numbers = "{micro_batch} · {seq_len} · {model.vocab} / {tp}", .serving_formula = "6 B · sequences · V / TP",
     .serving_numbers = "{model.vocab} / {tp} a sequence"},
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
    {.key = "memory.fits", .label = "fits", .kind = METRIC_VERDICT, FIELD(memory.fits), .better = BETTER_MORE,
     .meaning = "whether that is within the card's memory", .formula = "total <= capacity",
     .numbers = "{memory.total} of {gpu.hbm_capacity}"},

    {.key = "run.days", .label = "run", .unit = UNIT_DAYS, TRAINING(run.days),
     .meaning = "to train.tokens, without a pause", .formula = "tokens of the run / tokens per second",
     .numbers = "{train.tokens} / {tokens_per_second}"},
    {.key = "run.gpu_hours", .label = "GPU-hours", .unit = UNIT_HOURS, TRAINING(run.gpu_hours),
     .meaning = "of the run", .formula = "days · 24 · GPUs", .numbers = "{run.days} · 24 · {cluster.gpus}"},
    {.key = "run.cost", .label = "cost", .unit = UNIT_DOLLAR, TRAINING(run.cost), .meaning = "of the run",
     .formula = "GPU-hours · price", .numbers = "{run.gpu_hours} · {gpu.price}"},
    {.key = "run.energy", .label = "energy", .unit = UNIT_JOULE, TRAINING(run.energy),
     .meaning = "of the run, at full board power, the building included",
     .formula = "GPU-hours · power · PUE", .numbers = "{run.gpu_hours} · {gpu.power} · {pue}"},

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
