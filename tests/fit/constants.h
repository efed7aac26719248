/* constants.h: the constants that a fit may change, wherever they stand. */
#ifndef RINGSIDE_TESTS_FIT_CONSTANTS_H
#define RINGSIDE_TESTS_FIT_CONSTANTS_H

#include "core/scenario.h"

/* Rows that fix a constant. */
enum fit_work { FIT_TRAINING, FIT_SERVING, FIT_COLLECTIVE, FIT_WORKS };

/* A constant of a source of core; the list is written from CMakeLists.txt. */
struct core_constant {
    enum fit_work work;
    const char *file;
    const char *name;
    double *(*find)(int place);
    int place;
};
extern const struct core_constant core_constants[];
extern const int core_constant_count;

/* One of all constants: of core, of a GPU's preset, or of what the files of measurements say of a whole source. */
enum { MOST_CONSTANTS = 160, CONSTANT_NAME = 80 };

struct constant {
    enum fit_work work;
    char name[CONSTANT_NAME];
    double committed; /* as it stands in the repository */
    double value;     /* now; of core it stands in core besides */
    double *core;     /* NULL: not of core */
    int setting;      /* else its place in the list of settings */
    bool held;        /* stays as committed */
};

struct constants {
    struct constant of[MOST_CONSTANTS];
    int count;
};

/* All constants with their committed values. */
struct constants constants_committed(void);

/* Hold all but those whose names contain one of these; none of these: hold none. Returns how many are left to fit. */
int constants_choose(struct constants *constants, char *const names[], int count);

/* Whether a fit of that work may move it: it stays where it is committed as 0, too. */
bool constant_fitted(const struct constant *constant, enum fit_work work);

/* Give one another value. */
void constants_set(struct constants *constants, int place, double value);

/* A run's scenario with the constants that stand in scenarios: those that it has as committed take their value. */
struct scenario constants_applied(const struct constants *constants, const struct scenario *scenario);

#endif
