/* command_run.h: commands run as the program runs them, with what they print in memory. */
#ifndef RINGSIDE_TESTS_CLI_COMMAND_RUN_H
#define RINGSIDE_TESTS_CLI_COMMAND_RUN_H

#include "cli/commands.h"

/* What a command printed, to be freed by printed_free(). */
struct printed {
    int status;
    char *output;
    char *errors;
};

/* Run "report --format json": words are separated by blanks; in quotes of either kind these are part of a word. `input`
 * stands on standard input; NULL: nothing does. The screen is one that prints "explore" or "snapshot" and the number of
 * its words. */
struct printed command_run(const char *line);
struct printed command_run_with(const char *line, const char *input);
void printed_free(struct printed *printed);

/* Run a line; fail unless the status is that, and each stream holds a text, or is empty where "" is given. */
void command_check(const char *line, int status, const char *output, const char *errors);

/* A place in a JSON document: the value of a key, or the item of an array. */
struct json_value {
    const char *text; /* NULL: there is none */
    int length;
};

/* Check a whole document against RFC 8259: nothing may be missing, doubled, or behind it.
 *
 *   returned  NULL, or what is wrong from there on
 */
const char *json_wrong(const char *text);

/* The value of a key in an object; of a place in an array. The document was checked. */
struct json_value json_get(struct json_value object, const char *key);
struct json_value json_item(struct json_value array, int index);
struct json_value json_document(const char *text);

/* A value as a number; NAN where there is none. */
double json_double(struct json_value value);

/* A metric of a report in JSON, as a number; NAN if it is none. */
double report_metric(const struct printed *printed, const char *key);

/* Whether a value is exactly that text: "true", "\"ring\"". */
int json_is(struct json_value value, const char *text);

#endif
