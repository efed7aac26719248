/* key_names.h: keys as text: characters as they are, others by name, as in "5<Down><S-Right>q". */
#ifndef RINGSIDE_VIEW_KEY_NAMES_H
#define RINGSIDE_VIEW_KEY_NAMES_H

#include <stddef.h>

/* A key read from a text, and the bytes it took; no bytes: no key of that name. */
struct key_read {
    int key; /* as in struct event */
    int bytes;
};

/* The first key of a text that is not empty: a character, or "<Up>", "<Enter>", "<Esc>", "<C-r>"; "<lt>" is "<". */
struct key_read key_read(const char *text);

/* What a key is called in a sentence: a character, "Home", "^K"; of one that no keyboard here is known to have, "that
 * key". */
enum { KEY_NAME_TEXT = 16 };
void key_name_print(int key, char *text, size_t size);

/* Whether all of a text is keys; else where the first one is that is none. NULL: all of it is. */
const char *key_names_wrong(const char *text);

#endif
