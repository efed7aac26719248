/* script.h: a script of keys: what a hand does in a demonstration or in a test, line by line.
 *
 *   # a comment
 *   keys <Tab><Down>5        press keys: characters, and others by name (key_names.h)
 *   wait 800ms               let people look
 *   wait for 12.5 GB/s       until the screen shows a text
 *   expect fits              the screen shows a text; else the script fails here
 *   expect not invalid       it does not
 *   write step.svg           write a file, as W does (export.h); one that is there is replaced
 *   quit                     leave; without it the keyboard goes on where the script ends
 *
 * Each line begins once all that the lines before it did is drawn; `expect` and `write` also once a search is done.
 */
#ifndef RINGSIDE_VIEW_SCRIPT_H
#define RINGSIDE_VIEW_SCRIPT_H

#include <stdbool.h>

enum script_verb {
    SCRIPT_KEYS,
    SCRIPT_WAIT,
    SCRIPT_WAIT_FOR,
    SCRIPT_EXPECT,
    SCRIPT_EXPECT_NOT,
    SCRIPT_WRITE,
    SCRIPT_QUIT,
    SCRIPT_VERBS
};

struct script_line {
    enum script_verb verb;
    int number;       /* in the file, from 1 */
    const char *text; /* behind the verb */
    double seconds;   /* of SCRIPT_WAIT */
};

enum { SCRIPT_LINES = 1000, SCRIPT_MESSAGE = 400 };

struct script {
    const char *path; /* for messages; borrowed */
    char *bytes;      /* the texts */
    struct script_line line[SCRIPT_LINES];
    int count;
    bool valid;
    char message[SCRIPT_MESSAGE]; /* why not: "demo.txt:3: ..." */
};

/* Read a script.
 *
 *   returned  NULL without memory; else a script that is valid or has a message, and script_free() is due
 */
struct script *script_read(const char *path);
void script_free(struct script *script);

/* The same from a text. */
struct script *script_parse(const char *path, const char *text);

/* Whether a line waits until a search is done. */
bool script_needs_rest(enum script_verb verb);

#endif
