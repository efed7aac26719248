/* constants.c: collecting the constants, and putting values into them. */
#include "fit/constants.h"

#include "core/parameters.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What stands in scenarios: a value of a GPU's preset, or one that files assume for whole sources. */
static const struct setting {
    enum fit_work work;
    const char *gpu; /* how its name begins; "": any */
    const char *key;
    double committed;
} settings[] = {
    {FIT_TRAINING, "A100", "gpu.gemm_efficiency", 0.835},
    {FIT_TRAINING, "H100", "gpu.gemm_efficiency", 0.71},
    {FIT_TRAINING, "B", "gpu.gemm_efficiency", 0.49},
    {FIT_TRAINING, "GB200", "gpu.gemm_efficiency", 0.53},
    {FIT_TRAINING, "H100", "gpu.gemm_efficiency.fp8", 0.68},
    {FIT_TRAINING, "B", "gpu.gemm_efficiency.fp8", 0.62},
    {FIT_TRAINING, "GB200", "gpu.gemm_efficiency.fp8", 0.56},
    {FIT_TRAINING, "GB300", "gpu.gemm_efficiency.fp8", 0.74},
    {FIT_TRAINING, "GB200", "gpu.gemm_efficiency.fp4", 0.62},
    {FIT_TRAINING, "GB300", "gpu.gemm_efficiency.fp4", 0.53},
    {FIT_TRAINING, "B", "gpu.hbm_efficiency", 0.67},
    {FIT_TRAINING, "GB", "gpu.hbm_efficiency", 0.67},
    {FIT_TRAINING, "", "overlap.tp", 0.65},
    {FIT_TRAINING, "", "execution.slowdown", 1.10},
    {FIT_SERVING, "A100", "gpu.stream_efficiency", 0.80},
    {FIT_SERVING, "H", "gpu.stream_efficiency", 0.85},
    {FIT_SERVING, "B200", "gpu.stream_efficiency", 0.82},
    {FIT_SERVING, "MI300X", "gpu.stream_efficiency", 0.82},
};

enum { SETTINGS = sizeof settings / sizeof settings[0] };

struct constants constants_committed(void)
{
    struct constants constants = {.count = 0};
    for (int i = 0; i < core_constant_count && constants.count < MOST_CONSTANTS; i++) {
        const struct core_constant *core = &core_constants[i];
        struct constant *constant = &constants.of[constants.count++];
        *constant = (struct constant){.work = core->work, .core = core->find(core->place)};
        constant->committed = constant->value = *constant->core;
        (void)snprintf(constant->name, CONSTANT_NAME, "%s %s", core->file, core->name);
    }
    for (int i = 0; i < SETTINGS && constants.count < MOST_CONSTANTS; i++) {
        struct constant *constant = &constants.of[constants.count++];
        *constant = (struct constant){.work = settings[i].work, .setting = i};
        constant->committed = constant->value = settings[i].committed;
        (void)snprintf(constant->name, CONSTANT_NAME, "%s %s", settings[i].gpu[0] == '\0' ? "files" : settings[i].gpu,
                       settings[i].key);
    }
    return constants;
}

static bool is_named(const struct constant *constant, char *const names[], int count)
{
    for (int i = 0; i < count; i++) {
        if (strstr(constant->name, names[i]) != NULL) {
            return true;
        }
    }
    return false;
}

int constants_choose(struct constants *constants, char *const names[], int count)
{
    int chosen = 0;
    for (int i = 0; i < constants->count; i++) {
        struct constant *constant = &constants->of[i];
        constant->held = count > 0 && !is_named(constant, names, count);
        chosen += !constant->held;
    }
    return chosen;
}

bool constant_fitted(const struct constant *constant, enum fit_work work)
{
    return constant->work == work && constant->committed > 0 && !constant->held;
}

void constants_set(struct constants *constants, int place, double value)
{
    struct constant *constant = &constants->of[place];
    constant->value = value;
    if (constant->core != NULL) {
        *constant->core = value;
    }
}

static bool is_committed(double value, double committed)
{
    return fabs(value - committed) < 1e-9;
}

struct scenario constants_applied(const struct constants *constants, const struct scenario *scenario)
{
    struct scenario applied = *scenario;
    for (int i = 0; i < constants->count; i++) {
        const struct constant *constant = &constants->of[i];
        if (constant->core != NULL || constant->value == constant->committed) {
            continue;
        }
        const struct setting *setting = &settings[constant->setting];
        const struct parameter *parameter = parameter_find(setting->key);
        const bool of_gpu = strncmp(scenario->gpu.name, setting->gpu, strlen(setting->gpu)) == 0;
        if (of_gpu && is_committed(parameter_get(parameter, scenario), setting->committed)) {
            parameter_set(parameter, &applied, constant->value);
        }
    }
    return applied;
}
