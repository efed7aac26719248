/* test_input.c: what terminals send, as their manuals and terminfo print it. */
#include "view/input.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { MOST_EVENTS = 64 };

struct heard {
    struct event event[MOST_EVENTS];
    int count;
};

static void add(struct heard *heard, const struct input_events *events)
{
    for (int i = 0; i < events->count && heard->count < MOST_EVENTS; i++) {
        heard->event[heard->count++] = events->event[i];
    }
}

/* All that some bytes, and the silence after them, make. */
static struct heard hear(struct input *input, const char *bytes)
{
    struct heard heard = {.count = 0};
    for (const char *at = bytes; *at != '\0'; at++) {
        const struct input_events events = input_take(input, (unsigned char)*at);
        add(&heard, &events);
    }
    if (input_patience(input) >= 0 && !input->pasting) {
        const struct input_events events = input_silence(input);
        add(&heard, &events);
    }
    return heard;
}

static void check_keys(const char *bytes, int first, int second)
{
    struct input input = {.state = INPUT_GROUND};
    const struct heard heard = hear(&input, bytes);
    const int expected[] = {first, second};
    assert_int_equal(heard.count, (first != 0) + (second != 0));
    for (int i = 0; i < heard.count && i < 2; i++) {
        assert_int_equal(heard.event[i].kind, EVENT_KEY);
        assert_int_equal(heard.event[i].key, expected[i]);
        assert_false(heard.event[i].pasted);
    }
    assert_int_equal(input.state, INPUT_GROUND);
}

/* Strings of terminfo for xterm, vt100, linux, rxvt, screen and tmux. */
static void keys_of_every_terminal_are_understood(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        int key;
    } known[] = {
        {"\033[A", KEY_CODE_UP},
        {"\033OA", KEY_CODE_UP},
        {"\033[B", KEY_CODE_DOWN},
        {"\033OC", KEY_CODE_RIGHT},
        {"\033[D", KEY_CODE_LEFT},
        {"\033[1;2C", KEY_CODE_SHIFT_RIGHT},
        {"\033[1;2D", KEY_CODE_SHIFT_LEFT},
        {"\033[c", KEY_CODE_SHIFT_RIGHT},
        {"\033[d", KEY_CODE_SHIFT_LEFT},
        {"\033[1;5C", KEY_CODE_RIGHT},
        {"\033[1;6C", KEY_CODE_SHIFT_RIGHT},
        {"\033[H", KEY_CODE_HOME},
        {"\033OH", KEY_CODE_HOME},
        {"\033[1~", KEY_CODE_HOME},
        {"\033[7~", KEY_CODE_HOME},
        {"\033[F", KEY_CODE_END},
        {"\033[4~", KEY_CODE_END},
        {"\033[8~", KEY_CODE_END},
        {"\033[3~", KEY_CODE_DELETE},
        {"\033[5~", KEY_CODE_PAGE_UP},
        {"\033[6~", KEY_CODE_PAGE_DOWN},
        {"\033[Z", KEY_CODE_BACK_TAB},
        {"\t", KEY_CODE_TAB},
        {"\r", KEY_CODE_ENTER},
        {"\n", KEY_CODE_ENTER},
        {"\x7F", KEY_CODE_BACKSPACE},
        {"\b", KEY_CODE_BACKSPACE},
        {"\033", KEY_CODE_ESCAPE},
        {"\014", KEY_CONTROL('l')},
        {"\022", KEY_CONTROL('r')},
        {"q", 'q'},
        {"\xC2\xB5", 0xB5},
        {"\xE4\xB8\xAD", 0x4E2D},
        {"\xF0\x9F\x98\x80", 0x1F600},
        {"\033OM", KEY_CODE_ENTER},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        check_keys(known[i].bytes, known[i].key, 0);
    }
}

static void escape_is_a_key_of_its_own_before_another(void **state)
{
    (void)state;
    check_keys("\033q", KEY_CODE_ESCAPE, 'q');
    check_keys("\033\r", KEY_CODE_ESCAPE, KEY_CODE_ENTER);
    check_keys("\033\033", KEY_CODE_ESCAPE, KEY_CODE_ESCAPE);
    check_keys("\033\033[C", KEY_CODE_ESCAPE, KEY_CODE_RIGHT);
}

