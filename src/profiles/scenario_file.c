/* scenario_file.c: opening and saving scenarios. */
#include "profiles/scenario_file.h"

#include "profiles/file_read.h"
#include "profiles/profile_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A file that is read as a scenario. */
struct scenario_reading {
    struct file_bytes file;
    struct profile *profile; /* NULL: the file cannot be read, or is none; else profile_free() is due */
    struct complaint complaint;
};

static struct scenario_reading read_scenario(const char *path, const struct catalogue *catalogue)
{
    struct scenario_reading reading = {.file = file_read(path)};
    if (reading.file.bytes == NULL) {
        (void)snprintf(reading.complaint.text, sizeof reading.complaint.text, "%.400s: %s", path, reading.file.message);
        return reading;
    }
    struct profile *profile = malloc(sizeof *profile);
    struct complaint_list complaints = {.list = &reading.complaint, .capacity = 1};
    const struct profile_file file = {
        .kind = PROFILE_SCENARIO, .label = path, .bytes = reading.file.bytes, .length = reading.file.length};
    if (profile != NULL && profile_read(profile, &file, catalogue, &complaints)) {
        reading.profile = profile;
    } else {
        free(profile);
    }
    return reading;
}

static void free_reading(struct scenario_reading *reading)
{
    free(reading->file.bytes);
    profile_free(reading->profile);
}

struct scenario_opened scenario_open(const char *path, const struct catalogue *catalogue)
{
    struct scenario_reading reading = read_scenario(path, catalogue);
    struct scenario_opened opened = {.scenario = scenario_default()};
    opened.opened = reading.profile != NULL && profile_apply(reading.profile, catalogue, &opened.scenario);
    if (opened.opened) {
        opened.figure = reading.profile->figure;
    }
    memcpy(opened.message, reading.complaint.text, sizeof opened.message);
    free_reading(&reading);
    return opened;
}

/* Length of the comments and blank lines that a text begins with. */
static size_t comment_length(const char *text)
{
    size_t length = 0;
    for (const char *line = text; *line != '\0'; line = text + length) {
        const char *word = line + strspn(line, " \t\r");
        const bool is_comment = *word == '#' || *word == '\n' || (word[0] == '/' && word[1] == '/');
        if (!is_comment) {
            break;
        }
        length += strcspn(line, "\n");
        length += text[length] == '\n' ? 1 : 0;
    }
    return length;
}

/* Whether a name is no more than that of the file, which needs no line in it. */
static bool is_called_like(const char *path, const char *name)
{
    const char *slash = strrchr(path, '/');
    const char *file = slash != NULL ? slash + 1 : path;
    const size_t length = strlen(name);
    return strncmp(file, name, length) == 0 && (file[length] == '.' || file[length] == '\0');
}

/* What is the user's in a file that is about to be replaced. */
static struct scenario_heading heading_of(const struct scenario_reading *reading, const char *path)
{
    struct scenario_heading heading = {.comment = "", .name = "", .title = "", .source = "", .measured = ""};
    if (reading->profile != NULL) {
        heading.comment = reading->file.bytes;
        heading.comment_length = comment_length(reading->file.bytes);
        heading.name = is_called_like(path, reading->profile->name) ? "" : reading->profile->name;
        heading.title = reading->profile->title;
        heading.source = reading->profile->source;
    }
    return heading;
}

struct save_result scenario_save(const char *path, const struct scenario *scenario,
                                 const struct measured_figure *figure, const struct catalogue *catalogue)
{
    struct scenario_reading reading = read_scenario(path, catalogue);
    struct scenario_heading heading = heading_of(&reading, path);
    char measured[MEASURED_FIGURE_TEXT] = "";
    if (figure != NULL) {
        (void)measured_figure_print(figure, measured, sizeof measured);
    }
    heading.measured = measured;
    struct save_result result = {.message = "there is not enough memory to save the scenario"};
    const size_t length = scenario_print(scenario, &heading, catalogue, NULL, 0);
    char *text = malloc(length + 1);
    if (text != NULL) {
        (void)scenario_print(scenario, &heading, catalogue, text, length + 1);
        result = file_replace(path, text, length);
    }
    free(text);
    free_reading(&reading);
    return result;
}
