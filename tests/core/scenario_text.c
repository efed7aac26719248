/* scenario_text.c: "key=value" settings applied one by one. */
#include "scenario_text.h"

#include "core/parameters.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void apply(struct scenario *scenario, const char *setting)
{
    char key[64];
    const char *equals = strchr(setting, '=');
    assert_non_null(equals);
    (void)snprintf(key, sizeof key, "%.*s", (int)(equals - setting), setting);
    const struct parameter *parameter = parameter_find(key);
    if (parameter == NULL) {
        fail_msg("no parameter \"%s\"", key);
        return;
    }
    const struct quantity value = parameter_read(parameter, equals + 1);
    if (!value.valid) {
        fail_msg("%s: %s", setting, value.message);
    }
    parameter_set(parameter, scenario, value.value);
}

struct scenario scenario_changed(const struct scenario *scenario, const char *settings)
{
    struct scenario changed = *scenario;
    char setting[128];
    while (*settings != '\0') {
        settings += strspn(settings, " \n");
        const size_t length = strcspn(settings, " \n");
        if (length > 0) {
            (void)snprintf(setting, sizeof setting, "%.*s", (int)length, settings);
            apply(&changed, setting);
        }
        settings += length;
    }
    return changed;
}

struct scenario scenario_with(const char *settings)
{
    const struct scenario start = scenario_default();
    return scenario_changed(&start, settings);
}
