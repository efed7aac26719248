/* completion_shells.h: the part of each shell's completion that does not come from the tables. */
#ifndef RINGSIDE_CLI_COMPLETION_SHELLS_H
#define RINGSIDE_CLI_COMPLETION_SHELLS_H

extern const char completion_bash[];
extern const char completion_zsh[];
extern const char completion_fish[];

#endif
