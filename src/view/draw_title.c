/* draw_title.c: the title bar: the scenario in one sentence, as much of it as fits. */
#include "core/strategy.h"
#include "view/change.h"
#include "view/draw.h"
#include "view/strategy_words.h"
#include "view/title.h"

#include <stdio.h>
#include <string.h>

enum { TITLE_TEXT = 64, TITLE_COLUMN = 12, TITLE_GAP = 3 };

/* The words of the sentence. */
struct words {
    char short_model[NAME_LENGTH + TITLE_TEXT]; /* "Llama 3 70B", "Llama 3 70B LoRA" */
    char model[NAME_LENGTH + TITLE_TEXT];       /* "Llama 3 70B", "Llama 3 70B LoRA r16" */
    char cluster[TITLE_TEXT + NAME_LENGTH + 8]; /* "8× DGX H100" */
    bool counted;                               /* in units, so that the GPUs are another figure */
    char count[TITLE_TEXT];                     /* "64 GPUs" */
    char short_count[TITLE_TEXT];               /* "64 H100" */
    char strategy[TITLE_TEXT];                  /* "TP8 DP8 ZeRO-1" */
    char short_strategy[TITLE_TEXT];            /* "TP8 DP8" */
};

/* "TP8 DP8 ZeRO-1": sizes that divide something; ZeRO where `zero` is not 0. */
static void name_strategy(const struct scenario *scenario, char *text, size_t size, int zero)
{
    const struct strategy *strategy = &scenario->strategy;
    const bool trains = scenario->mode == MODE_TRAINING;
    const struct strategy_size sizes[] = {
        {"TP", strategy->tp},
        {"PP", strategy->pp},
        {"CP", strategy_context_ranks(scenario)},
        {"EP", strategy->ep},
        {"DP", trains ? strategy_sizes(scenario).dp : 0},
        {NULL, 0},
    };
    strategy_words_print(sizes, text, size);
    if (trains && zero > 0) {
        char word[TITLE_TEXT];
        (void)snprintf(word, sizeof word, "ZeRO-%d", zero);
        strategy_words_add(text, size, word);
    }
}

/* "TP8, 8 replicas": they serve by themselves. */
static void name_replicas(const struct scenario *scenario, char *text, size_t size)
{
    const int replicas = strategy_sizes(scenario).dp;
    const size_t used = strlen(text);
    if (scenario->mode != MODE_TRAINING && replicas > 1) {
        (void)snprintf(text + used, size - used, "%s%d replicas", used > 0 ? ", " : "", replicas);
    }
}

/* GPUs of what a cluster is named after: the whole scale-up domain where nodes are parts of one (an NVL72), else the
 * node. */
static int gpus_of_unit(const struct cluster *cluster)
{
    const int node = cluster->node_gpus > 0 ? cluster->node_gpus : 1;
    const int domain = cluster->scaleup.size;
    return domain > node && domain % node == 0 ? domain : node;
}

/* Whether a name counts already: "8x RTX 4090". */
static bool begins_with_count(const char *name)
{
    const size_t digits = strspn(name, "0123456789");
    return digits > 0 && name[digits] == 'x';
}

/* Whether the cluster's name is that of a whole system, of which a job has a part: Eos. */
static bool is_system(const struct app *app)
{
    const char *name = app->now.cluster.name;
    const struct profile *profile = name[0] == '\0' ? NULL : catalogue_find(app->catalogue, PROFILE_CLUSTER, name);
    return profile != NULL && strcmp(profile->name, name) == 0 && profile->system;
}

/* "8× DGX H100", "8 nodes of 8x RTX 4090"; "60 GPUs of DGX H100" where that is no whole number, "64 GPUs of Eos". */
static void name_cluster(const struct app *app, struct words *words)
{
    const struct cluster *cluster = &app->now.cluster;
    const int unit = gpus_of_unit(cluster);
    const int count = cluster->gpus / unit;
    words->counted = cluster->gpus % unit == 0 && !is_system(app);
    if (!words->counted) {
        (void)snprintf(words->cluster, sizeof words->cluster, "%s of %s", words->count, cluster->name);
    } else if (!begins_with_count(cluster->name)) {
        (void)snprintf(words->cluster, sizeof words->cluster, "%d× %s", count, cluster->name);
    } else {
        (void)snprintf(words->cluster, sizeof words->cluster, "%d node%s of %s", count, count == 1 ? "" : "s",
                       cluster->name);
    }
}

/* Adapters are another job than training all of the model. */
static void name_model(const struct scenario *scenario, struct words *words)
{
    const bool adapts = scenario->mode == MODE_TRAINING && scenario->strategy.lora != LORA_OFF;
    char rank[TITLE_TEXT / 2] = "";
    (void)snprintf(words->short_model, sizeof words->short_model, "%s%s", scenario->model.name, adapts ? " LoRA" : "");
    if (adapts) {
        (void)snprintf(rank, sizeof rank, " r%d", scenario->strategy.lora_rank);
    }
    (void)snprintf(words->model, sizeof words->model, "%.*s%s", NAME_LENGTH + TITLE_TEXT / 2 - 1, words->short_model,
                   rank);
}

