/* test_lesson_view.c: tab 8: figures follow the sliders, and the user's own state comes back. */
#include "hand.h"
#include "view/tabs.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char fourth[] = "8<Down><Down><Down><Enter>";

static void leaving_a_lesson_gives_back_what_the_user_had_undo_and_all(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "b<Left><Left><Tab><Right>"); /* a baseline, two steps of the NIC, and TP16 */
    const struct scenario now = app->now;
    const struct parameter *held = app->held;
    const double step = app->result.step;
    hand_keys(app, fourth);
    hand_keys(app, "-----w<Right><Right>+++");
    assert_false(app->has_baseline);
    assert_true(app->result.step != step);
    hand_keys(app, "<Esc>");
    assert_memory_equal(&app->now, &now, sizeof now);
    assert_true(app->result.step == step);
    assert_true(app->has_baseline);
    assert_ptr_equal(app->held, held);
    hand_keys(app, "uuu");
    assert_true(hand_value(app, "nic.bandwidth") == 50e9);
    assert_true(hand_value(app, "tp") == 8);
    hand_keys(app, "<C-R><C-R><C-R>");
    assert_memory_equal(&app->now, &now, sizeof now);
}

/* Nine lessons on seven rows. */
static void a_list_that_scrolls_says_so_and_is_clicked_where_it_stands(void **state)
{
    struct app *app = hand_start(44, 14);
    (void)state;
    hand_keys(app, "8");
    hand_expect_text(app, "↓ 2 more");
    hand_keys(app, "<Down><Down><Down><Down><Down><Down><Down><Down>");
    hand_expect_text(app, "↑ 2 more");
    const struct hand_place seventh = hand_find(app, "7  TP8 decode");
    hand_press(app, seventh.column, seventh.row);
    assert_int_equal(app->lesson.row, 6);
}

static void a_lesson_opened_from_another_still_gives_back_the_users_own(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    const struct scenario now = app->now;
    hand_keys(app, "8<Enter>nnn<Right>nn4<Esc>"); /* Esc of another tab goes to the inputs, and leaves nothing */
    assert_int_equal(app->lesson.number, 6);
    hand_keys(app, "8<Esc>");
    assert_int_equal(app->lesson.number, 0);
    assert_memory_equal(&app->now, &now, sizeof now);
}

static void figures_follow_the_slider_and_say_what_is_taught(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, fourth);
    hand_keys(app, "<Right>");
    hand_expect_text(app, "75.2 GB take 83.5 ms: 7.6 % of");
    assert_string_equal(app->held->key, "scaleup.bandwidth");
    for (int i = 0; i < 40 && hand_value(app, "scaleup.bandwidth") > 225e9; i++) {
        hand_keys(app, "-");
    }
    /* Half the bandwidth, about twice the time; compute stays. */
    const double ratio = 450e9 / hand_value(app, "scaleup.bandwidth");
    assert_true(fabs(app->result.training.tp.time / (0.083513 * ratio) - 1) < 1e-4);
    hand_expect_text(app, "was 83.5 ms");
    hand_expect_text(app, "edited");
    hand_keys(app, "<Right><Left>"); /* a screen begins with the values of the file */
    hand_expect_no_text(app, "was 83.5 ms");
    hand_expect_text(app, "75.2 GB take 83.5 ms: 7.6 % of");
    hand_keys(app, "u");
}

static void a_lesson_that_leaves_memory_aside_raises_no_alarm_of_it(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "8<Down><Down><Enter>"); /* the ring */
    assert_false(app->result.memory.fits);
    hand_expect_text(app, "left aside");
    hand_expect_no_text(app, "oes not fit");
    hand_keys(app, "N"); /* said all the same to whom it asks */
    hand_expect_text(app, "Does not fit: 173 GB of 85.5 GB");
    hand_keys(app, "<Esc>e<Esc>");
    hand_keys(app, "<Tab><Enter>1<Enter>"); /* the user's own state with TP 1 */
    hand_expect_no_text(app, "left aside");
}

