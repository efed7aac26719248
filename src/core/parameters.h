/* parameters.h: every input of a scenario, once.
 *
 * A row names a field of struct scenario: its key, label, unit, range, scale, where its value comes from, and one line
 * of help. Sliders, --set, scenario files, sweeps, JSON, completion and `ringside list` are generated from the rows. To
 * add a knob is to add a field and a row.
 */
#ifndef RINGSIDE_CORE_PARAMETERS_H
#define RINGSIDE_CORE_PARAMETERS_H

#include "core/choices.h"
#include "core/quantity.h"
#include "core/scenario.h"

#include <stdbool.h>
#include <stddef.h>

enum parameter_kind { KIND_REAL, KIND_INTEGER, KIND_CHOICE, KIND_SWITCH };

/* How a slider steps. SCALE_VALUES: through the values that `values` lists (powers of two where it lists none). */
enum parameter_scale { SCALE_LINEAR, SCALE_LOG, SCALE_VALUES };

/* Where a value comes from that the user did not touch. What a scenario sets, like TP or the batch, is a choice. */
enum origin { ORIGIN_FACT, ORIGIN_ASSUMPTION, ORIGIN_DERIVED, ORIGIN_MEASURED, ORIGIN_CHOICE, ORIGIN_COUNT };

/* The part of the screen, and of a file, that a parameter belongs to. */
enum parameter_pane { PANE_MODEL, PANE_TOPOLOGY, PANE_PARALLELISM, PANE_COUNT };

/* Which preset holds the value. */
enum parameter_owner { OWNER_SCENARIO, OWNER_MODEL, OWNER_GPU, OWNER_CLUSTER };

/* How data sheets quote a rate that is priced one way: so; both directions together (of a link that has two); a port in
 * bits per second. */
enum parameter_quote { QUOTED_AS_PRICED, QUOTED_BOTH_WAYS, QUOTED_IN_BITS };

/* A value of a real or integer parameter that has a word of its own, like `auto`. */
struct named_value {
    const char *name;
    double value;
};

enum { PARAMETER_VALUES = 64 };

/* Values that a parameter may take, ascending. */
struct value_list {
    double value[PARAMETER_VALUES];
    int count;
};

struct parameter {
    const char *key;         /* nic.bandwidth */
    const char *label;       /* for 12 cells and more */
    const char *short_label; /* for 7 or 8 */
    enum unit unit;
    enum parameter_kind kind;
    enum parameter_scale scale;
    double min, max;                   /* both allowed; of a choice and a switch: unused */
    double fallback;                   /* the value of a scenario that nobody filled in */
    const struct choice_list *choices; /* of a choice */
    const struct named_value *named;   /* ends with a row without a name; may be NULL. Of a choice: further words for
                                          its values, which are read and never written */
    size_t offset;                     /* in struct scenario */
    enum parameter_pane pane;
    int row;         /* place in the pane, from 1; 0: not on the screen, set by key */
    int compact_row; /* the same on a small screen, where it differs; 0: as `row` */
    enum parameter_owner owner;
    enum origin origin;
    /* Values that are valid for this scenario. NULL: any in range. */
    struct value_list (*values)(const struct scenario *scenario);
    /* Whether the parameter has any effect in this scenario. NULL: always. */
    bool (*applies)(const struct scenario *scenario);
    /* The value that follows from others while the field is 0. NULL: nothing follows. */
    double (*derived)(const struct scenario *scenario);
    bool inside_domain; /* a track shows the values within a scale-up domain; larger ones can be typed */
    enum parameter_quote quoted;
    /* Its name on this scenario's hardware, where names differ: NVLink, xGMI. NULL: the label says it. */
    const char *(*called)(const struct scenario *scenario);
    /* Of rows with one resource (the peaks of a GPU): whether this one prices the scenario. NULL: always. */
    bool (*in_force)(const struct scenario *scenario);
    /* +1 or -1: hardware of which more (or less) is faster; 0: not hardware. sensitivity.h walks these. */
    int better;
    const char *resource; /* of hardware: what the bottleneck line calls it */
    const char *help;     /* one line: what it is, in which convention */
};

/* The table, in the order of the screen and of files. */
extern const struct parameter parameters[];
extern const int parameter_count;

