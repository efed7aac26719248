/* unused_key.c: the key table, asked where else a key works. */
#include "view/unused_key.h"

#include "view/key_names.h"

#include <stdio.h>
#include <string.h>

enum { PLACES = 16, PLACE_TEXT = 96 };

/* The rows that are said of a key: one for each title. */
struct places {
    const struct key_binding *row[PLACES];
    int count;
};

static bool has_title(const struct places *places, const char *title)
{
    for (int i = 0; i < places->count; i++) {
        if (strcmp(key_context_titles[places->row[i]->context], title) == 0) {
            return true;
        }
    }
    return false;
}

/* The row whose line of help speaks of a row: its own, or that of the first of its pair; NULL: another row of the same
 * context does. */
static const struct key_binding *row_with_help(const struct key_binding *row)
{
    if (row->name != NULL) {
        return row;
    }
    return row > key_bindings && key_pair_of(row - 1) == row ? row - 1 : NULL;
}

/* Panes and tabs that have a key: what lies over them is closed before anything else. */
static struct places places_with(enum key_context context, int key)
{
    struct places places = {.count = 0};
    for (int i = 0; i < key_binding_count && places.count < PLACES; i++) {
        const struct key_binding *row = row_with_help(&key_bindings[i]);
        if (row == NULL || !key_binding_has(&key_bindings[i], key) ||
            !key_context_within(row->context, CONTEXT_EVERYWHERE) || key_context_within(context, row->context) ||
            has_title(&places, key_context_titles[row->context])) {
            continue;
        }
        places.row[places.count++] = row;
    }
    return places;
}

/* "Traffic (sort by the column)" */
static void say_place(const struct key_binding *row, char *text, size_t size)
{
    const char *title = key_context_titles[row->context];
    const bool article = strncmp(title, "A ", 2) == 0;
    (void)snprintf(text, size, "%s%s (%s)", article ? "a " : "", title + (article ? 2 : 0), row->help);
}

void unused_key_say(enum key_context context, int key, char *text, size_t size)
{
    const struct places places = places_with(context, key);
    char name[KEY_NAME_TEXT];
    key_name_print(key, name, sizeof name);
    if (places.count == 0) {
        (void)snprintf(text, size, "%s is no key of ringside: ? lists them all, and finds one by a word.", name);
        return;
    }
    (void)snprintf(text, size, "%s does nothing here: it is for", name);
    for (int i = 0; i < places.count; i++) {
        char place[PLACE_TEXT];
        const size_t used = strlen(text);
        say_place(places.row[i], place, sizeof place);
        if (used + strlen(place) + sizeof " · " > size) {
            return;
        }
        (void)snprintf(text + used, size - used, "%s %s", i > 0 ? " ·" : "", place);
    }
}
