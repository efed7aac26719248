/* script_player.h: a script while it runs. No clock and no terminal of its own: the loop says what time it is, and what
 * it has drawn.
 */
#ifndef RINGSIDE_VIEW_SCRIPT_PLAYER_H
#define RINGSIDE_VIEW_SCRIPT_PLAYER_H

#include "view/app.h"
#include "view/script.h"

struct script_player {
    const struct script *script; /* NULL: there is none */
    int next;                    /* line */
    bool waiting;                /* at the present line, `until` a time */
    long long until;             /* ms */
    bool failed;
    char message[SCRIPT_MESSAGE]; /* "demo.txt:12: ..." */
};

/* Whether lines are left. */
bool script_player_runs(const struct script_player *player);

/* Milliseconds until there may be something to do; -1: never. */
int script_player_patience(const struct script_player *player, long long now);

/* Do what the next line says, if its time has come.
 *
 *   given     the time in ms; a surface that shows the present state
 *   returned  whether the state may have changed, so that it must be drawn before the next line
 */
bool script_player_step(struct script_player *player, struct app *app, const struct surface *surface, long long now);

#endif
