/* update_ring.c: keys and mouse on the Ring tab, and its clock. */
#include "core/collective.h"
#include "view/change.h"
#include "view/ring_view.h"
#include "view/tabs.h"
#include "view/within.h"

#include <math.h>
#include <stdio.h>

enum { SECOND = 1000 /* ms */ };

/* What is shown may have fewer steps and ranks now. */
void ring_refresh(struct app *app)
{
    struct ring_view *view = &app->ring;
    const struct ring_scene scene = ring_scene_of(app);
    view->step = within(view->step, 0, ring_most_steps(app));
    view->rank = within(view->rank, 0, scene.found ? scene.drawn.ranks - 1 : 0);
    const bool switches =
        scene.found && scene.op == OP_ALL_REDUCE && app->now.execution.basis == BASIS_ACHIEVED && !app->invalid;
    view->switchover = switches ? collective_switchover(scene.op, &scene.whole, &app->now) : NAN;
}

static void restart(struct app *app)
{
    app->ring.step = 0;
    app->ring.playing = false;
    ring_refresh(app);
}

static void move(struct app *app, int by)
{
    app->ring.playing = false;
    app->ring.step = within(app->ring.step + by, 0, ring_most_steps(app));
}

/* At the end it starts again. */
static void play(struct app *app)
{
    struct ring_view *view = &app->ring;
    const int steps = ring_most_steps(app);
    view->playing = !view->playing && steps > 0;
    view->step = view->playing && view->step >= steps ? 0 : view->step;
}

int ring_interval(const struct app *app)
{
    return app->ring.playing ? SECOND / ring_speeds[app->ring.speed] : 0;
}

void ring_tick(struct app *app)
{
    const int steps = ring_most_steps(app);
    app->ring.step = within(app->ring.step + 1, 0, steps);
    app->ring.playing = app->ring.step < steps;
}

/* The next message of the step. */
static void next_message(struct app *app)
{
    const struct ring_parts parts = ring_parts_of(&app->result);
    const struct ring_scene scene = ring_scene_of(app);
    int place = 0;
    while (place < parts.count && parts.part[place] != scene.part) {
        place++;
    }
    if (parts.count < 2) {
        change_say(app, "No other group of this strategy has two ranks.");
        return;
    }
    app->ring.part = parts.part[(place + 1) % parts.count];
    app->ring.op_chosen = false;
    restart(app);
}

static void next_operation(struct app *app)
{
    const struct ring_scene scene = ring_scene_of(app);
    const bool last = !scene.found || scene.op == OP_ALL_TO_ALL;
    app->ring.op = last ? OP_ALL_REDUCE : (enum collective_op)(scene.op + 1);
    app->ring.op_chosen = true;
    restart(app);
}

/* The next that runs on this group. */
static void next_family(struct app *app)
{
    const struct ring_scene scene = ring_scene_of(app);
    enum ring_family family = scene.family;
    do {
        family = (enum ring_family)((family + 1) % FAMILY_COUNT);
    } while (scene.found && ring_refusal(&scene, family) != NULL && family != scene.family);
    if (family == scene.family) {
        change_say(app, "No other algorithm carries out this operation on this group.");
        return;
    }
    app->ring.family = family;
    app->ring.together = false;
    restart(app);
}

/* The choice after the present one, and then the first again. */
static int next_of(const int *choices, int count, int present)
{
    for (int i = 0; i < count; i++) {
        if (choices[i] > present) {
            return choices[i];
        }
    }
    return choices[0];
}

static void next_ranks(struct app *app)
{
    static const int choices[] = {0, 2, 3, 4, 6, 8, 12, 16};
    struct ring_view *view = &app->ring;
    view->ranks = next_of(choices, sizeof choices / sizeof choices[0], view->ranks);
    view->members = view->members > view->ranks ? 0 : view->members;
    if (view->ranks > 0) {
        change_say(app, "%d ranks are drawn.", view->ranks);
    } else {
        change_say(app, "As many ranks are drawn as the group has, 8 at most.");
    }
    restart(app);
}

static void next_members(struct app *app)
{
    static const int choices[] = {0, 1, 2, 4, 8, 16};
    struct ring_view *view = &app->ring;
    const struct ring_scene scene = ring_scene_of(app);
    view->members = next_of(choices, sizeof choices / sizeof choices[0], view->members);
    view->members = view->members > scene.drawn.ranks ? 0 : view->members;
    if (view->members > 0) {
        change_say(app, "As if a node had %d of the ranks.", view->members);
    } else {
        change_say(app, "The ranks lie as the group does.");
    }
    restart(app);
}

enum key_context ring_context(const struct app *app)
{
    return ring_parts_of(&app->result).count > 1 ? CONTEXT_RING_MESSAGES : CONTEXT_RING;
}

static void choose(struct app *app, enum action action)
{
    switch (action) {
    case ACTION_MESSAGE:
        next_message(app);
        break;
    case ACTION_OPERATION:
        next_operation(app);
        break;
    case ACTION_ALGORITHM:
        next_family(app);
        break;
    case ACTION_RANKS:
        next_ranks(app);
        break;
    case ACTION_MEMBERS:
        next_members(app);
        break;
    case ACTION_TOGETHER:
        app->ring.together = !app->ring.together;
        restart(app);
        break;
    default:
        break;
    }
}

