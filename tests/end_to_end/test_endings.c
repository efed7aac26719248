/* test_endings.c: however the program ends, the terminal is left as it was found. */
#define _GNU_SOURCE /* pipe2 */
#include "tui.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

static const struct tui_options usual = {0};

static void quitting_ends_with_status_0_and_leaves_the_terminal_as_it_was(void **state)
{
    (void)state;
    struct tui tui;
    tui_open(&tui, &usual);
    assert_true(tui.mode[1049] && tui.mode[1002] && tui.mode[1006] && !tui.mode[25]);
    tui_type(&tui, "q");
    const int status = tui_wait_end(&tui);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    tui_check_restored(&tui);
    tui_free(&tui);
}

/* Signal by signal; what is asked to end by a signal ends with 128 and its number. */
static void a_signal_that_ends_the_program_leaves_the_terminal_as_it_was(void **state)
{
    (void)state;
    static const int signals[] = {SIGTERM, SIGHUP, SIGINT, SIGQUIT};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        struct tui tui;
        tui_open(&tui, &usual);
        kill(tui.pid, signals[i]);
        const int status = tui_wait_end(&tui);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), 128 + signals[i]);
        tui_check_restored(&tui);
        tui_free(&tui);
    }
}

/* A sanitizer that sees the crash turns it into an exit. */
static void a_crash_leaves_the_terminal_as_it_was(void **state)
{
    (void)state;
    static const int signals[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        struct tui tui;
        tui_open(&tui, &usual);
        kill(tui.pid, signals[i]);
        const int status = tui_wait_end(&tui);
        assert_true(WIFSIGNALED(status) ? WTERMSIG(status) == signals[i] : WEXITSTATUS(status) != 0);
        tui_check_restored(&tui);
        tui_free(&tui);
    }
}

static void control_c_ends_the_program(void **state)
{
    (void)state;
    struct tui tui;
    tui_open(&tui, &usual);
    tui_type(&tui, "\003");
    const int status = tui_wait_end(&tui);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 128 + SIGINT);
    tui_check_restored(&tui);
    tui_free(&tui);
}

static void pause_ms(long milliseconds)
{
    const struct timespec pause = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000};
    nanosleep(&pause, NULL);
}

/* Wait for the end of a program whose terminal is gone; returns its status and the processor time that it used. */
static int wait_without_terminal(pid_t pid, double *processor_time)
{
    int status = -1;
    for (int i = 0; i < 5000; i++) {
        const double time = tui_processor_time(pid);
        *processor_time = time > *processor_time ? time : *processor_time;
        if (waitpid(pid, &status, WNOHANG) == pid) {
            return status;
        }
        pause_ms(2);
    }
    kill(pid, SIGKILL);
    waitpid(pid, &status, 0);
    fail_msg("the program outlives its terminal");
    return status;
}

static void a_hang_up_ends_it_without_a_spin_though_sighup_is_ignored(void **state)
{
    (void)state;
    struct tui tui;
    tui_open(&tui, &(struct tui_options){.ignore_hangup = true});
    const double before = tui_processor_time(tui.pid);
    double after = before;
    close(tui.fd);
    const int status = wait_without_terminal(tui.pid, &after);
    assert_true(WIFEXITED(status));
    assert_true(after - before < 0.2);
    vterm_free(tui.vterm);
}

static void a_hang_up_while_it_draws_is_no_crash(void **state)
{
    (void)state;
    struct tui tui;
    tui_open(&tui, &usual);
    for (int i = 0; i < 300; i++) {
        tui_type(&tui, "\033[C\033[D");
    }
    close(tui.fd);
    double time = 0;
    const int status = wait_without_terminal(tui.pid, &time);
    assert_true(WIFEXITED(status));
    vterm_free(tui.vterm);
}

/* ^S, a detached session: nobody reads. The signal must not wait for them. */
static void a_signal_ends_it_even_while_nobody_reads_what_it_draws(void **state)
{
    (void)state;
    struct tui tui;
    tui_open(&tui, &usual);
    for (int i = 0; i < 400; i++) { /* resizing makes whole drawings, which fill the terminal's buffer */
        tui_resize(&tui, 24 + i % 2, 80);
        pause_ms(1);
    }
    kill(tui.pid, SIGTERM);
    double time = 0;
    const int status = wait_without_terminal(tui.pid, &time);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 128 + SIGTERM);
    tui_free(&tui);
}

/* ---- No terminal */

/* Run it with standard input and output as given; returns the exit status, and what it wrote to both outputs. */
struct outcome {
    int status;
    char output[4096], errors[4096];
};

static void read_all(int fd, char *text, size_t size)
{
    size_t length = 0;
    ssize_t count = 0;
    while (length + 1 < size && (count = read(fd, text + length, size - 1 - length)) > 0) {
        length += (size_t)count;
    }
    text[length] = '\0';
    close(fd);
}

static struct outcome run_on_pipes(const char *input)
{
    struct outcome outcome;
    int output[2], errors[2];
    assert_int_equal(pipe2(output, O_CLOEXEC), 0);
    assert_int_equal(pipe2(errors, O_CLOEXEC), 0);
    const pid_t pid = fork();
    if (pid == 0) {
        dup2(open(input, O_RDONLY), STDIN_FILENO);
        dup2(output[1], STDOUT_FILENO);
        dup2(errors[1], STDERR_FILENO);
        setenv("TERM", "xterm-256color", 1);
        execl(RINGSIDE_PROGRAM, "ringside", (char *)NULL);
        _exit(127);
    }
    close(output[1]);
    close(errors[1]);
    read_all(output[0], outcome.output, sizeof outcome.output);
    read_all(errors[0], outcome.errors, sizeof outcome.errors);
    int status = 0;
    waitpid(pid, &status, 0);
    outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return outcome;
}

static void without_a_terminal_it_says_what_to_do_and_writes_no_escape(void **state)
{
    (void)state;
    const struct outcome outcome = run_on_pipes("/dev/null");
    assert_int_equal(outcome.status, 2);
    assert_string_equal(outcome.output, "");
    assert_non_null(strstr(outcome.errors, "ringside report"));
    assert_null(strchr(outcome.errors, '\033'));
}

/* Standard input is a terminal, standard output a pipe. */
static void with_its_output_on_a_pipe_it_says_so_too(void **state)
{
    (void)state;
    int master = -1, slave = -1;
    char name[128];
    assert_int_equal(openpty(&master, &slave, name, NULL, NULL), 0);
    const struct outcome outcome = run_on_pipes(name);
    assert_int_equal(outcome.status, 2);
    assert_string_equal(outcome.output, "");
    assert_non_null(strstr(outcome.errors, "ringside report"));
    close(master);
    close(slave);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quitting_ends_with_status_0_and_leaves_the_terminal_as_it_was),
        cmocka_unit_test(a_signal_that_ends_the_program_leaves_the_terminal_as_it_was),
        cmocka_unit_test(a_crash_leaves_the_terminal_as_it_was),
        cmocka_unit_test(control_c_ends_the_program),
        cmocka_unit_test(a_hang_up_ends_it_without_a_spin_though_sighup_is_ignored),
        cmocka_unit_test(a_hang_up_while_it_draws_is_no_crash),
        cmocka_unit_test(a_signal_ends_it_even_while_nobody_reads_what_it_draws),
        cmocka_unit_test(without_a_terminal_it_says_what_to_do_and_writes_no_escape),
        cmocka_unit_test(with_its_output_on_a_pipe_it_says_so_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