/* The row with that key, or NULL. */
const struct parameter *parameter_find(const char *key);

/* What a parameter is called in a sentence: its label, or the short one where a pane sets a word beside it, as in
 * "TP  tensor". */
const char *parameter_name(const struct parameter *parameter);

/* The key most like a mistyped one, for "did you mean"; NULL if none is near. */
const struct parameter *parameter_nearest(const char *key);

/* The origin of a value that no preset of a model, GPU or cluster has: the row's, or a choice where it belongs to a
 * scenario and is no assumption. */
enum origin parameter_origin(const struct parameter *parameter);

/* Whether the parameter has any effect in this scenario. */
static inline bool parameter_applies(const struct parameter *parameter, const struct scenario *scenario)
{
    return parameter->applies == NULL || parameter->applies(scenario);
}

/* The row that prices this scenario, of those that share the resource of a row: of the peaks that of the precision. */
const struct parameter *parameter_in_force(const struct parameter *parameter, const struct scenario *scenario);

/* Read and write one field as a number: a choice by its place in the list, a switch as 0 or 1.
 *
 *   note      parameter_set() checks nothing; parameter_read() does
 */
double parameter_get(const struct parameter *parameter, const struct scenario *scenario);
void parameter_set(const struct parameter *parameter, struct scenario *scenario, double value);

/* The number that prices the scenario: what follows where the field is 0 and others decide, else the field. */
double parameter_effective(const struct parameter *parameter, const struct scenario *scenario);

/* The ends of its range; of a choice and a switch the first and the last of their values. */
double parameter_least(const struct parameter *parameter);
double parameter_greatest(const struct parameter *parameter);

/* The smallest value above 0 that its track shows, where that is a logarithm. */
double parameter_log_start(const struct parameter *parameter);

/* Whether a value may be priced: sizes and choices lie within both ends of their row, which keeps products of sizes
 * within a long long. A real number is held to the lower end: faster hardware than anyone sells is a fair question. The
 * row's named values (auto, none) are in range wherever they lie; a parameter without effect may hold anything.
 */
bool parameter_in_range(const struct parameter *parameter, const struct scenario *scenario);
bool parameters_in_range(const struct scenario *scenario); /* all of them */

/* Whether a value beyond its row's ends may be priced all the same: because it has a name, or no effect. Rarely called,
 * so kept out of the hot path. */
__attribute__((cold, noinline)) bool parameter_excepted(const struct parameter *parameter,
                                                        const struct scenario *scenario);

/* What a typed value means: `50GB/s`, `bf16`, `on`, `auto`.
 *
 *   given     the parameter; text
 *   returned  the value, in range; or a message that names the range in the parameter's unit, the choices, or the
 *             format
 */
struct quantity parameter_read(const struct parameter *parameter, const char *text);

/* The word that a value has: of a choice its name, of a switch "on" or "off", else a name such as `auto`; NULL: it is a
 * number. */
const char *parameter_word(const struct parameter *parameter, double value);

/* Whether a value of a size or a quantity stands for no number: `auto`, `none` of a limit. A share that is called
 * `none` at 0 is the number 0 all the same. */
bool parameter_is_named(const struct parameter *parameter, double value);

/* A value as text that parameter_read() reads back exactly. */
size_t parameter_print(const struct parameter *parameter, double value, char *text, size_t size);

/* The next value that a slider reaches from `value`.
 *
 *   given     steps: +1 or -1, or several at once
 *   returned  fine: 1/20 of a decade rounded to two digits on a log scale, 1/100 of the range on a linear one; coarse:
 *             1, 2, 5 on a log scale, a tenth of the range on a linear one. Where the slider has a list of values, the
 *             next valid one. Never outside the range
 */
double parameter_step_fine(const struct parameter *parameter, const struct scenario *scenario, double value, int steps);
double parameter_step_coarse(const struct parameter *parameter, const struct scenario *scenario, double value,
                             int steps);

/* Place of a value on the track, 0 to 1, and back (snapped to a reachable value). */
double parameter_position(const struct parameter *parameter, const struct scenario *scenario, double value);
double parameter_at(const struct parameter *parameter, const struct scenario *scenario, double position);

/* A scenario with every field at its row's fallback. Presets then fill in the model, the GPU and the cluster. */
struct scenario scenario_default(void);

#endif
