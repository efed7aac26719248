/* memory_view.c: what the Memory tab shows, and where. */
#include "view/memory_view.h"

#include "core/identity.h"
#include "view/picker.h"
#include "view/tabs.h"

struct memory_components memory_components_of(enum mode mode)
{
    const struct metric *total = metric_find("memory.total");
    const struct identity identity = mode == MODE_TRAINING ? identity_of(total) : identity_of_serving(total);
    struct memory_components components = {.count = 0};
    for (int i = 0; i < identity.count && i < MEMORY_COMPONENTS; i++) {
        components.metric[components.count++] = identity.summand[i];
    }
    return components;
}

static struct scenario scenario_with(const struct scenario *now, enum zero_stage zero, enum recompute recompute)
{
    struct scenario scenario = *now;
    scenario.strategy.zero = zero;
    scenario.strategy.recompute = recompute;
    return scenario;
}

struct scenario memory_scenario(const struct app *app, int row, int column)
{
    return scenario_with(&app->now, (enum zero_stage)row, app->memory.recompute[column]);
}

static struct memory_choice choice_of(const struct scenario *scenario)
{
    const struct result result = evaluate(scenario);
    return (struct memory_choice){
        .valid = result.valid,
        .fits = result.memory.fits,
        .total = result.memory.total,
        .step = result.training.step,
    };
}

/* Whether a recomputation costs and saves the same as the one before it in every stage: selective, of fused attention.
 */
static bool is_same_as_before(const struct memory_view *view, int column)
{
    for (int zero = 0; zero < ZERO_COUNT; zero++) {
        const struct memory_choice *one = &view->choice[zero][column];
        const struct memory_choice *other = &view->choice[zero][column - 1];
        if (one->valid != other->valid || one->total != other->total || one->step != other->step) {
            return false;
        }
    }
    return true;
}

static void refresh_stages(struct app *app)
{
    struct memory_view *view = &app->memory;
    const int stages = app->now.mode == MODE_TRAINING && !app->invalid ? app->now.strategy.pp : 0;
    view->stages = stages < MEMORY_STAGES ? stages : MEMORY_STAGES;
    view->by_stage = view->by_stage && view->stages > 0;
    for (int stage = 0; stage < view->stages; stage++) {
        view->stage[stage] = memory_of_stage(&app->now, &app->result.sizes, stage);
    }
    view->stage_row = view->stage_row < view->stages ? view->stage_row : view->stages > 0 ? view->stages - 1 : 0;
}

struct memory_stage_place memory_stage_place_for(const struct memory_place *place, const struct memory_view *view)
{
    enum { NAME = 9, SIZE = 8 };
    struct memory_stage_place stages = {.list_row = place->header_row, .list_rows = place->list_rows + 1};
    stages.scroll = picker_scroll(view->stage_row, view->stages, stages.list_rows);
    stages.bar_column = place->area.column + NAME;
    stages.bar_width = place->area.columns - NAME - SIZE;
    stages.size_end = place->area.column + place->area.columns - 2;
    return stages;
}

/* What each stage and recomputation would make of a training step; an engine has none of either. */
static void price_choices(struct app *app)
{
    struct memory_view *view = &app->memory;
    view->recomputes = 0;
    for (int recompute = 0; app->now.mode == MODE_TRAINING && recompute < RECOMPUTE_COUNT; recompute++) {
        const int column = view->recomputes;
        view->recompute[column] = (enum recompute)recompute;
        for (int zero = 0; zero < ZERO_COUNT; zero++) {
            const struct scenario scenario = scenario_with(&app->now, (enum zero_stage)zero, (enum recompute)recompute);
            view->choice[zero][column] = choice_of(&scenario);
        }
        view->recomputes += column > 0 && is_same_as_before(view, column) ? 0 : 1;
    }
}

void memory_refresh(struct app *app)
{
    struct memory_view *view = &app->memory;
    refresh_stages(app);
    view->variants = memory_variants_of(&app->now);
    price_choices(app);
    view->column = view->column < view->recomputes ? view->column : view->recomputes - 1;
    const int rows = view->column == MEMORY_COMPONENTS_COLUMN ? memory_components_of(app->now.mode).count : ZERO_COUNT;
    view->row = view->row < rows ? view->row : rows - 1;
}