static void another_model_is_a_change_that_ends_with_the_screen(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, fourth);
    hand_expect_text(app, "320 of 134 MB in");
    hand_keys(app, "<Tab>p");
    hand_keys(app, "llama 3 8b<Enter>8");
    hand_expect_text(app, "128* of 67.1 MB*"); /* 32 layers of half the width */
    hand_keys(app, "<Right>");
    hand_expect_text(app, "75.2 GB take 83.5 ms");
}

static void a_change_goes_to_the_setting_beside(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "8<Enter><Right><Right>"); /* lesson 1: TP8 on NVLink beside TP8 on PCIe */
    assert_int_equal(hand_value(app, "scaleup.kind"), SCALEUP_SWITCH);
    hand_keys(app, "---");
    const double slower = hand_value(app, "scaleup.bandwidth");
    assert_true(slower < 450e9);
    hand_keys(app, "w"); /* the other link is its own */
    assert_int_equal(hand_value(app, "scaleup.kind"), SCALEUP_PCIE);
    assert_true(hand_value(app, "scaleup.bandwidth") == 64e9);
    hand_keys(app, "w"); /* and what was changed of the first is kept */
    assert_true(hand_value(app, "scaleup.bandwidth") == slower);
    parameter_set(parameter_find("model.layers"), &app->now, 16); /* half as deep, on both */
    hand_keys(app, "w");
    assert_true(hand_value(app, "model.layers") == 16);
    assert_true(hand_value(app, "scaleup.bandwidth") == 64e9);
    hand_keys(app, "uu"); /* undo knows which setting it goes back to */
    assert_int_equal(hand_value(app, "scaleup.kind"), SCALEUP_PCIE);
    assert_string_equal(lesson_now(app)->setting[app->lesson.setting].name, "tp_pcie");
}

static void the_answer_shows_on_a_key_and_hides_again(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, fourth);
    hand_expect_no_text(app, "Nothing can run until the sum is there");
    hand_keys(app, "<Enter>");
    hand_expect_text(app, "Nothing can run until the sum is");
    hand_keys(app, "<Enter>");
    hand_expect_no_text(app, "Nothing can run until the sum is");
    hand_keys(app, "<Enter><Right>"); /* the next screen asks anew */
    hand_expect_no_text(app, "Hence the rule");
}

/* Visit each screen of each lesson: `visit` is called with its answer shown. */
static void each_screen(struct app *app, void (*visit)(struct app *app))
{
    const int lessons = catalogue_count(app->catalogue, PROFILE_LESSON);
    assert_int_equal(lessons, 9);
    for (int number = 1; number <= lessons; number++) {
        lesson_start(app, number);
        for (int screen = 0;; screen++) {
            assert_int_equal(app->lesson.screen, screen);
            if (lesson_screen_now(app)->ask[0] != '\0') {
                hand_keys(app, "<Enter>");
            }
            visit(app);
            if (screen + 1 == lesson_now(app)->screen_count) {
                break;
            }
            while (app->lesson.screen == screen) {
                hand_keys(app, "<Right>");
            }
        }
        assert_true(app->lesson.screen >= 2);
    }
}

static void expect_sound(struct app *app)
{
    const struct lesson_screen *screen = lesson_screen_now(app);
    const struct lesson_figures figures = lesson_figures_of(app);
    bool found = screen->tab[0] == '\0';
    for (int tab = 1; tab <= TAB_COUNT; tab++) {
        found = found || strcmp(tabs[tab - 1].name, screen->tab) == 0;
    }
    assert_true(found);
    assert_true(figures.count < LESSON_FIGURES);
    for (int i = 0; i < figures.count; i++) {
        const struct lesson_figure *figure = &figures.figure[i];
        if (figure->changed || strcmp(figure->value, "none") == 0) {
            fail_msg("lesson %d, screen %d: {%s} is %s, taught %s", app->lesson.number, app->lesson.screen + 1,
                     figure->words, figure->value, figure->taught);
        }
    }
    for (int i = 0; i < screen->point_count; i++) {
        if (screen->point[i]->row == 0) {
            fail_msg("lesson %d points to %s, which has no slider", app->lesson.number, screen->point[i]->key);
        }
    }
    assert_true(app->result.valid);
}

