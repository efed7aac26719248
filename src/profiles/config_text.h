/* config_text.h: writing libconfig's format into the caller's memory. Private to profiles. */
#ifndef RINGSIDE_PROFILES_CONFIG_TEXT_H
#define RINGSIDE_PROFILES_CONFIG_TEXT_H

#include <stddef.h>

/* Text that grows in the caller's memory; `length` counts what had no room, too. */
struct config_text {
    char *text; /* room for `size` bytes */
    size_t size;
    size_t length;
};

__attribute__((format(printf, 2, 3))) void config_print(struct config_text *output, const char *format, ...);

/* A text in quotes as libconfig reads it: it is printable, but may hold what ends a text. */
void config_print_quoted(struct config_text *output, const char *text);

#endif
