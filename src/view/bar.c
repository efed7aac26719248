/* bar.c: bars. */
#include "view/bar.h"

#include "view/axis.h"
#include "view/draw.h"

#include <math.h>
#include <stdio.h>

enum { EIGHTHS = 8, LABEL_LENGTH = 64 };

/* Length in cells; what is too long is cut at the end of the scale. */
static double cells_of(const struct bar_scale *scale, double seconds)
{
    return seconds / scale->full_scale * scale->width;
}

static int end_of(const struct bar_scale *scale)
{
    return scale->column + scale->width;
}

/* Draw solid from a cell to a length; returns the column after it. */
static int draw_solid(struct surface *surface, int row, const struct bar_scale *scale, int from, double length,
                      struct style style)
{
    const long eighths = lround(length * EIGHTHS);
    const int full = (int)(eighths / EIGHTHS);
    const int rest = (int)(eighths % EIGHTHS);
    const int end = scale->column + (full < scale->width ? full : scale->width);
    draw_run(surface, row, from, end, GLYPH_FULL, style);
    if (rest > 0 && full < scale->width && end >= from) {
        surface_put(surface, row, end, surface->glyphs->glyph[GLYPH_EIGHTH_1 + rest - 1], style);
        return end + 1;
    }
    return end > from ? end : from;
}

/* Where the tick of a baseline stands: in the cell after its bar. */
static int tick_column(const struct bar_scale *scale, double seconds)
{
    return scale->column + (int)ceil(cells_of(scale, seconds) - 1e-9);
}

static void draw_tick(struct surface *surface, int row, const struct bar_scale *scale, double seconds,
                      struct style style)
{
    const int column = tick_column(scale, seconds);
    if (column <= end_of(scale)) {
        surface_put(surface, row, column, surface->glyphs->glyph[GLYPH_BASELINE], style);
    }
}

void bar_draw_part(struct surface *surface, int row, const struct bar_scale *scale, struct part_time time,
                   enum role role, const struct part_time *baseline)
{
    const struct {
        double seconds;
        enum glyph glyph;
    } light[] = {{time.hidden, GLYPH_HIDDEN}, {time.recompute, GLYPH_RECOMPUTE}, {time.forward, GLYPH_FORWARD}};
    const struct style style = ink(role);
    const double length = cells_of(scale, time.path + time.hidden);
    int column = scale->column;
    double seconds = 0.0;
    for (size_t i = 0; i < sizeof light / sizeof light[0]; i++) {
        seconds += light[i].seconds;
        const int end = scale->column + (int)lround(fmin(cells_of(scale, seconds), scale->width));
        draw_run(surface, row, column, end, light[i].glyph, style);
        column = end > column ? end : column;
    }
    if (time.path - time.forward - time.recompute > 0.0) {
        (void)draw_solid(surface, row, scale, column, length, style);
    }
    const double shortest_drawn = surface->glyphs->utf8 ? 0.5 / EIGHTHS : 0.5 - 0.5 / EIGHTHS;
    if (length > 0.0 && length < shortest_drawn) {
        surface_put(surface, row, scale->column, surface->glyphs->glyph[GLYPH_SLIVER], style);
    }
    if (length > scale->width + 0.5 / EIGHTHS) {
        surface_put(surface, row, end_of(scale) - 1, surface->glyphs->glyph[GLYPH_FOCUS], ink(ROLE_BRIGHT));
    }
    if (baseline != NULL) {
        draw_tick(surface, row, scale, baseline->path + baseline->hidden, ink(ROLE_BRIGHT));
    }
}

/* A piece of the stacked bar: one part, or neighbours that are too short for a cell each. */
struct segment {
    enum part part; /* the longest of them */
    double longest;
    double path; /* of all of them */
};

struct segments {
    struct segment segment[PART_COUNT];
    int count;
};

static struct style segment_style(const struct segment *segment)
{
    return (struct style){ROLE_INK, part_roles[segment->part], ATTRIBUTE_BOLD};
}

/* Parts below half a cell share one, so that the bar ends where the step does. */
static struct segments segments_of(const struct bar_scale *scale, const struct result *result)
{
    struct segments segments = {.count = 0};
    for (int i = 0; i < PART_COUNT; i++) {
        const enum part part = (enum part)i;
        const double path = part_time_of(part, result).path;
        struct segment *last = segments.count > 0 ? &segments.segment[segments.count - 1] : NULL;
        if (path <= 0.0) {
            continue;
        }
        if (last == NULL || cells_of(scale, path) >= 0.5 || cells_of(scale, last->path) >= 0.5) {
            segments.segment[segments.count++] = (struct segment){part, path, path};
            continue;
        }
        last->part = path > last->longest ? part : last->part;
        last->longest = fmax(last->longest, path);
        last->path += path;
    }
    return segments;
}

