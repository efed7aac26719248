/* hf_reader.h: a config.json that is being read, for the files that read its parts. Private to importers. */
#ifndef RINGSIDE_IMPORTERS_HF_READER_H
#define RINGSIDE_IMPORTERS_HF_READER_H

#include "importers/hf_family.h"
#include "importers/json_read.h"

enum { HF_NAMES = 8, HF_MODEL_TYPE = 48, HF_TRAITS = 16 };

struct hf_reader {
    struct import_text text;
    struct json_value shape; /* the object that has the sizes: the document, or its text_config */
    char model_type[HF_MODEL_TYPE];
    unsigned traits;                /* of the family, and what the file says of them */
    const char *said_by[HF_TRAITS]; /* the key that says it, by the trait's bit; NULL: the family */
    struct imported *out;
};

/* Names that a thing has in the files of different families; the first that is there counts. */
struct hf_names {
    const char *of[HF_NAMES];
};

/* A value and the name under which it was found. */
struct hf_found {
    struct json_value value; /* none, if it is nowhere, or null */
    const char *name;
};
struct hf_found hf_find(const struct hf_reader *reader, const struct hf_names *names);
struct hf_found hf_find_one(const struct hf_reader *reader, const char *name);
bool hf_is_there(struct hf_found found);

/* A whole number; 0 after a complaint that names the key, its line, and what stands there. */
int hf_count(const struct hf_reader *reader, struct hf_found found);

/* The same of a name; `fallback` if it is not there. */
int hf_count_of(const struct hf_reader *reader, const char *name, int fallback);

/* Whether a switch is there and true. */
bool hf_is_true(const struct hf_reader *reader, const char *name);

/* A size that was read before. */
int hf_size(const struct hf_reader *reader, const char *key);

/* The experts: how many, how wide, in which layers. */
void hf_experts_read(struct hf_reader *reader);

/* Which layers attend to a window only. */
void hf_window_read(struct hf_reader *reader);

#endif
