/* theme_read.c: the colours of a theme file. */
#include "profiles/theme_read.h"

#include "core/words.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const char *const role_names[] = {"bg",    "text",  "bright", "dim",  "faint", "band", "select",
                                  "panel", "hand",  "ink",    "work", "act",   "grad", "opt",
                                  "kv",    "route", "pipe",   "idle", "good",  "warn", "bad"};
static_assert(sizeof role_names / sizeof role_names[0] == ROLE_COUNT, "every role has a name");

/* What stands for the terminal's own colour, in a file and in struct role_colour. */
static const char own_colour[] = "default";
enum { OWN_COLOUR = -1 };

static const struct {
    const char *name;
    unsigned bit;
} attribute_names[] = {{"bold", ATTRIBUTE_BOLD},
                       {"dim", ATTRIBUTE_DIM},
                       {"reverse", ATTRIBUTE_REVERSE},
                       {"underline", ATTRIBUTE_UNDERLINE}};

enum { ATTRIBUTE_NAMES = sizeof attribute_names / sizeof attribute_names[0] };

static bool is_own_colour(const config_setting_t *setting)
{
    const char *text = config_setting_get_string(setting);
    return text != NULL && strcmp(text, own_colour) == 0;
}

static int read_rgb(const struct document *document, const config_setting_t *setting)
{
    const char *text = config_setting_get_string(setting);
    if (is_own_colour(setting)) {
        return OWN_COLOUR;
    }
    if (text == NULL || strlen(text) != 7 || text[0] != '#' || strspn(text + 1, "0123456789abcdefABCDEF") != 6) {
        document_complain(document, setting, "rgb \"%.40s\": a colour is expected, like \"#5aa7ff\" or \"default\"",
                          text == NULL ? "" : text);
        return OWN_COLOUR;
    }
    return (int)strtol(text + 1, NULL, 16);
}

static int read_palette(const struct document *document, const config_setting_t *setting, int colours)
{
    const struct file_number number = document_number(setting);
    if (is_own_colour(setting)) {
        return OWN_COLOUR;
    }
    if (!number.valid || number.value < 0 || number.value >= colours || number.value != (int)number.value) {
        document_complain(document, setting, "%s: a whole number from 0 to %d is expected, or \"default\"",
                          config_setting_name(setting), colours - 1);
        return OWN_COLOUR;
    }
    return (int)number.value;
}

/* The attribute that the first `length` bytes of a text name; 0 if none. */
static unsigned find_attribute(const char *text, size_t length)
{
    for (int i = 0; i < ATTRIBUTE_NAMES; i++) {
        if (strlen(attribute_names[i].name) == length && strncmp(attribute_names[i].name, text, length) == 0) {
            return attribute_names[i].bit;
        }
    }
    return 0;
}

static unsigned read_attributes(const struct document *document, const config_setting_t *setting)
{
    const char *text = config_setting_get_string(setting);
    unsigned attributes = 0;
    for (text = text == NULL ? "?" : text; *text != '\0'; text += strspn(text, " ")) {
        const size_t length = strcspn(text, " ");
        const unsigned attribute = find_attribute(text, length);
        if (attribute == 0) {
            document_complain(
                document, setting,
                "attributes: words are expected, of bold, dim, reverse and underline, like \"bold underline\"");
            return 0;
        }
        attributes |= attribute;
        text += length;
    }
    return attributes;
}

/* A depth that a role says nothing about is the terminal's own colour. */
static struct role_colour read_colour(const struct document *document, const config_setting_t *role)
{
    struct role_colour colour = {OWN_COLOUR, OWN_COLOUR, OWN_COLOUR, 0};
    for (int i = 0; i < config_setting_length(role); i++) {
        const config_setting_t *setting = config_setting_get_elem(role, (unsigned)i);
        const char *name = config_setting_name(setting);
        if (strcmp(name, "rgb") == 0) {
            colour.rgb = read_rgb(document, setting);
        } else if (strcmp(name, "palette256") == 0) {
            colour.palette256 = read_palette(document, setting, 256);
        } else if (strcmp(name, "palette16") == 0) {
            colour.palette16 = read_palette(document, setting, 16);
        } else if (strcmp(name, "attributes") == 0) {
            colour.attributes = read_attributes(document, setting);
        } else {
            document_complain(document, setting, "%s: a role has rgb, palette256, palette16 and attributes, no more",
                              name);
        }
    }
    return colour;
}

static int find_role(const char *name)
{
    for (int role = 0; role < ROLE_COUNT; role++) {
        if (strcmp(role_names[role], name) == 0) {
            return role;
        }
    }
    return -1;
}

static const char *role_name_at(int role)
{
    return role_names[role];
}

static void complain_of_role(const struct document *document, const config_setting_t *setting)
{
    const char *name = config_setting_name(setting);
    const int nearest = word_nearest(name, role_name_at, ROLE_COUNT);
    document_complain(document, setting, "there is no role %s%s%s%s", name, nearest < 0 ? "" : "; did you mean ",
                      nearest < 0 ? "" : role_names[nearest], nearest < 0 ? "" : "?");
}

void theme_read_roles(const struct document *document, const config_setting_t *roles, struct theme *theme)
{
    bool present[ROLE_COUNT] = {false};
    if (!config_setting_is_group(roles)) {
        document_complain(document, roles,
                          "role: a group is expected, like role = { text = { rgb = \"#d7dce3\"; }; ... }");
        return;
    }
    for (int i = 0; i < config_setting_length(roles); i++) {
        const config_setting_t *setting = config_setting_get_elem(roles, (unsigned)i);
        const int role = find_role(config_setting_name(setting));
        if (role < 0) {
            complain_of_role(document, setting);
        } else if (!config_setting_is_group(setting)) {
            document_complain(document, setting,
                              "%s: a group is expected, like { rgb = \"#d7dce3\"; palette256 = 253; }",
                              role_names[role]);
        } else {
            theme->role[role] = read_colour(document, setting);
        }
        if (role >= 0) {
            present[role] = true;
        }
    }
    for (int role = 0; role < ROLE_COUNT; role++) {
        if (!present[role]) {
            document_complain(document, roles, "the role %s is missing", role_names[role]);
        }
    }
}
