/* ring_view.c: what tab 3 looks at, and where it stands on the screen. */
#include "view/ring_view.h"

#include "core/collective_lines.h"
#include "core/collective_whiteboard.h"
#include "core/order.h"
#include "view/app.h"

#include <math.h>

const int ring_speeds[RING_SPEEDS] = {2, 4, 8, 16};

/* Ranks that a screen of 24 rows shows. */
enum { USUAL_RANKS = 8, USUAL_SPEED = 1 };

void ring_view_start(struct app *app)
{
    app->ring = (struct ring_view){.part = PART_DP, .speed = USUAL_SPEED, .switchover = NAN};
}

const struct traffic *ring_traffic(const struct result *result, enum part part)
{
    const bool training = result->mode == MODE_TRAINING;
    const struct training *step = &result->training;
    const struct inference *pass = &result->inference;
    switch (part) {
    case PART_TP:
        return training ? &step->tp : &pass->tp;
    case PART_CP:
        return training ? &step->cp : &pass->cp;
    case PART_EP:
        return training ? &step->ep : &pass->ep;
    case PART_DP:
        return training ? &step->dp : NULL;
    case PART_FSDP:
        return training ? &step->fsdp : NULL;
    default:
        return NULL;
    }
}

/* With FSDP the replicas of a shard reduce it, else all that hold the same parameters. */
static const struct group *group_of(const struct result *result, enum part part)
{
    const struct groups *groups = &result->groups;
    switch (part) {
    case PART_TP:
        return &groups->tp;
    case PART_CP:
        return &groups->cp;
    case PART_EP:
        return &groups->ep;
    case PART_FSDP:
        return &groups->shard;
    default:
        return result->training.fsdp.time > 0 ? &groups->replica : &groups->dp;
    }
}

struct ring_parts ring_parts_of(const struct result *result)
{
    struct ring_parts parts = {.count = 0};
    for (int i = 0; i < PART_COUNT; i++) {
        const enum part part = (enum part)i;
        const struct traffic *traffic = ring_traffic(result, part);
        if (traffic != NULL && traffic->message > 0 && group_of(result, part)->ranks > 1) {
            parts.part[parts.count++] = part;
        }
    }
    return parts;
}

/* A group of so many ranks that lies as a larger one does: several domains of several members stay so. */
static struct group shrunk(const struct group *whole, int ranks)
{
    struct group group = *whole;
    if (whole->ranks <= ranks) {
        return group;
    }
    group.members = whole->domains == 1 ? ranks : lesser_int(whole->members, greater_int(1, ranks / 2));
    group.domains = greater_int(1, lesser_int(whole->domains, ranks / group.members));
    group.ranks = group.members * group.domains;
    group.nic *= (double)whole->members / group.members; /* a domain keeps the rails of all its members */
    return group;
}

/* A group by hand: so many ranks, so many of them in each domain. */
static struct group supposed(const struct group *whole, int ranks, int members)
{
    struct group group = *whole;
    group.ranks = ranks > 0 ? ranks : lesser_int(whole->ranks, USUAL_RANKS);
    const int placed = members > 0 ? members : whole->domains == 1 ? group.ranks : whole->members;
    group.members = lesser_int(group.ranks, placed);
    group.domains = (group.ranks + group.members - 1) / group.members;
    return group;
}

/* The operation that a message is known for. */
static enum collective_op usual_operation(enum part part)
{
    switch (part) {
    case PART_EP:
        return OP_ALL_TO_ALL;
    case PART_CP:
    case PART_FSDP:
        return OP_ALL_GATHER;
    default:
        return OP_ALL_REDUCE;
    }
}

