/* axis.h: a full scale that holds still: 1, 2 or 5 times a power of ten.
 *
 * It grows when something is longer, and shrinks only when everything is well below the next smaller scale, so that a
 * slider moved to and fro does not make the picture jump; but a slider that is put back where it was taken up gives the
 * picture back that it had there. Another picture (a preset, an undo step) has its own scale.
 */
#ifndef RINGSIDE_VIEW_AXIS_H
#define RINGSIDE_VIEW_AXIS_H

#include <stdbool.h>

struct axis {
    double full_scale; /* 0: nothing was shown yet */
    bool frozen;
    double longest; /* bar that it shows */

    /* When what moves now was taken up. */
    double scale_before;
    double longest_before;
};

/* Whether an axis may become smaller: not while a mouse button is down. */
enum axis_motion { AXIS_GROWS, AXIS_GROWS_AND_SHRINKS };

/* A scale shrinks when the longest bar is below this share of the next smaller one. */
#define AXIS_SHRINK_SHARE 0.8

/* The smallest 1, 2 or 5 x 10^k that is at least `longest`; 1 for nothing. */
double axis_scale_for(double longest);

/* Follow what is shown.
 *
 *   given     the axis; the longest bar, in the axis's unit; whether it may shrink
 *   returned  the axis that shows it; the same if it is frozen
 */
struct axis axis_follow(struct axis axis, double longest, enum axis_motion motion);

/* Something else is moved from now on: what is shown now is what it is put back to. */
struct axis axis_take_up(struct axis axis);

/* Forget what was shown, so that the axis fits what is shown next; the same if it is frozen. */
struct axis axis_forget(struct axis axis);

/* The full scale that it had when what moves now was taken up, where it has another one now; else 0. */
double axis_scale_before(const struct axis *axis);

/* Parts between the labels of a full scale: 5, 4 and 5 for 1, 2 and 5, so that each part is a round figure. */
int axis_divisions(double full_scale);

/* A unit of time for all labels of an axis: seconds from a full scale of 1 s, milliseconds from 1 ms, and so on. */
struct axis_unit {
    double size; /* seconds */
    const char *name;
};
struct axis_unit axis_time_unit(double full_scale);

#endif