static struct words words_of(const struct app *app)
{
    const struct scenario *scenario = &app->now;
    struct words words = {.cluster = ""};
    const int gpus = scenario->cluster.gpus;
    (void)snprintf(words.count, sizeof words.count, "%d GPU%s", gpus, gpus == 1 ? "" : "s");
    name_model(scenario, &words);
    name_cluster(app, &words);
    const int first_word = (int)strcspn(scenario->gpu.name, " ");
    (void)snprintf(words.short_count, sizeof words.short_count, "%d %.*s", gpus, first_word, scenario->gpu.name);
    name_strategy(scenario, words.strategy, sizeof words.strategy, (int)scenario->strategy.zero);
    name_replicas(scenario, words.strategy, sizeof words.strategy);
    name_strategy(scenario, words.short_strategy, sizeof words.short_strategy, 0);
    return words;
}

static const char help_word[] = " help";

int title_help_column(const struct layout *layout)
{
    return layout->columns - 1 - 1 - (int)strlen(help_word);
}

/* Mode, whether something is edited, and the key for help; returns where they begin. */
static int draw_right(const struct app *app, struct surface *surface, const struct layout *layout)
{
    const struct style dim = ink_on(ROLE_DIM, ROLE_BAND);
    const bool filed = app->file[0] != '\0';
    const char *edited = filed ? (change_is_unsaved(app) ? "unsaved" : "") : change_is_edited(app) ? "edited" : "";
    const bool trains = app->now.mode == MODE_TRAINING;
    const bool in_lesson = app->lesson.number > 0;
    const char *mode = choice_name(&mode_names, (int)app->now.mode);
    char lesson[TITLE_TEXT] = "";
    if (in_lesson) {
        (void)snprintf(lesson, sizeof lesson, "lesson %d · ", app->lesson.number);
    }
    const struct piece pieces[] = {
        {lesson, ink_on(ROLE_HAND, ROLE_BAND)},
        {trains || in_lesson ? ""
         : app->projector    ? mode
                             : "inference",
         dim},
        {trains || in_lesson ? "" : " · ", dim},
        {app->projector ? "projector" : mode, dim},
        {"   ", dim},
        {edited, ink_on(ROLE_HAND, ROLE_BAND)},
        {edited[0] != '\0' ? "   " : "", dim},
        {NULL, dim},
    };
    const int help = title_help_column(layout);
    (void)draw_text(surface, 0, help, layout->columns, "?", ink_on(ROLE_BRIGHT, ROLE_BAND));
    (void)draw_text(surface, 0, help + 1, layout->columns, help_word, dim);
    if (layout->size_class == SIZE_SINGLE) {
        return help;
    }
    const int column = help - draw_pieces_columns(surface, pieces);
    (void)draw_pieces(surface, 0, column, help, pieces);
    return column;
}

static const char *name_precision(const struct scenario *scenario)
{
    return scenario->mode == MODE_TRAINING ? choice_name(&precision_names, (int)scenario->strategy.precision)
                                           : choice_name(&number_format_names, (int)scenario->serving.decode_precision);
}

/* The longest form of the sentence that fits before `end`: precision goes first, then the count of GPUs, then that of
 * nodes. */
static void draw_sentence(const struct app *app, struct surface *surface, enum size_class size_class, int end)
{
    enum { FORMS = 8, PIECES = 10 };
    const struct style dim = ink_on(ROLE_DIM, ROLE_BAND);
    const struct words words = words_of(app);
    const struct piece stop = {NULL, dim};
    const struct piece dot = {" · ", dim};
    const struct piece on = {"  on  ", dim};
    const struct piece is = {words.counted ? " = " : "", dim};
    const struct piece blank = {"  ", dim};
    const struct piece model = {words.model, ink_on(ROLE_BRIGHT, ROLE_BAND)};
    const struct piece short_model = {words.short_model, model.style};
    const struct piece cluster = {words.cluster, model.style};
    const char *name = app->now.cluster.name;
    const struct piece short_cluster = {begins_with_count(name) ? words.count : name, model.style};
    const struct piece count = {words.counted ? words.count : "", dim};
    const struct piece short_count = {words.short_count, model.style};
    const struct piece strategy = {words.strategy, model.style};
    const struct piece short_strategy = {words.short_strategy, model.style};
    const struct piece precision = {name_precision(&app->now), dim};
    const struct piece forms[FORMS][PIECES] = {
        {model, on, cluster, is, count, blank, strategy, blank, precision, stop},
        {model, on, cluster, is, count, blank, strategy, stop},
        {short_model, dot, cluster, dot, strategy, stop},
        {short_model, dot, short_cluster, dot, strategy, stop},
        {short_model, dot, short_count, dot, strategy, stop},
        {short_model, dot, short_count, dot, short_strategy, stop},
        {short_model, dot, short_count, stop},
        {short_model, stop},
    };
    int form = size_class >= SIZE_FULL ? 0 : size_class == SIZE_COMPACT ? 2 : 5;
    while (form < FORMS - 1 && TITLE_COLUMN + draw_pieces_columns(surface, forms[form]) > end) {
        form++;
    }
    (void)draw_pieces(surface, 0, TITLE_COLUMN, end, forms[form]);
}

void draw_title(const struct app *app, struct surface *surface, const struct layout *layout)
{
    surface_fill(surface, layout->title, ' ', ink_on(ROLE_TEXT, ROLE_BAND));
    (void)draw_text(surface, 0, 1, layout->columns, "ringside", ink_on(ROLE_BRIGHT, ROLE_BAND));
    const int end = draw_right(app, surface, layout) - TITLE_GAP;
    draw_sentence(app, surface, layout->size_class, end);
}