struct ring_scene ring_scene_of(const struct app *app)
{
    const struct ring_view *view = &app->ring;
    const struct ring_parts parts = ring_parts_of(&app->result);
    struct ring_scene scene = {.found = parts.count > 0};
    if (!scene.found) {
        return scene;
    }
    scene.part = parts.part[parts.count - 1];
    for (int i = 0; i < parts.count; i++) {
        scene.part = parts.part[i] == view->part ? view->part : scene.part;
    }
    scene.op = view->op_chosen ? view->op : usual_operation(scene.part);
    scene.size = ring_traffic(&app->result, scene.part)->message;
    scene.whole = *group_of(&app->result, scene.part);
    scene.supposed = view->members > 0 || view->ranks > scene.whole.ranks;
    if (scene.supposed) {
        scene.whole = supposed(&scene.whole, view->ranks, view->members);
    }
    scene.drawn = shrunk(&scene.whole, view->ranks > 0 ? view->ranks : USUAL_RANKS);
    scene.folded = scene.drawn.ranks < scene.whole.ranks;
    scene.family = ring_refusal(&scene, view->family) == NULL ? view->family : FAMILY_RING;
    return scene;
}

static enum collective_algorithm algorithm_of(const struct ring_scene *scene, enum ring_family family)
{
    switch (family) {
    case FAMILY_TREE:
        return scene->op == OP_ALL_REDUCE ? ALGORITHM_TREE : ALGORITHM_PAT;
    case FAMILY_IN_SWITCH:
        return scene->drawn.domains == 1 ? ALGORITHM_IN_SWITCH : ALGORITHM_IN_SWITCH_TREE;
    case FAMILY_HIERARCHICAL:
        return ALGORITHM_HIERARCHICAL;
    case FAMILY_RING:
    case FAMILY_COUNT:
        break;
    }
    return scene->op == OP_ALL_TO_ALL ? ALGORITHM_PAIRWISE : ALGORITHM_RING;
}

struct walk_setting ring_setting(const struct ring_scene *scene, enum ring_family family)
{
    return (struct walk_setting){.op = scene->op,
                                 .algorithm = algorithm_of(scene, family),
                                 .ranks = scene->drawn.ranks,
                                 .members = scene->drawn.members};
}

const char *ring_refusal(const struct ring_scene *scene, enum ring_family family)
{
    const struct walk_setting setting = ring_setting(scene, family);
    const struct group *group = &scene->drawn;
    if (walk_runs(&setting)) {
        return NULL;
    }
    if (scene->op == OP_ALL_TO_ALL) {
        return "each to each: pairwise";
    }
    switch (family) {
    case FAMILY_TREE:
        return "only with one GPU a node";
    case FAMILY_IN_SWITCH:
        return group->members < IN_SWITCH_LEAST_MEMBERS           ? "from 3 GPUs a node on"
               : group->domains > 1 && scene->op != OP_ALL_REDUCE ? "within one node"
                                                                  : "no whole nodes";
    case FAMILY_HIERARCHICAL:
        return group->domains == 1   ? "one node: as ring"
               : group->members == 1 ? "one GPU a node: as ring"
                                     : "no whole nodes";
    case FAMILY_RING:
    case FAMILY_COUNT:
        break;
    }
    return "";
}

bool ring_switch_adds(const struct app *app)
{
    return collective_lines(app->now.gpu.generation, app->now.cluster.scaleup.kind)->in_switch.share > 0;
}

int ring_most_steps(const struct app *app)
{
    const struct ring_scene scene = ring_scene_of(app);
    int steps = 0;
    for (int i = 0; scene.found && i < FAMILY_COUNT; i++) {
        const enum ring_family family = (enum ring_family)i;
        const struct walk_setting setting = ring_setting(&scene, family);
        const bool shown = app->ring.together ? ring_refusal(&scene, family) == NULL : family == scene.family;
        steps = shown ? greater_int(steps, walk_steps(&setting)) : steps;
    }
    return steps;
}

struct collective_cost ring_cost(const struct app *app, const struct ring_scene *scene, enum ring_family family,
                                 const struct group *group)
{
    const enum link_basis basis = app->now.execution.basis == BASIS_HEADLINE ? BASIS_HEADLINE : BASIS_DIRECTION;
    return collective_whiteboard(algorithm_of(scene, family), scene->op, scene->size, group, &app->now, basis);
}

