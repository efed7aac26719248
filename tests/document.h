/* document.h: files of the tree that a test holds to the program, and writes anew with RINGSIDE_GOLDEN=write. Look at
 * the difference before you commit it. */
#ifndef RINGSIDE_TESTS_DOCUMENT_H
#define RINGSIDE_TESTS_DOCUMENT_H

/* A file by its name in the tree, and the test program that writes it. */
struct document {
    const char *name, *writer;
};

/* All of its text, to be freed. The test fails where it cannot be read. */
char *document_text(const struct document *document);

/* Hold it to a text: write that, or fail at the first line that differs. */
void document_hold(const struct document *document, const char *text);

/* The same of the part between two marks, the first of each. */
struct marks {
    const char *begin, *end;
};
void document_hold_part(const struct document *document, struct marks marks, const char *text);

#endif
