/* slider.c: tracks. The scale is in the track: plain line linear, notched line logarithmic, dots discrete. */
#include "view/slider.h"

#include "view/glyphs.h"

#include <math.h>

/* Drop the values beyond a scale-up domain, and beyond the present one. */
static void keep_inside_domain(struct value_list *values, const struct parameter *parameter,
                               const struct scenario *scenario)
{
    const double most = fmax(scenario->cluster.scaleup.size, parameter_get(parameter, scenario));
    while (values->count > 1 && values->value[values->count - 1] > most) {
        values->count--;
    }
}

/* Powers of two in the range of a parameter that lists no values. */
static struct value_list powers_of_two(const struct parameter *parameter)
{
    struct value_list values = {.count = 0};
    for (double value = parameter->min; value <= parameter->max && values.count < PARAMETER_VALUES;
         value = value < 1.0 ? 1.0 : value * 2.0) {
        values.value[values.count++] = value;
    }
    return values;
}

static int spacing_for(int count, int width)
{
    if (count < 1) {
        return 0;
    }
    return 2 * count - 1 <= width ? 2 : count <= width ? 1 : 0;
}

struct slider slider_for(const struct parameter *parameter, const struct scenario *scenario, int width)
{
    struct slider slider = {.parameter = parameter, .scenario = scenario, .width = width > 0 ? width : 1};
    if (parameter->scale != SCALE_VALUES) {
        return slider;
    }
    slider.values = parameter->values != NULL ? parameter->values(scenario) : powers_of_two(parameter);
    if (parameter->inside_domain) {
        keep_inside_domain(&slider.values, parameter, scenario);
    }
    slider.spacing = spacing_for(slider.values.count, slider.width);
    return slider;
}

/* Place of the first listed value that is not below. */
static int place_of(const struct value_list *values, double value)
{
    int place = 0;
    while (place < values->count - 1 && values->value[place] < value) {
        place++;
    }
    return place;
}

static double position_of(const struct slider *slider, double value)
{
    if (slider->parameter->scale != SCALE_VALUES) {
        return parameter_position(slider->parameter, slider->scenario, value);
    }
    const int last = slider->values.count - 1;
    return last > 0 ? (double)place_of(&slider->values, value) / last : 0.0;
}

int slider_cell(const struct slider *slider, double value)
{
    if (slider->spacing > 0) {
        return place_of(&slider->values, value) * slider->spacing;
    }
    return (int)lround(position_of(slider, value) * (slider->width - 1));
}

double slider_value(const struct slider *slider, int cell)
{
    const int last = slider->values.count - 1;
    const double position = slider->width > 1 ? (double)cell / (slider->width - 1) : 0.0;
    if (slider->parameter->scale != SCALE_VALUES) {
        return parameter_at(slider->parameter, slider->scenario, position);
    }
    if (last < 0) {
        return parameter_get(slider->parameter, slider->scenario);
    }
    const long place = slider->spacing > 0 ? lround((double)cell / slider->spacing) : lround(position * last);
    return slider->values.value[place < 0 ? 0 : place > last ? last : place];
}

double slider_least(const struct slider *slider)
{
    return slider->values.count > 0 ? slider->values.value[0] : slider->parameter->min;
}

double slider_most(const struct slider *slider)
{
    return slider->values.count > 0 ? slider->values.value[slider->values.count - 1] : slider->parameter->max;
}

/* Cells from one power of ten to the next; below this notches would touch. */
#define NOTCHES_FROM 1.5

static double cells_of_decade(const struct slider *slider)
{
    const double most = slider->parameter->max;
    const double decade = parameter_position(slider->parameter, slider->scenario, most) -
                          parameter_position(slider->parameter, slider->scenario, most / 10.0);
    return decade * (slider->width - 1);
}

static void draw_line(const struct slider *slider, struct surface *surface, int row, int column, int handle,
                      const struct slider_look *look)
{
    const uint32_t *glyph = surface->glyphs->glyph;
    for (int cell = 0; cell < slider->width; cell++) {
        const bool left = cell < handle;
        surface_put(surface, row, column + cell, glyph[left ? GLYPH_TRACK_LEFT : GLYPH_TRACK_RIGHT],
                    left ? look->left : look->right);
    }
    if (slider->parameter->scale != SCALE_LOG || cells_of_decade(slider) < NOTCHES_FROM) {
        return;
    }
    /* From the end down: a track that begins at 0 has a smallest value that only the slider's scale knows. */
    for (double exponent = ceil(log10(slider->parameter->max)) - 1.0;; exponent--) {
        const int cell = slider_cell(slider, pow(10.0, exponent));
        if (cell <= 0) {
            break;
        }
        const bool left = cell < handle;
        surface_put(surface, row, column + cell, glyph[left ? GLYPH_NOTCH_LEFT : GLYPH_NOTCH_RIGHT],
                    left ? look->left : look->right);
    }
}

void slider_draw(const struct slider *slider, struct surface *surface, int row, int column,
                 const struct slider_look *look)
{
    const uint32_t *glyph = surface->glyphs->glyph;
    const int handle = slider_cell(slider, look->value);
    const int preset = slider_cell(slider, look->preset);
    const bool edited = look->value != look->preset;
    if (slider->spacing > 0) {
        for (int i = 0; i < slider->values.count; i++) {
            surface_put(surface, row, column + i * slider->spacing, glyph[GLYPH_DOT], look->mark);
        }
    } else {
        draw_line(slider, surface, row, column, handle, look);
    }
    if (edited) {
        surface_put(surface, row, column + preset, glyph[GLYPH_PRESET], look->mark);
    }
    surface_put(surface, row, column + handle, glyph[edited ? GLYPH_HANDLE_EDITED : GLYPH_HANDLE], look->handle);
}
