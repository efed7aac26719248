/* parameter_rows.h: what the rows of the parameter table share: where a field stands, and the kinds of rows. For
 * parameters.c alone. */
#ifndef RINGSIDE_CORE_PARAMETER_ROWS_H
#define RINGSIDE_CORE_PARAMETER_ROWS_H

#include "core/parameters.h"

#include <stddef.h>

#define FIELD(member) .offset = offsetof(struct scenario, member)

/* Kinds of rows that many parameters share. */
#define CHOICE(list) .kind = KIND_CHOICE, .scale = SCALE_VALUES, .choices = &(list)
#define SWITCH .kind = KIND_SWITCH, .scale = SCALE_VALUES
#define COUNT(least, most) .kind = KIND_INTEGER, .scale = SCALE_LINEAR, .min = (least), .max = (most)
#define STEPS(least, most) .kind = KIND_INTEGER, .scale = SCALE_VALUES, .min = (least), .max = (most)
#define LOG(least, most) .kind = KIND_REAL, .scale = SCALE_LOG, .min = (least), .max = (most)
#define LINEAR(least, most) .kind = KIND_REAL, .scale = SCALE_LINEAR, .min = (least), .max = (most)

/* Largest counts that anybody trains with, with room: they only keep arithmetic on them exact. */
#define MOST_GPUS 1048576
#define MOST_BATCH 16777216
#define MOST_WIDTH 1048576

#endif
