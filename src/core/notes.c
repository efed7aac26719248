/* notes.c: what a reader of a result must know besides its figures. One table: when a note applies, and its words. */
#include "core/notes.h"

#include "core/accuracy.h"
#include "core/device.h"
#include "core/exchange.h"
#include "core/memory.h"
#include "core/memory_remedy.h"
#include "core/number_format.h"
#include "core/offload.h"
#include "core/parameters.h"
#include "core/quantity.h"
#include "core/strategy.h"
#include "core/transformer.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* What a note is about. */
struct situation {
    const struct scenario *scenario;
    const struct result *result; /* of it, valid */
};

static bool fits_not(const struct situation *now)
{
    return !now->result->memory.fits;
}

static void say_fits_not(char *text, const struct situation *now)
{
    const struct quantity_text total = quantity_display(now->result->memory.total, UNIT_BYTES);
    const struct quantity_text capacity = quantity_display(now->scenario->gpu.hbm_capacity, UNIT_BYTES);
    char remedy[MEMORY_REMEDY_LENGTH];
    memory_remedy_print(remedy, sizeof remedy, now->scenario, now->result);
    (void)snprintf(text, NOTE_LENGTH, "Does not fit: %s %s of %s %s. %s", total.number, total.unit, capacity.number,
                   capacity.unit, remedy);
}

static bool is_near_limit(const struct situation *now)
{
    return memory_is_near(&now->result->memory);
}

static bool has_few_micro_batches(const struct situation *now)
{
    return now->result->sizes.filling < now->scenario->strategy.pp;
}

static void say_few_micro_batches(char *text, const struct situation *now)
{
    (void)snprintf(
        text, NOTE_LENGTH,
        "%d micro-batches for %d stages: the pipeline never fills; a larger global batch or fewer stages would.",
        now->result->sizes.filling, now->scenario->strategy.pp);
}

static bool has_partial_rounds(const struct situation *now)
{
    const struct strategy *strategy = &now->scenario->strategy;
    return strategy->pp > 1 && strategy_chunks(now->scenario) > 1 && now->result->sizes.filling % strategy->pp != 0;
}

static void say_partial_rounds(char *text, const struct situation *now)
{
    (void)snprintf(text, NOTE_LENGTH,
                   "VP %d takes micro-batches in rounds of PP %d, and a replica has %d: Megatron refuses that, other "
                   "schedules may not.",
                   now->scenario->strategy.vp, now->scenario->strategy.pp, now->result->sizes.filling);
}

/* Megatron-LM, megatron/core/transformer/transformer_config.py: cpu_offloading. */
static bool has_refused_offload(const struct situation *now)
{
    const struct strategy *strategy = &now->scenario->strategy;
    return now->result->training.offload_bytes > 0 && (strategy->pp > 1 || strategy->recompute != RECOMPUTE_NONE);
}

/* Layers of a stage that copy to the host, of those that were asked for. */
static double layers_copied(const struct scenario *scenario)
{
    return offload_layers(scenario, (double)scenario->model.layers / scenario->strategy.pp);
}

static bool has_clamped_offload(const struct situation *now)
{
    return layers_copied(now->scenario) < now->scenario->strategy.offload_layers;
}

static void say_clamped_offload(char *text, const struct situation *now)
{
    (void)snprintf(text, NOTE_LENGTH, "offload.layers is %d, but %.4g of a stage copy to the host: %s.",
                   now->scenario->strategy.offload_layers, layers_copied(now->scenario),
                   step_is_flat(now->scenario) ? "the whiteboard prices no copies" : "its last two stay on the card");
}

static bool has_uneven_stages(const struct situation *now)
{
    return now->scenario->model.layers % (now->scenario->strategy.pp * strategy_chunks(now->scenario)) != 0;
}

static void say_uneven_stages(char *text, const struct situation *now)
{
    const struct strategy *strategy = &now->scenario->strategy;
    const int chunks = strategy_chunks(now->scenario);
    const bool fullest = now->result->training.layers > (double)now->scenario->model.layers / strategy->pp;
    (void)snprintf(text, NOTE_LENGTH, "%d layers do not divide evenly over %d %s%s", now->scenario->model.layers,
                   strategy->pp * chunks, chunks > 1 ? "chunks" : "stages",
                   fullest && now->result->training.waiting <= 0 ? ": the fullest stage sets the pace." : ".");
}