double ring_elapsed(const struct app *app, const struct ring_scene *scene, enum ring_family family, int steps)
{
    const struct walk_setting setting = ring_setting(scene, family);
    const struct collective_cost cost = ring_cost(app, scene, family, &scene->drawn);
    const struct cluster *cluster = &app->now.cluster;
    const struct walk_links links = {.hop = cluster->scaleup.latency,
                                     .crossing = cluster->nic.latency,
                                     .inside = cluster->scaleup.bandwidth,
                                     .across = scene->drawn.nic};
    return cost.seconds * walk_time_share(&setting, &links, scene->size, steps);
}

/* ---- places ---- */

enum {
    RANK_COLUMNS = 9,
    SENDS_COLUMNS = 15,
    WORDS_COLUMNS = 44,
    WORDS_FROM = 100, /* columns of the tab */
    WORDS_GAP = 2,
    WORDS_GAP_MOST = 8,
    CELL_MOST = 5,
    CELL_MOST_ROOMY = 9,
    HEAD_ROWS = 2,
    STEP_MOST = 6,
    PROGRESS_COLUMN = 14,
    STATE_COLUMNS = 13
};

/* Below the ranks, as far as rows are left: progress, the names of its phases, the counters that stand nowhere else. */
static void place_below(struct ring_place *place, const struct rectangle *area, int ranks)
{
    const bool counts = place->words == 0;
    const int below = counts ? 4 : 3;
    const int room = area->rows - HEAD_ROWS;
    const bool airy = room >= ranks + below;
    place->list_rows = greater_int(lesser_int(ranks, airy ? ranks : room - below + 1), lesser_int(ranks, 1));
    place->rank_rows = room >= 2 * ranks + below ? 2 : 1;
    int row = place->list_row + place->list_rows * place->rank_rows + (airy && place->rank_rows == 1 ? 1 : 0);
    const int end = area->row + area->rows;
    place->progress_row = row < end ? row++ : 0;
    place->phase_row = row < end ? row++ : 0;
    place->counter_row = counts && row < end ? row : 0;
}

/* What stands at the right of the ranks moves up to them where the screen is wider than both. */
static void place_words_near(struct ring_place *place)
{
    const int near = place->sends + SENDS_COLUMNS + WORDS_GAP_MOST;
    if (place->words > near) {
        place->words = near;
        place->words_end = near + WORDS_COLUMNS;
        place->end = near - WORDS_GAP;
    }
}

struct ring_place ring_place_for(const struct layout *layout, const struct ring_scene *scene, int rank)
{
    const struct rectangle area = layout->tab;
    const int ranks = scene->drawn.ranks;
    struct ring_place place = {.title_row = area.row, .header_row = area.row + 1, .list_row = area.row + HEAD_ROWS};
    place.left = area.column;
    place.end = area.column + area.columns;
    if (area.columns >= WORDS_FROM) {
        place.words_end = place.end;
        place.words = place.end - WORDS_COLUMNS;
        place.end = place.words - WORDS_GAP;
    }
    const int room = place.end - area.column - RANK_COLUMNS - SENDS_COLUMNS;
    place.cell = area.column + RANK_COLUMNS;
    const int most = layout->size_class == SIZE_ROOMY ? CELL_MOST_ROOMY : CELL_MOST;
    place.cell_columns = greater_int(RING_CELL_LEAST, lesser_int(most, ranks > 0 ? room / ranks : most));
    place.sends = place.cell + ranks * place.cell_columns;
    place_words_near(&place);
    place_below(&place, &area, ranks);
    const int last = ranks - place.list_rows;
    place.first = greater_int(0, lesser_int(last, rank - place.list_rows + 1));
    const struct walk_setting setting = ring_setting(scene, scene->family);
    const int steps = scene->found ? greater_int(1, walk_steps(&setting)) : 1;
    place.progress = area.column + PROGRESS_COLUMN;
    place.step_columns = greater_int(1, lesser_int(STEP_MOST, (place.end - place.progress - STATE_COLUMNS) / steps));
    return place;
}
