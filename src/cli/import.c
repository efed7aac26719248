/* import.c: `ringside import`: files of other programs become presets. */
#include "profiles/import.h"

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/deliver.h"
#include "cli/refuse.h"

#include <stdlib.h>

enum {
    OPTION_OUTPUT,
    OPTION_FORCE,
    OPTION_NAME,
    OPTION_GPU,
    OPTION_CLUSTER,
    OPTION_RANKS,
    OPTION_PER_NODE,
    OPTION_PRESET_DIR
};

const struct option import_options[] = {
    [OPTION_OUTPUT] = OUTPUT_OPTION,
    [OPTION_FORCE] = FORCE_OPTION,
    [OPTION_NAME] = {.name = "--name", .value = "NAME", .help = "what the preset is called"},
    [OPTION_GPU] = {.name = "--gpu",
                    .value = "NAME|FILE",
                    .candidates = CANDIDATES_GPUS,
                    .help = "its GPU, where the file does not tell (topology, nccl)"},
    [OPTION_CLUSTER] = {.name = "--cluster",
                        .value = "NAME|FILE",
                        .candidates = CANDIDATES_CLUSTERS,
                        .help = "the cluster that was measured (nccl)"},
    [OPTION_RANKS] = {.name = "--ranks",
                      .value = "N",
                      .help = "GPUs that took part, where the file does not list them (nccl)"},
    [OPTION_PER_NODE] = {.name = "--per-node", .value = "G", .help = "of these in each scale-up domain (nccl)"},
    [OPTION_PRESET_DIR] = PRESET_DIR_OPTION("presets of your own, with that GPU or cluster"),
    {.name = NULL},
};

/* What the words say the file is: nothing, where they name a file alone. -1 after a complaint. */
static int read_kind(const struct arguments *arguments, FILE *errors)
{
    const char *word = arguments->words[0];
    const int kind = choice_find(&import_names, word);
    if (arguments->word_count == 1 && kind >= 0) {
        complaint_print(errors, "ringside import: %s FILE|-: the file is missing\n", word);
        return -1;
    }
    if (arguments->word_count == 1) {
        return IMPORT_BY_TEXT;
    }
    if (kind < 0) {
        (void)refuse_choice(errors, "import", word, &import_names);
    }
    return kind;
}

/* A whole number of an option; 0: it is not given; -1 after a complaint. */
static int read_count(const struct arguments *arguments, int option, FILE *errors)
{
    enum { MOST = 1 << 20 };
    const char *text = arguments->value[option];
    if (text == NULL) {
        return 0;
    }
    const int count = quantity_whole(text, UNIT_NONE, 1, MOST);
    if (count < 0) {
        complaint_print(errors, "ringside import: %s: a whole number from 1 is expected, not \"%s\"\n",
                        import_options[option].name, text);
    }
    return count;
}

/* The name of the preset that an option names, or gives as a file; false after a complaint. */
static bool read_preset(const char **name, enum profile_kind kind, struct catalogue *catalogue, FILE *errors)
{
    struct complaint complaint = {{0}};
    if (*name == NULL) {
        return true;
    }
    const struct profile *profile = options_load_preset(catalogue, kind, *name, &complaint);
    if (profile == NULL) {
        complaint_print(errors, "ringside import: %s\n", complaint.text);
        return false;
    }
    *name = profile->name;
    return true;
}

static int import_with(const struct program *program, const struct arguments *arguments, enum import_kind kind,
                       struct catalogue *catalogue)
{
    struct import_wishes wishes = {.name = arguments->value[OPTION_NAME],
                                   .gpu = arguments->value[OPTION_GPU],
                                   .cluster = arguments->value[OPTION_CLUSTER],
                                   .ranks = read_count(arguments, OPTION_RANKS, program->errors),
                                   .members = read_count(arguments, OPTION_PER_NODE, program->errors)};
    if (wishes.ranks < 0 || wishes.members < 0 || !read_preset(&wishes.gpu, PROFILE_GPU, catalogue, program->errors) ||
        !read_preset(&wishes.cluster, PROFILE_CLUSTER, catalogue, program->errors)) {
        return EXIT_BAD_INPUT;
    }
    const struct import_result result =
        profile_import(kind, arguments->words[arguments->word_count - 1], program->input, &wishes, catalogue);
    if (result.text == NULL) {
        complaint_print(program->errors, "ringside import: %s\n", result.message);
        return EXIT_BAD_INPUT;
    }
    const int status = deliver_result(program, "import", result.text, result.length, arguments->value[OPTION_OUTPUT],
                                      arguments->value[OPTION_FORCE]);
    free(result.text);
    if (status == EXIT_DONE && arguments->value[OPTION_OUTPUT] != NULL && result.assumed_gpu[0] != '\0') {
        complaint_print(
            program->errors,
            "ringside import: the file does not say which GPUs these are: %s is assumed; --gpu NAME names others\n",
            result.assumed_gpu);
    }
    return status;
}

int import_run(const struct program *program, const struct arguments *arguments)
{
    const int kind = read_kind(arguments, program->errors);
    struct catalogue *catalogue =
        kind < 0 ? NULL : presets_load(arguments->value[OPTION_PRESET_DIR], PRESETS_BUT_MEASUREMENTS, program->errors);
    if (catalogue == NULL) {
        return EXIT_BAD_INPUT;
    }
    const int status = import_with(program, arguments, (enum import_kind)kind, catalogue);
    catalogue_free(catalogue);
    return status;
}
