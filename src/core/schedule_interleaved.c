/* schedule_interleaved.c: the longest chain of tasks through interleaved stages. */
#include "core/schedule_interleaved.h"

#include "core/order.h"

/* Seconds of one micro-batch through a chunk, or through some. */
struct chunk {
    double forward, backward;
};

static double chunk_seconds(struct chunk chunk)
{
    return chunk.forward + chunk.backward;
}

static struct chunk chunk_sum(struct chunk one, struct chunk other, double times)
{
    return (struct chunk){
        .forward = one.forward + times * other.forward,
        .backward = one.backward + times * other.backward,
    };
}

/* Of products, one forward and two backward. How a host's delay is divided between the two is only a convention, and a
 * chain that counted on it could grow where everything gets quicker. */
static const double FORWARD = 1.0 / 3;

static struct chunk chunk_of(double seconds)
{
    return (struct chunk){.forward = FORWARD * seconds, .backward = (1 - FORWARD) * seconds};
}

/* A pipeline by its chunks. */
struct interleaved {
    int stages, chunks, batches;
    int round;             /* micro-batches that pass a chunk in turn */
    double final;          /* the last chunk of all */
    struct chunk last;     /* another one of its stage */
    struct chunk sum;      /* a chunk of each stage but the last */
    struct chunk longest;  /* of all stages, by kind of task */
    double next_to_last;   /* a chunk of the stage before the last */
    double last_and_final; /* all chunks of the last stage */
};

/* A stage that a chain stays on. */
struct stay {
    int before, behind; /* stages */
    struct chunk chunk;
    struct chunk passed; /* a chunk of each stage before it */
    struct chunk others; /* of each other stage, none of them the last of all */
    double between;      /* of each stage between it and the last */
};

static struct stay stay_on(const struct interleaved *line, struct chunk chunk, struct chunk passed, int stage)
{
    const struct chunk others = chunk_sum(line->sum, chunk, -1);
    return (struct stay){
        .before = stage,
        .behind = line->stages - 1 - stage,
        .chunk = chunk,
        .passed = passed,
        .others = chunk_sum(others, line->last, 1),
        .between = chunk_seconds(others) - chunk_seconds(passed),
    };
}

/* Gained by a turn at the last stage or the one before it, where the stage that is left does so much in each of two
 * micro-batches for every stage behind it. */
static double turn_gain(const struct interleaved *line, const struct stay *stay, double seconds)
{
    const double longer = line->final - chunk_seconds(stay->chunk);
    const double held = line->final + (line->round - 1) * greater(0, longer);
    return stay->between - 2 * (stay->behind - 1) * seconds + greater(0, held - 2 * seconds);
}

/* Gained in the first round, for a chunk's near kind of task forward and the far one backward; in the last round the
 * other way round. `others` are near ones. */
static double end_gain(const struct interleaved *line, const struct stay *stay, double others, struct chunk near_far)
{
    const int stages = line->stages;
    const double near = near_far.forward;
    const double far = near_far.backward;
    const double around = others + stages * line->final - (2 * stages - 1) * near - 2 * (stay->before + 1) * far;
    return greater(0, greater(turn_gain(line, stay, near), around));
}

/* Gained in a round between others. */
static double inner_gain(const struct interleaved *line, const struct stay *stay)
{
    const int stages = line->stages;
    const double chunk = chunk_seconds(stay->chunk);
    const double held = stages * line->final;
    const double out = held + stay->others.forward - 2 * stages * chunk + stay->chunk.forward;
    const double in = held + stay->others.backward - 2 * stages * chunk + stay->chunk.backward;
    double gain = greater(greater(out, in), turn_gain(line, stay, chunk));
    if (line->chunks > 2 || 2 * stay->behind > stages) { /* else it would have to leave before it is back */
        const double both = chunk_seconds(stay->passed) + chunk_seconds(line->last);
        gain = greater(gain, held + both - (3 * stages - 2 * stay->behind) * chunk);
    }
    return greater(0, gain);
}