/* Share of a step that other stages wait for the last, from which on it is said. */
static const double WAITING_SAID = 0.05;

static bool waits_for_head(const struct situation *now)
{
    return now->result->training.waiting > WAITING_SAID * now->result->training.step;
}

static void say_waits_for_head(char *text, const struct situation *now)
{
    const struct quantity_text waiting = quantity_display(now->result->training.waiting, UNIT_SECONDS);
    const enum stage_cut cut = now->scenario->strategy.pp_balanced;
    const bool blind = cut == CUT_LAYERS || cut == CUT_EVEN; /* to the head */
    const char *const way = strategy_is_dual_pipe(now->scenario)
                                ? "a GPU of DualPipe has the first, too, which is not priced"
                            : blind ? "pp.balanced leaves it fewer layers"
                                    : "fewer stages would be quicker";
    (void)snprintf(
        text, NOTE_LENGTH,
        "The last stage sets the pace: the head and %.4g layer%s%s. The first waits %s %s of the step for it, "
        "and the parts are those of the last; %s.",
        now->result->training.layers, now->result->training.layers == 1 ? "" : "s",
        now->scenario->model.mtp > 0 ? ", MTP's among them" : "", waiting.number, waiting.unit, way);
}

/* Of 16 bit, what a tensor core loads at once: 16 bytes. */
enum { ALIGNED_VALUES = 8 };

static bool has_ragged_vocabulary(const struct situation *now)
{
    return now->scenario->model.vocab % (ALIGNED_VALUES * now->scenario->strategy.tp) != 0;
}

/* Megatron pads to 128 times TP, torch.compile pads the operands. How long else: the runs of vTrain on A100 with 50,257
 * columns, see docs/what-stays-wrong.md. */
static void say_ragged_vocabulary(char *text, const struct situation *now)
{
    (void)snprintf(text, NOTE_LENGTH,
                   "Over TP %d a vocabulary of %d leaves no multiple of %d columns: priced as padded, as Megatron and "
                   "torch.compile do; without, the head takes some three times as long.",
                   now->scenario->strategy.tp, now->scenario->model.vocab, ALIGNED_VALUES);
}

static bool is_above_peak(const struct situation *now)
{
    return now->result->training.mfu > 1.0;
}

/* What was published of the same work on GPUs of the same generation. */
static struct accuracy_band band_of_generation(const struct scenario *scenario)
{
    const struct accuracy_kind kind = accuracy_kind_of(scenario);
    return accuracy_bands.generation[kind.work][kind.generation];
}

static bool is_unmeasured(const struct situation *now)
{
    return accuracy_of(now->scenario).nearness == ACCURACY_OF_WORK;
}

static void say_unmeasured(char *text, const struct situation *now)
{
    const char *const generation = choice_name(&generation_titles, (int)now->scenario->gpu.generation);
    const struct accuracy_band band = band_of_generation(now->scenario);
    if (band.rows > 0) {
        (void)snprintf(text, NOTE_LENGTH,
                       "Only %d published run%s of %d source%s on %s GPUs %s held against this kind of forecast: the "
                       "band is that of all generations.",
                       band.rows, band.rows == 1 ? "" : "s", band.sources, band.sources == 1 ? "" : "s", generation,
                       band.rows == 1 ? "was" : "were");
        return;
    }
    (void)snprintf(text, NOTE_LENGTH,
                   "No published run of this kind on %s GPUs was held against this model: collectives from datasheets "
                   "alone missed by 10 %% above 16 MB, by a factor of 1.5 below 1 MB. Its shares of peak are assumed.",
                   generation);
}

/* Every published run of a mixture forces balance. */
static bool is_balanced(const struct situation *now)
{
    return now->result->params.moe_layers > 0 && now->scenario->strategy.imbalance <= 1 &&
           now->scenario->strategy.ep > 1;
}

