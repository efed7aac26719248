/* columns.h: values and quantities as people read them in columns. */
#ifndef RINGSIDE_CLI_COLUMNS_H
#define RINGSIDE_CLI_COLUMNS_H

#include "core/parameters.h"

#include <stdio.h>

/* The values that a parameter may take: "none|selective|full", "on|off", "0 to 16777216 or auto". */
size_t parameter_values_print(const struct parameter *parameter, char *text, size_t size);

/* A quantity in two columns, the number to the right and its unit to the left: "   8.12 s"; returns the columns used.
 */
int print_quantity(FILE *output, double value, enum unit unit);

enum { QUANTITY_COLUMNS = 16 /* at most, and a gap */ };

#endif
