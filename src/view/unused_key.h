/* unused_key.h: what is said of a key that does nothing where it was pressed, so that no key is silent. */
#ifndef RINGSIDE_VIEW_UNUSED_KEY_H
#define RINGSIDE_VIEW_UNUSED_KEY_H

#include "view/keys.h"

#include <stddef.h>

/* Say that a key does nothing in a context, and where it does something: "s does nothing here: Traffic (sort by the
 * column) · Search (sort by the column)"; of a key that no pane has, how to find one that it has.
 *
 *   given     context within which the key means nothing; key, as in struct event; text with room for `size` bytes
 */
void unused_key_say(enum key_context context, int key, char *text, size_t size);

#endif