static bool has_unmeasured_experts(const struct situation *now)
{
    const struct strategy *strategy = &now->scenario->strategy;
    const bool unlike = strategy->zero == ZERO_PARAMETERS || strategy->etp > 1 || strategy->imbalance > 1 ||
                        (transformer_is_mla(&now->scenario->model) && strategy->cp > 1);
    return now->scenario->execution.compute == COMPUTE_ROOFLINE && now->result->params.moe_layers > 0 && unlike;
}

static bool has_undivided_tokens(const struct situation *now)
{
    return now->result->params.moe_layers > 0 && now->scenario->strategy.tp > 1 && !now->scenario->strategy.sp;
}

static void say_undivided_tokens(char *text, const struct situation *now)
{
    (void)snprintf(text, NOTE_LENGTH,
                   "TP %d routes tokens divided over its ranks, which needs sequence parallelism: Megatron refuses it "
                   "without.",
                   now->scenario->strategy.tp);
}

static bool has_idle_exchange_overlap(const struct situation *now)
{
    const struct strategy *strategy = &now->scenario->strategy;
    return strategy->overlap_ep && strategy->ep > 1 && now->result->params.moe_layers > 0 &&
           !strategy_hides_exchange(now->scenario);
}

static bool gathers_weights(const struct situation *now)
{
    return now->result->inference.fsdp.count > 0;
}

static void say_gathers_weights(char *text, const struct situation *now)
{
    const struct quantity_text bytes = quantity_display(now->result->inference.fsdp.bytes, UNIT_BYTES);
    (void)snprintf(text, NOTE_LENGTH,
                   "FSDP sends %s %s a GPU in every pass, since each replica needs all weights: TP moves activations "
                   "instead.",
                   bytes.number, bytes.unit);
}

static bool is_batch_limited(const struct situation *now)
{
    return now->result->inference.pool.batch_limit < now->scenario->serving.decode_batch;
}

static void say_batch_limited(char *text, const struct situation *now)
{
    const double limit = now->result->inference.pool.batch_limit;
    if (limit < 1.0) {
        (void)snprintf(text, NOTE_LENGTH,
                       "Not one sequence of %d tokens fits beside the weights: one is priced all the same.",
                       now->scenario->serving.decode_context);
        return;
    }
    (void)snprintf(text, NOTE_LENGTH, "Memory holds %.0f of %d sequences at %d tokens: those run, the others wait.",
                   limit, now->scenario->serving.decode_batch, now->scenario->serving.decode_context);
}

static bool is_kv_copied(const struct situation *now)
{
    return now->result->inference.pool.copies > 1.0;
}

static void say_kv_copied(char *text, const struct situation *now)
{
    if (transformer_is_mla(&now->scenario->model)) {
        (void)snprintf(text, NOTE_LENGTH,
                       "Every rank of TP %d holds the whole latent KV cache: attention replicas with EP would not.",
                       now->scenario->strategy.tp);
        return;
    }
    (void)snprintf(text, NOTE_LENGTH, "TP %d over %d KV heads: keys and values are replicated %.0fx.",
                   now->scenario->strategy.tp, now->scenario->model.kv_heads, now->result->inference.pool.copies);
}

static bool is_widened(const struct situation *now)
{
    return !format_is_native(&now->scenario->gpu, now->scenario->serving.decode_precision);
}

static void say_widened(char *text, const struct situation *now)
{
    (void)snprintf(text, NOTE_LENGTH, "%s has no %s units: weights are read in that format and widened to 16 bit.",
                   now->scenario->gpu.name,
                   choice_name(&number_format_names, (int)now->scenario->serving.decode_precision));
}

static bool is_forecast_of_serving(const struct situation *now)
{
    return accuracy_of(now->scenario).nearness != ACCURACY_NONE;
}

static bool has_no_fused_kernel(const struct situation *now)
{
    return now->scenario->execution.compute == COMPUTE_ROOFLINE && now->scenario->gpu.generation == GENERATION_VOLTA &&
           now->scenario->execution.attention != ATTENTION_UNFUSED;
}

