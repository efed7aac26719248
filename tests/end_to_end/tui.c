/* tui.c: the program in a terminal of its own. */
#define _GNU_SOURCE /* forkpty, clearenv */
#include "tui.h"

#include "scratch.h"

#include <errno.h>
#include <poll.h>
#include <pty.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

enum { PATIENCE = 10000 /* ms */, STEP = 20 /* ms */, READ_SIZE = 4096, SIGNALS = 32 };

/* What sanitizers and coverage need to be told in the child, too. */
static const char *const passed_on[] = {"ASAN_OPTIONS", "UBSAN_OPTIONS", "GCOV_PREFIX", "LLVM_PROFILE_FILE"};

/* ---- Starting */

static char home[64];

static void remove_home(void)
{
    (void)folder_remove(home);
}

/* A home that no test shares with the user; all tests of a program share it, and it goes with them. */
static const char *home_directory(void)
{
    if (home[0] == '\0') {
        snprintf(home, sizeof home, "/tmp/ringside-test-XXXXXX");
        if (mkdtemp(home) == NULL || atexit(remove_home) != 0) {
            fail_msg("no directory for the test: %s", strerror(errno));
        }
    }
    return home;
}

static void set_if_given(const char *name, const char *value, const char *usual)
{
    const char *chosen = value == NULL ? usual : value;
    if (chosen[0] != '\0') {
        setenv(name, chosen, 1);
    }
}

static void set_environment(const struct tui_options *options)
{
    char *kept[sizeof passed_on / sizeof passed_on[0]];
    for (size_t i = 0; i < sizeof passed_on / sizeof passed_on[0]; i++) {
        const char *value = getenv(passed_on[i]);
        kept[i] = value == NULL ? NULL : strdup(value);
    }
    clearenv();
    for (size_t i = 0; i < sizeof passed_on / sizeof passed_on[0]; i++) {
        if (kept[i] != NULL) {
            setenv(passed_on[i], kept[i], 1);
        }
    }
    set_if_given("TERM", options->term, "xterm-256color");
    set_if_given("LC_ALL", options->locale, "C.UTF-8");
    setenv("PATH", "/usr/bin:/bin", 1);
    setenv("HOME", home_directory(), 1);
    setenv("RINGSIDE_FRAME_MARKER", "1", 1);
    setenv("LSAN_OPTIONS", "print_suppressions=0:suppressions=" RINGSIDE_SOURCE_DIR "/tests/end_to_end/leaks.supp", 1);
    for (int i = 0; i < TUI_WORDS && options->setting[i] != NULL; i++) {
        putenv((char *)options->setting[i]);
    }
}

/* In the child: become the program. */
static void become_program(const struct tui_options *options)
{
    for (int number = 1; number < SIGNALS; number++) {
        signal(number, SIG_DFL);
    }
    if (options->ignore_hangup) {
        signal(SIGHUP, SIG_IGN);
    }
    char *words[TUI_WORDS + 2] = {(char *)"ringside"};
    for (int i = 0; i < TUI_WORDS; i++) {
        words[i + 1] = (char *)options->word[i];
    }
    set_environment(options);
    execv(RINGSIDE_PROGRAM, words);
    _exit(127);
}

void tui_start(struct tui *tui, const struct tui_options *options)
{
    memset(tui, 0, sizeof *tui);
    tui->rows = options->rows > 0 ? options->rows : 24;
    tui->columns = options->columns > 0 ? options->columns : 80;
    tui->mode[25] = true; /* the cursor is shown */
    tui->vterm = vterm_new(tui->rows, tui->columns);
    vterm_set_utf8(tui->vterm, 1);
    tui->screen = vterm_obtain_screen(tui->vterm);
    vterm_screen_enable_altscreen(tui->screen, 1);
    vterm_screen_reset(tui->screen, 1);
    const struct winsize size = {.ws_row = (unsigned short)(options->no_size ? 0 : tui->rows),
                                 .ws_col = (unsigned short)(options->no_size ? 0 : tui->columns)};
    (void)home_directory();
    tui->pid = forkpty(&tui->fd, NULL, NULL, &size);
    if (tui->pid == 0) {
        become_program(options);
    }
    assert_true(tui->pid > 0);
}

void tui_open(struct tui *tui, const struct tui_options *options)
{
    tui_start(tui, options);
    tui_wait_frame(tui, 1);
}

/* ---- Reading. libvterm takes only the first number of "CSI ? 1006 ; 1000 h", so the modes are kept here. */