void ring_update(struct app *app, enum action action)
{
    struct ring_view *view = &app->ring;
    const struct ring_scene scene = ring_scene_of(app);
    const int last = scene.found ? scene.drawn.ranks - 1 : 0;
    switch (action) {
    case ACTION_PLAY:
        play(app);
        break;
    case ACTION_LEFT:
    case ACTION_RIGHT:
        move(app, action_steps_of(action).columns);
        break;
    case ACTION_LEAST:
        restart(app);
        break;
    case ACTION_MOST:
        move(app, ring_most_steps(app));
        break;
    case ACTION_SLOWER:
        view->speed = within(view->speed - 1, 0, RING_SPEEDS - 1);
        break;
    case ACTION_FASTER:
        view->speed = within(view->speed + 1, 0, RING_SPEEDS - 1);
        break;
    case ACTION_UP:
    case ACTION_DOWN:
        view->rank = within(view->rank + action_steps_of(action).rows, 0, last);
        break;
    default:
        choose(app, action);
        break;
    }
}

void ring_press(struct app *app, const struct layout *layout, const struct event *event)
{
    const struct ring_scene scene = ring_scene_of(app);
    const struct ring_place place = ring_place_for(layout, &scene, app->ring.rank);
    const int row = event->row >= place.list_row ? (event->row - place.list_row) / place.rank_rows : -1;
    app->focus = FOCUS_TAB;
    if (!scene.found) {
        return;
    }
    if (event->row == place.progress_row && event->column >= place.progress - 1) {
        app->ring.playing = false;
        app->ring.step = within((event->column - place.progress) / place.step_columns + 1, 0, ring_most_steps(app));
    } else if (row >= 0 && row < place.list_rows && event->column < place.end) {
        app->ring.rank = place.first + row;
    }
}

/* Down is on. */
void ring_wheel(struct app *app, const struct layout *layout, const struct event *event)
{
    (void)layout;
    move(app, -event->amount);
}

struct explained ring_explain(const struct app *app)
{
    const struct ring_scene scene = ring_scene_of(app);
    switch (scene.found ? scene.part : PART_DP) {
    case PART_TP:
        return explained_metric("tp.bytes");
    case PART_CP:
        return explained_metric("cp.bytes");
    case PART_EP:
        return explained_metric("ep.bytes");
    case PART_FSDP:
        return explained_metric("fsdp.bytes");
    default:
        return explained_metric("dp.bytes");
    }
}

static const char *held_at_the_end(enum collective_op op)
{
    switch (op) {
    case OP_ALL_REDUCE:
        return "holds the whole sum of every slice, as all others do";
    case OP_REDUCE_SCATTER:
        return "holds the whole sum of its own slice";
    case OP_ALL_GATHER:
        return "holds the slices of all";
    default:
        return "holds what each had for it";
    }
}

/* What the rank in focus does next. */
static void say_rank(const struct walk *walk, int rank, char *text, size_t size)
{
    const struct walk_messages messages = walk_messages_of(walk);
    for (int i = 0; i < messages.count; i++) {
        const struct walk_message *message = &messages.message[i];
        if (message->from != rank) {
            continue;
        }
        const int slice = walk_set_size((message->slices & -message->slices) - 1);
        const int to = walk_set_size((message->to & -message->to) - 1);
        const int slices = walk_set_size(message->slices);
        const int parts = walk_set_size(walk->holding[rank][slice]);
        if (walk->setting.op == OP_ALL_TO_ALL) {
            (void)snprintf(text, size, "sends rank %d what it has for it", to);
        } else if (walk_set_size(message->to) > 1) {
            (void)snprintf(text, size, "sends %d slices once, and the switch copies them to %d ranks", slices,
                           walk_set_size(message->to));
        } else if (slices > 1) {
            (void)snprintf(text, size, "sends %d slices to rank %d, which %s them", slices, to,
                           message->adds ? "adds" : "keeps");
        } else {
            (void)snprintf(text, size, "holds %d of %d parts of slice %d and sends it to rank %d, which %s it", parts,
                           walk->setting.ranks, slice, to, message->adds ? "adds" : "keeps");
        }
        return;
    }
    if (messages.count > 0) {
        (void)snprintf(text, size, "sends nothing in the next step");
    } else {
        (void)snprintf(text, size, "is done: it %s", held_at_the_end(walk->setting.op));
    }
}

struct tab_words ring_describe(const struct app *app)
{
    const struct ring_scene scene = ring_scene_of(app);
    struct tab_words words = {.name = ""};
    if (!scene.found) {
        return words;
    }
    const struct walk_setting setting = ring_setting(&scene, scene.family);
    const struct walk walk = walk_at(&setting, app->ring.step);
    (void)snprintf(words.name, sizeof words.name, "rank %d", app->ring.rank);
    say_rank(&walk, app->ring.rank, words.text, sizeof words.text);
    return words;
}