static void say_no_fused_kernel(char *text, const struct situation *now)
{
    (void)snprintf(text, NOTE_LENGTH,
                   "%s: FlashAttention 2 and 3 do not run on Volta. Fused attention is priced as on Ampere; unfused is "
                   "what it has.",
                   now->scenario->gpu.name);
}

static bool has_no_bf16(const struct situation *now)
{
    return now->scenario->gpu.generation == GENERATION_VOLTA && now->scenario->strategy.precision == PRECISION_BF16;
}

static void say_no_bf16(char *text, const struct situation *now)
{
    (void)snprintf(text, NOTE_LENGTH, "%s has no bf16 units: priced as fp16, which needs its loss scaled.",
                   now->scenario->gpu.name);
}

/* Fused attention keeps no scores, and nothing else was asked for that this model has. */
static bool has_idle_recompute(const struct situation *now)
{
    const struct strategy *strategy = &now->scenario->strategy;
    const bool experts = now->result->params.moe_layers > 0;
    const bool latent = strategy->recompute_latent && transformer_is_mla(&now->scenario->model);
    const bool modules = strategy->recompute_norm || strategy->recompute_mlp || latent ||
                         (experts && (strategy->recompute_activation || strategy->recompute_experts));
    return strategy->recompute == RECOMPUTE_SELECTIVE && now->scenario->execution.attention != ATTENTION_UNFUSED &&
           !modules;
}

static bool is_precision_missing(const struct situation *now)
{
    return !device_has_units(&now->scenario->gpu, now->scenario->strategy.precision);
}

static void say_precision_missing(char *text, const struct situation *now)
{
    (void)snprintf(text, NOTE_LENGTH, "%s has no %s units: its 16 bit peak is used.", now->scenario->gpu.name,
                   choice_name(&precision_names, (int)now->scenario->strategy.precision));
}

static bool is_beyond_range(const struct situation *now)
{
    return accuracy_leaves_sizes(now->scenario);
}

/* A further clause, behind the colon or a comma. */
__attribute__((format(printf, 2, 3))) static void add_clause(char *text, const char *format, ...)
{
    const size_t used = strlen(text);
    char clause[NOTE_LENGTH];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(clause, sizeof clause, format, arguments);
    va_end(arguments);
    (void)snprintf(text + used, NOTE_LENGTH - used, "%s%s", text[used - 1] == ':' ? " " : ", ", clause);
}

static void say_beyond_range(char *text, const struct situation *now)
{
    static const char *const words[MODE_COUNT] = {
        [MODE_TRAINING] = "sequences", [MODE_PREFILL] = "prompts", [MODE_DECODE] = "contexts"};
    const enum generation generation = now->scenario->gpu.generation;
    const struct validated_range range = validated_ranges[now->scenario->mode][generation];
    const struct validated_range extent = accuracy_extent(now->scenario);
    (void)snprintf(text, NOTE_LENGTH,
                   "Beyond all published %s runs:", choice_name(&generation_titles, (int)generation));
    if (extent.gpus > range.gpus) {
        add_clause(text, "more than %d GPUs", range.gpus);
    }
    if (extent.tokens > range.tokens) {
        add_clause(text, "%s of more than %d tokens", words[now->scenario->mode], range.tokens);
    }
    if (extent.sequences > range.sequences) {
        add_clause(text, "more than %d at a time", range.sequences);
    }
    if (extent.params > range.params) {
        const struct quantity_text params = quantity_display(range.params, UNIT_PARAMETERS);
        add_clause(text, "more than %s %s parameters", params.number, params.unit);
    }
}

static bool is_beyond_links(const struct situation *now)
{
    return accuracy_leaves_links(now->scenario);
}

/* "64.0 GB/s to 450 GB/s", or the one figure that all runs had. */
static void say_links(char *text, size_t size, struct link_range links)
{
    const struct quantity_text least = quantity_display(links.least, UNIT_RATE);
    const struct quantity_text most = quantity_display(links.most, UNIT_RATE);
    if (links.most <= links.least) {
        (void)snprintf(text, size, "%s %s", most.number, most.unit);
    } else {
        (void)snprintf(text, size, "%s %s to %s %s", least.number, least.unit, most.number, most.unit);
    }
}

