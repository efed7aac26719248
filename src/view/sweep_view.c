/* sweep_view.c: what the Sweep tab shows. */
#include "view/sweep_view.h"

#include "core/letters.h"
#include "core/parts.h"
#include "view/tabs.h"
#include "view/value.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The range of a parameter that moves over decades: so far on either side of its value. */
#define DECADE 10.0

/* The range of others: from the least on, so many times the value. */
#define LINEAR_REACH 2.5

/* Communication counts as hidden when the step waits for less than this share of it: the last bucket always waits. */
#define HIDDEN_SHARE 0.05

/* Values nearer to one another than this share are one. */
#define ROUNDING 1e-9

static const char first_parameter[] = "nic.bandwidth";
static const char first_metrics[2][16] = {"step.time", "dp.time"};

bool sweep_takes(const struct parameter *parameter)
{
    const bool is_number = parameter->kind == KIND_REAL || parameter->kind == KIND_INTEGER;
    return is_number && parameter->row > 0;
}

bool sweep_draws(const struct metric *metric)
{
    return (metric->kind == METRIC_QUANTITY || metric->kind == METRIC_COUNT) && !metric->takes_longer;
}

static double value_now(const struct app *app)
{
    return value_in_force(&app->now, app->sweep.parameter);
}

static bool has_values(const struct parameter *parameter)
{
    return parameter->scale == SCALE_VALUES && parameter->values != NULL;
}

/* A range for the present value, within what the parameter takes. */
static void choose_range(struct app *app)
{
    struct sweep_view *view = &app->sweep;
    const struct parameter *parameter = view->parameter;
    const double value = value_now(app);
    view->low = parameter->min;
    view->high = parameter->max;
    if (view->log && value > 0.0) {
        view->low = fmax(parameter->min, value / DECADE);
        view->high = fmin(parameter->max, value * DECADE);
    } else if (value > 0.0) {
        view->high = fmin(parameter->max, LINEAR_REACH * value);
    }
    view->cursor = -1;
}

/* The present value left the range: it moves along. */
static void follow_range(struct app *app)
{
    const struct sweep_view *view = &app->sweep;
    if (!has_values(view->parameter) && (value_now(app) < view->low || value_now(app) > view->high)) {
        choose_range(app);
    }
}

double sweep_place(const struct sweep_view *view, double value)
{
    if (has_values(view->parameter)) {
        for (int i = 0; i + 1 < view->count; i++) {
            if (value < view->value[i + 1]) {
                const double share = (value - view->value[i]) / (view->value[i + 1] - view->value[i]);
                return view->place[i] + fmax(share, 0.0) * (view->place[i + 1] - view->place[i]);
            }
        }
        return view->count > 0 ? view->place[view->count - 1] : 0.0;
    }
    return view->log && view->low > 0.0 ? log(value / view->low) / log(view->high / view->low)
                                        : (value - view->low) / (view->high - view->low);
}

/* The values of a slider that steps, evenly spaced. */
static void take_values(struct app *app)
{
    struct sweep_view *view = &app->sweep;
    const struct value_list list = view->parameter->values(&app->now);
    view->count = list.count < SWEEP_POINTS ? list.count : SWEEP_POINTS;
    for (int i = 0; i < view->count; i++) {
        view->value[i] = list.value[i];
        view->place[i] = view->count > 1 ? (double)i / (view->count - 1) : 0.0;
    }
    view->low = view->count > 0 ? view->value[0] : view->low;
    view->high = view->count > 0 ? view->value[view->count - 1] : view->high;
}

static void add_point(struct sweep_view *view, double value)
{
    const bool is_new = view->count == 0 || value > view->value[view->count - 1];
    if (is_new && view->count < SWEEP_POINTS) {
        view->value[view->count] = value;
        view->place[view->count] = sweep_place(view, value);
        view->count++;
    }
}

/* Points at even places, and the present value among them. */
static void cut_range(struct app *app)
{
    enum { SAMPLES = SWEEP_POINTS - 1 };
    struct sweep_view *view = &app->sweep;
    const double now = value_now(app);
    view->count = 0;
    for (int i = 0; i < SAMPLES; i++) {
        const double share = (double)i / (SAMPLES - 1);
        double value = view->log && view->low > 0.0 ? view->low * pow(view->high / view->low, share)
                                                    : view->low + share * (view->high - view->low);
        value = view->parameter->kind == KIND_INTEGER ? round(value) : value;
        if (fabs(value - now) <= ROUNDING * now) {
            value = now;
        } else if (value > now && (view->count == 0 || view->value[view->count - 1] < now) && now >= view->low) {
            add_point(view, now);
        }
        add_point(view, value);
    }
}

