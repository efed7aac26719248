/* fuzz_value.c: any text as what a user types: quantities, values of parameters, ranges, conditions, settings. */
#include "core/condition.h"
#include "core/parameters.h"
#include "core/sweep.h"
#include "fuzz.h"
#include "profiles/written_setting.h"

#include <math.h>
#include <stdlib.h>

static void read_quantity(const char *text, enum unit unit)
{
    const struct quantity read = quantity_parse(text, unit);
    fuzz_require(read.valid == (read.message[0] == '\0'), "there is a value or a message");
    if (!read.valid) {
        return;
    }
    char printed[QUANTITY_TEXT];
    fuzz_require(isfinite(read.value) && read.value >= 0.0, "a quantity is finite and not negative");
    (void)quantity_print(printed, sizeof printed, read.value, unit);
    const struct quantity again = quantity_parse(printed, unit);
    fuzz_require(again.valid && again.value == read.value, "a quantity that is printed reads back");
    (void)quantity_display(read.value, unit);
}

static void read_parameter(const char *text, const struct parameter *parameter)
{
    const struct quantity read = parameter_read(parameter, text);
    if (!read.valid) {
        fuzz_require(read.message[0] != '\0', "a value that is refused has a message");
        return;
    }
    char printed[QUANTITY_TEXT];
    struct scenario scenario = scenario_default();
    parameter_set(parameter, &scenario, read.value);
    fuzz_require(parameter_get(parameter, &scenario) == read.value, "a value that is set is the value that is there");
    fuzz_require(parameter_in_range(parameter, &scenario), "a value that is read is in range");
    (void)parameter_print(parameter, read.value, printed, sizeof printed);
    const struct quantity again = parameter_read(parameter, printed);
    fuzz_require(again.valid && again.value == read.value, "a value that is printed reads back");
}

static void read_sweep(const char *text)
{
    static double values[SWEEP_MOST_POINTS];
    const struct sweep_read read = sweep_read(text);
    fuzz_require(read.valid == (read.message[0] == '\0'), "there is a range or a message");
    if (!read.valid) {
        return;
    }
    const int count = sweep_values(&read.sweep, values, SWEEP_MOST_POINTS);
    fuzz_require(count > 0, "a range has values");
    for (int i = 0; i < count; i++) {
        fuzz_require(isfinite(values[i]), "a value of a range is finite");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    char *text = fuzz_text(bytes, length);
    for (int unit = 0; unit < UNIT_COUNT; unit++) {
        read_quantity(text, (enum unit)unit);
    }
    for (int i = 0; i < parameter_count; i++) {
        read_parameter(text, &parameters[i]);
    }
    read_sweep(text);
    (void)condition_read(text);
    (void)setting_read(text);
    free(text);
    return 0;
}
