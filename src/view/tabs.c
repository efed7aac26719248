/* tabs.c: the table of tabs. */
#include "view/tabs.h"

#include "core/choices.h"

/* clang-format off */
const struct tab tabs[TAB_COUNT] = {
    [TAB_TIMELINE - 1] = {
        .name = "Timeline",
        .context = CONTEXT_TIMELINE,
        .context_now = timeline_context,
        .draw = timeline_draw,
        .refresh = timeline_refresh,
        .update = timeline_update,
        .press = timeline_press,
        .drag = timeline_drag,
        .wheel = timeline_wheel,
        .explain = timeline_explain,
        .describe = timeline_describe,
    },
    [TAB_SWEEP - 1] = {
        .name = "Sweep",
        .context = CONTEXT_SWEEP,
        .draw = sweep_draw,
        .refresh = sweep_refresh,
        .update = sweep_update,
        .press = sweep_press,
        .explain = sweep_explain,
        .describe = sweep_describe,
    },
    [TAB_RING - 1] = {
        .name = "Ring",
        .context = CONTEXT_RING,
        .context_now = ring_context,
        .draw = ring_draw,
        .refresh = ring_refresh,
        .update = ring_update,
        .press = ring_press,
        .explain = ring_explain,
        .describe = ring_describe,
        .interval = ring_interval,
        .tick = ring_tick,
        .wheel = ring_wheel,
    },
    [TAB_TRAFFIC - 1] = {
        .name = "Traffic",
        .context = CONTEXT_TRAFFIC,
        .draw = traffic_draw,
        .refresh = traffic_refresh,
        .update = traffic_update,
        .press = traffic_press,
        .explain = traffic_explain,
        .describe = traffic_describe,
    },
    [TAB_MEMORY - 1] = {
        .name = "Memory",
        .context = CONTEXT_MEMORY,
        .context_now = memory_context,
        .draw = memory_draw,
        .refresh = memory_refresh,
        .update = memory_update,
        .press = memory_press,
        .explain = memory_explain,
        .describe = memory_describe,
        .selected = memory_selected,
    },
    [TAB_DECODE - 1] = {
        .name = "Decode",
        .context = CONTEXT_DECODE,
        .context_now = decode_context,
        .draw = decode_draw,
        .refresh = decode_refresh,
        .update = decode_update,
        .press = decode_press,
        .wheel = decode_wheel,
        .explain = decode_explain,
        .describe = decode_describe,
        .selected = decode_selected,
        .about = decode_about,
    },
    [TAB_SEARCH - 1] = {
        .name = "Search",
        .context = CONTEXT_SEARCH,
        .needs_no_result = true,
        .draw = search_draw,
        .refresh = search_refresh,
        .update = search_update,
        .press = search_press,
        .explain = search_explain,
        .describe = search_describe,
        .selected = search_selected,
        .is_busy = search_is_busy,
        .pause = search_pause,
    },
    [TAB_LESSONS - 1] = {
        .name = "Lessons",
        .context = CONTEXT_LESSONS,
        .context_now = lesson_context,
        .needs_no_result = true,
        .draw = lesson_draw,
        .refresh = lesson_refresh,
        .update = lesson_update,
        .press = lesson_press,
        .explain = lesson_explain,
        .describe = lesson_describe,
    },
    [TAB_MAP - 1] = {
        .name = "Map",
        .context = CONTEXT_MAP,
        .draw = map_draw,
        .refresh = map_refresh,
        .update = map_update,
        .press = map_press,
        .explain = map_explain,
        .describe = map_describe,
        .wheel = map_wheel,
    },
};
/* clang-format on */

int tab_find(const char *word)
{
    if (word[0] >= '1' && word[0] < '1' + TAB_COUNT && word[1] == '\0') {
        return word[0] - '0';
    }
    for (int i = 0; i < TAB_COUNT; i++) {
        if (choice_find(&(struct choice_list){&tabs[i].name, 1}, word) == 0) {
            return i + 1;
        }
    }
    return 0;
}

const struct tab *tab_of(const struct app *app)
{
    return &tabs[app->tab - 1];
}