/* Name a crossing; those that do not fit are left out. */
static void add_crossing(struct sweep_view *view, double value, const char *words)
{
    if (view->crossings < SWEEP_CROSSINGS) {
        struct sweep_crossing *crossing = &view->crossing[view->crossings++];
        *crossing = (struct sweep_crossing){.value = value, .place = sweep_place(view, value)};
        (void)snprintf(crossing->words, sizeof crossing->words, "%s", words);
    }
}

/* The gradient collective has the algorithm of DP, which is named already. */
static const char named_already[] = "collective.algorithm";

/* What tables of names call what a group of one has. */
static const char no_name[] = "none";

/* "DP" of dp.algorithm; of another figure what it is called. */
static void say_subject(const struct metric *metric, char *text, size_t size)
{
    const char *const *ends = (const char *const[]){".algorithm", ".protocol", ".link", NULL};
    const size_t length = strcspn(metric->key, ".");
    (void)snprintf(text, size, "%s", metric->label);
    for (; *ends != NULL; ends++) {
        if (strcmp(metric->key + length, *ends) == 0) {
            for (size_t i = 0; i <= length && i < size; i++) {
                text[i] = i < length ? letter_upper(metric->key[i]) : '\0';
            }
        }
    }
}

/* "DP: ring, then double tree", "DP begins: ring", "fits no more"; empty where another figure says it. */
static void say_change(const struct metric *metric, const struct result *before, const struct result *after, char *text,
                       size_t size)
{
    char subject[SWEEP_WORDS / 4];
    char from[SWEEP_WORDS / 4];
    char to[SWEEP_WORDS / 4];
    const bool leads = strstr(metric->key, ".algorithm") != NULL;
    say_subject(metric, subject, sizeof subject);
    (void)metric_print(metric, before, from, sizeof from);
    (void)metric_print(metric, after, to, sizeof to);
    const bool had_one = from[0] != '\0' && strcmp(from, no_name) != 0;
    const bool has_one = to[0] != '\0' && strcmp(to, no_name) != 0;
    text[0] = '\0';
    if (metric->kind == METRIC_VERDICT) {
        (void)snprintf(text, size, metric_get(metric, after) > 0.0 ? "%s from here on" : "%s no more", metric->label);
    } else if (had_one && has_one) {
        (void)snprintf(text, size, "%s: %s, then %s", subject, from, to);
    } else if (leads && has_one) {
        (void)snprintf(text, size, "%s begins: %s", subject, to);
    } else if (leads) {
        (void)snprintf(text, size, "%s ends", subject);
    }
}

/* Words that change: the verdict, an algorithm, a link. */
static void compare_names(struct sweep_view *view, double value, const struct result *before,
                          const struct result *after)
{
    for (int i = 0; i < metric_count; i++) {
        const struct metric *metric = &metrics[i];
        const bool is_word = metric->kind == METRIC_NAME || metric->kind == METRIC_VERDICT;
        const double old = is_word ? metric_get(metric, before) : 0.0;
        const double new = is_word ? metric_get(metric, after) : 0.0;
        if (is_word && isfinite(old) && isfinite(new) && old != new &&strcmp(metric->key, named_already) != 0) {
            char words[2 * SWEEP_WORDS];
            say_change(metric, before, after, words, sizeof words);
            if (words[0] != '\0') {
                add_crossing(view, value, words);
            }
        }
    }
}

static bool is_hidden(const struct step_part *part, const struct result *result)
{
    const double exposed = part_seconds(part->exposed, result);
    const double all = exposed + part_seconds(part->hidden, result);
    return all > 0.0 && exposed <= HIDDEN_SHARE * all;
}

static void compare_parts(struct sweep_view *view, double value, const struct result *before,
                          const struct result *after)
{
    for (int i = 0; i < PART_COUNT; i++) {
        const struct step_part *part = &step_parts[i];
        if (part->hidden == NULL || is_hidden(part, before) == is_hidden(part, after)) {
            continue;
        }
        char words[SWEEP_WORDS];
        (void)snprintf(words, sizeof words, "%s %s%.0f %% hidden", part->name, is_hidden(part, after) ? "" : "not ",
                       100.0 * (1.0 - HIDDEN_SHARE));
        add_crossing(view, value, words);
    }
}

/* Where the line of the baseline is crossed: between two points, as straight lines meet. */
static void compare_baseline(struct sweep_view *view, int point)
{
    const double *now = view->figure[SWEEP_FIRST];
    const double *baseline = view->figure[SWEEP_BASELINE];
    const double before = now[point - 1] - baseline[point - 1];
    const double after = now[point] - baseline[point];
    if (before * after < 0.0) {
        const double share = before / (before - after);
        const bool less = view->metric[0]->better == BETTER_LESS;
        add_crossing(view, view->value[point - 1] + share * (view->value[point] - view->value[point - 1]),
                     (after < 0.0) == less ? "better than the baseline" : "the baseline is better");
    }
}