static void each_screen_is_sound(void **state)
{
    (void)state;
    each_screen(hand_start(120, 40), expect_sound);
}

static void expect_two_pages_at_most(struct app *app)
{
    const struct layout layout = app_layout(app);
    const struct lesson_lines lines = lesson_lines_of(app, &layout);
    const int pages = lesson_place_for(app, &layout, &lines).pages;
    if (pages > 2 || (pages > 1 && !app->lesson.answered)) {
        fail_msg("lesson %d, screen %d: %d pages", app->lesson.number, app->lesson.screen + 1, pages);
    }
    for (int i = 0; i < lines.count; i++) {
        assert_true(text_columns(lines.line[i].text) <= layout.tab.columns + 8); /* marks count as nothing */
    }
}

static void each_screen_fits_a_small_terminal(void **state)
{
    (void)state;
    each_screen(hand_start(80, 24), expect_two_pages_at_most);
}

/* x on every figure opens one that stands in its words, with the value that the text shows where it is alone. */
static void expect_explained(struct app *app)
{
    const int count = lesson_figures_of(app).count;
    for (int i = 0; i < count; i++) {
        const struct lesson_figures figures = lesson_figures_of(app);
        const struct lesson_figure *figure = &figures.figure[app->lesson.figure];
        assert_int_equal(app->lesson.figure, i);
        hand_keys(app, "x");
        assert_int_equal(app->overlay, OVERLAY_EXPLAIN);
        const struct explained *open = &app->explained[0];
        const char *key = open->metric != NULL ? open->metric->key : open->parameter->key;
        assert_non_null(strstr(figure->words, key));
        if (figure->figure.count == 1 && open->metric != NULL && open->metric->unit != UNIT_PARAMETERS) {
            char value[FIGURE_TEXT];
            (void)metric_print(open->metric, &app->result, value, sizeof value);
            assert_string_equal(value, figure->value);
        }
        hand_keys(app, "<Esc><Down>");
    }
}

static void each_figure_opens_to_its_explanation(void **state)
{
    (void)state;
    each_screen(hand_start(120, 40), expect_explained);
}

static void what_a_screen_points_to_is_marked(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, fourth);
    hand_expect_text(app, "»TP all-reduce");
    hand_keys(app, "<Right><Right>");
    hand_expect_text(app, "»4 Traffic");
    hand_expect_text(app, "»NIC ");
    hand_keys(app, "<Esc>");
    hand_expect_no_text(app, "»");
}

static void values_that_the_lesson_sets_are_marked_as_such(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, fourth);
    hand_expect_text(app, "‹ headline ›   L");
    hand_expect_no_text(app, "edited");
    hand_keys(app, "<Esc>");
    hand_expect_text(app, "‹ achieved › ");
    hand_expect_no_text(app, "›   L");
}

static void the_mouse_opens_a_lesson_a_figure_and_a_screen(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "8");
    const struct hand_place name = hand_find(app, "Tensor parallelism is on");
    hand_press(app, name.column, name.row);
    hand_press(app, name.column, name.row);
    assert_int_equal(app->lesson.number, 4);
    const struct hand_place figure = hand_find(app, "134 MB in");
    hand_press(app, figure.column, figure.row);
    assert_int_equal(app->lesson.figure, 4);
    hand_press(app, figure.column, figure.row);
    assert_int_equal(app->overlay, OVERLAY_EXPLAIN);
    assert_string_equal(app->explained[0].metric->key, "tp.message");
    hand_keys(app, "<Esc>");
    const struct hand_place screens = hand_find(app, "screen 1 of 5");
    hand_press(app, screens.column + 15 + 2, screens.row); /* the third dash */
    assert_int_equal(app->lesson.screen, 2);
}

