/* solve.c: a walk over a parameter that brackets where a condition changes, and halves. */
#include "core/solve.h"

#include "core/evaluate.h"
#include "core/strategy_rules.h"

#include <math.h>

/* How near a value a figure must come that is said to pass it between two points: it may jump. */
static const double PASSING_SHARE = 1e-6;

/* Steps of a walk over real numbers; whole numbers that are all tried; how far from one that cannot run one is looked
 * for that can. */
enum { WALK_STEPS = 1024, WALK_WHOLE = 65536, SNAP_REACH = 1024 };

/* A logarithmic walk that starts at 0 has its next point at this share of the greatest value. */
static const double LEAST_SHARE = 1e-9;

/* Width of the last bracket. */
static const double BRACKET_SHARE = 1e-9;

/* ---- one point ---- */

struct point {
    struct solve_point at; /* its figure NAN where it cannot run or does not apply */
    int sign;              /* of the figure less the condition's value; 0 where they are equal */
    bool holds;
    bool misfits; /* it would hold, but for memory */
};

/* A walk as it goes. */
struct walk {
    const struct question *question;
    struct scenario trial;
    double low, high, present;
    struct result (*price)(const struct scenario *scenario);
    bool must_fit;    /* in memory, for the condition to hold */
    bool first_holds; /* at the first value that can run */
    struct point previous;
    struct solution solution;
};

static struct point point_at(struct walk *walk, double value)
{
    const struct condition *condition = &walk->question->condition;
    parameter_set(walk->question->parameter, &walk->trial, value);
    const struct result result = walk->price(&walk->trial);
    const double figure = metric_get(condition->metric, &result);
    const bool met = condition_holds(condition, figure);
    const bool room = result.memory.fits || !walk->must_fit;
    return (struct point){
        .at = {value, figure, result.memory.fits},
        .sign = condition_side(condition, figure),
        .holds = met && room,
        .misfits = met && !room,
    };
}

static bool is_real(const struct walk *walk)
{
    return walk->question->parameter->kind == KIND_REAL;
}

static bool can_run(struct walk *walk, double value)
{
    parameter_set(walk->question->parameter, &walk->trial, value);
    const struct sizes sizes = strategy_sizes(&walk->trial);
    return !parameter_is_named(walk->question->parameter, value) && strategy_rules_hold(&walk->trial, &sizes);
}

/* The first number that can run from one on to another, within reach; NAN if there is none. */
enum direction { UPWARDS = 1, DOWNWARDS = -1 };
static double first_to_run(struct walk *walk, double from, double to, enum direction direction)
{
    const double span = (int)direction * (to - from);
    for (int steps = 0; steps < SNAP_REACH && steps <= span; steps++) {
        const double number = from + (int)direction * steps;
        if (can_run(walk, number)) {
            return number;
        }
    }
    return NAN;
}

/* ---- boundaries ---- */

static double middle_of(struct walk *walk, double low, double high)
{
    const bool logarithmic = walk->question->parameter->scale == SCALE_LOG && low > 0;
    const double middle = logarithmic ? sqrt(low) * sqrt(high) : low + (high - low) / 2;
    if (is_real(walk)) {
        return middle;
    }
    const double above = first_to_run(walk, floor(middle), high - 1, UPWARDS);
    return isnan(above) ? first_to_run(walk, floor(middle) - 1, low + 1, DOWNWARDS) : above;
}

static bool bracket_is_narrow(const struct walk *walk, double low, double high)
{
    return is_real(walk) && high - low <= BRACKET_SHARE * fmax(fabs(low), fabs(high));
}

/* Halve until two points are neighbours. One side of a boundary is alike in whether it holds; of a value that is only
 * passed, in the sign. */
static void halve(struct walk *walk, struct point *low, struct point *high)
{
    const bool passing = low->holds == high->holds;
    while (!bracket_is_narrow(walk, low->at.value, high->at.value)) {
        const double value = middle_of(walk, low->at.value, high->at.value);
        if (isnan(value) || value <= low->at.value || value >= high->at.value) {
            return;
        }
        const struct point middle = point_at(walk, value);
        const bool like_low = passing ? middle.sign == low->sign : middle.holds == low->holds;
        *(like_low ? low : high) = middle;
    }
}

/* How far a value is from the present one, on the parameter's scale. */
static double distance(const struct walk *walk, double value)
{
    const bool linear = walk->question->parameter->scale == SCALE_LINEAR;
    return linear || value <= 0 || walk->present <= 0 ? fabs(value - walk->present) : fabs(log(value / walk->present));
}

static bool is_wanted(const struct walk *walk, double value)
{
    const struct solution *solution = &walk->solution;
    if (solution->boundaries == 0) {
        return true;
    }
    switch (walk->question->pick) {
    case SOLVE_LEAST:
        return false;
    case SOLVE_GREATEST:
        return true;
    case SOLVE_NEAREST:
        break;
    }
    return distance(walk, value) < distance(walk, solution->found.value);
}

static void add_boundary(struct walk *walk, struct solve_point holding, struct solve_point other)
{
    struct solution *solution = &walk->solution;
    if (is_wanted(walk, holding.value)) {
        solution->found = holding;
        solution->other = other;
    }
    solution->boundaries++;
}