/* "Faster NICs than any published Hopper run had (12.5 GB/s to 50.0 GB/s)": nothing of a link within the range. */
static void say_link(char *text, const char *name, enum generation generation, struct link_range link,
                     struct link_range range)
{
    const size_t used = strlen(text);
    const char *family = choice_name(&generation_titles, (int)generation);
    if (!accuracy_leaves_link(link, range)) {
        return;
    }
    if (range.most <= 0) {
        (void)snprintf(text + used, NOTE_LENGTH - used, "%sNo published %s run crossed %s.", used > 0 ? " " : "",
                       family, name);
    } else {
        char links[64];
        say_links(links, sizeof links, range);
        (void)snprintf(text + used, NOTE_LENGTH - used, "%s%s %s than any published %s run had: %s a GPU.",
                       used > 0 ? " " : "", link.most > range.most ? "Faster" : "Slower", name, family, links);
    }
}

static void say_beyond_links(char *text, const struct situation *now)
{
    const enum generation generation = now->scenario->gpu.generation;
    const struct validated_range *range = &validated_ranges[now->scenario->mode][generation];
    const struct validated_range extent = accuracy_extent(now->scenario);
    text[0] = '\0';
    say_link(text, "NICs", generation, extent.nic, range->nic);
    say_link(text, "links in the domain", generation, extent.scaleup, range->scaleup);
}

/* Share of a step that TP waits for its links, from which on dividing less finely is likely quicker. */
static const double TENSOR_SAID = 0.4;

static bool waits_for_tensor(const struct situation *now)
{
    const double exposed =
        now->result->mode == MODE_TRAINING ? now->result->training.tp.exposed : now->result->inference.tp.exposed;
    return now->scenario->strategy.tp > 1 && exposed > TENSOR_SAID * now->result->step;
}

static void say_waits_for_tensor(char *text, const struct situation *now)
{
    const bool trains = now->result->mode == MODE_TRAINING;
    const double exposed = trains ? now->result->training.tp.exposed : now->result->inference.tp.exposed;
    (void)snprintf(text, NOTE_LENGTH,
                   "TP %d waits %.0f %% of the step for its all-reduces%s: less TP, with %s, is likely "
                   "quicker.",
                   now->scenario->strategy.tp, 100 * exposed / now->result->step,
                   now->result->groups.tp.domains > 1 ? ", which leave the scale-up domain" : "",
                   trains ? "PP or ZeRO 3 in its place" : "more replicas or PP in its place");
}

/* Tokens of a sequence, a prompt or a context, as typed. */
static int tokens_typed(const struct scenario *scenario)
{
    return scenario->mode == MODE_TRAINING  ? scenario->strategy.seq_len
           : scenario->mode == MODE_PREFILL ? scenario->serving.prefill_tokens
                                            : scenario->serving.decode_context;
}

enum { KILO = 1000, KIBI = 1024 };

/* The power of two that people call by so many thousands: 131072 of 128000; 0: they call none so. */
static int tokens_meant(int tokens)
{
    const int thousands = tokens % KILO == 0 ? tokens / KILO : 0;
    return thousands > 2 && (thousands & (thousands - 1)) == 0 ? thousands * KIBI : 0;
}

static bool is_round_in_thousands(const struct situation *now)
{
    return tokens_meant(tokens_typed(now->scenario)) > 0;
}

static void say_round_in_thousands(char *text, const struct situation *now)
{
    const int meant = tokens_meant(tokens_typed(now->scenario));
    (void)snprintf(text, NOTE_LENGTH, "%d tokens are priced; the power of two, %d, is written %dKi.",
                   tokens_typed(now->scenario), meant, meant / KIBI);
}

