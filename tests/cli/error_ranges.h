/* error_ranges.h: the errors that a page says of published runs, which stand in a table by hand, held to validate.
 *
 * A row of the page has what it is about, its errors in percent, and more:
 *
 *     | nanotron on 64 nodes; 80B on 4 | -13 to -57; -61 | its cluster's network |
 *
 * A comment below says which runs are behind each error. It has a line for each row that is held: how the row begins,
 * and behind " = " the ids of each error, in the errors' order and with ";" between them:
 *
 *     <!-- errors: ...
 *     nanotron on 64 = nanotron-1b-512 nanotron-8b-512; nanotron-80b-32
 *     -->
 *
 * An id may have the signs * and ? of a shell. Points of a table of collectives have sizes: name/ranks/64K..2M, in
 * powers of 1024. "?" alone: nobody holds that error.
 *
 * "-13 to -57" must be the least and the greatest of all runs that are named, to the nearest percent; "-61" where all
 * of them are that. Words before and behind stay.
 */
#ifndef RINGSIDE_TESTS_CLI_ERROR_RANGES_H
#define RINGSIDE_TESTS_CLI_ERROR_RANGES_H

#include <stdio.h>

/* Write a page anew, with the errors that validate has.
 *
 *   given     where to; the page; what `validate --format csv` prints
 *   returned  how many errors are held. The test fails at a line of a comment that fits no row, or several; that names
 *             another number of errors than the row has; or whose id is that of no run
 */
int error_ranges_renew(FILE *out, const char *page, const char *csv);

#endif