/* Name a segment: the longest form that fits.
 *
 *   given     its cells; its share of the step
 */
static void draw_segment_name(struct surface *surface, struct span cells, const struct segment *segment, double share)
{
    enum { FORMS = 3 };
    const struct quantity_text percent = quantity_display(share, UNIT_SHARE);
    const struct step_part *part = &step_parts[segment->part];
    char forms[FORMS][LABEL_LENGTH];
    (void)snprintf(forms[0], LABEL_LENGTH, "%s %s %s", part->label, percent.number, percent.unit);
    (void)snprintf(forms[1], LABEL_LENGTH, "%s %s %s", part->name, percent.number, percent.unit);
    (void)snprintf(forms[2], LABEL_LENGTH, "%s", part->name);
    for (int i = 0; i < FORMS; i++) {
        if (draw_columns(surface, forms[i]) <= cells.end - cells.column) {
            (void)draw_text(surface, cells.row, cells.column, cells.end, forms[i], segment_style(segment));
            return;
        }
    }
}

/* The larger part of some cells that the tick of the baseline divides; all of them where it does not. */
static struct span beside_tick(struct span cells, int tick)
{
    if (tick < cells.column || tick >= cells.end) {
        return cells;
    }
    if (tick - cells.column >= cells.end - tick - 1) {
        return (struct span){cells.row, cells.column, tick};
    }
    return (struct span){cells.row, tick + 1, cells.end};
}

static void close_step(struct surface *surface, int row, const struct bar_scale *scale, int column, double step)
{
    const bool cut = cells_of(scale, step) > scale->width + 0.5;
    surface_put(surface, row, cut ? end_of(scale) - 1 : column, surface->glyphs->glyph[cut ? GLYPH_FOCUS : GLYPH_EDGE],
                ink(cut ? ROLE_BRIGHT : ROLE_FAINT));
}

void bar_draw_step(struct surface *surface, int row, const struct bar_scale *scale, const struct result *result,
                   const struct result *baseline)
{
    const double step = result->step;
    const int tick = baseline != NULL ? tick_column(scale, baseline->step) : -1;
    const struct segments segments = segments_of(scale, result);
    int column = scale->column;
    double seconds = 0.0;
    for (int i = 0; i < segments.count && column < end_of(scale); i++) {
        const struct segment *segment = &segments.segment[i];
        seconds += segment->path;
        const int exact = scale->column + (int)lround(fmin(cells_of(scale, seconds), scale->width));
        const int end = exact > column ? exact : column + 1;
        surface_fill(surface, (struct rectangle){row, column, 1, end - column}, ' ', segment_style(segment));
        if (i > 0) {
            surface_put(surface, row, column, surface->glyphs->glyph[GLYPH_EDGE], segment_style(segment));
        }
        const struct span named = beside_tick((struct span){row, column + 1, end}, tick);
        draw_segment_name(surface, named, segment, segment->path / step);
        column = end;
    }
    close_step(surface, row, scale, column, step);
    if (tick >= 0 && tick <= end_of(scale)) {
        const struct style under = surface_at(surface, row, tick).style;
        surface_put(surface, row, tick, surface->glyphs->glyph[GLYPH_BASELINE], ink_on(ROLE_BRIGHT, under.ground));
    }
}

/* Cells on coloured ground with a name in them; whether it fits. */
static bool draw_named(struct surface *surface, struct span cells, enum role ground, const char *name)
{
    const struct style style = {ROLE_INK, ground, ATTRIBUTE_BOLD};
    const bool fits = draw_columns(surface, name) < cells.end - cells.column;
    surface_fill(surface, (struct rectangle){cells.row, cells.column, 1, cells.end - cells.column}, ' ', style);
    if (fits) {
        (void)draw_text(surface, cells.row, cells.column + 1, cells.end, name, style);
    }
    return fits;
}

/* Where a length ends, within the scale and not before a column. */
static int end_from(const struct bar_scale *scale, int least, double seconds)
{
    const int end = scale->column + (int)lround(fmin(cells_of(scale, seconds), scale->width));
    return end > least ? end : least;
}

