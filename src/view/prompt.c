/* prompt.c: what each prompt says, and the name that it begins with. */
#include "view/prompt.h"

#include "profiles/file_names.h"
#include "view/app.h"
#include "view/export.h"
#include "view/tabs.h"

#include <stdio.h>
#include <string.h>

enum { EXTENSION = 8 /* bytes, at most */ };

const struct prompt_look prompt_looks[PROMPT_COUNT] = {
    [PROMPT_NONE] = {CONTEXT_EVERYWHERE, "", "", ""},
    [PROMPT_SAVE] = {CONTEXT_PROMPT, "save as", "a file that `ringside --scenario FILE` and O open again", ".cfg"},
    [PROMPT_OPEN] = {CONTEXT_PROMPT, "open", "a scenario's file; built-in scenarios are in the list of p", ".cfg"},
    [PROMPT_IMPORT] = {CONTEXT_PROMPT, "import",
                       "config.json of a model, nvidia-smi topo -m of a node, or a run of nccl-tests", ""},
    [PROMPT_WRITE] = {CONTEXT_WRITE, "write", "", ""},
    [PROMPT_MEASURED] = {CONTEXT_MEASURED, "measured",
                         "9.2s a step, 41% MFU, 58000 tok/s, or METRIC=VALUE; empty: stop comparing", ""},
    [PROMPT_SEARCH] = {CONTEXT_ASK, "search", "--where memory.total<=75GB --hold zero,cp; empty: every strategy", ""},
    [PROMPT_OVERWRITE] = {CONTEXT_OVERWRITE, "That file is there already: y overwrites it, Esc goes back.", "", ""},
    [PROMPT_QUIT] = {CONTEXT_QUIT, "Your changes are not saved: q quits, S saves first, Esc stays.", "", ""},
};

bool prompt_has_field(enum prompt_kind kind)
{
    return key_context_is_text(prompt_looks[kind].context);
}

const char *prompt_hint(const struct app *app, enum prompt_kind kind)
{
    if (kind == PROMPT_SEARCH && app->now.mode == MODE_DECODE) {
        return "--where decode.time<=50ms --clients 100 --fewest; empty: every strategy";
    }
    return prompt_looks[kind].hint;
}

/* "llama-3-70b-memory.txt": the model, and the tab where it is in sight. */
static void name_export(const struct app *app, char *text, size_t size)
{
    const struct layout layout = app_layout(app);
    file_name_add(app->now.model.name, text, size);
    file_name_add(layout.tab.rows > 0 ? tab_of(app)->name : "step", text, size);
    (void)strncat(text, export_kinds[0].extension, EXTENSION);
}

void prompt_first_name(const struct app *app, enum prompt_kind kind, struct text_field *name)
{
    char text[FIELD_LENGTH] = "";
    if ((kind == PROMPT_SAVE || kind == PROMPT_OPEN) && app->file[0] != '\0') {
        (void)snprintf(text, sizeof text, "%.*s", FIELD_LENGTH - 1, app->file);
    } else if (kind == PROMPT_SAVE) {
        file_name_add(app->now.model.name, text, sizeof text - EXTENSION);
        file_name_add(app->now.cluster.name, text, sizeof text - EXTENSION);
        (void)strncat(text, prompt_looks[kind].extension, EXTENSION);
    } else if (kind == PROMPT_WRITE) {
        name_export(app, text, sizeof text - EXTENSION);
    } else if (kind == PROMPT_MEASURED) {
        const struct measured_figure figure = measured_typed_in(&app->measured, app->now.mode);
        (void)measured_figure_print(&figure, text, sizeof text);
    } else if (kind == PROMPT_SEARCH) {
        (void)snprintf(text, sizeof text, "%s", app->search.asked);
    }
    memcpy(name->text, text, sizeof name->text);
    name->length = name->caret = (int)strlen(text);
    name->selected = name->length > 0;
}
