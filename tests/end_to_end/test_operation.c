/* test_operation.c: the explorer in use, from the first screen to the last key. */
#include "tui.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const struct tui_options usual = {0};

static const char right[] = "\033[C";
static const char left[] = "\033OD"; /* as terminals with application keys send it */

static void quit(struct tui *tui)
{
    tui_type(tui, "qq"); /* the second where changes are not saved */
    tui_end(tui, 0);
}

/* Wait until the row of the NIC, which has the focus, shows a value. */
static void check_nic(struct tui *tui, const char *value)
{
    tui_wait_row(tui, "▸NIC ", value);
}

static void it_opens_on_a_job_that_many_know(void **state)
{
    (void)state;
    struct tui tui;
    tui_open(&tui, &usual);
    const char *title = tui_row(&tui, 0);
    assert_non_null(strstr(title, "ringside"));
    assert_non_null(strstr(title, "Llama 3 70B"));
    assert_non_null(strstr(title, "DGX H100"));
    check_nic(&tui, "50.0 GB/s");
    tui_wait_text(&tui, "MFU");
    quit(&tui);
}

static void an_option_changes_what_it_opens_on(void **state)
{
    (void)state;
    struct tui tui;
    tui_open(&tui, &(struct tui_options){.word = {"--model", "Llama 3 8B", "--set", "nic.bandwidth=25GB/s"}});
    assert_non_null(strstr(tui_row(&tui, 0), "Llama 3 8B"));
    check_nic(&tui, "25.0 GB/s*");
    quit(&tui);
}

static void an_option_that_is_not_known_is_named(void **state)
{
    (void)state;
    struct tui tui;
    tui_start(&tui, &(struct tui_options){.word = {"--modle", "x"}});
    const int status = tui_wait_end(&tui);
    assert_int_equal(status >> 8, 2);
    assert_true(tui_find_row(&tui, "--modle") >= 0);
    assert_int_equal(tui.frame, 0);
    tui_check_restored(&tui);
    tui_free(&tui);
}

static void a_search_goes_on_while_a_slider_moves(void **state)
{
    (void)state;
    struct tui tui;
    tui_open(&tui, &usual);
    tui_press(&tui, left);
    tui_press(&tui, "7");
    tui_type(&tui, "-"); /* it need not be done before the next key */
    tui_wait_text(&tui, "40.0 GB/s*");
    tui_wait_no_text(&tui, "so far");
    tui_press(&tui, "\r");
    tui_wait_text(&tui, "is applied");
    quit(&tui);
}

static void the_ring_plays_by_itself_until_its_sums_are_right(void **state)
{
    (void)state;
    struct tui tui;
    tui_open(&tui, &usual);
    tui_press(&tui, "3");
    tui_wait_text(&tui, "step 0 of 14");
    tui_type(&tui, "]] "); /* 16 steps a second */
    tui_wait_text(&tui, "playing");
    tui_wait_text(&tui, "step 14 of 14");
    assert_true(tui_find_row(&tui, "✓ right") >= 0);
    assert_true(tui_find_row(&tui, "sent 30.9 GB of") >= 0);
    assert_false(tui_read(&tui, 500)); /* and then it rests */
    quit(&tui);
}

static void the_ring_pauses_steps_and_moves_with_a_slider(void **state)
{
    (void)state;
    struct tui tui;
    tui_open(&tui, &usual);
    tui_press(&tui, left); /* the NIC is held */
    tui_press(&tui, "3");
    tui_type(&tui, " ");
    tui_wait_text(&tui, "playing");
    tui_wait_text(&tui, "step 2 of 14");
    tui_type(&tui, " ");
    tui_wait_text(&tui, "paused");
    while (tui_read(&tui, 100)) {
    }
    assert_false(tui_read(&tui, 600)); /* more than two steps would take */
    tui_press(&tui, "\033[H");
    tui_press(&tui, right);
    tui_wait_text(&tui, "step 1 of 14");
    tui_wait_text(&tui, "of 686 ms");
    tui_press(&tui, "-");
    tui_wait_text(&tui, "of 772 ms");
    tui_wait_text(&tui, "step 1 of 14");
    quit(&tui);
}

static void the_timeline_is_seen_from_near_by_key_and_by_wheel(void **state)
{
    (void)state;
    struct tui tui;
    tui_open(&tui, &usual);
    tui_press(&tui, "1");
    tui_wait_text(&tui, "8 micro-batches of 80 layers");
    tui_press(&tui, "]");
    tui_wait_text(&tui, "×2.0");
    const int row = tui_find_row(&tui, "compute   ");
    assert_true(row > 0);
    tui_mouse(&tui, 64, row, 40, 'M');
    tui_wait_text(&tui, "×2.5");
    tui_mouse(&tui, 65, row, 40, 'M');
    tui_wait_text(&tui, "×2.0");
    tui_press(&tui, "0");
    tui_wait_no_text(&tui, "×2.0");
    tui_press(&tui, "p");
    tui_wait_text(&tui, "PP is 1");
    quit(&tui);
}

