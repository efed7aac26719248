/* figures.h: figures of scenarios that are written as text, and expectations of them. */
#ifndef RINGSIDE_TESTS_CORE_FIGURES_H
#define RINGSIDE_TESTS_CORE_FIGURES_H

/* A metric of the default scenario with settings applied; NAN where it does not apply. */
double figure_of(const char *settings, const char *key);

/* Fails unless the metric is within a share of what is expected, or between two values. */
void expect_figure(const char *settings, const char *key, double expected, double tolerance);
void expect_between(const char *settings, const char *key, double least, double most);

#endif
