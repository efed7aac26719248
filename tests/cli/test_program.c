/* test_program.c: the program itself, on pipes: status, streams, locale, a full disk, shell completion. */
#include "command_run.h"
#include "scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include <cmocka.h>

enum { LINE = 1000 };

/* Run a line of shell in which $ringside is the program; its standard output, and its status. */
static struct printed shell(const char *line)
{
    char whole[LINE];
    size_t size = 0;
    char piece[BUFSIZ];
    struct printed printed = {.errors = NULL};
    FILE *output = open_memstream(&printed.output, &size);
    (void)snprintf(whole, sizeof whole, "ringside='%s'; %s", RINGSIDE_PROGRAM, line);
    FILE *pipe = popen(whole, "r"); /* NOLINT: the line is ours */
    assert_non_null(pipe);
    for (size_t length = 0; (length = fread(piece, 1, sizeof piece, pipe)) > 0;) {
        (void)fwrite(piece, 1, length, output);
    }
    const int status = pclose(pipe);
    (void)fclose(output);
    printed.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return printed;
}

static void check(const char *line, int status, const char *expected)
{
    struct printed printed = shell(line);
    if (printed.status != status || strstr(printed.output, expected) == NULL) {
        fail_msg("%s\nexit %d, expected %d; output, expected: %s\n%s", line, printed.status, status, expected,
                 printed.output);
    }
    printed_free(&printed);
}

static void results_go_to_output_and_complaints_to_errors(void **state)
{
    (void)state;
    check("$ringside report --format json </dev/null 2>&1 >/dev/null", 0, "");
    check("test -z \"$($ringside report --format json 2>&1 >/dev/null)\" && echo silent", 0, "silent");
    check("test -z \"$($ringside report --formt json 2>/dev/null)\" && echo silent", 0, "silent");
    check("$ringside report --formt json 2>&1", 2, "did you mean --format?");
    check("$ringside report --set tp=6 --format json", 1, "TP 6 does not divide");
    check("$ringside list keys", 0, "keys");
    check("$ringside --version", 0, "ringside ");
    check("printf 'tp\\n8\\n4\\n' | $ringside batch - --show dp.size", 0,
          "tp,valid,dp.size,reason\n8,true,8,\n4,true,16,\n");
}

#define PRESETS RINGSIDE_SOURCE_DIR "/presets/"

/* What a shell makes of <(command) is a pipe that may have nothing to say yet. */
static void a_preset_may_come_through_a_pipe(void **state)
{
    (void)state;
    check("printf '%s check <(sleep 0.1; cat dgx-h100.cfg)' \"$ringside\" | (cd " PRESETS "clusters && bash)", 0,
          ": valid");
    check("printf '%s report --brief --set tp=1 --model <(cat llama-3-8b.cfg)' \"$ringside\" | (cd " PRESETS
          "models && bash)",
          0, "Llama 3 8B, training");
    check("printf '%s import <(cat cube.txt)' \"$ringside\" | (cd " RINGSIDE_SOURCE_DIR
          "/tests/data/importers/topology && bash)",
          0, "name           = \"imported\"");
}

static void a_report_is_json(void **state)
{
    struct printed printed = shell("$ringside report --format json");
    (void)state;
    assert_int_equal(printed.status, 0);
    assert_null(json_wrong(printed.output));
    assert_true(report_metric(&printed, "step.time") > 0.0);
    printed_free(&printed);
}