static void a_sequence_that_is_not_known_types_nothing(void **state)
{
    (void)state;
    static const char *const unknown[] = {
        "\033[I", /* focus */
        "\033[O",
        "\033[15~", /* F5 */
        "\033OP",
        "\033[[A", /* F1 of the Linux console */
        "\033[2~",
        "\033[?1;2c", /* device attributes */
        "\033[24;80R",
        "\033]11;rgb:0000/0000/0000\033\\",
        "\033]11;rgb:ffff/ffff/ffff\007",
        "\033P1$r0m\033\\",
        "\033[27;5;9~",
        "\033[113;5u",
        "\033[1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18;19;20;21;22;23;24;25C",
        "\x80",
        "\xC3",
        "\xFF",
        "\xC2\x9B",
        "\xED\xA0\x80",
    };
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        check_keys(unknown[i], 0, 0);
    }
    check_keys("\xC3q", 'q', 0); /* what breaks off does not take the next key with it */
    check_keys("\033[I+", '+', 0);
}

static void check_mouse(struct input *input, const char *bytes, enum event_kind kind, int row, int column)
{
    const struct heard heard = hear(input, bytes);
    assert_int_equal(heard.count, kind == EVENT_NONE ? 0 : 1);
    if (kind != EVENT_NONE) {
        assert_int_equal(heard.event[0].kind, kind);
        assert_int_equal(heard.event[0].row, row);
        assert_int_equal(heard.event[0].column, column);
    }
}

/* xterm control sequences, "Extended coordinates", SGR (1006). */
static void a_drag_is_a_press_motions_and_a_release(void **state)
{
    (void)state;
    struct input input = {.state = INPUT_GROUND};
    check_mouse(&input, "\033[<32;5;5M", EVENT_NONE, 0, 0); /* motion without a press */
    check_mouse(&input, "\033[<0;37;7M", EVENT_PRESS, 6, 36);
    check_mouse(&input, "\033[<32;300;7M", EVENT_DRAG, 6, 299);
    check_mouse(&input, "\033[<0;41;7m", EVENT_RELEASE, 6, 40);
    check_mouse(&input, "\033[<0;41;7m", EVENT_NONE, 0, 0);  /* a second release */
    check_mouse(&input, "\033[<2;41;7M", EVENT_NONE, 0, 0);  /* right button */
    check_mouse(&input, "\033[<35;41;7M", EVENT_NONE, 0, 0); /* motion without a button */
    check_mouse(&input, "\033[<0;0;0M", EVENT_PRESS, 0, 0);  /* never negative */
}

/* The same, in X10's encoding of a byte each: 32 + value. */
static void the_old_mouse_report_is_understood_too(void **state)
{
    (void)state;
    struct input input = {.state = INPUT_GROUND};
    check_mouse(&input, "\033[M E\047", EVENT_PRESS, 6, 36);
    check_mouse(&input, "\033[M@F\047", EVENT_DRAG, 6, 37);
    check_mouse(&input, "\033[M#F\047", EVENT_RELEASE, 6, 37);
    check_mouse(&input, "\033[M`F\047", EVENT_WHEEL, 6, 37);
}

static void the_wheel_turns_up_and_down_with_shift_and_without(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        int amount;
        bool shift;
    } known[] = {{"\033[<64;1;1M", 1, false},
                 {"\033[<65;1;1M", -1, false},
                 {"\033[<68;1;1M", 1, true},
                 {"\033[<69;1;1M", -1, true}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct input input = {.state = INPUT_GROUND};
        const struct heard heard = hear(&input, known[i].bytes);
        assert_int_equal(heard.count, 1);
        assert_int_equal(heard.event[0].kind, EVENT_WHEEL);
        assert_int_equal(heard.event[0].amount, known[i].amount);
        assert_int_equal(heard.event[0].shift, known[i].shift);
    }
    struct input input = {.state = INPUT_GROUND};
    check_mouse(&input, "\033[<66;1;1M", EVENT_NONE, 0, 0); /* sideways */
}

