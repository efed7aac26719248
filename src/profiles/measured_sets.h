/* measured_sets.h: which published rows are counted together, and what error the project aims at for each set.
 *
 * A set gathers rows of one kind over all files. It leaves out the runs of a file that says in `unstated` what their
 * source leaves out: they stand in their own file's figures only, as do those that a user has added. Files that say
 * `unseen` came in when all constants stood: they are sets of their own, and not among those that the aims are about.
 */
#ifndef RINGSIDE_PROFILES_MEASURED_SETS_H
#define RINGSIDE_PROFILES_MEASURED_SETS_H

#include "profiles/measurements.h"

/* What the errors of a set should not exceed, as shares; 0: nothing is aimed at. */
struct aim {
    double median, mean, p90, worst;
    double pairs;   /* share of layout pairs in the measured order, at least */
    double speedup; /* median error of the speed-up between two TP sizes */
};

struct measured_set {
    const char *name;
    const char *title;
    bool (*holds)(const struct measured_case *one, const void *what);
    const void *what; /* for `holds` */
    struct aim aim;
};

extern const struct measured_set measured_sets[];
extern const int measured_set_count;

/* Whether a row counts in a set: it is one of those that it holds, and built in. What users add stands in its own
 * file's figures. */
bool measured_set_counts(const struct measured_set *set, const struct measured_case *one);

/* Errors of the rows that count in a set. */
struct validation_errors measured_set_errors(const struct measured_set *set, const struct measured_cases *cases);

/* The set of that name, compared without regard to letter case; NULL. */
const struct measured_set *measured_set_find(const char *name);

/* One figure of a set beside its aim. */
struct aimed_figure {
    const char *name;
    double value;  /* share */
    double aim;    /* share; 0: none */
    bool is_least; /* the aim is the least that is good, not the most */
};

/* The figures of a set that an aim exists for, in the order in which they are printed.
 *
 *   given     set; its errors; figures, room for AIMED_FIGURES
 *   returned  how many there are
 */
enum { AIMED_FIGURES = 6 };
int measured_set_aims(const struct measured_set *set, const struct validation_errors *errors,
                      struct aimed_figure *figures);

bool aim_is_reached(const struct aimed_figure *figure);

#endif