/* The same where there is no room for formulas: on the least of screens not for a blank beside a cell either. */
static void place_narrow_tables(struct memory_place *place, int recomputes)
{
    enum { COMFORTABLE = 49, NAME = 14, SIZE = 6, GAP = 3, STAGE = 7, CELL = 10, CELL_LEAST = 8 };
    const bool tight = place->area.columns < COMFORTABLE;
    place->from = place->from_end = place->area.column + NAME;
    place->size_end = place->from_end + SIZE - (tight ? 1 : 0);
    place->stage = place->size_end + (tight ? 1 : GAP);
    place->cells = place->stage + STAGE - (tight ? 1 : 0);
    place->cell_width = tight ? MEMORY_CELL_TIGHT : recomputes > 2 ? CELL_LEAST : CELL;
}

/* Both tables side by side; a screen that is not full has no words, no shares and no step times. */
static void place_tables(struct memory_place *place, int recomputes)
{
    enum { FULL = 116, MOST_WIDER = 40, NAME = 19, FROM = 24, SIZE = 6, SHARE = 6, GAP = 4, STAGE = 9, WORDS = 16 };
    enum {
        WITH_FORMULAS = 70,
        CELL = 16,
        CELL_COMPACT = 10,
        CELL_LEAST = 8,
        NAME_COMPACT = 14,
        FROM_COMPACT = 19,
        STAGE_COMPACT = 8
    };
    const int left = place->area.column;
    const int width = place->area.columns;
    const bool full = width >= FULL;
    const int wider = width - FULL < MOST_WIDER ? width - FULL : MOST_WIDER;
    if (width < WITH_FORMULAS) {
        place_narrow_tables(place, recomputes);
        return;
    }
    place->from = left + (full ? NAME : NAME_COMPACT);
    place->from_end = place->from + (full ? FROM + wider : FROM_COMPACT);
    place->size_end = place->from_end + SIZE;
    place->share_end = full ? place->size_end + SHARE : 0;
    place->stage = (full ? place->share_end : place->size_end) + (full ? GAP : GAP - 1);
    place->shows_step = full;
    place->cell_width = full ? CELL : recomputes > 2 ? CELL_LEAST : CELL_COMPACT;
    place->words = full ? place->stage + STAGE : 0;
    place->cells = full ? place->words + WORDS : place->stage + STAGE_COMPACT;
    if (full && place->cells + recomputes * CELL > left + width) {
        place->cells = place->words;
        place->words = 0;
    }
}

/* Below the tables, where what is left of a tall screen holds more than a few. */
static void place_variants(struct memory_place *place)
{
    enum { TABLE_ROWS = 9, GAP = 1, LEAST = 6 };
    const int row = place->list_row + TABLE_ROWS + GAP;
    const int rows = place->area.row + place->area.rows - row;
    if (place->shows_step && rows >= LEAST) {
        place->variants_row = row;
        place->variants_rows = rows;
    }
}

struct memory_place memory_place_for(const struct layout *layout, int recomputes)
{
    enum { BAR_UNIT = 10, CAPACITY_NAME = 2, LABEL_FULL = 20, LABEL = 2, COMFORTABLE = 13, LOW = 11 };
    struct memory_place place = {.area = layout->tab};
    const struct rectangle area = layout->tab;
    const bool full = layout->size_class >= SIZE_FULL;
    int row = area.row;
    place.title_row = area.rows >= LOW ? row++ : 0;
    place.bar_row = row++;
    place.ruler_row = row++;
    row += area.rows >= COMFORTABLE ? 1 : 0;
    place.header_row = row++;
    place.list_row = row;
    place.list_rows = area.row + area.rows - row;
    place.bar_column = area.column + (full ? LABEL_FULL : LABEL);
    place.bar_width = (area.column + area.columns - CAPACITY_NAME - place.bar_column) / BAR_UNIT * BAR_UNIT;
    place_tables(&place, recomputes);
    place_variants(&place);
    const int room = (area.column + area.columns - place.cells) / place.cell_width;
    place.cells_shown = room < recomputes ? room : recomputes;
    return place;
}
