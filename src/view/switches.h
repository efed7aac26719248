/* switches.h: the two switches of the overlap row: gradients (DP) and tensor parallelism (TP). */
#ifndef RINGSIDE_VIEW_SWITCHES_H
#define RINGSIDE_VIEW_SWITCHES_H

#include "view/app.h"

struct switch_box {
    const struct parameter *parameter;
    const char *name;
    bool on;
    int column; /* from the first; the box takes 3 columns, the name follows */
};

enum { SWITCH_DP, SWITCH_TP, SWITCH_BOXES };

/* Their parameters. The row is that of the first. */
extern const char *const switch_keys[SWITCH_BOXES];

struct switch_pair {
    struct switch_box box[SWITCH_BOXES];
    int count; /* 1 where there is no tensor parallelism to overlap */
};

struct switch_pair switches_overlap(const struct app *app);

/* The value that a switch gets when it is thrown. TP overlap is a choice of more; the switch goes between none and
 * behind the weight gradients. */
double switch_thrown(const struct switch_box *box);

#endif
