/* profile_apply.c: presets put into a scenario, and asked where a value came from. */
#include "profiles/catalogue.h"

#include <stdio.h>

static void set_all(const struct profile *profile, struct scenario *scenario)
{
    for (int i = 0; i < profile->setting_count; i++) {
        parameter_set(profile->setting[i], scenario, profile->value[i]);
    }
}

/* Nothing of the preset before is left: the H100's fp8 peak must not stay on a V100. */
static void reset_owned(enum parameter_owner owner, struct scenario *scenario)
{
    for (int i = 0; i < parameter_count; i++) {
        if (parameters[i].owner == owner) {
            parameter_set(&parameters[i], scenario, parameters[i].fallback);
        }
    }
}

static void keep_name(char *field, const struct profile *profile)
{
    (void)snprintf(field, NAME_LENGTH, "%s", profile->name);
}

static void apply_model(const struct profile *profile, struct scenario *scenario)
{
    reset_owned(OWNER_MODEL, scenario);
    set_all(profile, scenario);
    keep_name(scenario->model.name, profile);
}

/* What a cluster says of its GPUs' links holds, whatever GPU is put in. */
static void keep_cluster_links(const struct catalogue *catalogue, struct scenario *scenario)
{
    const struct profile *cluster = catalogue_find(catalogue, PROFILE_CLUSTER, scenario->cluster.name);
    if (cluster == NULL || scenario->cluster.name[0] == '\0') {
        return;
    }
    for (int i = 0; i < cluster->setting_count; i++) {
        if (cluster->setting[i]->owner == OWNER_GPU) {
            parameter_set(cluster->setting[i], scenario, cluster->value[i]);
        }
    }
}

static void apply_gpu(const struct profile *profile, const struct catalogue *catalogue, struct scenario *scenario)
{
    reset_owned(OWNER_GPU, scenario);
    set_all(profile, scenario);
    keep_name(scenario->gpu.name, profile);
    scenario->gpu.hbm_headline = profile->headline_capacity;
    keep_cluster_links(catalogue, scenario);
}

static bool apply_cluster(const struct profile *profile, const struct catalogue *catalogue, struct scenario *scenario)
{
    const struct profile *gpu = catalogue_find(catalogue, PROFILE_GPU, profile->gpu);
    if (gpu == NULL) {
        return false;
    }
    reset_owned(OWNER_CLUSTER, scenario);
    keep_name(scenario->cluster.name, profile);
    apply_gpu(gpu, catalogue, scenario);
    set_all(profile, scenario);
    return true;
}

static bool apply_scenario(const struct profile *profile, const struct catalogue *catalogue, struct scenario *scenario)
{
    const struct profile *model = catalogue_find(catalogue, PROFILE_MODEL, profile->model);
    const struct profile *cluster = catalogue_find(catalogue, PROFILE_CLUSTER, profile->cluster);
    const struct profile *gpu = catalogue_find(catalogue, PROFILE_GPU, profile->gpu);
    if (model == NULL || cluster == NULL || (profile->gpu[0] != '\0' && gpu == NULL)) {
        return false;
    }
    struct scenario made = scenario_default();
    apply_model(model, &made);
    if (!apply_cluster(cluster, catalogue, &made)) {
        return false;
    }
    if (profile->gpu[0] != '\0') {
        apply_gpu(gpu, catalogue, &made);
    }
    set_all(profile, &made);
    *scenario = made;
    return true;
}

bool profile_apply(const struct profile *profile, const struct catalogue *catalogue, struct scenario *scenario)
{
    switch (profile->kind) {
    case PROFILE_MODEL:
        apply_model(profile, scenario);
        return true;
    case PROFILE_GPU:
        apply_gpu(profile, catalogue, scenario);
        return true;
    case PROFILE_CLUSTER:
        return apply_cluster(profile, catalogue, scenario);
    case PROFILE_SCENARIO:
    case PROFILE_LESSON:
        return apply_scenario(profile, catalogue, scenario);
    case PROFILE_THEME:
    case PROFILE_MEASUREMENT:
    case PROFILE_KIND_COUNT:
        break;
    }
    return true;
}

int profile_setting_place(const struct profile *profile, const struct parameter *parameter)
{
    for (int i = 0; i < profile->setting_count; i++) {
        if (profile->setting[i] == parameter) {
            return i;
        }
    }
    return -1;
}

/* A published value is a fact; that of the table may be measured by others than the maker. */
static enum origin origin_of(const struct profile *profile, int place, const struct parameter *parameter)
{
    if (profile->assumed[place]) {
        return ORIGIN_ASSUMPTION;
    }
    return parameter->origin == ORIGIN_MEASURED ? ORIGIN_MEASURED : ORIGIN_FACT;
}

struct value_source catalogue_value_source(const struct catalogue *catalogue, const struct scenario *base,
                                           const struct parameter *parameter)
{
    const struct profile *candidates[] = {
        catalogue_exact(catalogue, PROFILE_CLUSTER,
                        base->cluster.name), /* overrules its GPU's links, so it comes first */
        catalogue_exact(catalogue, PROFILE_GPU, base->gpu.name),
        catalogue_exact(catalogue, PROFILE_MODEL, base->model.name),
    };
    for (size_t i = 0; i < sizeof candidates / sizeof candidates[0]; i++) {
        const int place = candidates[i] == NULL ? -1 : profile_setting_place(candidates[i], parameter);
        if (place >= 0) {
            return (struct value_source){origin_of(candidates[i], place, parameter), candidates[i]};
        }
    }
    return (struct value_source){parameter_origin(parameter), NULL};
}
