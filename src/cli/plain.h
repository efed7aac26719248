/* plain.h: print in ASCII, where the locale has no UTF-8 or `--ascii` asks for it.
 *
 * What a command prints for people is kept in memory until it is complete; then every sign beyond ASCII is replaced.
 */
#ifndef RINGSIDE_CLI_PLAIN_H
#define RINGSIDE_CLI_PLAIN_H

#include <stddef.h>
#include <stdio.h>

/* Text with each sign replaced by its counterpart in ASCII, cut to `size` bytes. */
typedef void plain_signs(const char *text, char *out, size_t size);

struct plain_stream {
    FILE *stream; /* print here */
    FILE *to;
    plain_signs *signs;
    char *text;
    size_t length;
};

/* Begin: `stream` is one in memory, or `to` itself where `signs` is NULL or memory is short. The struct stays where it
 * is until plain_end(), which writes all of it to `to`. */
void plain_begin(struct plain_stream *plain, FILE *to, plain_signs *signs);
void plain_end(struct plain_stream *plain);

#endif