static void a_paste_is_marked_text_without_keys(void **state)
{
    (void)state;
    struct input input = {.state = INPUT_GROUND};
    const struct heard heard = hear(&input, "\033[200~50\xC2\xB5q\033[A\033x\033[201~+");
    static const int expected[] = {'5', '0', 0xB5, 'q', '+'};
    assert_int_equal(heard.count, 5);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(heard.event[i].key, expected[i]);
        assert_int_equal(heard.event[i].pasted, expected[i] != '+');
    }
}

/* Two lines stay two words, and the line end that a copied line comes with is no character of it. */
static void line_ends_in_a_paste_are_blanks_between_words(void **state)
{
    (void)state;
    struct input input = {.state = INPUT_GROUND};
    const struct heard heard = hear(&input, "\033[200~\na\r\n\tb\nc\r\033[201~+\r");
    static const int expected[] = {'a', ' ', 'b', ' ', 'c', '+', KEY_CODE_ENTER};
    assert_int_equal(heard.count, 7);
    for (int i = 0; i < 7; i++) {
        assert_int_equal(heard.event[i].key, expected[i]);
        assert_int_equal(heard.event[i].pasted, i < 5);
    }
}

static void a_paste_that_never_ends_is_over_after_a_silence(void **state)
{
    (void)state;
    struct input input = {.state = INPUT_GROUND};
    hear(&input, "\033[200~abc");
    assert_true(input_patience(&input) > 0);
    assert_int_equal(input_silence(&input).count, 0);
    assert_int_equal(input_patience(&input), -1);
    const struct heard heard = hear(&input, "q");
    assert_int_equal(heard.count, 1);
    assert_false(heard.event[0].pasted);
}

static void only_what_is_incomplete_is_waited_for(void **state)
{
    (void)state;
    struct input input = {.state = INPUT_GROUND};
    assert_int_equal(input_patience(&input), -1);
    input_take(&input, '\033');
    assert_int_equal(input_patience(&input), 25);
    input_take(&input, '[');
    assert_true(input_patience(&input) > 25);
    input_take(&input, 'C');
    assert_int_equal(input_patience(&input), -1);
}

/* Any bytes: no event outside of its bounds, and a quiet end. The generator is the one of POSIX's example of rand(). */
static void random_bytes_do_no_harm(void **state)
{
    (void)state;
    static const char common[] = "\033\033\033[<;0123456789MmAOC~]P\\\xC2\xE2\x96\x88";
    unsigned long seed = 1;
    struct input input = {.state = INPUT_GROUND};
    for (int i = 0; i < 300000; i++) {
        seed = seed * 1103515245 + 12345;
        const unsigned long random = seed >> 16 & 0x7FFF;
        const unsigned char byte =
            random % 3 == 0 ? (unsigned char)(random >> 3) : (unsigned char)common[random % (sizeof common - 1)];
        const struct input_events events = random % 97 == 0 ? input_silence(&input) : input_take(&input, byte);
        assert_in_range(events.count, 0, 2);
        for (int k = 0; k < events.count; k++) {
            assert_true(events.event[k].row >= 0 && events.event[k].column >= 0);
            assert_true(events.event[k].key >= 0 && events.event[k].key <= KEY_CODE_TAB);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_of_every_terminal_are_understood),
        cmocka_unit_test(escape_is_a_key_of_its_own_before_another),
        cmocka_unit_test(a_sequence_that_is_not_known_types_nothing),
        cmocka_unit_test(a_drag_is_a_press_motions_and_a_release),
        cmocka_unit_test(the_old_mouse_report_is_understood_too),
        cmocka_unit_test(the_wheel_turns_up_and_down_with_shift_and_without),
        cmocka_unit_test(a_paste_is_marked_text_without_keys),
        cmocka_unit_test(line_ends_in_a_paste_are_blanks_between_words),
        cmocka_unit_test(a_paste_that_never_ends_is_over_after_a_silence),
        cmocka_unit_test(only_what_is_incomplete_is_waited_for),
        cmocka_unit_test(random_bytes_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