static void a_figure_opens_to_its_formula_and_closes_again(void **state)
{
    (void)state;
    struct tui tui;
    tui_open(&tui, &usual);
    tui_press(&tui, "\t");
    tui_press(&tui, "\t");
    tui_press(&tui, "x");
    tui_wait_text(&tui, "compute.time");
    tui_wait_text(&tui, "forward + backward + recompute");
    tui_press(&tui, "\033");
    tui_wait_no_text(&tui, "compute.time");
    quit(&tui);
}

static void a_slider_moves_by_key_and_the_bars_move_with_it(void **state)
{
    (void)state;
    struct tui tui;
    tui_open(&tui, &usual);
    char before[TUI_LINE];
    const int row = tui_find_row(&tui, "DP all-reduce");
    assert_true(row >= 0);
    snprintf(before, sizeof before, "%s", tui_row(&tui, row));
    /* A twentieth of a decade below 50 is 44.6, in two digits 45. */
    tui_press(&tui, left);
    check_nic(&tui, "45.0 GB/s*");
    tui_press(&tui, right);
    check_nic(&tui, "50.0 GB/s");
    for (int step = 0; step < 3; step++) { /* 20, 10, 5 */
        tui_press(&tui, "H");
    }
    check_nic(&tui, "5.00 GB/s*");
    assert_string_not_equal(tui_row(&tui, tui_find_row(&tui, "DP all-reduce")), before);
    quit(&tui);
}

/* A training step, a token, the reading of a prompt, and the training step again. */
static void a_key_goes_from_training_to_inference_and_back(void **state)
{
    (void)state;
    struct tui tui;
    tui_open(&tui, &usual);
    tui_press(&tui, "M");
    tui_wait_row(&tui, "ringside", "inference · decode");
    tui_wait_text(&tui, "Decode step");
    tui_wait_text(&tui, "bound 5.28 ms");
    assert_true(tui_find_row(&tui, "KV") >= 0 && tui_find_row(&tui, "launches") >= 0);
    assert_int_equal(tui_find_row(&tui, "MFU"), -1);
    check_nic(&tui, "50.0 GB/s");
    tui_press(&tui, "M");
    tui_wait_row(&tui, "ringside", "inference · prefill");
    tui_wait_text(&tui, "bound 17.9 ms");
    tui_press(&tui, "M");
    tui_wait_row(&tui, "ringside", "training");
    tui_wait_text(&tui, "MFU");
    tui_press(&tui, "u");
    tui_wait_row(&tui, "ringside", "inference · prefill");
    quit(&tui);
}

/* Where the track of the NIC's slider is. */
struct track {
    int row, first, last;
};

static struct track find_track(struct tui *tui)
{
    const int row = tui_find_row(tui, "▸NIC ");
    assert_true(row >= 0);
    struct track track = {.row = row, .first = -1};
    const int begin = tui_find_column(tui, row, "▸NIC ") + 5;
    for (int column = begin; tui_cell(tui, row, column).chars[0] < '0' || tui_cell(tui, row, column).chars[0] > '9';
         column++) {
        if (tui_cell(tui, row, column).chars[0] > 0x80) {
            track.first = track.first < 0 ? column : track.first;
            track.last = column;
        }
    }
    assert_true(track.first > 0 && track.last > track.first + 3);
    return track;
}

/* The drag ends beyond the track, where it stays at the most; and it is one step of undo. */
static void a_slider_follows_the_mouse_and_a_drag_is_one_step_of_undo(void **state)
{
    (void)state;
    struct tui tui;
    tui_open(&tui, &usual);
    const struct track track = find_track(&tui);
    tui_mouse(&tui, 0, track.row, track.first, 'M');
    check_nic(&tui, " MB/s*");
    for (int column = track.first; column <= track.last; column++) {
        tui_mouse(&tui, 32, track.row, column + 1, 'M');
    }
    check_nic(&tui, " TB/s*");
    tui_mouse(&tui, 0, track.row, track.last + 1, 'm');
    tui_mouse(&tui, 32, track.row, track.first, 'M'); /* no button is down any more */
    tui_type(&tui, "u");
    check_nic(&tui, "50.0 GB/s");
    tui_type(&tui, "\022"); /* ^R */
    check_nic(&tui, " TB/s*");
    quit(&tui);
}