static void cross(struct walk *walk, struct point low, struct point high)
{
    const double value = walk->question->condition.value;
    halve(walk, &low, &high);
    if (low.holds != high.holds) {
        add_boundary(walk, low.holds ? low.at : high.at, low.holds ? high.at : low.at);
    } else if (fabs(high.at.figure - value) <= PASSING_SHARE * fabs(value)) {
        add_boundary(walk, high.at, low.at);
    }
}

/* ---- the walk ---- */

static void extend(struct solution *solution, struct solve_point at)
{
    if (solution->tried == 0) {
        solution->first = solution->least = solution->greatest = at;
    }
    solution->last = at;
    solution->least = at.figure < solution->least.figure ? at : solution->least;
    solution->greatest = at.figure > solution->greatest.figure ? at : solution->greatest;
    solution->tried++;
}

static void visit(struct walk *walk, double value)
{
    const struct point point = point_at(walk, value);
    if (isnan(point.at.figure)) {
        return;
    }
    const bool first = walk->solution.tried == 0;
    const struct point previous = walk->previous;
    extend(&walk->solution, point.at);
    walk->solution.misfits += point.misfits ? 1 : 0;
    walk->previous = point;
    if (first) {
        walk->first_holds = point.holds;
        return;
    }
    const bool passed =
        walk->question->condition.relation == RELATION_EQUAL && is_real(walk) && previous.sign * point.sign < 0;
    if (previous.holds != point.holds || passed) {
        cross(walk, previous, point);
    }
}

/* The place of a step on a range from `low` to `high`. */
static double step_value(const struct walk *walk, double low, double high, int step)
{
    const double share = (double)step / WALK_STEPS;
    if (step == 0 || step == WALK_STEPS) {
        return step == 0 ? low : high;
    }
    return walk->question->parameter->scale == SCALE_LINEAR ? low + share * (high - low) : low * pow(high / low, share);
}

/* Go to the next value, by way of the present one if it lies between. */
static double advance(struct walk *walk, double last, double value)
{
    if (!(value > last) || parameter_is_named(walk->question->parameter, value)) {
        return last;
    }
    const bool stands_apart = parameter_is_named(walk->question->parameter, walk->present);
    if (last < walk->present && walk->present < value && !stands_apart) {
        visit(walk, walk->present);
    }
    visit(walk, value);
    return value;
}

static void walk_reals(struct walk *walk)
{
    const bool linear = walk->question->parameter->scale == SCALE_LINEAR;
    const double start = linear || walk->low > 0 ? walk->low : walk->high * LEAST_SHARE;
    double last = advance(walk, -INFINITY, walk->low);
    for (int step = 0; step <= WALK_STEPS; step++) {
        last = advance(walk, last, step_value(walk, start, walk->high, step));
    }
}

/* One by one, then the first that can run of each step. */
static void walk_whole(struct walk *walk)
{
    const double dense_end = fmin(walk->high, walk->low + WALK_WHOLE);
    double last = -INFINITY;
    for (int value = (int)walk->low; value <= (int)dense_end; value++) {
        last = can_run(walk, value) ? advance(walk, last, value) : last;
    }
    for (int step = 0; step < WALK_STEPS && dense_end < walk->high; step++) {
        const double from = floor(step_value(walk, dense_end, walk->high, step)) + 1;
        const double to = floor(step_value(walk, dense_end, walk->high, step + 1));
        last = advance(walk, last, first_to_run(walk, from, to, UPWARDS));
    }
}

static bool fits(const struct scenario *scenario)
{
    const struct result result = evaluate(scenario);
    return result.valid && result.memory.fits;
}

static struct walk walk_start(const struct question *question, const struct scenario *scenario)
{
    const struct parameter *parameter = question->parameter;
    const double present = parameter_effective(parameter, scenario);
    const double high = parameter_greatest(parameter);
    struct walk walk = {
        .question = question,
        .trial = *scenario,
        .low = parameter_least(parameter),
        .high = present > high ? present : high,
        .present = present,
        .must_fit = !metric_is_of_memory(question->condition.metric) && fits(scenario),
        .price = question->condition.metric->takes_longer ? evaluate_all : evaluate,
        .solution = {.present = present},
    };
    parameter_set(parameter, &walk.trial, walk.low); /* whatever it is at present */
    return walk;
}

/* What the ends of the range make of the boundaries. */
static void conclude(struct walk *walk)
{
    struct solution *solution = &walk->solution;
    const bool at_first = solution->tried > 0 && walk->first_holds;
    const bool at_last = solution->tried > 0 && walk->previous.holds;
    solution->end = solution->tried == 0       ? SOLVE_NOWHERE
                    : solution->boundaries > 0 ? SOLVE_FOUND
                    : at_first                 ? SOLVE_ALWAYS
                                               : SOLVE_NEVER;
    if (walk->question->pick == SOLVE_LEAST && at_first) {
        solution->end = SOLVE_FOUND;
        solution->found = solution->other = solution->first;
    }
    if (walk->question->pick == SOLVE_GREATEST && at_last) {
        solution->end = SOLVE_FOUND;
        solution->found = solution->other = solution->last;
    }
}

struct solution solve(const struct question *question, const struct scenario *scenario)
{
    struct walk walk = walk_start(question, scenario);
    if (!parameters_in_range(&walk.trial)) {
        conclude(&walk);
        return walk.solution;
    }
    if (is_real(&walk)) {
        walk_reals(&walk);
    } else {
        walk_whole(&walk);
    }
    conclude(&walk);
    return walk.solution;
}