/* A German locale writes 0,5. It is made for the test where the system can. */
static void numbers_have_a_point_in_every_locale(void **state)
{
    (void)state;
    struct printed made =
        shell("folder=$(mktemp -d) && localedef -i de_DE -f UTF-8 \"$folder/de_DE.UTF-8\" >/dev/null 2>&1;"
              "LOCPATH=$folder LC_ALL=de_DE.UTF-8 bash -c 'printf %.1f 0,5' 2>/dev/null; printf '\\n%s' $folder");
    char line[LINE];
    char *folder = strchr(made.output, '\n');
    assert_non_null(folder);
    const bool is_german = strncmp(made.output, "0,5\n", 4) == 0;
    if (is_german) {
        (void)snprintf(
            line, sizeof line,
            "export LOCPATH=%s LC_ALL=de_DE.UTF-8; $ringside report --format json; $ringside report --format csv; "
            "$ringside report; $ringside explain mfu; $ringside list parameters; "
            "echo tp,nic.bandwidth,8,12.5GB/s | sed 's/h,/h\\n/' | $ringside batch -",
            folder + 1);
        struct printed german = shell(line);
        (void)snprintf(
            line, sizeof line,
            "export LC_ALL=C.UTF-8; $ringside report --format json; $ringside report --format csv; $ringside report; "
            "$ringside explain mfu; $ringside list parameters; "
            "echo tp,nic.bandwidth,8,12.5GB/s | sed 's/h,/h\\n/' | $ringside batch -");
        struct printed plain = shell(line);
        assert_int_equal(german.status, 0);
        assert_string_equal(german.output, plain.output);
        printed_free(&german);
        printed_free(&plain);
    }
    (void)snprintf(line, sizeof line, "rm -rf '%s'", folder + 1);
    struct printed removed = shell(line);
    printed_free(&removed);
    printed_free(&made);
    if (!is_german) {
        skip();
    }
}

/* Bytes beyond ASCII in what a line prints, in the C locale. */
static void check_ascii(const char *line)
{
    struct printed printed = shell(line);
    for (const char *at = printed.output; *at != '\0'; at++) {
        if ((unsigned char)*at > 0x7E) {
            fail_msg("%s: a byte that a terminal without UTF-8 cannot show: %.40s", line, at);
        }
    }
    assert_true(printed.output[0] != '\0');
    printed_free(&printed);
}

static void a_locale_without_utf8_gets_ascii(void **state)
{
    static const char *const lines[] = {"report",
                                        "report --mode decode",
                                        "sweep --over tp=1:8 --show tp.latency",
                                        "search --top 2",
                                        "collective all_reduce",
                                        "explain tp.latency",
                                        "solve --for nic.bandwidth --where \"dp.exposed<=0\"",
                                        "lessons 3",
                                        "lessons 2 --check",
                                        "list keys",
                                        "validate",
                                        "help",
                                        "report --model M\303\274ller",
                                        "report --set tp=\303\274",
                                        "--model M\303\274ller",
                                        "snapshot --theme M\303\274ller",
                                        "check /tmp/M\303\274ller"};
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        char line[LINE];
        (void)snprintf(line, sizeof line, "export LC_ALL=C; $ringside %s 2>&1", lines[i]);
        check_ascii(line);
    }
    check("LC_ALL=C $ringside report", 0, " us  ");
    check("LC_ALL=C.UTF-8 $ringside report --ascii", 0, " us  ");
    check("LC_ALL=C $ringside report --utf8", 0, " \302\265s  ");
    check("LC_ALL=C $ringside report --asci 2>&1", 2, "did you mean --ascii?");
    check("LC_ALL=C $ringside list keys | sed -n 's/Everywhere.*//p' | awk '{print length($0)}' | sort -u | wc -l", 0,
          "1\n");
}

static void a_name_that_is_near_none_is_answered_with_those_there_are(void **state)
{
    (void)state;
    check("$ringside snapshot --theme foo 2>&1", 2,
          "there are default, light, high-contrast, colour-blind, projector and mono\n");
    check("$ringside snapshot --theme mnoo 2>&1", 2, "did you mean \"mono\"?\n");
    check("$ringside snapshot --tab timelin 2>&1", 2, "its name: Timeline, Sweep, Ring,");
    check("$ringside report --model mixtrl 2>&1", 2, "did you mean \"Mixtral 8x7B\"");
    check("$ringside report --model xyzzy 2>&1", 2, "`ringside list models` names them all");
    check("$ringside report --set xyzzy=1 2>&1", 2, "`ringside list parameters` names them all");
    check("$ringside snapshot --theme \"$(printf '\\033[31m')\" 2>&1", 2, "--theme \"[31m\": there is none");
}

