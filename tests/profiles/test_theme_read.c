/* Themes: text can be read on its ground, and the sixteen colours mean what the full ones do. */
#include "built_in.h"
#include "profiles/catalogue.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Contrast by WCAG 2.1: 4.5 for text, 3 for what is not read. */
static const double text_contrast = 4.5;
static const double data_contrast = 3.0;

static const struct theme *theme_named(const struct catalogue *catalogue, const char *name)
{
    const struct profile *profile = catalogue_find(catalogue, PROFILE_THEME, name);
    assert_non_null(profile);
    assert_string_equal(profile->theme.name, name);
    return &profile->theme;
}

static double linear(int channel)
{
    const double value = channel / 255.0;
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

static double luminance(int rgb)
{
    return 0.2126 * linear(rgb >> 16 & 255) + 0.7152 * linear(rgb >> 8 & 255) + 0.0722 * linear(rgb & 255);
}

static double contrast(int one, int other)
{
    const double first = luminance(one) + 0.05;
    const double second = luminance(other) + 0.05;
    return first > second ? first / second : second / first;
}

static void expect_contrast(const struct theme *theme, enum role role, enum role ground, double least)
{
    const double got = contrast(theme->role[role].rgb, theme->role[ground].rgb);
    if (got < least) {
        print_error("%s: %s on %s has %.2f, expected %.1f\n", theme->name, role_names[role], role_names[ground], got,
                    least);
    }
    assert_true(got >= least);
}

static void text_can_be_read_and_data_can_be_seen(void **state)
{
    static const char *const names[] = {"default", "light", "high-contrast", "colour-blind", "projector"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const struct theme *theme = theme_named(*state, names[i]);
        const enum role texts[] = {ROLE_TEXT, ROLE_BRIGHT, ROLE_DIM, ROLE_HAND, ROLE_GOOD, ROLE_WARN, ROLE_BAD};
        for (size_t j = 0; j < sizeof texts / sizeof texts[0]; j++) {
            expect_contrast(theme, texts[j], ROLE_BG, text_contrast);
        }
        for (int role = ROLE_WORK; role <= ROLE_IDLE; role++) {
            expect_contrast(theme, (enum role)role, ROLE_BG, data_contrast);
            expect_contrast(theme, ROLE_INK, (enum role)role, text_contrast);
        }
        assert_int_equal(theme->light, luminance(theme->role[ROLE_BG].rgb) > 0.5);
    }
}

/* A colour of the palette of 256: a cube of six steps, then greys. */
static int palette_rgb(int index)
{
    static const int steps[] = {0, 95, 135, 175, 215, 255};
    if (index >= 232) {
        const int grey = 8 + 10 * (index - 232);
        return grey << 16 | grey << 8 | grey;
    }
    index -= 16;
    return steps[index / 36] << 16 | steps[index / 6 % 6] << 8 | steps[index % 6];
}

static double distance(int one, int other)
{
    const double red = (one >> 16 & 255) - (other >> 16 & 255);
    const double green = (one >> 8 & 255) - (other >> 8 & 255);
    const double blue = (one & 255) - (other & 255);
    return sqrt(red * red + green * green + blue * blue);
}

/* A palette index that was copied from a neighbouring row would be far off; the cube's own steps are 40 apart. */
static void palette_colours_are_near_the_full_ones(void **state)
{
    static const double farthest = 80.0;
    for (int i = 0; i < catalogue_count(*state, PROFILE_THEME); i++) {
        const struct theme *theme = &catalogue_at(*state, PROFILE_THEME, i)->theme;
        for (int role = 0; role < ROLE_COUNT; role++) {
            const struct role_colour *colour = &theme->role[role];
            if (colour->rgb < 0) {
                continue;
            }
            assert_true(colour->palette256 >= 16);
            const double off = distance(colour->rgb, palette_rgb(colour->palette256));
            if (off > farthest) {
                print_error("%s: %s is #%06x, but %d is #%06x\n", theme->name, role_names[role], (unsigned)colour->rgb,
                            colour->palette256, (unsigned)palette_rgb(colour->palette256));
            }
            assert_true(off <= farthest);
        }
    }
}

static void mono_uses_no_colour_and_says_all_by_attributes(void **state)
{
    const struct theme *theme = theme_named(*state, "mono");
    for (int role = 0; role < ROLE_COUNT; role++) {
        assert_int_equal(theme->role[role].rgb, -1);
        assert_int_equal(theme->role[role].palette256, -1);
        assert_int_equal(theme->role[role].palette16, -1);
    }
    assert_int_equal(theme->role[ROLE_SELECT].attributes, ATTRIBUTE_REVERSE);
    assert_int_equal(theme->role[ROLE_BAD].attributes, ATTRIBUTE_BOLD | ATTRIBUTE_UNDERLINE);
    assert_int_equal(theme->role[ROLE_DIM].attributes, ATTRIBUTE_DIM);
}

static void sixteen_colours_leave_the_ground_to_the_terminal(void **state)
{
    for (int i = 0; i < catalogue_count(*state, PROFILE_THEME); i++) {
        const struct theme *theme = &catalogue_at(*state, PROFILE_THEME, i)->theme;
        assert_int_equal(theme->role[ROLE_BG].palette16, -1);
        assert_int_equal(theme->role[ROLE_BAND].palette16, -1);
        assert_int_equal(theme->role[ROLE_PANEL].palette16, -1);
        assert_int_equal(theme->role[ROLE_SELECT].attributes, ATTRIBUTE_REVERSE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_can_be_read_and_data_can_be_seen),
        cmocka_unit_test(palette_colours_are_near_the_full_ones),
        cmocka_unit_test(mono_uses_no_colour_and_says_all_by_attributes),
        cmocka_unit_test(sixteen_colours_leave_the_ground_to_the_terminal),
    };
    return cmocka_run_group_tests(tests, built_in_load, built_in_free);
}
