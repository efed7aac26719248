/* metrics.c: the metric table. What is done with its rows is in metric_value.c and explain.c. */
#include "core/metrics.h"

#define FIELD(member) .offset = offsetof(struct result, member)
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

/* The rows that every kind of communication has. `of` names it, `what` says what one message is. */
#define TRAFFIC(key_, of, what, message_formula, message_numbers, bytes_formula, bytes_numbers, left, left_numbers) \
    {.key = key_ ".message",                                                                                        \
     .label = of ", message",                                                                                       \
     BYTES,                                                                                                         \
     FIELD(training.TRAFFIC_MEMBER.message),                                                                        \
     .meaning = what,                                                                                               \
     .formula = message_formula,                                                                                    \
     .numbers = message_numbers,                                                                                    \
     .source = MEGATRON},                                                                                           \
        {.key = key_ ".count",                                                                                      \
         .label = of ", count",                                                                                     \
         FIELD(training.TRAFFIC_MEMBER.count),                                                                      \
         .meaning = "collectives that one GPU takes part in, in one step"},                                         \
        {.key = key_ ".bytes",                                                                                      \
         .label = of ", bytes sent",                                                                                \
         BYTES,                                                                                                     \
         FIELD(training.TRAFFIC_MEMBER.bytes),                                                                      \
         .meaning = "what one GPU sends in one step",                                                               \
         .formula = bytes_formula,                                                                                  \
         .numbers = bytes_numbers,                                                                                  \
         .source = RING_PAPER},                                                                                     \
        {.key = key_ ".time",                                                                                       \
         .label = of ", in all",                                                                                    \
         SECONDS,                                                                                                   \
         FIELD(training.TRAFFIC_MEMBER.time),                                                                       \
         .meaning = "time on the link in one step, hidden and exposed",                                             \
         .formula = "t = bytes / bandwidth = hidden + exposed",                                                     \
         .numbers = "{" key_ ".bytes} / {" key_ ".bandwidth} = {" key_ ".hidden} + {" key_ ".exposed}\n"            \
                    "one of them: {" key_ ".algorithm} {" key_ ".protocol} on the {" key_ ".link}, {" key_          \
                    ".latency} latency + {" key_ ".transfer} transfer",                                             \
         .source = NCCL_TESTS},                                                                                     \
        {.key = key_ ".hidden",                                                                                     \
         .label = of ", hidden",                                                                                    \
         SECONDS,                                                                                                   \
         FIELD(training.TRAFFIC_MEMBER.hidden),                                                                     \
         .better = BETTER_MORE,                                                                                     \
         .meaning = "the part during which compute runs",                                                           \
         .formula = "hidden = time - exposed",                                                                      \
         .numbers = "{" key_ ".time} - {" key_ ".exposed}"},                                                        \
        {.key = key_ ".exposed",                                                                                    \
         .label = of ", exposed",                                                                                   \
         SECONDS,                                                                                                   \
         FIELD(training.TRAFFIC_MEMBER.exposed),                                                                    \
         .meaning = "the part that the step waits for",                                                             \
         .formula = "exposed = time - hidden: " left,                                                               \
         .numbers = "{" key_ ".time} - {" key_ ".hidden}: " left_numbers},                                          \
        {.key = key_ ".bandwidth",                                                                                  \
         .label = of ", bandwidth",                                                                                 \
         RATE,                                                                                                      \
         FIELD(training.TRAFFIC_MEMBER.bandwidth),                                                                  \
         .better = BETTER_MORE,                                                                                     \
         .meaning = "what it makes of its link: bytes sent over time",                                              \
         .formula = "B = bytes / time",                                                                             \
         .numbers = "{" key_ ".bytes} / {" key_ ".time}",                                                           \
         .source = NCCL_TESTS},                                                                                     \
        {.key = key_ ".algorithm",                                                                                  \
         .label = of ", algorithm",                                                                                 \
         NAME(algorithm_names),                                                                                     \
         FIELD(training.TRAFFIC_MEMBER.cost.algorithm),                                                             \
         .meaning = "the quickest algorithm for this message and group"},                                           \
        {.key = key_ ".protocol",                                                                                   \
         .label = of ", protocol",                                                                                  \
         NAME(protocol_names),                                                                                      \
         FIELD(training.TRAFFIC_MEMBER.cost.protocol),                                                              \
         .meaning = "the quickest protocol for this message and group"},                                            \
        {.key = key_ ".link",                                                                                       \
         .label = of ", link",                                                                                      \
         NAME(tier_names),                                                                                          \
         FIELD(training.TRAFFIC_MEMBER.cost.tier),                                                                  \
         .meaning = "the link that sets its transfer time"},                                                        \
        {.key = key_ ".latency",                                                                                    \
         .label = of ", latency",                                                                                   \
         SECONDS,                                                                                                   \
         FIELD(training.TRAFFIC_MEMBER.cost.latency),                                                               \
         .meaning = "of one collective: what does not depend on its size"},                                         \
    {                                                                                                               \
        .key = key_ ".transfer", .label = of ", transfer", SECONDS, FIELD(training.TRAFFIC_MEMBER.cost.transfer),   \
        .meaning = "of one collective: what grows with its size"                                                    \
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
    {.key = "flops.step", .label = "FLOPs of a step", .unit = UNIT_FLOP, FIELD(training.flops),
     .meaning = "of all GPUs, as MFU counts them: forward and twice that backward",
     .formula = "3 · tokens · (2 · matrix parameters + 4 · s · a · d · L / 2)",
     .numbers = "{batch.tokens} at sequence {seq_len}",
     .flat_formula = "6 · P · tokens", .flat_numbers = "6 · {params.active} · {batch.tokens}", .source = MEGATRON},
    {.key = "flops.hardware", .label = "FLOPs executed", .unit = UNIT_FLOP, FIELD(training.hardware_flops),
     .meaning = "the same with everything that is computed again"},
    {.key = "batch.global", .label = "global batch", .unit = UNIT_SEQUENCES, .kind = METRIC_COUNT,
     FIELD(sizes.global_batch), .meaning = "sequences of one step; DP x micro-batch x 8 until one is typed"},
    {.key = "batch.micro_batches", .label = "micro-batches", .kind = METRIC_COUNT, FIELD(sizes.micro_batches),
     .meaning = "that one replica runs in one step", .formula = "m = global batch / (DP · micro-batch)",
     .numbers = "{batch.global} / ({dp.size} · {micro_batch})"},
    {.key = "batch.tokens", .label = "tokens of a step", .unit = UNIT_TOKENS, FIELD(step_tokens),
     .meaning = "of all replicas", .formula = "global batch · sequence", .numbers = "{batch.global} · {seq_len}"},

    {.key = "step.time", .label = "step", SECONDS, FIELD(training.step), .meaning = "one training step",
     .formula = "compute + head + dispatch + contention + TP + CP + EP + PP + bubble + DP + FSDP + optimizer + jitter",
     .numbers = "{compute.time} + {head.time} + {dispatch.time} + {contention.time} + {tp.exposed} + {cp.exposed} + "
                "{ep.exposed} + {pp.exposed} + {pp.bubble} + {dp.exposed} + {fsdp.exposed} + {optimizer.time} + "
                "{jitter.time}"},
    {.key = "compute.time", .label = "compute", SECONDS, FIELD(training.compute),
     .meaning = "matrix products, attention and passes over memory of the layers",
     .formula = "forward + backward + recompute",
     .numbers = "{compute.forward} + {compute.backward} + {compute.recompute}",
     .flat_formula = "6 · P · tokens / (GPUs · efficiency · peak)",
     .flat_numbers = "6 · {params.active} · {batch.tokens} / ({cluster.gpus} · {gpu.efficiency} · {gpu.peak.bf16})",
     .source = "Kaplan et al. 2020 for 6 FLOPs per parameter and token"},
    {.key = "compute.forward", .label = "forward", SECONDS, FIELD(training.forward),
     .meaning = "layers, kernel by kernel: tiles dealt to the multiprocessors in waves, passes at the memory's rate",
     .formula = "m · L/PP · layer", .numbers = "{batch.micro_batches} micro-batches, {model.layers} / {pp} layers",
     .flat_formula = "2 · P · tokens / (GPUs · efficiency · peak)",
     .flat_numbers = "2 · {params.active} · {batch.tokens} / ({cluster.gpus} · {gpu.efficiency} · {gpu.peak.bf16})"},
    {.key = "compute.backward", .label = "backward", SECONDS, FIELD(training.backward),
     .meaning = "gradients of inputs and of weights: twice the forward's matrix products",
     .formula = "m · L/PP · layer", .numbers = "{batch.micro_batches} micro-batches, {model.layers} / {pp} layers",
     .flat_formula = "4 · P · tokens / (GPUs · efficiency · peak)",
     .flat_numbers = "4 · {params.active} · {batch.tokens} / ({cluster.gpus} · {gpu.efficiency} · {gpu.peak.bf16})"},
    {.key = "compute.recompute", .label = "recompute", SECONDS, FIELD(training.recompute),
     .meaning = "of the forward pass, computed again", .source = KORTHIKANTI},
    {.key = "head.time", .label = "head and loss", SECONDS, FIELD(training.head),
     .meaning = "embedding, LM head and loss, and modules of multi-token prediction; part of compute under the flat "
                "model",
     .formula = "m · (3 products [t·h] [h·V/TP] + passes over the logits); again, with a layer, for each MTP module",
     .numbers = "vocabulary {model.vocab} over TP {tp}, MTP {model.mtp}"},
    {.key = "dispatch.time", .label = "dispatch", SECONDS, FIELD(training.dispatch),
     .meaning = "what the host needs to issue a layer beyond the GPU's time: an eager framework needs about a millisecond"},
    {.key = "contention.time", .label = "contention", SECONDS, FIELD(training.contention),
     .meaning = "what hidden communication costs compute: it takes multiprocessors and memory bandwidth"},
    {.key = "jitter.time", .label = "jitter", SECONDS, FIELD(training.jitter),
     .meaning = "waiting for the slowest: grows with the logarithm of the number of scale-up domains, and with a gradient "
                "reduction that nothing hides"},
    {.key = "optimizer.time", .label = "optimizer", SECONDS, FIELD(training.optimizer),
     .meaning = "the update: a pass over the states that this GPU owns"},

    {.key = "dp.size", .label = "DP", .kind = METRIC_COUNT, FIELD(sizes.dp), .meaning = "replicas",
     .formula = "GPUs / (TP · PP · CP)", .numbers = "{cluster.gpus} / ({tp} · {pp} · {cp})"},
    {.key = "dp.ranks", .label = "gradient ranks", .kind = METRIC_COUNT, FIELD(sizes.sharers),
     .meaning = "ranks that hold the same parameters, and so share their gradients", .formula = "n = DP · CP",
     .numbers = "{dp.size} · {cp}"},
    {.key = "dp.value_bytes", .label = "bytes of a gradient", BYTES, FIELD(gradient_bytes),
     .meaning = "of one gradient value as it is reduced"},
#define TRAFFIC_MEMBER dp
    TRAFFIC("dp", "gradient all-reduce", "the gradients of this GPU's shard, all buckets together",
            "S = P · bytes / (TP · PP); experts over EP · ETP instead of TP",
            "{params.total} · {dp.value_bytes} / ({tp} · {pp})",
            "2(n-1)/n · S", "2 · ({dp.ranks} - 1) / {dp.ranks} · {dp.message}",
            "what is left when the last backward pass has ended",
            "reduced behind the last backward pass ({dp.window}; overlap.dp {overlap.dp}), ZeRO's gather behind the next "
            "forward pass (overlap.gather {overlap.gather})"),
#undef TRAFFIC_MEMBER
    {.key = "dp.window", .label = "window", SECONDS, FIELD(training.backward_window),
     .meaning = "backward compute of the last micro-batch: what the gradient all-reduce can hide behind"},
    {.key = "dp.required_bandwidth", .label = "bandwidth that hides it", RATE, FIELD(training.required_bandwidth),
     .meaning = "per GPU, one way: from here gradients hide behind the last backward pass, all but the last bucket",
     .formula = "bytes / what they hide behind, of the reduction or of ZeRO's gather; FSDP: its bytes / compute",
     .flat_formula = "2(n-1)/n · S / window; FSDP: its bytes / compute",
     .flat_numbers = "2 · ({dp.ranks} - 1) / {dp.ranks} · {dp.message} / {dp.window}"},

#define TRAFFIC_MEMBER tp
    TRAFFIC("tp", "TP all-reduce", "activations of one micro-batch, 16 bit", "S = 2 B · b · s / CP · h",
            "2 B · {micro_batch} · {seq_len} / {cp} · {model.hidden}", "count · 2(n-1)/n · S",
            "{tp.count} · 2 · ({tp} - 1) / {tp} · {tp.message}; with sequence parallelism count · (n-1)/n · S",
            "on the critical path, but for what overlap.tp hides",
            "overlap.tp {overlap.tp}"),
#undef TRAFFIC_MEMBER
    {.key = "tp.share", .label = "TP all-reduce of compute", SHARE, FIELD(tp_share),
     .meaning = "TP time over compute time", .formula = "TP / compute", .numbers = "{tp.time} / {compute.time}"},
#define TRAFFIC_MEMBER cp
    TRAFFIC("cp", "CP exchange", "K and V of the whole sequence", "S = 2 · 2 B · b · s · k·d / TP",
            "K and V of {seq_len} at {model.kv_heads} heads of {model.head_dim}", "(n-1)/n · S per pass",
            "{cp.count} · ({cp} - 1) / {cp} · {cp.message}",
            "what the attention core does not cover",
            "overlap.cp {overlap.cp}"),
#undef TRAFFIC_MEMBER
#define TRAFFIC_MEMBER ep
    TRAFFIC("ep", "EP exchange", "hidden vectors of one micro-batch on their way to experts, in dispatch.precision",
            "S = bytes · b · s / (CP · TP) · h · copies · imbalance",
            "{dispatch.precision}: {micro_batch} · {seq_len} / ({cp} · {tp}) · {model.hidden} · {ep.copies} · "
            "{ep.imbalance}",
            "(n-1)/n · S per exchange: dispatch and combine forward, and again backward, in each layer with experts",
            "{ep.count} exchanges, ({ep} - 1) / {ep} of {ep.message} each where dispatch and combine have one type",
            "what no compute of another micro-batch hides", "overlap.ep {overlap.ep}, VP {vp}, PP {pp}"),
#undef TRAFFIC_MEMBER
    {.key = "ep.copies", .label = "copies of a token", FIELD(expert_copies),
     .meaning = "ranks or experts that one token is sent to, on the average",
     .formula = "k per expert; per rank n(1 - (1 - 1/n)^k)", .numbers = "top {model.top_k} over {ep} ranks"},
    {.key = "ep.rows", .label = "rows of an expert", FIELD(expert_rows),
     .meaning = "tokens that reach one expert of the busiest rank in a micro-batch: below some 500 its products are slow",
     .formula = "b · s / (CP · TP) · k · ETP · imbalance / experts of a rank",
     .numbers = "{micro_batch} · {seq_len} / ({cp} · {tp}) · {model.top_k} · {etp} · {ep.imbalance} / "
                "({model.experts} / {ep})"},
    {.key = "ep.ranks", .label = "expert gradient ranks", .kind = METRIC_COUNT, FIELD(groups.expert_dp.ranks),
     .meaning = "ranks that hold the same experts, and so share their gradients",
     .formula = "DP · CP · TP / (EP · ETP)", .numbers = "{dp.size} · {cp} · {tp} / ({ep} · {etp})",
     .source = "Megatron Core"},
#define TRAFFIC_MEMBER pp
    TRAFFIC("pp", "PP sends", "activations at a stage boundary, 16 bit", "S = 2 B · b · s / CP · h",
            "2 B · {micro_batch} · {seq_len} / {cp} · {model.hidden}", "count · S", "{pp.count} · {pp.message}",
            "stages wait for their input",
            "overlap.p2p {overlap.p2p}"),
#undef TRAFFIC_MEMBER
    {.key = "pp.bubble", .label = "bubble", SECONDS, FIELD(training.bubble),
     .meaning = "stages wait while the pipeline fills and drains", .formula = "(PP-1) / (m · VP) of the ideal time",
     .numbers = "({pp} - 1) / ({batch.micro_batches} · {vp})", .source = MEGATRON},
#define TRAFFIC_MEMBER fsdp
    TRAFFIC("fsdp", "FSDP", "parameters of one layer", "S = layer · bytes / TP", "{params.layer} · 2 B / {tp}",
            "(n-1)/n · S per gather and per scatter", "{fsdp.count} · ({dp.ranks} - 1) / {dp.ranks} · {fsdp.message}",
            "what a layer's own compute does not cover",
            "gathered again for the backward pass: {fsdp.reshard}"),
#undef TRAFFIC_MEMBER

    {.key = "mfu", .label = "MFU", SHARE, FIELD(training.mfu), .better = BETTER_MORE,
     .meaning = "model FLOPs utilisation: what a step needs, over what the GPUs could do at their dense peak",
     .formula = "FLOPs / (step · GPUs · peak)",
     .numbers = "{flops.step} / ({step.time} · {cluster.gpus} · {gpu.peak.bf16})",
     .source = "Chowdhery et al. 2022, PaLM, appendix B"},
    {.key = "hfu", .label = "HFU", SHARE, FIELD(training.hfu), .better = BETTER_MORE,
     .meaning = "hardware FLOPs utilisation: the same with everything that is computed again",
     .formula = "FLOPs executed / (step · GPUs · peak)",
     .numbers = "{flops.hardware} / ({step.time} · {cluster.gpus} · {gpu.peak.bf16})", .source = KORTHIKANTI},
    {.key = "tokens_per_second", .label = "tokens per second", .unit = UNIT_TOKEN_RATE,
     FIELD(training.tokens_per_second), .better = BETTER_MORE, .meaning = "of all GPUs", .formula = "tokens / step",
     .numbers = "{batch.tokens} / {step.time}"},
    {.key = "tokens_per_second_per_gpu", .label = "tokens per second and GPU", .unit = UNIT_TOKEN_RATE,
     FIELD(tokens_per_second_per_gpu), .better = BETTER_MORE, .meaning = "of one GPU", .formula = "tokens / (step · GPUs)",
     .numbers = "{batch.tokens} / ({step.time} · {cluster.gpus})"},

    {.key = "memory.weights", .label = "weights", BYTES, FIELD(memory.weights),
     .meaning = "parameters as the matrix products read them", .formula = "2 B · P / (TP · PP), over the shard with ZeRO 3",
     .numbers = "2 B · {params.total} / ({tp} · {pp})", .source = ZERO_PAPER},
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
     .source = KORTHIKANTI},
    {.key = "memory.logits", .label = "logits", BYTES, FIELD(memory.logits),
     .meaning = "of one micro-batch, for the loss", .formula = "b · s · V / TP",
     .numbers = "{micro_batch} · {seq_len} · {model.vocab} / {tp}"},
    {.key = "memory.buffers", .label = "buffers", BYTES, FIELD(memory.buffers),
     .meaning = "of communication, and workspace"},
    {.key = "memory.reserve", .label = "reserve", BYTES, FIELD(memory.reserve),
     .meaning = "context and allocator: not to be used"},
    {.key = "memory.total", .label = "memory", BYTES, FIELD(memory.total), .meaning = "of the fullest GPU",
     .formula = "weights + gradients + optimizer + activations + logits + buffers + reserve",
     .numbers = "{memory.weights} + {memory.gradients} + {memory.optimizer} + {memory.activations} + {memory.logits} + "
                "{memory.buffers} + {memory.reserve}"},
    {.key = "memory.fits", .label = "fits", .kind = METRIC_VERDICT, FIELD(memory.fits), .better = BETTER_MORE,
     .meaning = "whether that is within the card's memory", .formula = "total <= capacity",
     .numbers = "{memory.total} of {gpu.hbm_capacity}"},

    {.key = "run.days", .label = "run", .unit = UNIT_DAYS, FIELD(run.days), .meaning = "to train.tokens, without a pause",
     .formula = "tokens of the run / tokens per second", .numbers = "{train.tokens} / {tokens_per_second}"},
    {.key = "run.gpu_hours", .label = "GPU-hours", .unit = UNIT_HOURS, FIELD(run.gpu_hours),
     .meaning = "of the run", .formula = "days · 24 · GPUs", .numbers = "{run.days} · 24 · {cluster.gpus}"},
    {.key = "run.cost", .label = "cost", .unit = UNIT_DOLLAR, FIELD(run.cost), .meaning = "of the run",
     .formula = "GPU-hours · price", .numbers = "{run.gpu_hours} · {gpu.price}"},
    {.key = "run.energy", .label = "energy", .unit = UNIT_JOULE, FIELD(run.energy),
     .meaning = "of the run, at full board power, the building included",
     .formula = "GPU-hours · power · PUE", .numbers = "{run.gpu_hours} · {gpu.power} · {pue}"},

    {.key = "ring.steps", .label = "ring steps", FIELD(ring_steps),
     .meaning = "of the gradient all-reduce around a ring", .formula = "2(n-1)", .numbers = "2 · ({dp.ranks} - 1)",
     .source = RING_PAPER},
    {.key = "tree.steps", .label = "tree levels", FIELD(tree_steps),
     .meaning = "of the gradient all-reduce up and down a tree", .formula = "2 · ceil(log2 n)",
     .numbers = "2 · ceil(log2 {dp.ranks})"},
    {.key = "collective.algorithm", .label = "algorithm", NAME(algorithm_names), FIELD(training.dp.cost.algorithm),
     .meaning = "of the gradient collective"},
    {.key = "collective.switchover", .label = "switch-over", BYTES, FIELD(switchover),
     .meaning = "message size from which the gradient group's all-reduce keeps its last algorithm"},
};
/* clang-format on */

const int metric_count = (int)(sizeof metrics / sizeof metrics[0]);
