/* guard.h: looks through a configuration text before libconfig does. Private to profiles.
 *
 * libconfig silently truncates integers above 31 bits, takes the rest of a file for a comment where one is never
 * closed, follows @include anywhere, compares each setting with all before it, and reports the line of the next token
 * where something is missing. Here such a text is refused, with the line where the mistake was made.
 */
#ifndef RINGSIDE_PROFILES_GUARD_H
#define RINGSIDE_PROFILES_GUARD_H

#include <stddef.h>

enum { GUARD_DEPTH = 32, GUARD_SETTINGS = 4096, GUARD_MESSAGE = 200 };

/* What is wrong; line 0: nothing. */
struct guard_fault {
    int line;
    char message[GUARD_MESSAGE];
};

/* Look through a text.
 *
 *   given     text of `length` bytes
 *   returned  its first fault
 */
struct guard_fault guard_scan(const char *text, size_t length);

#endif
