/* conversion.h: the units in which a run is counted and billed. The metric table's formulas show the same numbers. */
#ifndef RINGSIDE_CORE_CONVERSION_H
#define RINGSIDE_CORE_CONVERSION_H

#include <assert.h>

#define SECONDS_PER_HOUR 3600
#define HOURS_PER_DAY 24
#define SECONDS_PER_DAY 86400

/* Tokens that have one price: services are billed by the million. */
#define TOKENS_PRICED 1000000

static_assert(SECONDS_PER_DAY == HOURS_PER_DAY * SECONDS_PER_HOUR, "a day has its hours");

/* One of these as a formula shows it. */
#define NUMBER_SHOWN(number) NUMBER_AS_TEXT(number)
#define NUMBER_AS_TEXT(number) #number

#endif