static void the_wheel_moves_the_slider_below_the_pointer(void **state)
{
    (void)state;
    struct tui tui;
    tui_open(&tui, &usual);
    const struct track track = find_track(&tui);
    tui_mouse(&tui, 65, track.row, track.first, 'M');
    check_nic(&tui, "45.0 GB/s*");
    tui_mouse(&tui, 64, track.row, track.first, 'M');
    check_nic(&tui, "50.0 GB/s");
    quit(&tui);
}

static void the_mouse_can_be_left_to_the_terminal(void **state)
{
    (void)state;
    struct tui tui;
    tui_open(&tui, &(struct tui_options){.word = {"--no-mouse"}});
    assert_false(tui.mode[1000] || tui.mode[1002] || tui.mode[1006]);
    tui_press(&tui, "V");
    assert_true(tui.mode[1002] && tui.mode[1006]);
    tui_press(&tui, "V");
    assert_false(tui.mode[1000] || tui.mode[1002] || tui.mode[1006]);
    quit(&tui);
}

static void a_value_is_typed_with_its_unit(void **state)
{
    (void)state;
    struct tui tui;
    tui_open(&tui, &usual);
    tui_press(&tui, "\r");
    tui_type(&tui, "100Gb/s\r"); /* 12.5 GB/s; `b`, `s` and `/` are no commands here */
    check_nic(&tui, "12.5 GB/s*");
    tui_press(&tui, "r");
    check_nic(&tui, "50.0 GB/s");
    quit(&tui);
}

/* The line end that comes with a paste is text, too: the user presses Enter. */
static void a_value_can_be_pasted(void **state)
{
    (void)state;
    struct tui tui;
    tui_open(&tui, &usual);
    tui_press(&tui, "\r");
    tui_type(&tui, "\033[200~25 GB/s\r\033[201~");
    check_nic(&tui, "25 GB/s▏");
    tui_press(&tui, "\r");
    check_nic(&tui, "25.0 GB/s*");
    quit(&tui);
}

static void a_value_that_is_none_is_refused_with_a_reason(void **state)
{
    (void)state;
    struct tui tui;
    tui_open(&tui, &usual);
    tui_press(&tui, "\r");
    tui_type(&tui, "fast\r");
    tui_wait_text(&tui, "a rate is expected, like 50 GB/s");
    tui_press(&tui, "\033");
    check_nic(&tui, "50.0 GB/s");
    quit(&tui);
}

static void a_preset_is_picked_by_typing_a_part_of_its_name(void **state)
{
    (void)state;
    struct tui tui;
    tui_open(&tui, &usual);
    tui_press(&tui, "p");
    tui_wait_text(&tui, "type to filter");
    tui_type(&tui, "dgx a100");
    tui_wait_text(&tui, "dgx a100▏");
    tui_press(&tui, "\r");
    tui_wait_no_text(&tui, "type to filter");
    tui_wait_row(&tui, "ringside", "DGX A100");
    tui_type(&tui, "u");
    tui_wait_row(&tui, "ringside", "DGX H100");
    quit(&tui);
}

/* Index of the ground of the screen in the palette: 233 in the default theme, 231 in the light one. */
static int ground_of(const struct tui *tui)
{
    const VTermScreenCell cell = tui_cell(tui, tui->rows - 4, 0);
    return VTERM_COLOR_IS_INDEXED(&cell.bg) ? cell.bg.indexed.idx : -1;
}

static void the_theme_changes_at_once_and_is_kept(void **state)
{
    (void)state;
    struct tui tui;
    tui_open(&tui, &usual);
    assert_int_equal(ground_of(&tui), 233);
    tui_press(&tui, "T");
    tui_press(&tui, "\033[B");
    assert_int_equal(ground_of(&tui), 231);
    tui_press(&tui, "\033");
    assert_int_equal(ground_of(&tui), 233);
    tui_press(&tui, "T");
    tui_press(&tui, "\033[B");
    tui_press(&tui, "\r");
    assert_int_equal(ground_of(&tui), 231);
    quit(&tui);
    tui_open(&tui, &usual);
    assert_int_equal(ground_of(&tui), 231);
    quit(&tui);
    tui_open(&tui, &(struct tui_options){.word = {"--theme=default"}});
    assert_int_equal(ground_of(&tui), 233);
    tui_press(&tui, "T");
    tui_press(&tui, "\r"); /* the next test begins as this one did */
    quit(&tui);
}