/* Gained where the first round is the last. */
static double only_gain(const struct interleaved *line, const struct stay *stay)
{
    const int further = line->round - 1;
    const int fills = line->batches >= line->stages;
    const int ahead = fills ? lesser_int(2 * stay->behind, further) : further;
    const int steady = fills ? greater_int(0, further - 2) : further;
    const double chunk = chunk_seconds(stay->chunk);
    const double held = line->final + further * (line->final - chunk);
    const double once = line->final - ahead * lesser(stay->chunk.forward, stay->chunk.backward);
    const double earlier = -steady * greater(0, chunk - line->next_to_last);
    return greater(0, stay->between + greater(greater(held, once), earlier));
}

static double longest_on(const struct interleaved *line, const struct stay *stay)
{
    const struct chunk chunk = stay->chunk;
    const struct chunk mirrored = {.forward = chunk.backward, .backward = chunk.forward};
    const double further = greater(0, (double)line->batches / line->stages - 1); /* rounds after the first */
    const double only = only_gain(line, stay);
    double gain = only;
    if (further > 0) {
        const double ends =
            end_gain(line, stay, stay->others.forward, chunk) + end_gain(line, stay, stay->others.backward, mirrored);
        gain += lesser(1, further) * (ends - only) + greater(0, further - 1) * inner_gain(line, stay);
    }
    return chunk_seconds(stay->passed) + (double)line->batches * line->chunks * chunk_seconds(chunk) + gain;
}

static struct interleaved interleaved_of(const struct stage_runs *runs, int chunks, int batches)
{
    struct interleaved line = {
        .stages = runs->stages,
        .chunks = chunks,
        .batches = batches,
        .round = lesser_int(batches, runs->stages),
        .final = stage_run_seconds(&runs->last_chunk),
    };
    for (int i = 0; i < runs->count; i++) {
        const struct stage_run *run = &runs->run[i];
        const struct chunk chunk = chunk_of(stage_run_seconds(run) / chunks);
        const int others = i + 1 < runs->count ? run->stages : run->stages - 1;
        line.sum = chunk_sum(line.sum, chunk, others);
        line.longest.forward = greater(line.longest.forward, chunk.forward);
        line.longest.backward = greater(line.longest.backward, chunk.backward);
        line.next_to_last = others > 0 ? chunk_seconds(chunk) : line.next_to_last;
    }
    line.last_and_final = stage_run_seconds(&runs->run[runs->count - 1]);
    line.last = chunk_of((line.last_and_final - line.final) / (chunks - 1));
    return line;
}

/* Of chains that stay on a stage of a run, one on its first and one on its last stage is the longest. */
static double longest_on_run(const struct interleaved *line, struct chunk chunk, struct chunk passed, int first,
                             int last)
{
    const struct stay early = stay_on(line, chunk, passed, first);
    const double longest = longest_on(line, &early);
    if (last == first) {
        return longest;
    }
    const struct stay late = stay_on(line, chunk, chunk_sum(passed, chunk, last - first), last);
    return greater(longest, longest_on(line, &late));
}

double schedule_interleaved(const struct stage_runs *runs, int virtual_stages, int micro_batches)
{
    const struct interleaved line = interleaved_of(runs, virtual_stages, micro_batches);
    const double before_last = chunk_seconds(line.sum);
    const double slow = greater(line.final, greater(line.longest.forward, line.longest.backward));
    const double once = virtual_stages * before_last + line.last_and_final;
    double longest = greater(micro_batches * line.last_and_final + before_last, once + (micro_batches - 1) * slow);
    struct chunk passed = {.forward = 0};
    int first = 0;
    for (int i = 0; i < runs->count && first + 1 < line.stages; i++) {
        const struct chunk chunk = chunk_of(stage_run_seconds(&runs->run[i]) / virtual_stages);
        const int stages = lesser_int(runs->run[i].stages, line.stages - 1 - first);
        longest = greater(longest, longest_on_run(&line, chunk, passed, first, first + stages - 1));
        passed = chunk_sum(passed, chunk, stages);
        first += stages;
    }
    return longest;
}
