/* scenario_print.c: a scenario as a file that gives it back exactly. */
#include "profiles/config_text.h"
#include "profiles/save.h"

#include <stdio.h>
#include <string.h>

static void print_preset(struct config_text *output, const char *kind, const struct profile *profile)
{
    config_print(output, "%-7s = ", kind);
    config_print_quoted(output, profile->name);
    config_print(output, ";%s%s\n", profile->title[0] == '\0' ? "" : "    # ", profile->title);
}

/* The presets that the scenario is made of; returned is what they give. */
static struct scenario print_presets(struct config_text *output, const struct scenario *scenario,
                                     const struct catalogue *catalogue)
{
    struct scenario base = scenario_default();
    const struct profile *model = catalogue_exact(catalogue, PROFILE_MODEL, scenario->model.name);
    const struct profile *cluster = catalogue_exact(catalogue, PROFILE_CLUSTER, scenario->cluster.name);
    const struct profile *gpu = catalogue_exact(catalogue, PROFILE_GPU, scenario->gpu.name);
    if (model != NULL && profile_apply(model, catalogue, &base)) {
        print_preset(output, "model", model);
    }
    if (cluster != NULL && profile_apply(cluster, catalogue, &base)) {
        print_preset(output, "cluster", cluster);
    }
    const bool is_of_cluster = cluster != NULL && strcmp(cluster->gpu, scenario->gpu.name) == 0;
    if (gpu != NULL && !is_of_cluster && profile_apply(gpu, catalogue, &base)) {
        print_preset(output, "gpu", gpu);
    }
    return base;
}

static void print_setting(struct config_text *output, const struct parameter *parameter, double value, bool is_first)
{
    char text[QUANTITY_TEXT];
    (void)parameter_print(parameter, value, text, sizeof text);
    config_print(output, "%s\n    # %s\n    ", is_first ? "" : ",", parameter->help);
    char setting[2 * QUANTITY_TEXT];
    (void)snprintf(setting, sizeof setting, "%s=%s", parameter->key, text);
    config_print_quoted(output, setting);
}

static void print_words(struct config_text *output, const char *setting, const char *words)
{
    if (words[0] != '\0') {
        config_print(output, "%-7s = ", setting);
        config_print_quoted(output, words);
        config_print(output, ";\n");
    }
}

static void print_heading(struct config_text *output, const struct scenario_heading *heading)
{
    if (heading->comment_length > 0) {
        config_print(output, "%.*s", (int)heading->comment_length, heading->comment);
    } else {
        config_print(output, "# A scenario of ringside: presets, and what differs from them.\n");
    }
    print_words(output, "name", heading->name);
    print_words(output, "title", heading->title);
    print_words(output, "source", heading->source);
}

size_t scenario_print(const struct scenario *scenario, const struct scenario_heading *heading,
                      const struct catalogue *catalogue, char *text, size_t size)
{
    static const struct scenario_heading none = {.comment = "", .name = "", .title = "", .source = "", .measured = ""};
    struct config_text output = {.size = size};
    output.text = text;
    const struct scenario_heading *shown = heading != NULL ? heading : &none;
    print_heading(&output, shown);
    const struct scenario base = print_presets(&output, scenario, catalogue);
    config_print(&output, "set     = [");
    bool is_first = true;
    for (int i = 0; i < parameter_count; i++) {
        const double value = parameter_get(&parameters[i], scenario);
        if (value != parameter_get(&parameters[i], &base)) {
            print_setting(&output, &parameters[i], value, is_first);
            is_first = false;
        }
    }
    config_print(&output, "%s];\n", is_first ? " " : "\n");
    print_words(&output, "measured", shown->measured);
    return output.length;
}
