/* test_snapshot.c: a surface as text, ANSI sequences and a picture. */
#define _XOPEN_SOURCE 700 /* open_memstream */
#include "view/snapshot.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct style plain = {.ink = ROLE_TEXT, .ground = ROLE_BG};

static struct theme three_colours(void)
{
    struct theme theme = {.name = "three"};
    for (int role = 0; role < ROLE_COUNT; role++) {
        theme.role[role] = (struct role_colour){0x204060, 1, 1, 0};
    }
    theme.role[ROLE_BG].rgb = -1;
    theme.role[ROLE_HAND].rgb = 0xffcf5c;
    theme.role[ROLE_INK].rgb = 0x000000;
    return theme;
}

typedef void write_function(const struct surface *surface, const struct theme *theme, FILE *file);

/* What is written; to be freed. */
static char *written(write_function *write, const struct surface *surface)
{
    const struct theme theme = three_colours();
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    write(surface, &theme, file);
    fclose(file);
    return text;
}

static void check(write_function *write, struct surface *surface, const char *expected)
{
    char *text = written(write, surface);
    assert_string_equal(text, expected);
    free(text);
    surface_free(surface);
}

static void text_keeps_every_column_and_shows_chips_in_brackets(void **state)
{
    (void)state;
    struct surface surface = surface_new(2, 20);
    const struct style hand = {.ink = ROLE_INK, .ground = ROLE_HAND};
    const struct style bright = {.ink = ROLE_INK, .ground = ROLE_BRIGHT};
    const struct style segment = {.ink = ROLE_INK, .ground = ROLE_WORK};
    surface_text(&surface, 0, 1, 12, " Topology ", hand);
    surface_text(&surface, 0, 11, 9, "━━━", (struct style){.ink = ROLE_HAND, .ground = ROLE_BG});
    surface_text(&surface, 1, 0, 4, " 1 ", bright);
    surface_text(&surface, 1, 3, 4, " 2 ", hand);
    surface_text(&surface, 1, 8, 12, " TP 24 % ", segment);
    check(snapshot_text, &surface, " [Topology]━━━      \n[1][2]   TP 24 %    \n");
}

/* A name that begins or ends without a blank, or is one blank alone, has no place for brackets. */
static void a_chip_without_blanks_at_its_ends_has_no_brackets(void **state)
{
    (void)state;
    struct surface surface = surface_new(1, 10);
    const struct style hand = {.ink = ROLE_INK, .ground = ROLE_HAND};
    surface_text(&surface, 0, 0, 4, "x y", hand);
    surface_text(&surface, 0, 5, 1, " ", hand);
    check(snapshot_text, &surface, "x y       \n");
}

static void wide_characters_stay_in_their_columns(void **state)
{
    (void)state;
    struct surface surface = surface_new(1, 6);
    surface_text(&surface, 0, 0, 6, "a中b", plain);
    check(snapshot_text, &surface, "a中b  \n");
}

/* ECMA-48 with ISO 8613-6 colours. */
static void ansi_sets_a_look_once_for_a_run(void **state)
{
    (void)state;
    struct surface surface = surface_new(1, 4);
    surface_text(&surface, 0, 0, 2, "ab", plain);
    surface_text(&surface, 0, 2, 2, "cd",
                 (struct style){.ink = ROLE_INK, .ground = ROLE_HAND, .attributes = ATTRIBUTE_BOLD});
    check(snapshot_ansi, &surface, "\033[0;38;2;32;64;96;49mab\033[0;1;38;2;0;0;0;48;2;255;207;92mcd\033[0m\n");
}

static int count(const char *text, const char *what)
{
    int found = 0;
    for (const char *at = strstr(text, what); at != NULL; at = strstr(at + 1, what)) {
        found++;
    }
    return found;
}

