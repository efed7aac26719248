/* signals.c: signals, as the event loop wants them. */
#define _GNU_SOURCE /* ppoll, sigaltstack, tcsetattr */
#include "view/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { RESCUE_BYTES = 512, CRASH_STACK = 64 * 1024, PATIENCE_OUTPUT = 1 /* s */, SIGNAL_STATUS = 128 };

static const int quitting[] = {SIGTERM, SIGHUP, SIGINT, SIGQUIT};
static const int telling[] = {SIGTSTP, SIGCONT, SIGWINCH};
static const int crashing[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};

#define COUNT(list) (int)(sizeof(list) / sizeof(list)[0])

/* Written by handlers. */
static volatile sig_atomic_t quit_signal, stop_asked, resume_seen, resize_seen, output_going;

static struct {
    struct sigaction before[NSIG]; /* of each signal that was taken */
    sigset_t mask_before;
    sigset_t blocked; /* all that is taken */
    sigset_t quits;   /* of them, those that end the program */
    char rescue[RESCUE_BYTES];
    size_t rescue_length;
    struct termios modes;
    bool has_modes;
} state;

static char crash_stack[CRASH_STACK];

/* Only async-signal-safe calls. A write may not hang: what the terminal does not take is left. */
static void rescue_terminal(void)
{
    const int flags = fcntl(STDOUT_FILENO, F_GETFL);
    fcntl(STDOUT_FILENO, F_SETFL, flags | O_NONBLOCK);
    size_t done = 0;
    while (done < state.rescue_length) {
        const ssize_t written = write(STDOUT_FILENO, state.rescue + done, state.rescue_length - done);
        if (written <= 0) {
            break;
        }
        done += (size_t)written;
    }
    fcntl(STDOUT_FILENO, F_SETFL, flags);
    if (state.has_modes) {
        tcsetattr(STDIN_FILENO, TCSANOW, &state.modes);
    }
}

static void on_quit(int number)
{
    quit_signal = number;
    if (output_going) {
        alarm(PATIENCE_OUTPUT);
    }
}

static void on_news(int number)
{
    if (number == SIGWINCH) {
        resize_seen = 1;
    } else if (number == SIGTSTP) {
        stop_asked = 1;
    } else {
        resume_seen = 1;
    }
}

/* Output hangs, and the program was asked to end. */
static void on_alarm(int number)
{
    (void)number;
    rescue_terminal();
    _exit(quit_signal != 0 ? SIGNAL_STATUS + quit_signal : 0);
}

/* Restore the terminal, then let happen what would have happened. */
static void on_crash(int number)
{
    rescue_terminal();
    sigaction(number, &state.before[number], NULL);
    raise(number);
}

static void set_handler(int number, void (*handler)(int), int flags)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    action.sa_handler = handler;
    action.sa_flags = flags;
    sigaction(number, &action, NULL);
}

static void take(int number, void (*handler)(int), int flags)
{
    sigaction(number, NULL, &state.before[number]);
    if (state.before[number].sa_handler != SIG_IGN || handler == on_news) {
        set_handler(number, handler, flags);
    }
}

void signals_take(void)
{
    sigemptyset(&state.blocked);
    sigemptyset(&state.quits);
    for (int i = 0; i < COUNT(quitting); i++) {
        sigaddset(&state.quits, quitting[i]);
        sigaddset(&state.blocked, quitting[i]);
        take(quitting[i], on_quit, 0);
    }
    for (int i = 0; i < COUNT(telling); i++) {
        sigaddset(&state.blocked, telling[i]);
        take(telling[i], on_news, 0);
    }
    const stack_t stack = {.ss_sp = crash_stack, .ss_size = sizeof crash_stack};
    sigaltstack(&stack, NULL);
    for (int i = 0; i < COUNT(crashing); i++) {
        take(crashing[i], on_crash, SA_ONSTACK | SA_NODEFER);
    }
    take(SIGALRM, on_alarm, 0);
    take(SIGPIPE, SIG_IGN, 0);
    sigprocmask(SIG_BLOCK, &state.blocked, &state.mask_before);
}

void signals_retake(void)
{
    for (int i = 0; i < COUNT(quitting); i++) {
        if (state.before[quitting[i]].sa_handler != SIG_IGN) {
            set_handler(quitting[i], on_quit, 0);
        }
    }
    for (int i = 0; i < COUNT(telling); i++) {
        set_handler(telling[i], on_news, 0);
    }
}

void signals_expect_hangup(void)
{
    state.before[SIGHUP].sa_handler = SIG_IGN;
    set_handler(SIGHUP, SIG_IGN, 0);
}

void signals_release(void)
{
    alarm(0);
    output_going = 0;
    for (int i = 0; i < COUNT(quitting); i++) {
        sigaction(quitting[i], &state.before[quitting[i]], NULL);
    }
    for (int i = 0; i < COUNT(telling); i++) {
        sigaction(telling[i], &state.before[telling[i]], NULL);
    }
    for (int i = 0; i < COUNT(crashing); i++) {
        sigaction(crashing[i], &state.before[crashing[i]], NULL);
    }
    sigaction(SIGALRM, &state.before[SIGALRM], NULL);
    sigaction(SIGPIPE, &state.before[SIGPIPE], NULL);
    sigprocmask(SIG_SETMASK, &state.mask_before, NULL);
}

struct signals signals_read(void)
{
    const struct signals seen = {
        .quit = quit_signal, .stop = stop_asked != 0, .resumed = resume_seen != 0, .resized = resize_seen != 0};
    stop_asked = resume_seen = resize_seen = 0; /* all are blocked here */
    return seen;
}

void signals_set_rescue(const char *bytes, size_t length, const struct termios *modes)
{
    state.rescue_length = length < sizeof state.rescue ? length : sizeof state.rescue;
    memcpy(state.rescue, bytes, state.rescue_length);
    state.modes = *modes;
    state.has_modes = true;
}

void signals_before_output(void)
{
    output_going = 1;
    sigprocmask(SIG_UNBLOCK, &state.quits, NULL);
    if (quit_signal != 0) { /* it came before: its handler set no alarm */
        alarm(PATIENCE_OUTPUT);
    }
}

void signals_after_output(void)
{
    sigprocmask(SIG_BLOCK, &state.quits, NULL);
    output_going = 0;
    alarm(0);
}

void signals_before_last_output(void)
{
    signals_before_output();
    alarm(PATIENCE_OUTPUT);
}

int signals_wait(int descriptor, int timeout)
{
    enum { MILLISECONDS = 1000, NANOSECONDS = 1000000 }; /* in a second; in a millisecond */
    if (quit_signal != 0) {                              /* it came while output was going, when it is not blocked */
        timeout = 0;
    }
    struct pollfd wanted = {.fd = descriptor, .events = POLLIN};
    const struct timespec limit = {.tv_sec = timeout / MILLISECONDS,
                                   .tv_nsec = (long)(timeout % MILLISECONDS) * NANOSECONDS};
    const int ready = ppoll(&wanted, 1, timeout < 0 ? NULL : &limit, &state.mask_before);
    return ready > 0 ? wanted.revents : ready < 0 && errno != EINTR ? POLLERR : 0;
}

void signals_stop(void)
{
    sigaction(SIGTSTP, &state.before[SIGTSTP], NULL);
    raise(SIGTSTP);
    sigset_t stop;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    sigaddset(&stop, SIGCONT);
    sigprocmask(SIG_UNBLOCK, &stop, NULL); /* here it stops */
    sigprocmask(SIG_BLOCK, &stop, NULL);
    set_handler(SIGTSTP, on_news, 0);
    stop_asked = resume_seen = 0;
}