static void undo_takes_back_step_by_step(void **state)
{
    (void)state;
    struct tui tui;
    tui_open(&tui, &usual);
    char first[TUI_LINE];
    snprintf(first, sizeof first, "%s", tui_row(&tui, 12));
    tui_press(&tui, left);
    tui_press(&tui, "\t");
    tui_press(&tui, "u");
    assert_string_equal(tui_row(&tui, 12), first);
    quit(&tui);
}

static void a_size_of_1_x_1_and_back_loses_nothing(void **state)
{
    (void)state;
    static const int sizes[][2] = {{40, 120}, {14, 44}, {5, 10}, {1, 1}, {60, 200}, {24, 80}};
    struct tui tui;
    tui_open(&tui, &usual);
    tui_press(&tui, left);
    char screen[24][512];
    for (int row = 0; row < 24; row++) {
        snprintf(screen[row], sizeof screen[row], "%s", tui_row(&tui, row));
    }
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const long frame = tui.frame;
        tui_resize(&tui, sizes[i][0], sizes[i][1]);
        tui_wait_frame(&tui, frame + 1);
    }
    for (int row = 0; row < 24; row++) {
        assert_string_equal(tui_row(&tui, row), screen[row]);
    }
    quit(&tui);
}

static void a_terminal_that_is_too_small_is_told_what_it_needs(void **state)
{
    (void)state;
    struct tui tui;
    tui_open(&tui, &(struct tui_options){.rows = 12, .columns = 40});
    assert_true(tui_find_row(&tui, "44 x 14") >= 0);
    quit(&tui);
}

static void a_bad_preset_is_named_on_the_screen_and_behind_it(void **state)
{
    (void)state;
    struct tui tui;
    tui_open(&tui, &(struct tui_options){.word = {"--preset-dir", RINGSIDE_SOURCE_DIR "/tests/end_to_end/presets"}});
    assert_true(tui_find_row(&tui, "broken.cfg:") >= 0);
    tui_type(&tui, "q");
    assert_int_equal(tui_wait_end(&tui), 0);
    assert_true(tui_find_row(&tui, "broken.cfg:") >= 0); /* on the ordinary screen */
    tui_free(&tui);
    /* With one screen only, it stands below the last drawing, in a row that is free of it. */
    tui_open(&tui, &(struct tui_options){.term = "vt100",
                                         .word = {"--preset-dir", RINGSIDE_SOURCE_DIR "/tests/end_to_end/presets"}});
    tui_wait_text(&tui, "broken.cfg:");
    tui_type(&tui, "1"); /* which says something else in its place */
    tui_wait_text(&tui, "cursor");
    tui_type(&tui, "q");
    assert_int_equal(tui_wait_end(&tui), 0);
    assert_true(tui_find_row(&tui, "ringside: ") >= 0);
    assert_int_equal(tui_find_row(&tui, "q quit"), -1);
    tui_free(&tui);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_opens_on_a_job_that_many_know),
        cmocka_unit_test(an_option_changes_what_it_opens_on),
        cmocka_unit_test(an_option_that_is_not_known_is_named),
        cmocka_unit_test(a_key_goes_from_training_to_inference_and_back),
        cmocka_unit_test(a_search_goes_on_while_a_slider_moves),
        cmocka_unit_test(the_timeline_is_seen_from_near_by_key_and_by_wheel),
        cmocka_unit_test(the_ring_plays_by_itself_until_its_sums_are_right),
        cmocka_unit_test(the_ring_pauses_steps_and_moves_with_a_slider),
        cmocka_unit_test(a_figure_opens_to_its_formula_and_closes_again),
        cmocka_unit_test(a_slider_moves_by_key_and_the_bars_move_with_it),
        cmocka_unit_test(a_slider_follows_the_mouse_and_a_drag_is_one_step_of_undo),
        cmocka_unit_test(the_wheel_moves_the_slider_below_the_pointer),
        cmocka_unit_test(the_mouse_can_be_left_to_the_terminal),
        cmocka_unit_test(a_value_is_typed_with_its_unit),
        cmocka_unit_test(a_value_can_be_pasted),
        cmocka_unit_test(a_value_that_is_none_is_refused_with_a_reason),
        cmocka_unit_test(a_preset_is_picked_by_typing_a_part_of_its_name),
        cmocka_unit_test(the_theme_changes_at_once_and_is_kept),
        cmocka_unit_test(undo_takes_back_step_by_step),
        cmocka_unit_test(a_size_of_1_x_1_and_back_loses_nothing),
        cmocka_unit_test(a_terminal_that_is_too_small_is_told_what_it_needs),
        cmocka_unit_test(a_bad_preset_is_named_on_the_screen_and_behind_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
