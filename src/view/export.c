/* export.c: the files that the explorer writes on request. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include "view/export.h"

#include "core/notes.h"
#include "exporters/report.h"
#include "view/command_view.h"
#include "view/snapshot.h"

#include <stdlib.h>
#include <string.h>

/* ---- The screen */

static void write_screen(const struct app *app, FILE *file,
                         void (*write)(const struct surface *surface, const struct theme *theme, FILE *file))
{
    struct surface surface = surface_new(app->rows, app->columns);
    if (surface.cells != NULL) {
        app_draw(app, &surface);
        write(&surface, app->theme, file);
    }
    surface_free(&surface);
}

static void write_text(const struct app *app, FILE *file)
{
    write_screen(app, file, snapshot_text);
}

static void write_ansi(const struct app *app, FILE *file)
{
    write_screen(app, file, snapshot_ansi);
}

static void write_svg(const struct app *app, FILE *file)
{
    write_screen(app, file, snapshot_svg);
}

/* ---- Figures */

/* What `ringside report` prints of this scenario. */
static struct report report_of(const struct app *app)
{
    struct report report = {.scenario = &app->now, .result = evaluate_all(&app->now)};
    report.notes = notes_of(report.scenario, &report.result);
    report.reasons = strategy_reasons(report.scenario);
    if (measured_typed_in(&app->measured, app->now.mode).metric != NULL) {
        report_compare(&report, &app->comparison);
    }
    return report;
}

static void write_json(const struct app *app, FILE *file)
{
    const struct report report = report_of(app);
    report_print_json(&report, file);
}

static void write_csv(const struct app *app, FILE *file)
{
    const struct report report = report_of(app);
    report_print_csv(&report, file);
}

/* ---- The scenario */

static void write_scenario(const struct app *app, FILE *file)
{
    char measured[MEASURED_FIGURE_TEXT];
    const struct measured_figure figure = measured_typed_in(&app->measured, app->now.mode);
    (void)measured_figure_print(&figure, measured, sizeof measured);
    const struct scenario_heading heading = {.name = "", .title = "", .source = "", .measured = measured};
    const size_t length = scenario_print(&app->now, &heading, app->catalogue, NULL, 0);
    char *text = malloc(length + 1);
    if (text != NULL) {
        (void)scenario_print(&app->now, &heading, app->catalogue, text, length + 1);
        (void)fwrite(text, 1, length, file);
    }
    free(text);
}

static void write_command(const struct app *app, FILE *file)
{
    enum { LINE_COLUMNS = 100 };
    const struct command_line line = command_view_line(app);
    char text[COMMAND_LINE_BYTES];
    (void)command_line_print(&line, LINE_COLUMNS, text, sizeof text);
    (void)fprintf(file, "#!/bin/sh\n%s\n", text);
}

/* ---- Files */

const struct export_kind export_kinds[] = {
    {".txt", "screen", "the screen as text", write_text},
    {".ansi", "screen", "the screen with its colours", write_ansi},
    {".svg", "screen", "the screen as a picture", write_svg},
    {".json", "figures", "all figures as JSON", write_json},
    {".csv", "figures", "all figures as CSV", write_csv},
    {".cfg", "scenario", "the scenario", write_scenario},
    {".sh", "command", "the command line of this state", write_command},
};

const int export_kind_count = (int)(sizeof export_kinds / sizeof export_kinds[0]);

const struct export_kind *export_kind_of(const char *name)
{
    const size_t length = strlen(name);
    for (int i = 0; i < export_kind_count; i++) {
        const size_t end = strlen(export_kinds[i].extension);
        if (length > end && strcmp(name + length - end, export_kinds[i].extension) == 0) {
            return &export_kinds[i];
        }
    }
    return NULL;
}

void export_list(char *text, size_t size)
{
    const char *content = "";
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < export_kind_count && used < size; i++) {
        const struct export_kind *kind = &export_kinds[i];
        if (strcmp(kind->content, content) != 0) {
            used += (size_t)snprintf(text + used, size - used, "%s%s", i > 0 ? " · " : "", kind->content);
            content = kind->content;
        }
        used += used < size ? (size_t)snprintf(text + used, size - used, " %s", kind->extension) : 0;
    }
}

struct save_result export_write(const struct app *app, const char *path)
{
    const struct export_kind *kind = export_kind_of(path);
    struct save_result result = {.saved = false};
    char *bytes = NULL;
    size_t length = 0;
    if (kind == NULL) {
        char list[256];
        export_list(list, sizeof list);
        (void)snprintf(result.message, sizeof result.message, "%.200s: the name's end says what is written: %s", path,
                       list);
        return result;
    }
    FILE *file = open_memstream(&bytes, &length);
    if (file == NULL) {
        (void)snprintf(result.message, sizeof result.message, "%.200s: there is not enough memory", path);
        return result;
    }
    kind->write(app, file);
    if (fclose(file) == 0) {
        result = file_replace(path, bytes, length);
    }
    free(bytes);
    return result;
}
