/* terminal_description.h: what nearly every terminal emulator understands, for systems without terminfo files. */
#ifndef RINGSIDE_VIEW_TERMINAL_DESCRIPTION_H
#define RINGSIDE_VIEW_TERMINAL_DESCRIPTION_H

/* The terminfo entry of xterm-256color as a value of TERMINFO, which ncurses 6.2 and later read in place of a folder.
 *
 *   note      set it, and TERM to "xterm-256color", when the terminal's own entry is not found
 */
extern const char terminal_description[];

#endif