static void price_points(struct app *app)
{
    struct sweep_view *view = &app->sweep;
    struct result before = {.valid = false};
    view->crossings = 0;
    for (int i = 0; i < view->count; i++) {
        struct scenario scenario = app->now;
        parameter_set(view->parameter, &scenario, view->value[i]);
        const struct result result = evaluate(&scenario);
        view->figure[SWEEP_FIRST][i] = metric_get(view->metric[0], &result);
        view->figure[SWEEP_SECOND][i] = view->metric[1] != NULL ? metric_get(view->metric[1], &result) : NAN;
        view->figure[SWEEP_BASELINE][i] = NAN;
        if (app->has_baseline) {
            struct scenario baseline = app->baseline;
            parameter_set(view->parameter, &baseline, view->value[i]);
            const struct result other = evaluate(&baseline);
            view->figure[SWEEP_BASELINE][i] = metric_get(view->metric[0], &other);
        }
        if (i > 0 && before.valid && result.valid) {
            compare_names(view, view->value[i], &before, &result);
            compare_parts(view, view->value[i], &before, &result);
            compare_baseline(view, i);
        }
        before = result;
    }
}

static double largest_figure(const struct sweep_view *view)
{
    double largest = 0.0;
    for (int series = 0; series < SWEEP_SERIES; series++) {
        for (int i = 0; i < view->count; i++) {
            const double figure = view->figure[series][i];
            largest = isfinite(figure) ? fmax(largest, figure) : largest;
        }
    }
    return largest;
}

void sweep_refresh(struct app *app)
{
    struct sweep_view *view = &app->sweep;
    if (app->invalid) {
        return;
    }
    follow_range(app);
    if (has_values(view->parameter)) {
        take_values(app);
    } else {
        cut_range(app);
    }
    view->cursor = view->cursor < view->count ? view->cursor : -1;
    price_points(app);
    view->axis.frozen = app->axis.frozen;
    view->axis = axis_follow(view->axis, largest_figure(view), app->button_down ? AXIS_GROWS : AXIS_GROWS_AND_SHRINKS);
}

void sweep_choose_parameter(struct app *app, const struct parameter *parameter)
{
    app->sweep.parameter = parameter;
    app->sweep.log = parameter->scale == SCALE_LOG;
    app->sweep.count = 0;
    choose_range(app);
    sweep_refresh(app);
}

void sweep_choose_linear(struct app *app)
{
    app->sweep.log = false;
    choose_range(app);
    sweep_refresh(app);
}

void sweep_choose_metric(struct app *app, enum sweep_series series, const struct metric *metric)
{
    struct sweep_view *view = &app->sweep;
    view->metric[series == SWEEP_FIRST ? 0 : 1] = metric;
    const bool alike = view->metric[1] != NULL && view->metric[1]->unit == view->metric[0]->unit;
    view->metric[1] = alike ? view->metric[1] : NULL; /* one axis has one unit */
    view->axis = (struct axis){.frozen = view->axis.frozen};
    sweep_refresh(app);
}

void sweep_view_start(struct app *app)
{
    app->sweep.metric[0] = metric_find(first_metrics[0]);
    app->sweep.metric[1] = metric_find(first_metrics[1]);
    app->sweep.parameter = parameter_find(first_parameter);
    app->sweep.log = true;
    choose_range(app);
}

int sweep_point(const struct app *app)
{
    const struct sweep_view *view = &app->sweep;
    if (view->cursor >= 0) {
        return view->cursor;
    }
    const double now = sweep_place(view, value_now(app));
    int nearest = 0;
    for (int i = 1; i < view->count; i++) {
        nearest = fabs(view->place[i] - now) < fabs(view->place[nearest] - now) ? i : nearest;
    }
    return nearest;
}

struct sweep_frame sweep_frame_for(const struct layout *layout)
{
    enum { TITLE = 1, AXIS = 2, LABELS = 8, WORDS = 42, WIDE = 104 };
    const struct rectangle area = layout->tab;
    const int words = area.columns >= WIDE ? WORDS : 0;
    struct sweep_frame frame;
    frame.chart.area = (struct rectangle){area.row + TITLE, area.column + LABELS, area.rows - TITLE - AXIS,
                                          area.columns - LABELS - words - 2};
    frame.words_column = words > 0 ? area.column + area.columns - words + 2 : 0;
    frame.axis_row = area.row + area.rows - AXIS;
    frame.ticks_row = frame.axis_row + 1;
    return frame;
}
