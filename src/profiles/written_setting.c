/* written_setting.c: "key=value" as text, one and in lists. */
#include "profiles/written_setting.h"

#include "core/other_names.h"

#include <stdio.h>
#include <string.h>

enum { KEY_LENGTH = 120 };

struct written_setting setting_read(const char *text)
{
    struct written_setting setting = {0};
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
    const struct quantity quantity = parameter_read(setting.parameter, equals + 1);
    setting.value = quantity.value;
    if (!quantity.valid) {
        (void)snprintf(setting.message, sizeof setting.message, "%s: %s", key, quantity.message);
    }
    return setting;
}

static void apply(const struct document *document, const config_setting_t *element, struct scenario *scenario)
{
    const char *text = config_setting_get_string(element);
    const struct written_setting written = setting_read(text == NULL ? "" : text);
    if (written.message[0] != '\0') {
        document_complain(document, element, "set: %s", written.message);
    } else {
        parameter_set(written.parameter, scenario, written.value);
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
