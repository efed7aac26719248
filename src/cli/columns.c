/* columns.c: one value for people. */
#include "cli/columns.h"

#include "cli/arguments.h"
#include "cli/table.h"
#include "core/character.h"

size_t parameter_values_print(const struct parameter *parameter, char *text, size_t size)
{
    char least[QUANTITY_TEXT];
    char most[QUANTITY_TEXT];
    if (parameter->kind == KIND_CHOICE) {
        return option_value_print(&(struct option){.choices = parameter->choices}, text, size);
    }
    if (parameter->kind == KIND_SWITCH) {
        return (size_t)snprintf(text, size, "on|off");
    }
    (void)quantity_print(least, sizeof least, parameter->min, parameter->unit);
    (void)quantity_print(most, sizeof most, parameter->max, parameter->unit);
    size_t used = (size_t)snprintf(text, size, "%s to %s", least, most);
    for (const struct named_value *named = parameter->named; named != NULL && named->name != NULL && used < size;
         named++) {
        used += (size_t)snprintf(text + used, size - used, " or %s", named->name);
    }
    return used;
}

int print_quantity(FILE *output, double value, enum unit unit)
{
    enum { NUMBER_COLUMNS = 7 };
    const struct quantity_text shown = quantity_display(value, unit);
    (void)fprintf(output, "%*s %s", NUMBER_COLUMNS, shown.number, shown.unit);
    return NUMBER_COLUMNS + 1 + text_columns(shown.unit);
}
