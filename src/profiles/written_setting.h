/* written_setting.h: "key=value" as --set and the list `set` of a file write it. Private to profiles. */
#ifndef RINGSIDE_PROFILES_WRITTEN_SETTING_H
#define RINGSIDE_PROFILES_WRITTEN_SETTING_H

#include "core/parameters.h"
#include "profiles/document.h"

enum { SETTING_MESSAGE = 400 };

/* A setting that was read, or why it is none. */
struct written_setting {
    const struct parameter *parameter;
    double value;
    char message[SETTING_MESSAGE]; /* empty if it can be used */
};

/* The first setting of a text: of "tp=4 pp=2" this is tp=4. */
struct written_setting setting_read(const char *text);

/* Where the next setting of a text begins, behind blanks or a comma; NULL: there is none. A text may hold several, as
 * `search` prints a strategy: "tp=4 sp=on pp=2". A value may have a blank, as 2.5 $/h has, but no "=". */
const char *setting_next(const char *text);

/* Apply the list `set` of a group to a scenario, if it has one. What is wrong goes to the document's complaints. */
void settings_apply(const struct document *document, const config_setting_t *group, struct scenario *scenario);

#endif
