/* built_in.c: loads the built-in presets for tests. */
#include "built_in.h"

#include <stdlib.h>

int built_in_load(void **state)
{
    static const struct catalogue_paths nowhere = {0};
    *state = catalogue_load(&nowhere);
    return *state == NULL ? -1 : 0;
}

int built_in_free(void **state)
{
    catalogue_free(*state);
    return 0;
}

int built_in_cases_load(void **state)
{
    static struct built_in_cases built_in;
    static const struct catalogue_paths nowhere = {0};
    built_in.catalogue = catalogue_load(&nowhere);
    if (built_in.catalogue == NULL) {
        return -1;
    }
    built_in.cases = measurement_cases(built_in.catalogue);
    *state = &built_in;
    return 0;
}

int built_in_cases_free(void **state)
{
    struct built_in_cases *built_in = *state;
    free(built_in->cases.of);
    catalogue_free(built_in->catalogue);
    return 0;
}
