/* screen_options.c: the options of the explorer and of `ringside snapshot`. */
#include "profiles/screen_options.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

static const char *const pictures[] = {[PICTURE_TEXT] = "text", [PICTURE_ANSI] = "ansi", [PICTURE_SVG] = "svg"};
static_assert(sizeof pictures / sizeof pictures[0] == PICTURE_COUNT, "one name for each way to draw");
const struct choice_list picture_names = {pictures, PICTURE_COUNT};

static const char ascii[] = "--ascii";
static const char utf8[] = "--utf8";

/* A row and the member of struct screen_options that it fills. */
#define FILLS(name_) .member = offsetof(struct screen_options, name_)

/* clang-format off */
/* Both have these. */
#define SCREEN_OPTIONS                                                                                     \
    {.name = "--measured", FILLS(measured), .value = "METRIC=VALUE", .candidates = CANDIDATES_METRICS,     \
     .help = "a figure that you measured, beside its forecast: 9.2s, 41%, 58000tok/s or step.time=9.2s"},  \
    {.name = "--lesson", FILLS(lesson), .value = "NUMBER", .candidates = CANDIDATES_LESSONS,               \
     .help = "open a lesson: see `ringside lessons`"},                                                     \
    {.name = "--ask", FILLS(ask), .value = "LINE",                                                         \
     .help = "what the Search tab is asked, as `ringside search` is: '--where step.time<=8s'"},            \
    {.name = "--theme", FILLS(theme), .value = "NAME", .candidates = CANDIDATES_THEMES,                    \
     .help = "colours: see `ringside list themes`"},                                                       \
    {.name = ascii, FILLS(signs), .help = "draw with ASCII only"},                                         \
    {.name = utf8, FILLS(signs), .help = "draw with all glyphs, whatever the locale says"}
#define TAB_OPTION                                                                                         \
    {.name = "--tab", FILLS(tab), .value = "NUMBER|NAME", .candidates = CANDIDATES_TABS,                   \
     .help = "the tab that is open: 3, or ring"}

const struct option explorer_options[] = {
    SCREEN_OPTIONS,
    TAB_OPTION,
    {.name = "--script", FILLS(script), .value = "FILE", .candidates = CANDIDATES_FILES,
     .help = "play a file of keys, waits and expectations, line by line"},
    {.name = "--no-mouse", FILLS(no_mouse), .help = "leave the mouse to the terminal"},
    {.name = NULL},
};

const struct option snapshot_options[] = {
    {.name = "--size", FILLS(size), .value = "COLUMNSxROWS",
     .help = "how large the screen is, without it 120x40; below 44x14 the explorer says that it needs more"},
    TAB_OPTION,
    {.name = "--format", FILLS(format), .choices = &picture_names, .candidates = CANDIDATES_CHOICES,
     .help = "how it is drawn"},
    {.name = "--keys", FILLS(keys), .value = "TEXT", .help = "keys that are pressed first, like '5<Down><Right>'"},
    SCREEN_OPTIONS,
    {.name = NULL},
};
/* clang-format on */

struct option_taken screen_options_take(struct screen_options *options, const struct option *table, int argc,
                                        char *const argv[], int index)
{
    const struct option_taken taken = option_take(table, argc, argv, index);
    if (taken.words > 0) {
        memcpy((char *)options + taken.option->member, &taken.value, sizeof taken.value);
    }
    return taken;
}

bool screen_option_is_of_looks(const struct option *option)
{
    return option->member == offsetof(struct screen_options, theme) ||
           option->member == offsetof(struct screen_options, signs) ||
           option->member == offsetof(struct screen_options, no_mouse);
}

bool screen_options_want_ascii(const struct screen_options *options)
{
    return options->signs != NULL && strcmp(options->signs, ascii) == 0;
}

bool screen_options_want_utf8(const struct screen_options *options)
{
    return options->signs != NULL && strcmp(options->signs, utf8) == 0;
}
