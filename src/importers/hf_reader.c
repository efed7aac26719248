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
    enum { MOST = 1 << 30 };
    const double value = json_as_number(found.value);
    if (value >= 0 && value <= MOST && value == floor(value)) {
        return (int)value;
    }
    char text[IMPORT_COMMENT];
    (void)json_copy(found.value, text, sizeof text);
    import_fail(&reader->out->fault, json_line(reader->text, found.value), "%s is %.40s: %s", found.name, text,
                json_type(found.value) == JSON_ARRAY
                    ? "layers that differ in it cannot be priced, one number is expected"
                    : "a whole number is expected, like 8192");
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
