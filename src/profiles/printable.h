/* printable.h: text from files and arguments, made safe to show. */
#ifndef RINGSIDE_PROFILES_PRINTABLE_H
#define RINGSIDE_PROFILES_PRINTABLE_H

#include <stddef.h>

/* Copy text that anybody may have written.
 *
 *   given     out with room for `size` bytes; text, in UTF-8 or not
 *   returned  the length written. Line breaks and tabs become blanks; other control characters are left out, and those
 *             that turn the direction of writing; what is no UTF-8 becomes U+FFFD, and what is too long is cut between
 *             characters
 */
size_t printable_copy(char *out, size_t size, const char *text);

#endif
