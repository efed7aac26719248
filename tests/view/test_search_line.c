/* test_search_line.c: lines as they are typed at the Search tab. */
#include "view/search_line.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct search_request_read read_line(const char *line)
{
    const struct scenario scenario = {.mode = MODE_DECODE};
    return search_line_read(line, &scenario);
}

static void refused(const char *line, const char *message)
{
    const struct search_request_read read = read_line(line);
    assert_false(read.valid);
    assert_string_equal(read.message, message);
}

static void completed(const char *line, const char *expected, int count)
{
    const struct search_line_completion completion = search_line_complete(line, MODE_DECODE);
    if (strcmp(completion.line, expected) != 0 || completion.count != count) {
        fail_msg("\"%s\" became \"%s\" of %d, expected \"%s\" of %d", line, completion.line, completion.count, expected,
                 count);
    }
}

static void a_line_is_read_as_a_shell_reads_it(void **state)
{
    static const char *const lines[] = {"--where decode.time<=50ms --clients 100 --fewest",
                                        "--where 'decode.time<=50ms' --clients 100 --fewest",
                                        "  --fewest --clients=100   --where=\"decode.time <= 50 ms\" ",
                                        "--clients '100' --fewest --where=decode.time<=50ms"};
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        const struct search_request_read read = read_line(lines[i]);
        if (!read.valid) {
            fail_msg("\"%s\": %s", lines[i], read.message);
        }
        assert_int_equal(read.request.target.batch, TARGET_FEWEST);
        assert_int_equal(read.request.target.clients, 100);
        assert_int_equal(read.request.target.condition_count, 1);
        assert_true(read.request.target.condition[0].value == 50e-3);
    }
}

static void an_empty_line_asks_for_every_strategy(void **state)
{
    (void)state;
    assert_true(read_line("").valid);
    assert_true(read_line("   ").valid);
    assert_int_equal(read_line(" ").request.target.condition_count, 0);
}

static void what_is_no_option_is_said_with_what_would_be(void **state)
{
    (void)state;
    refused("decode.time<=50ms", "\"decode.time<=50ms\" is behind no option: --where decode.time<=50ms");
    refused("--top 3", "\"--top\" is none of --objective, --where, --hold, --clients, --fewest");
    refused("--where", "--where: expected is METRIC<=VALUE,...");
    refused("--where=", "--where: expected is METRIC<=VALUE,...");
    refused("--clients 3 --clients 4", "--clients: it is there twice; once is enough: N");
    refused("--where 'decode.time<=50ms", "A quote is open: what it encloses ends in another.");
    refused("--clients many", "--clients: a whole number is expected, like 100, not \"many\"");
}

static void options_figures_and_keys_are_completed(void **state)
{
    (void)state;
    completed("--wh", "--where ", 1);
    completed("--clients 100 --f", "--clients 100 --fewest ", 1);
    completed("--hold z", "--hold zero", 1);
    completed("--hold zero,decode", "--hold zero,decode.batch", 1);
    completed("--where decode.tim", "--where decode.time", 1);
    completed("--where 'decode.tim", "--where 'decode.time", 1);
    completed("--where=memory.to", "--where=memory.total", 1);
    completed("--where memory.total<=70GB,decode.tim", "--where memory.total<=70GB,decode.time", 1);
    completed("--objective mf", "--objective mf", 0); /* no figure of a decode */
    completed("--clients 1", "--clients 1", 0);
    completed("", "--", SEARCH_WORDS);
    completed("--where decode.time<=", "--where decode.time<=", 0);
}

/* The longest line and the most words, without a byte beyond either. */
static void any_line_is_read(void **state)
{
    char line[FIELD_LENGTH];
    (void)state;
    for (size_t length = 0; length < sizeof line; length++) {
        memset(line, length % 3 == 0 ? 'x' : length % 3 == 1 ? ' ' : '\'', sizeof line);
        for (size_t i = 1; i < length; i += 2) {
            line[i] = ' ';
        }
        line[length] = '\0';
        (void)read_line(line);
        (void)search_line_complete(line, MODE_TRAINING);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_read_as_a_shell_reads_it),
        cmocka_unit_test(an_empty_line_asks_for_every_strategy),
        cmocka_unit_test(what_is_no_option_is_said_with_what_would_be),
        cmocka_unit_test(options_figures_and_keys_are_completed),
        cmocka_unit_test(any_line_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