static void a_snapshot_that_cannot_be_drawn_says_what_is_expected(void **state)
{
    static const struct {
        const char *options, *expected;
    } cases[] = {
        {"--size 120", "--size \"120\": columns and rows are expected, like 120x40\n"},
        {"--size 0x10", "--size \"0x10\": columns and rows"},
        {"--size 10x0", "--size \"10x0\": columns and rows"},
        {"--size 120x40x3", "--size \"120x40x3\": columns and rows"},
        {"--size 99999x40", "--size \"99999x40\": columns and rows"},
        {"--format png", "--format \"png\": text, ansi or svg is expected\n"},
        {"--keys 'b<Nope>'", "--keys \"<Nope>\": no key is called so"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char line[LINE];
        (void)snprintf(line, sizeof line, "$ringside snapshot %s 2>&1", cases[i].options);
        check(line, 2, cases[i].expected);
    }
    check("$ringside snapshot --size 44x14 --tab 5 --format text", 0, "[5]");
    check("$ringside snapshot --size 44x14 --tab 5 --keys '<Down>' --format svg", 0, "</svg>");
}

static void a_snapshot_leaves_no_file(void **state)
{
    (void)state;
    check("folder=$(mktemp -d) && cd $folder && export HOME=$folder XDG_CONFIG_HOME=$folder/config && "
          "$ringside snapshot --keys 'Sx<Enter><Esc>Wy.txt<Enter><Esc>TT<Enter>i" RINGSIDE_SOURCE_DIR
          "/tests/data/importers/hf/bloom-3b.json<Enter>' && find . | wc -l && rm -r $folder",
          0, "\n1\n");
}

/* JSON and CSV are for programs, and UTF-8 always; so is a picture that goes into a file. */
static void what_is_for_programs_is_the_same_in_every_locale(void **state)
{
    (void)state;
    check("LC_ALL=C $ringside list keys --format csv", 0, "\342\217\216");
    check("LC_ALL=C $ringside list keys --format json", 0, "\342\217\216");
    check("LC_ALL=C $ringside snapshot", 0, "\302\267");
}

static void output_that_nobody_takes_is_an_error(void **state)
{
    (void)state;
    check("$ringside list parameters 2>&1 >/dev/full", 2, "No space left on device");
    check("$ringside batch - --show dp.size 2>&1 >/dev/full <<end\ntp\n8\nend\n", 2, "No space left on device");
    check("exec 3>&1; trap '' PIPE; { sleep 0.1; $ringside list parameters 2>&3; echo status $? >&3; } | :", 0,
          "ringside: the output is not complete: Broken pipe\nstatus 2\n");
}

/* The function of the script, called as bash calls it. */
static void bash_completes(void **state)
{
    static const struct {
        const char *words;
        const char *expected;
    } rows[] = {
        {"ringside re", "report\n"},
        {"ringside --mod", "--model\n--mode\n"},
        {"ringside report --form", "--format\n"},
        {"ringside report --format j", "json\n"},
        {"ringside report --format = j", "json\n"},
        {"ringside report --model 'Llama 3 8'", "Llama\\ 3\\ 8B\n"},
        {"ringside report --set nic.bandw", "nic.bandwidth=\n"},
        {"ringside batch - --show step.time,tp.cou", "step.time,tp.count\n"},
        {"ringside explain dp.required_ban", "dp.required_bandwidth\n"},
        {"ringside list mod", "models\n"},
        {"ringside completion f", "fish\n"},
        {"ringside --tab Tr", "Traffic\n"},
        {"ringside snapshot --tab Ma", "Map\n"},
        {"ringside help sn", "snapshot\n"},
    };
    (void)state;
    struct printed bash = shell("command -v bash");
    const bool has_bash = bash.status == 0;
    printed_free(&bash);
    if (!has_bash) {
        skip();
    }
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char line[LINE];
        (void)snprintf(
            line, sizeof line,
            "export ringside; bash -c \"source <(\\$ringside completion bash); COMP_WORDS=(%s); "
            "COMP_CWORD=\\$((\\${#COMP_WORDS[@]} - 1)); _ringside; printf '%%s\\n' \\\"\\${COMPREPLY[@]}\\\"\" "
            "2>/dev/null",
            rows[i].words);
        struct printed completed = shell(line);
        if (strcmp(completed.output, rows[i].expected) != 0) {
            fail_msg("%s: got %s, expected %s", rows[i].words, completed.output, rows[i].expected);
        }
        printed_free(&completed);
    }
}