static void svg_has_a_rectangle_for_a_ground_and_a_text_for_an_ink(void **state)
{
    (void)state;
    struct surface surface = surface_new(2, 10);
    surface_text(&surface, 0, 1, 9, "a<b>&c", plain);
    surface_text(&surface, 1, 2, 4, " x ", (struct style){.ink = ROLE_INK, .ground = ROLE_HAND});
    char *svg = written(snapshot_svg, &surface);
    assert_memory_equal(svg, "<svg ", 5);
    assert_non_null(strstr(svg, "</svg>\n"));
    assert_non_null(strstr(svg, "width=\"90\" height=\"36\""));
    assert_non_null(strstr(svg, "x=\"9\" y=\"14\" textLength=\"54\" fill=\"#204060\">a&lt;b&gt;&amp;c</text>"));
    assert_non_null(strstr(svg, "<rect x=\"18\" y=\"18\" width=\"27\" height=\"18\" fill=\"#ffcf5c\"/>"));
    assert_non_null(strstr(svg, "x=\"27\" y=\"32\" textLength=\"9\" fill=\"#000000\">x</text>"));
    assert_int_equal(count(svg, "<rect"), 2); /* the whole ground, and one run */
    assert_int_equal(count(svg, "<text"), 2);
    free(svg);
    surface_free(&surface);
}

/* Fonts have braille of another width, or none: dots and blocks are shapes, at the places of their cells. */
static void svg_draws_dots_and_blocks_as_shapes(void **state)
{
    (void)state;
    struct surface surface = surface_new(1, 12);
    surface_text(&surface, 0, 0, 12, "a █▌▄ ⠁⠂ b", plain);
    char *svg = written(snapshot_svg, &surface);
    assert_null(strstr(svg, "█"));
    assert_null(strstr(svg, "⠁"));
    assert_non_null(strstr(svg, "M18 0h9v18h-9z"));     /* the whole cell of column 2 */
    assert_non_null(strstr(svg, "M27 0h4.5v18h-4.5z")); /* the left half of column 3 */
    assert_non_null(strstr(svg, "M36 9h9v9h-9z"));      /* the lower half of column 4 */
    assert_non_null(strstr(svg, "M54.9 0.9h2.7v2.7"));  /* dot 1 of column 6: left, first of four rows */
    assert_non_null(strstr(svg, "M63.9 5.4h2.7v2.7"));  /* dot 2 of column 7: left, second row */
    assert_non_null(strstr(svg, "x=\"81\" y=\"14\""));  /* the text goes on in its own column */
    assert_int_equal(count(svg, "<path"), 2);
    free(svg);
    surface_free(&surface);
}

/* U+2591 to U+2593 cover their cells more and more, dim ink less. */
static void svg_draws_shades_as_shapes_that_cover_as_much(void **state)
{
    struct style dim = plain;
    dim.attributes = ATTRIBUTE_DIM;
    (void)state;
    struct surface surface = surface_new(1, 6);
    surface_text(&surface, 0, 0, 4, "▓▓█░", plain);
    surface_text(&surface, 0, 4, 2, "▒▒", dim);
    char *svg = written(snapshot_svg, &surface);
    assert_non_null(strstr(svg, "fill=\"#204060\" fill-opacity=\"0.75\" d=\"M0 0h9v18h-9zM9 0h9v18h-9z\"/>"));
    assert_non_null(strstr(svg, "fill=\"#204060\" d=\"M18 0h9v18h-9z\"/>"));
    assert_non_null(strstr(svg, "fill-opacity=\"0.35\" d=\"M27 0h9v18h-9z\"/>"));
    assert_non_null(strstr(svg, "fill-opacity=\"0.33\" d=\"M36 0h9v18h-9zM45 0h9v18h-9z\"/>"));
    assert_int_equal(count(svg, "<text"), 0);
    free(svg);
    surface_free(&surface);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_keeps_every_column_and_shows_chips_in_brackets),
        cmocka_unit_test(a_chip_without_blanks_at_its_ends_has_no_brackets),
        cmocka_unit_test(wide_characters_stay_in_their_columns),
        cmocka_unit_test(ansi_sets_a_look_once_for_a_run),
        cmocka_unit_test(svg_has_a_rectangle_for_a_ground_and_a_text_for_an_ink),
        cmocka_unit_test(svg_draws_dots_and_blocks_as_shapes),
        cmocka_unit_test(svg_draws_shades_as_shapes_that_cover_as_much),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
