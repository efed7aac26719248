/* text_field.h: a line of text being typed. */
#ifndef RINGSIDE_VIEW_TEXT_FIELD_H
#define RINGSIDE_VIEW_TEXT_FIELD_H

#include <stdbool.h>

enum { FIELD_LENGTH = 256 };

struct text_field {
    char text[FIELD_LENGTH]; /* UTF-8, ends with a zero */
    int length;              /* bytes */
    int caret;               /* byte */
    bool selected;           /* all of it: what is typed next takes its place */
};

/* Let a key edit the text: characters, Backspace, Delete, arrows, Home, End, ^U (all before the caret), ^W (a word). Of
 * a text that is selected the first character and what erases take all; other keys only end the selection.
 *
 *   returned  whether the key was one of these
 */
bool text_field_key(struct text_field *field, int key);

#endif