/* A preset whose name a shell would carry out, were it not quoted: behind no quote, a double and a single one. */
static void a_name_is_completed_as_one_word(void **state)
{
    static const char preset[] =
        "name = \"Evil $(echo x) `echo y` \\\"z\\\" it's a\\\\b\\\\\";\n"
        "layers = 2; hidden = 64; heads = 2; kv_heads = 2; head_dim = 32; ffn = 256; vocab = 100; source = \"ours\";\n";
    static const char script[] =
        "compopt() { :; }\n"
        "source <(\"$ringside\" completion bash)\n"
        "name='Evil $(echo x) `echo y` \"z\" it'\\''s a\\b\\'\n"
        "complete_word() { COMP_WORDS=(ringside report --model \"$1\"); COMP_CWORD=3; _ringside; word=; }\n"
        "complete_word Evil; eval \"word=${COMPREPLY[0]}\"; [[ $word == \"$name\" ]] && echo bare\n"
        "complete_word '\"Evil'; eval \"word=\\\"${COMPREPLY[0]}\\\"\"; [[ $word == \"$name\" ]] && echo double\n"
        "complete_word \"'Evil\"; eval \"word='${COMPREPLY[0]}'\"; [[ $word == \"$name\" ]] && echo single\n";
    (void)state;
    file_write(scratch_path("ringside/models/evil.cfg"), preset);
    file_write(scratch_path("script"), script);
    char line[LINE];
    (void)snprintf(line, sizeof line,
                   "export ringside XDG_CONFIG_HOME=%s; command -v bash >/dev/null || exit 77; bash %s",
                   scratch_folder(), scratch_path("script"));
    struct printed run = shell(line);
    const bool has_bash = run.status != 77;
    if (has_bash && strcmp(run.output, "bare\ndouble\nsingle\n") != 0) {
        fail_msg("%s%s", run.output, run.errors == NULL ? "" : run.errors);
    }
    printed_free(&run);
    (void)snprintf(line, sizeof line, "XDG_CONFIG_HOME=%s $ringside completion fish", scratch_folder());
    check(line, 0, " 'Evil $(echo x) `echo y` \"z\" it'\\''s a'\\\\'b'\\\\''");
    if (!has_bash) {
        skip();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_go_to_output_and_complaints_to_errors),
        cmocka_unit_test(a_preset_may_come_through_a_pipe),
        cmocka_unit_test(a_report_is_json),
        cmocka_unit_test(numbers_have_a_point_in_every_locale),
        cmocka_unit_test(a_locale_without_utf8_gets_ascii),
        cmocka_unit_test(a_name_that_is_near_none_is_answered_with_those_there_are),
        cmocka_unit_test(a_snapshot_that_cannot_be_drawn_says_what_is_expected),
        cmocka_unit_test(a_snapshot_leaves_no_file),
        cmocka_unit_test(what_is_for_programs_is_the_same_in_every_locale),
        cmocka_unit_test(output_that_nobody_takes_is_an_error),
        cmocka_unit_test(bash_completes),
        cmocka_unit_test_setup_teardown(a_name_is_completed_as_one_word, scratch_make, scratch_remove),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
