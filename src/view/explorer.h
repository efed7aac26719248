/* explorer.h: the interactive program, and the same screen drawn without a terminal. Called by main.c only. */
#ifndef RINGSIDE_VIEW_EXPLORER_H
#define RINGSIDE_VIEW_EXPLORER_H

/* `ringside [scenario options] [--theme T] [--ascii|--utf8] [--no-mouse]`: open the explorer.
 *
 *   returned  exit status: 0 quit, 2 bad input or no terminal, 128 + signal after a signal
 */
int explorer_run(int argc, char *const argv[]);

/* `ringside snapshot --size 120x40 [--tab N] [--format text|ansi|svg] [--theme T] [--ascii|--utf8] [--keys TEXT]`: draw
 * the screen on standard output. --keys presses keys first, so that any state can be drawn.
 */
int snapshot_run(int argc, char *const argv[]);

#endif