static void set_modes(struct tui *tui, const char *numbers, bool on)
{
    for (const char *at = numbers; *at != '\0';) {
        char *end = NULL;
        const long mode = strtol(at, &end, 10);
        if (end == at) {
            return;
        }
        if (mode > 0 && mode < TUI_MODES) {
            tui->mode[mode] = on;
        }
        at = *end == ';' ? end + 1 : end;
    }
}

static void end_sequence(struct tui *tui, char final)
{
    static const char marker[] = "]777;frame=";
    tui->sequence[tui->sequence_length] = '\0';
    if (strncmp(tui->sequence, "[?", 2) == 0 && (final == 'h' || final == 'l')) {
        set_modes(tui, tui->sequence + 2, final == 'h');
    } else if (strncmp(tui->sequence, marker, sizeof marker - 1) == 0) {
        tui->settled = true;
        tui->frame = strtol(tui->sequence + sizeof marker - 1, NULL, 10);
        tui->marker_bytes += (size_t)tui->sequence_length + 3; /* and ESC, ESC \ around it */
    }
    tui->sequence_length = 0;
}

/* Follow the sequences: sequence_length is 0 outside of one, else the length of what stands after its ESC. */
static void watch(struct tui *tui, char byte)
{
    const bool in_string = tui->sequence_length > 1 && tui->sequence[0] == ']';
    tui->settled = tui->settled && byte == '\\'; /* which ends the marker */
    if (byte == '\033') {
        if (in_string) {
            end_sequence(tui, byte);
            return; /* the backslash after it is no sequence */
        }
        tui->sequence_length = 0;
        tui->sequence[tui->sequence_length++] = '\0';
        return;
    }
    if (tui->sequence_length == 0) {
        return;
    }
    if (tui->sequence[0] == '\0') {
        tui->sequence[0] = byte;
        tui->sequence_length = byte == '[' || byte == ']' ? 1 : 0;
        return;
    }
    if (!in_string && tui->sequence[0] == '[' && byte >= '@' && byte <= '~') {
        end_sequence(tui, byte);
        return;
    }
    if (tui->sequence_length < (int)sizeof tui->sequence - 1) {
        tui->sequence[tui->sequence_length++] = byte;
    }
}

bool tui_read(struct tui *tui, int milliseconds)
{
    struct pollfd wanted = {.fd = tui->fd, .events = POLLIN};
    if (tui->ended || poll(&wanted, 1, milliseconds) <= 0) {
        return false;
    }
    char bytes[READ_SIZE];
    const ssize_t length = read(tui->fd, bytes, sizeof bytes);
    if (length <= 0) { /* EIO once nobody has the other side open */
        tui->ended = true;
        return false;
    }
    tui->bytes += (size_t)length;
    for (ssize_t i = 0; i < length; i++) {
        watch(tui, bytes[i]);
    }
    vterm_input_write(tui->vterm, bytes, (size_t)length);
    return true;
}

long long tui_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void show_screen(struct tui *tui)
{
    for (int row = 0; row < tui->rows; row++) {
        print_error("|%s|\n", tui_row(tui, row));
    }
    print_error("drawing %ld, %zu bytes%s\n", tui->frame, tui->bytes, tui->ended ? ", ended" : "");
}

void tui_wait_frame(struct tui *tui, long frame)
{
    const long long limit = tui_now() + PATIENCE;
    while (tui->frame < frame && !tui->ended && tui_now() < limit) {
        tui_read(tui, STEP);
    }
    if (tui->frame < frame) {
        show_screen(tui);
        fail_msg("drawing %ld did not come", frame);
    }
}

static bool row_shows(struct tui *tui, const char *row, const char *text)
{
    const int place = tui_find_row(tui, row);
    return place >= 0 && strstr(tui_row(tui, place), text) != NULL;
}

/* Wait until what is drawn, and drawn to its end, shows the text in the row or does not. Once the program has ended
 * what is there is looked at.
 */
static void wait_text(struct tui *tui, const char *row, const char *text, bool shown)
{
    const long long limit = tui_now() + PATIENCE;
    while (!(tui->settled && row_shows(tui, row, text) == shown) && !tui->ended && tui_now() < limit) {
        tui_read(tui, STEP);
    }
    if (row_shows(tui, row, text) != shown) {
        show_screen(tui);
        fail_msg("\"%s\" %s", text, shown ? "is not on the screen" : "does not go from the screen");
    }
}

void tui_wait_text(struct tui *tui, const char *text)
{
    wait_text(tui, text, text, true);
}

void tui_wait_row(struct tui *tui, const char *row, const char *text)
{
    wait_text(tui, row, text, true);
}

