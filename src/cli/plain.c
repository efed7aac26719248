/* plain.c: a stream in memory, and its text in ASCII. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include "cli/plain.h"

#include <stdlib.h>

void plain_begin(struct plain_stream *plain, FILE *to, plain_signs *signs)
{
    *plain = (struct plain_stream){.to = to, .signs = signs};
    plain->stream = signs == NULL ? NULL : open_memstream(&plain->text, &plain->length);
    if (plain->stream == NULL) {
        plain->stream = to;
    }
}

/* No sign is longer in ASCII than twice its bytes. */
static char *in_ascii(const struct plain_stream *plain)
{
    const size_t size = 2 * plain->length + 1;
    char *ascii = malloc(size);
    if (ascii != NULL) {
        plain->signs(plain->text, ascii, size);
    }
    return ascii;
}

void plain_end(struct plain_stream *plain)
{
    if (plain->stream == plain->to) {
        return;
    }
    (void)fclose(plain->stream);
    char *ascii = plain->text == NULL ? NULL : in_ascii(plain);
    (void)fputs(ascii != NULL ? ascii : plain->text != NULL ? plain->text : "", plain->to);
    free(ascii);
    free(plain->text);
}