/* The most important first. */
static const struct note_rule {
    unsigned modes;
    bool (*applies)(const struct situation *now);
    void (*say)(char *text, const struct situation *now); /* NULL: always the same */
    const char *sentence;
} note_rules[] = {
    {IN_ALL_MODES, fits_not, say_fits_not, NULL},
    {IN_DECODE, is_batch_limited, say_batch_limited, NULL},
    {IN_SERVING, gathers_weights, say_gathers_weights, NULL},
    {IN_TRAINING, is_above_peak, NULL,
     "MFU is above 100 %: an input is wrong, or a sparse peak stands for the dense one."},
    {IN_TRAINING, has_idle_exchange_overlap, NULL,
     "overlap.ep needs chunks to interleave: VP > 1, or PP 1. Nothing is hidden here."},
    {IN_TRAINING, is_precision_missing, say_precision_missing, NULL},
    {IN_TRAINING, has_no_bf16, say_no_bf16, NULL},
    {IN_TRAINING, has_no_fused_kernel, say_no_fused_kernel, NULL},
    {IN_TRAINING, has_idle_recompute, NULL,
     "Selective recomputation changes nothing here: fused attention keeps no scores, and no other module is covered."},
    {IN_SERVING, is_widened, say_widened, NULL},
    {IN_SERVING, is_kv_copied, say_kv_copied, NULL},
    {IN_TRAINING, has_few_micro_batches, say_few_micro_batches, NULL},
    {IN_TRAINING, has_partial_rounds, say_partial_rounds, NULL},
    {IN_TRAINING, has_refused_offload, NULL,
     "Megatron copies no activations to the host beside PP or recomputation: it refuses offload.layers there; other "
     "frameworks may not."},
    {IN_TRAINING, has_clamped_offload, say_clamped_offload, NULL},
    {IN_TRAINING, is_near_limit, NULL,
     "Near the memory limit: allocators retry there, and measured runs slow down by 10 to 30 %."},
    {IN_ALL_MODES, waits_for_tensor, say_waits_for_tensor, NULL},
    {IN_TRAINING, waits_for_head, say_waits_for_head, NULL},
    {IN_TRAINING, has_uneven_stages, say_uneven_stages, NULL},
    {IN_TRAINING, has_ragged_vocabulary, say_ragged_vocabulary, NULL},
    {IN_ALL_MODES, is_unmeasured, say_unmeasured, NULL},
    {IN_TRAINING, has_undivided_tokens, say_undivided_tokens, NULL},
    {IN_TRAINING, has_unmeasured_experts, NULL,
     "Hardly any published run has experts with FSDP, expert TP, uneven routing, or latent attention with CP: this "
     "forecast rests on counting alone."},
    {IN_TRAINING, is_balanced, NULL,
     "Experts are taken as evenly used, as in vendors' tables; real routing has 1.1 to 1.5 times the mean rows on the "
     "busiest rank (ep.imbalance)."},
    {IN_ALL_MODES, is_beyond_range, say_beyond_range, NULL},
    {IN_ALL_MODES, is_beyond_links, say_beyond_links, NULL},
    {IN_SERVING, is_forecast_of_serving, NULL,
     "The band is that of the engines listed: other engines were up to 45 % off."}, /* 24 to 46, of no stated version */
    {IN_ALL_MODES, is_round_in_thousands, say_round_in_thousands, NULL},
};

struct notes notes_of(const struct scenario *scenario, const struct result *result)
{
    const struct situation now = {scenario, result};
    struct notes notes = {.count = 0};
    const int rules = (int)(sizeof note_rules / sizeof note_rules[0]);
    for (int i = 0; result->valid && i < rules && notes.count < NOTE_COUNT; i++) {
        const struct note_rule *rule = &note_rules[i];
        if (!mode_is_in(result->mode, rule->modes) || !rule->applies(&now)) {
            continue;
        }
        char *text = notes.text[notes.count++];
        if (rule->say != NULL) {
            rule->say(text, &now);
        } else {
            (void)snprintf(text, NOTE_LENGTH, "%s", rule->sentence);
        }
    }
    return notes;
}

char *notes_insert(struct notes *notes, int place)
{
    const int kept = notes->count < NOTE_COUNT ? notes->count : NOTE_COUNT - 1;
    const int after = kept > place ? kept - place : 0;
    memmove(notes->text[place + 1], notes->text[place], (size_t)after * NOTE_LENGTH);
    notes->count = kept + 1;
    return notes->text[place];
}
