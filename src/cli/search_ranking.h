/* search_ranking.h: what a search found, as `search` prints it: the best strategies with all their figures. */
#ifndef RINGSIDE_CLI_SEARCH_RANKING_H
#define RINGSIDE_CLI_SEARCH_RANKING_H

#include "core/decision.h"
#include "core/parameters.h"
#include "core/search.h"

#include <stdio.h>

enum { RANKING_SIZES = 12, RANKING_FIGURES = 6 }; /* at most */

/* A strategy and all its figures. */
struct ranked {
    struct scenario scenario;
    struct result result;
};

/* What is printed. */
struct ranking {
    const struct search *search;
    struct scenario scenario; /* as it was given */
    const char *where;        /* the conditions, as they were given; NULL: none */
    struct ranked row[SEARCH_MOST_TOP];
    int count;
    const struct parameter *sizes[RANKING_SIZES];
    int size_count;
    const struct metric *figures[RANKING_FIGURES]; /* the objective first */
    int figure_count;
};

/* Price what a search found.
 *
 *   given     a ranking whose search is done, with its scenario and conditions
 */
void ranking_fill(struct ranking *ranking);

/* A strategy that was found, with all its figures. */
struct ranked ranked_of(const struct search *search, const struct search_find *find);

/* What the winner gains most in over the runner-up: a part of the step; none where its step is not the shorter one, or
 * where bytes are to be best, not time. */
struct decision ranking_decision(const struct ranking *ranking);

/* Where no part of the step decides: the figure that is to be best; of two that are alike in it, memory ranks them. */
const struct metric *ranking_deciding_figure(const struct ranking *ranking);

/* The ranking for people: what was searched, the rows, why the winner wins, and what it costs to keep the given one. */
void ranking_print_text(const struct ranking *ranking, FILE *output);

#endif
