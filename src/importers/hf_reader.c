/* hf_reader.c: looking values of a config.json up, whatever its family calls them. */
#include "importers/hf_reader.h"

#include <math.h>

bool hf_is_there(struct hf_found found)
{
    return json_type(found.value) > JSON_NULL;
}

struct hf_found hf_find_one(const struct hf_reader *reader, const char *name)
{
    return (struct hf_found){json_member(reader->shape, name), name};
}

struct hf_found hf_find(const struct hf_reader *reader, const struct hf_names *names)
{
    struct hf_found found = {.name = names->of[0]};
    for (int i = 0; i < HF_NAMES && names->of[i] != NULL && !hf_is_there(found); i++) {
        found = hf_find_one(reader, names->of[i]);
    }
    return found;
}

int hf_count(const struct hf_reader *reader, struct hf_found found)
{
    enum { MOST = 1000000000 }; /* more than any size there is, and an int holds it */
    const double value = json_as_number(found.value);
    if (value >= 0 && value <= MOST && value == floor(value)) {
        return (int)value;
    }
    char text[IMPORT_COMMENT];
    (void)json_copy(found.value, text, sizeof text);
    const char *quote = json_type(found.value) == JSON_TEXT ? "\"" : "";
    const int line = json_line(reader->text, found.value);
    if (json_type(found.value) == JSON_ARRAY) {
        import_fail(&reader->out->fault, line,
                    "%s is %.40s: layers that differ in it cannot be priced, one number is expected", found.name, text);
    } else {
        import_fail(&reader->out->fault, line, "%s is %s%.40s%s: a whole number from 0 to %d is expected, like 8192",
                    found.name, quote, text, quote, MOST);
    }
    return 0;
}

int hf_count_of(const struct hf_reader *reader, const char *name, int fallback)
{
    const struct hf_found found = hf_find_one(reader, name);
    return hf_is_there(found) ? hf_count(reader, found) : fallback;
}

bool hf_is_true(const struct hf_reader *reader, const char *name)
{
    return json_is_true(json_member(reader->shape, name));
}

int hf_size(const struct hf_reader *reader, const char *key)
{
    return (int)imported_value(reader->out, key, 0);
}
