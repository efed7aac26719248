/* profile_read.h: one file becomes one profile. Private to profiles.
 *
 * A setting's name is its parameter's key without the kind in front ("peak", "layers"). A dot of the key is a group or
 * an underscore: hbm = { bandwidth = ...; } and hbm_bandwidth = ... are the same. Quantities are text with a unit,
 * counts are numbers. What is no parameter stands in a table here: name, title, source, order, assumed, and what a kind
 * has besides.
 */
#ifndef RINGSIDE_PROFILES_PROFILE_READ_H
#define RINGSIDE_PROFILES_PROFILE_READ_H

#include "profiles/complaint.h"

/* One file to read. */
struct profile_file {
    enum profile_kind kind;
    const char *label; /* file, as complaints show it */
    const char *bytes;
    size_t length;
    bool builtin;
};

/* Read a file.
 *
 *   given     profile to fill; the file; presets that it may refer to, or NULL for no check of that; where complaints
 *             go
 *   returned  false, with every mistake complained of, if the file is not good
 */
bool profile_read(struct profile *profile, const struct profile_file *file, const struct catalogue *catalogue,
                  struct complaint_list *complaints);

/* Free a profile that malloc() gave, and what it owns; NULL is none. It must have been read. */
void profile_free(struct profile *profile);

/* A parameter's key as files of a kind write it: "layers" of model.layers in a model. */
const char *profile_key(enum profile_kind kind, const struct parameter *parameter);

#endif