void tui_wait_no_text(struct tui *tui, const char *text)
{
    wait_text(tui, text, text, false);
}

/* ---- Doing */

void tui_type(struct tui *tui, const char *keys)
{
    size_t length = strlen(keys);
    while (length > 0 && !tui->ended) {
        const ssize_t written = write(tui->fd, keys, length);
        assert_true(written > 0);
        keys += written;
        length -= (size_t)written;
    }
}

void tui_press(struct tui *tui, const char *keys)
{
    const long frame = tui->frame;
    tui_type(tui, keys);
    tui_wait_frame(tui, frame + 1);
}

void tui_mouse(struct tui *tui, int code, int row, int column, char final)
{
    char report[48];
    snprintf(report, sizeof report, "\033[<%d;%d;%d%c", code, column + 1, row + 1, final);
    tui_type(tui, report);
}

void tui_resize(struct tui *tui, int rows, int columns)
{
    const struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    tui->rows = rows;
    tui->columns = columns;
    vterm_set_size(tui->vterm, rows, columns);
    ioctl(tui->fd, TIOCSWINSZ, &size);
}

/* ---- Looking */

VTermScreenCell tui_cell(const struct tui *tui, int row, int column)
{
    VTermScreenCell cell;
    memset(&cell, 0, sizeof cell);
    vterm_screen_get_cell(tui->screen, (VTermPos){.row = row, .col = column}, &cell);
    return cell;
}

const char *tui_row(struct tui *tui, int row)
{
    const VTermRect area = {.start_row = row, .end_row = row + 1, .start_col = 0, .end_col = tui->columns};
    const size_t length = vterm_screen_get_text(tui->screen, tui->text, sizeof tui->text - 1, area);
    tui->text[length] = '\0';
    return tui->text;
}

int tui_find_row(struct tui *tui, const char *text)
{
    for (int row = 0; row < tui->rows; row++) {
        if (strstr(tui_row(tui, row), text) != NULL) {
            return row;
        }
    }
    return -1;
}

int tui_find_column(struct tui *tui, int row, const char *text)
{
    const char *line = tui_row(tui, row);
    const char *found = strstr(line, text);
    int column = 0;
    for (const char *at = line; found != NULL && at < found; at++) {
        column += (*at & 0xC0) != 0x80; /* every character here is one column wide */
    }
    return found == NULL ? -1 : column;
}

bool tui_is_coloured(const VTermScreenCell *cell)
{
    return !VTERM_COLOR_IS_DEFAULT_FG(&cell->fg) || !VTERM_COLOR_IS_DEFAULT_BG(&cell->bg);
}

/* ---- Ending */

int tui_wait_end(struct tui *tui)
{
    int status = -1;
    const long long limit = tui_now() + PATIENCE;
    while (waitpid(tui->pid, &status, WNOHANG) == 0) {
        if (tui_now() > limit) {
            show_screen(tui);
            kill(tui->pid, SIGKILL);
            waitpid(tui->pid, &status, 0);
            fail_msg("the program does not end");
        }
        if (!tui_read(tui, STEP) && tui->ended) {
            const struct timespec pause = {.tv_nsec = 1000000};
            nanosleep(&pause, NULL);
        }
    }
    while (tui_read(tui, 0)) {
    }
    return status;
}

void tui_free(struct tui *tui)
{
    close(tui->fd);
    vterm_free(tui->vterm);
}

void tui_end(struct tui *tui, int exit_status)
{
    const int status = tui_wait_end(tui);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != exit_status) {
        show_screen(tui);
        fail_msg("ended with status %x, not by exit %d", (unsigned)status, exit_status);
    }
    tui_free(tui);
}

void tui_check_restored(struct tui *tui)
{
    static const int modes[] = {1000, 1002, 1003, 1006, 1049, 2004, 1};
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        if (tui->mode[modes[i]]) {
            fail_msg("mode %d is left on", modes[i]);
        }
    }
    assert_true(tui->mode[25]);
    struct termios line;
    assert_int_equal(tcgetattr(tui->fd, &line), 0);
    assert_true((line.c_lflag & ECHO) != 0 && (line.c_lflag & ICANON) != 0);
    assert_true((line.c_iflag & ICRNL) != 0);
}

double tui_processor_time(pid_t pid)
{
    char path[64], text[1024];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return -1;
    }
    const size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = '\0';
    const char *after_name = strrchr(text, ')');
    unsigned long user = 0, system = 0;
    if (after_name == NULL ||
        sscanf(after_name + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system) != 2) {
        return -1;
    }
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}
