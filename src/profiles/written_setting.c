/* written_setting.c: "key=value" as text, one and in lists. */
#include "profiles/written_setting.h"

#include "core/other_names.h"

#include <stdio.h>
#include <string.h>

enum { KEY_LENGTH = 120, VALUE_LENGTH = 120 };

static const char separators[] = " \t,";

/* Whether "key=" stands there. */
static bool key_begins(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
    const size_t length = strspn(text, letters);
    return length > 0 && text[length] == '=';
}

const char *setting_next(const char *text)
{
    for (const char *at = text + strcspn(text, separators); *at != '\0'; at += strcspn(at, separators)) {
        at += strspn(at, separators);
        if (key_begins(at)) {
            return at;
        }
    }
    return NULL;
}

/* Where the value of a text's first setting ends, without the blanks or the comma behind it. */
static const char *value_end(const char *text)
{
    const char *end = setting_next(text);
    if (end == NULL) {
        return text + strlen(text);
    }
    while (end > text && strchr(separators, end[-1]) != NULL) {
        end--;
    }
    return end;
}

struct written_setting setting_read(const char *text)
{
    struct written_setting setting = {0};
    char value[VALUE_LENGTH];
    const char *equals = strchr(text, '=');
    char key[KEY_LENGTH];
    if (equals == NULL || (size_t)(equals - text) >= sizeof key) {
        (void)snprintf(setting.message, sizeof setting.message,
                       "\"%.100s\": key=value is expected, like nic.bandwidth=50GB/s", text);
        return setting;
    }
    (void)snprintf(key, sizeof key, "%.*s", (int)(equals - text), text);
    setting.parameter = parameter_find(key);
    if (setting.parameter == NULL) {
        (void)snprintf(setting.message, sizeof setting.message, "there is no parameter \"%s\"%s", key,
                       parameter_suggestion(key).text);
        return setting;
    }
    (void)snprintf(value, sizeof value, "%.*s", (int)(value_end(equals) - equals - 1), equals + 1);
    const struct quantity quantity =
        parameter_read(setting.parameter, setting_next(equals) == NULL ? equals + 1 : value);
    setting.value = quantity.value;
    if (!quantity.valid) {
        (void)snprintf(setting.message, sizeof setting.message, "%s: %s", key, quantity.message);
    }
    return setting;
}

static void apply(const struct document *document, const config_setting_t *element, struct scenario *scenario)
{
    const char *text = config_setting_get_string(element);
    for (const char *at = text == NULL ? "" : text; at != NULL; at = setting_next(at)) {
        const struct written_setting written = setting_read(at);
        if (written.message[0] != '\0') {
            document_complain(document, element, "set: %s", written.message);
        } else {
            parameter_set(written.parameter, scenario, written.value);
        }
    }
}

void settings_apply(const struct document *document, const config_setting_t *group, struct scenario *scenario)
{
    const config_setting_t *list = config_setting_get_member(group, "set");
    if (list == NULL) {
        return;
    }
    if (!config_setting_is_array(list) && !config_setting_is_list(list)) {
        document_complain(document, list, "set: a list of texts is expected, like [ \"tp=8\", \"sp=on\" ]");
        return;
    }
    for (int i = 0; i < config_setting_length(list); i++) {
        apply(document, config_setting_get_elem(list, (unsigned)i), scenario);
    }
}
