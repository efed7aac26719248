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

struct written_setting setting_read(const char *text);

/* Apply the list `set` of a group to a scenario, if it has one. What is wrong goes to the document's complaints. */
void settings_apply(const struct document *document, const config_setting_t *group, struct scenario *scenario);

#endif
