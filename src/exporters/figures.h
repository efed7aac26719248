/* figures.h: inputs and figures of a scenario as values of JSON and CSV. */
#ifndef RINGSIDE_EXPORTERS_FIGURES_H
#define RINGSIDE_EXPORTERS_FIGURES_H

#include "core/metrics.h"
#include "core/parameters.h"
#include "exporters/csv.h"
#include "exporters/json.h"
#include "profiles/catalogue.h"

/* A preset that a scenario is made of: the word that names it on the command line, in JSON and in CSV. */
struct preset_name {
    const char *key; /* "model" */
    enum profile_kind kind;
    size_t offset; /* of the name in struct scenario */
};

/* In the order in which they are applied. */
enum { PRESET_NAMES = 3 };
extern const struct preset_name preset_names[PRESET_NAMES];

const char *preset_name_of(const struct preset_name *preset, const struct scenario *scenario);

/* Write one value: a choice and a value with a word of its own as text, a switch as true or false, a quantity in SI;
 * what does not apply is null, or an empty cell. */
void json_parameter(struct json *json, const struct parameter *parameter, const struct scenario *scenario);
void json_metric(struct json *json, const struct metric *metric, const struct result *result);
void csv_parameter(struct csv_writer *writer, const struct parameter *parameter, const struct scenario *scenario);
void csv_metric(struct csv_writer *writer, const struct metric *metric, const struct result *result);

/* The same in JSON under another key than the row's; of a parameter a value that no scenario needs to have. */
void json_parameter_value(struct json *json, const char *key, const struct parameter *parameter, double value);
void json_metric_value(struct json *json, const char *key, const struct metric *metric, const struct result *result);

/* The unit in which quantities are written: "B/s", "s"; "" for counts and shares. */
struct unit_symbol {
    char text[16];
};
struct unit_symbol unit_symbol(enum unit unit);

#endif