void bar_draw_measured(struct surface *surface, int row, const struct bar_scale *scale,
                       const struct comparison *comparison, double forecast)
{
    const char *verdict = choice_name(&comparison_names, (int)comparison->verdict);
    const bool exceeds = comparison->verdict == COMPARISON_SLOWER || comparison->verdict == COMPARISON_UNEXPLAINED;
    const int edge = end_from(scale, scale->column + 1, exceeds ? forecast : comparison->step);
    const int end = exceeds ? end_from(scale, edge, comparison->step) : edge;
    bool named =
        draw_named(surface, (struct span){row, scale->column, edge}, ROLE_IDLE, exceeds ? "forecast" : verdict);
    if (end > edge) {
        named = draw_named(surface, (struct span){row, edge, end}, ROLE_WARN, verdict);
        surface_put(surface, row, edge, surface->glyphs->glyph[GLYPH_EDGE],
                    (struct style){ROLE_INK, ROLE_WARN, ATTRIBUTE_BOLD});
    }
    close_step(surface, row, scale, end, comparison->step);
    if (!named) {
        (void)draw_text(surface, row, end + 2, end_of(scale) + 1, verdict, ink(ROLE_TEXT));
    }
}

/* Column and text of a label of the ruler. */
static int ruler_label(const struct bar_scale *scale, struct axis_unit unit, int i, char *label, size_t size)
{
    const int divisions = axis_divisions(scale->full_scale);
    (void)snprintf(label, size, "%g", scale->full_scale * i / divisions / unit.size);
    return scale->column + scale->width * i / divisions;
}

/* A ruler without one of its labels is no ruler: all of them, every second, or the ends alone. */
static int ruler_stride(const struct surface *surface, const struct bar_scale *scale, struct axis_unit unit, int last)
{
    const int divisions = axis_divisions(scale->full_scale);
    char label[LABEL_LENGTH];
    int stride = 1;
    while (stride < divisions) {
        const int highest = divisions - stride;
        const int column = ruler_label(scale, unit, highest, label, sizeof label);
        if (column + draw_columns(surface, label) < last) {
            return stride;
        }
        stride = divisions % 2 == 0 ? 2 * stride : divisions;
    }
    return stride;
}

/* What stands at the ends of the ruler: the unit behind the last figure, or where that would cost the figures between
 * them, behind the first. */
struct ruler_ends {
    char first[LABEL_LENGTH], last[LABEL_LENGTH];
    int last_column;
    int stride;
};

static struct ruler_ends ruler_ends(const struct surface *surface, const struct bar_scale *scale, struct axis_unit unit)
{
    struct ruler_ends behind_last = {.first = "0"};
    struct ruler_ends behind_first = {.first = "0"};
    (void)snprintf(behind_last.last, LABEL_LENGTH, "%g %s", scale->full_scale / unit.size, unit.name);
    (void)snprintf(behind_first.last, LABEL_LENGTH, "%g", scale->full_scale / unit.size);
    (void)snprintf(behind_first.first, LABEL_LENGTH, "0 %s", unit.name);
    struct ruler_ends *const both[] = {&behind_last, &behind_first};
    for (int i = 0; i < 2; i++) {
        both[i]->last_column = end_of(scale) - draw_columns(surface, both[i]->last);
        both[i]->stride = ruler_stride(surface, scale, unit, both[i]->last_column);
    }
    return behind_last.stride > 1 && behind_first.stride == 1 ? behind_first : behind_last;
}

void bar_draw_ruler(struct surface *surface, int row, const struct bar_scale *scale)
{
    const struct axis_unit unit = axis_time_unit(scale->full_scale);
    const struct ruler_ends ends = ruler_ends(surface, scale, unit);
    const struct style dim = ink(ROLE_DIM);
    draw_text_right(surface, row, scale->column, end_of(scale), ends.last, dim);
    (void)draw_text(surface, row, scale->column, ends.last_column, ends.first, dim);
    for (int i = ends.stride; i < axis_divisions(scale->full_scale); i += ends.stride) {
        char label[LABEL_LENGTH];
        const int column = ruler_label(scale, unit, i, label, sizeof label);
        if (column + draw_columns(surface, label) < ends.last_column) {
            (void)draw_text(surface, row, column, ends.last_column, label, dim);
        }
    }
}