/* The list is what a lecture hall sees first. */
static void each_question_stands_in_the_list_whole(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "8");
    for (int i = 0; i < catalogue_count(app->catalogue, PROFILE_LESSON); i++) {
        hand_expect_text(app, lesson_numbered(app->catalogue, i + 1)->title);
    }
    hand_expect_no_text(app, "…");
}

/* The link of another setting has the name of its hardware, and all names of a column are as short as the longest
 * needs. */
static void figures_are_called_by_words_that_fit(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "8<Enter>");
    hand_expect_text(app, "NVLink × 2 / PCIe  ");
    hand_expect_text(app, "900 GB/s  NVLink × 2 · NVLink: one GPU to all others"); /* not as the file writes it */
    hand_keys(app, "<Right><Right>");
    hand_expect_text(app, "DP all-reduce, in all · dp pcie  ");
    hand_expect_text(app, "DP all-reduce, in all · start  ");
    hand_expect_no_text(app, "gradient all-reduce, in all · start  "); /* the line below has room for it */
}

/* With `w` the bars stand on the setting beside; a figure of the screen's own takes them back. */
static void a_figure_of_another_setting_says_so(void **state)
{
    struct app *app = hand_start(120, 40);
    (void)state;
    hand_keys(app, "8<Down><Down><Down><Enter><Right>w");
    const int beside = app->lesson.setting;
    hand_keys(app, "x");
    assert_int_not_equal(app->lesson.setting, beside);
    hand_expect_text(app, "This figure is of the setting: ");
}

static void the_footer_of_the_last_screen_goes_on_to_the_next_lesson(void **state)
{
    struct app *app = hand_start(80, 24);
    (void)state;
    hand_keys(app, "8<Down><Down><Down><Enter>");
    hand_expect_text(app, "→ next ");
    hand_expect_text(app, "⏎ answer");
    while (app->lesson.screen + 1 < lesson_now(app)->screen_count) {
        hand_keys(app, "<Right>");
    }
    hand_expect_text(app, "n next lesson");
    hand_expect_no_text(app, "→ next ");
    hand_expect_no_text(app, "⏎ answer"); /* it asks nothing */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HAND_TEST(a_list_that_scrolls_says_so_and_is_clicked_where_it_stands),
        HAND_TEST(figures_are_called_by_words_that_fit),
        HAND_TEST(each_question_stands_in_the_list_whole),
        HAND_TEST(leaving_a_lesson_gives_back_what_the_user_had_undo_and_all),
        HAND_TEST(a_lesson_opened_from_another_still_gives_back_the_users_own),
        HAND_TEST(figures_follow_the_slider_and_say_what_is_taught),
        HAND_TEST(a_lesson_that_leaves_memory_aside_raises_no_alarm_of_it),
        HAND_TEST(another_model_is_a_change_that_ends_with_the_screen),
        HAND_TEST(a_change_goes_to_the_setting_beside),
        HAND_TEST(the_answer_shows_on_a_key_and_hides_again),
        HAND_TEST(each_screen_is_sound),
        HAND_TEST(each_screen_fits_a_small_terminal),
        HAND_TEST(each_figure_opens_to_its_explanation),
        HAND_TEST(what_a_screen_points_to_is_marked),
        HAND_TEST(values_that_the_lesson_sets_are_marked_as_such),
        HAND_TEST(the_mouse_opens_a_lesson_a_figure_and_a_screen),
        HAND_TEST(a_figure_of_another_setting_says_so),
        HAND_TEST(the_footer_of_the_last_screen_goes_on_to_the_next_lesson),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
