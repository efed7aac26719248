/* script_player.c: doing what a script says. */
#include "view/script_player.h"

#include "view/export.h"
#include "view/key_names.h"

#include <stdio.h>
#include <string.h>

enum { PATIENCE = 10000 /* ms for a text to come */, ROW_BYTES = 4 * 2000 + 1, MILLISECONDS = 1000 };

static const struct script_line *line_of(const struct script_player *player)
{
    return &player->script->line[player->next];
}

bool script_player_runs(const struct script_player *player)
{
    return player->script != NULL && !player->failed && player->next < player->script->count;
}

int script_player_patience(const struct script_player *player, long long now)
{
    if (!script_player_runs(player)) {
        return -1;
    }
    const long long left = player->waiting ? player->until - now : 0;
    return left > 0 ? (int)left : 0;
}

static bool shows(const struct surface *surface, const char *text)
{
    char row[ROW_BYTES];
    for (int i = 0; i < surface->rows; i++) {
        (void)surface_row_text(surface, i, row, sizeof row);
        if (strstr(row, text) != NULL) {
            return true;
        }
    }
    return false;
}

static void fail(struct script_player *player, const char *words)
{
    player->failed = true;
    (void)snprintf(player->message, sizeof player->message, "%.150s:%d: %s", player->script->path,
                   line_of(player)->number, words);
}

/* The next line, whatever this one waited for. */
static bool go_on(struct script_player *player, bool changed)
{
    player->next++;
    player->waiting = false;
    return changed;
}

static bool press(struct script_player *player, struct app *app)
{
    for (const char *keys = line_of(player)->text; *keys != '\0' && !app->wants_quit;) {
        const struct key_read read = key_read(keys);
        app_update(app, (struct event){.kind = EVENT_KEY, .key = read.key});
        keys += read.bytes;
    }
    return go_on(player, true);
}

/* Wait for a time to pass, or for a text until patience ends. */
static bool wait_until(struct script_player *player, bool arrived, long long time, long long now)
{
    if (!player->waiting) {
        player->waiting = true;
        player->until = now + time;
    }
    return arrived || now >= player->until ? go_on(player, false) : false;
}

static bool wait_for(struct script_player *player, const struct surface *surface, long long now)
{
    const char *text = line_of(player)->text;
    const bool arrived = shows(surface, text);
    if (!arrived && player->waiting && now >= player->until) {
        char words[SCRIPT_MESSAGE / 2];
        (void)snprintf(words, sizeof words, "\"%.100s\" did not come within %d s", text, PATIENCE / MILLISECONDS);
        fail(player, words);
        return false;
    }
    return wait_until(player, arrived, PATIENCE, now);
}

/* A text is on the screen, or is not, as the line says. */
static bool expect(struct script_player *player, const struct surface *surface)
{
    const char *text = line_of(player)->text;
    const bool wanted = line_of(player)->verb == SCRIPT_EXPECT;
    if (shows(surface, text) != wanted) {
        char words[SCRIPT_MESSAGE / 2];
        (void)snprintf(words, sizeof words, "\"%.100s\" is %s the screen", text, wanted ? "not on" : "on");
        fail(player, words);
        return false;
    }
    return go_on(player, false);
}

static bool write_file(struct script_player *player, const struct app *app)
{
    const struct save_result result = export_write(app, line_of(player)->text);
    if (!result.saved) {
        char words[SCRIPT_MESSAGE / 2];
        (void)snprintf(words, sizeof words, "%.*s", (int)sizeof words - 1, result.message);
        fail(player, words);
        return false;
    }
    return go_on(player, false);
}

bool script_player_step(struct script_player *player, struct app *app, const struct surface *surface, long long now)
{
    if (!script_player_runs(player) || (script_needs_rest(line_of(player)->verb) && app_is_busy(app))) {
        return false;
    }
    const struct script_line *line = line_of(player);
    switch (line->verb) {
    case SCRIPT_KEYS:
        return press(player, app);
    case SCRIPT_WAIT:
        return wait_until(player, false, (long long)(line->seconds * MILLISECONDS), now);
    case SCRIPT_WAIT_FOR:
        return wait_for(player, surface, now);
    case SCRIPT_EXPECT:
    case SCRIPT_EXPECT_NOT:
        return expect(player, surface);
    case SCRIPT_WRITE:
        return write_file(player, app);
    case SCRIPT_QUIT:
        app->wants_quit = true;
        return go_on(player, false);
    case SCRIPT_VERBS:
        break;
    }
    return false;
}
