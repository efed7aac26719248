/* test_job_control.c: ^Z and fg in a shell, and what tmux does to a terminal. */
#define _GNU_SOURCE /* setenv, popen, nanosleep */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

enum { TEXT = 64 * 1024, COMMAND = 1024, ATTEMPTS = 500, PAUSE = 20000000 /* ns */ };

static char server[64]; /* "tmux -L name": a server that is nobody else's */

/* Run tmux; returns what it prints, until the next call. */
static const char *tmux(const char *words)
{
    static char text[TEXT];
    char command[COMMAND];
    snprintf(command, sizeof command, "%s %s 2>&1", server, words);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    const size_t length = fread(text, 1, sizeof text - 1, pipe);
    text[length] = '\0';
    pclose(pipe);
    return text;
}

static void wait_for(const char *words, const char *expected, bool shown)
{
    const struct timespec pause = {.tv_nsec = PAUSE};
    for (int i = 0; i < ATTEMPTS; i++) {
        if ((strstr(tmux(words), expected) != NULL) == shown) {
            return;
        }
        nanosleep(&pause, NULL);
    }
    print_error("%s:\n%s\n", words, tmux("capture-pane -p"));
    fail_msg("\"%s\" %s", expected, shown ? "does not come" : "does not go");
}

static void wait_shown(const char *text)
{
    wait_for("capture-pane -p", text, true);
}

/* Modes of the pane: alternate screen, mouse by motion with a button down, in the wide encoding. */
static void wait_modes(const char *expected)
{
    wait_for("display-message -p '<#{alternate_on}#{mouse_button_flag}#{mouse_sgr_flag}>'", expected, true);
}

static int start_shell(void **state)
{
    static int number; /* each test has a server of its own: one that ends is in the way for a moment */
    (void)state;
    snprintf(server, sizeof server, "tmux -L ringside-test-%d-%d -f /dev/null", (int)getpid(), number++);
    unsetenv("TMUX");
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("TERM", "xterm-256color", 1);
    tmux("new-session -d -x 80 -y 24 'env PS1=ready: HISTFILE= bash --noprofile --norc -i'");
    wait_shown("ready:");
    return 0;
}

static int end_shell(void **state)
{
    (void)state;
    tmux("kill-server");
    return 0;
}

static void start_program(void)
{
    tmux("send-keys '" RINGSIDE_PROGRAM "' Enter");
    wait_modes("<111>");
    wait_shown(" ringside ");
}

static void control_z_gives_the_terminal_back_and_fg_takes_it_again(void **state)
{
    (void)state;
    start_program();
    tmux("send-keys C-z");
    wait_modes("<000>");
    wait_shown("Stopped");
    tmux("send-keys 'echo $((40+2))-typed' Enter");
    wait_shown("42-typed");
    tmux("resize-window -x 100 -y 30");
    tmux("send-keys fg Enter");
    wait_modes("<111>");
    wait_shown(" ringside ");
    /* The new size is drawn, up to the footer in its last row. */
    wait_for("capture-pane -p -S 29 -E 29", "quit", true);
    tmux("send-keys q");
    wait_modes("<000>");
    wait_shown("ready:");
}

static void a_stop_that_nobody_saw_coming_is_mended_too(void **state)
{
    (void)state;
    start_program();
    tmux("send-keys C-z");
    wait_shown("Stopped");
    tmux("send-keys 'fg' Enter");
    wait_modes("<111>");
    tmux("run-shell 'kill -STOP $(pgrep -n -P #{pane_pid})'");
    wait_shown("Stopped");
    tmux("send-keys 'fg' Enter");
    wait_shown(" ringside ");
    wait_modes("<111>");
    tmux("send-keys q");
    wait_modes("<000>");
}

static void a_window_of_one_cell_and_back_shows_the_screen_again(void **state)
{
    (void)state;
    start_program();
    tmux("resize-window -x 1 -y 1");
    wait_for("capture-pane -p", " ringside ", false);
    tmux("resize-window -x 80 -y 24");
    wait_shown(" ringside ");
    tmux("send-keys q");
    wait_modes("<000>");
}

int main(void)
{
    if (system("tmux -V >/dev/null 2>&1") != 0) {
        print_message("tmux is not installed: nothing is tested\n");
        return 77;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(control_z_gives_the_terminal_back_and_fg_takes_it_again, start_shell,
                                        end_shell),
        cmocka_unit_test_setup_teardown(a_stop_that_nobody_saw_coming_is_mended_too, start_shell, end_shell),
        cmocka_unit_test_setup_teardown(a_window_of_one_cell_and_back_shows_the_screen_again, start_shell, end_shell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
