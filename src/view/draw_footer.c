/* draw_footer.c: the keys that work now, and the screen that says only how large it should be. */
#include "view/draw.h"
#include "view/input_context.h"
#include "view/keys.h"
#include "view/parts.h"
#include "view/value.h"

#include <stdio.h>
#include <string.h>

enum { FOOTER_KEYS = 24, TEXT_LENGTH = 160 };

/* Which keys are shown, and how. */
struct footer {
    enum key_context context;
    bool has[FOOTER_ROOMS];
    const char *held; /* name of the held slider; NULL: none is */
};

static const char *word_of(const struct footer *footer, const struct key_binding *binding)
{
    return binding->room == FOOTER_HELD ? footer->held : binding->word;
}

static bool has_room(const struct footer *footer, const struct key_binding *binding)
{
    return footer->has[binding->room];
}

static int entry_columns(const struct surface *surface, const struct footer *footer, const struct key_binding *binding)
{
    return draw_columns(surface, binding->short_name) + 1 + draw_columns(surface, word_of(footer, binding));
}

static int draw_entry(struct surface *surface, int row, int column, int end, const struct footer *footer,
                      const struct key_binding *binding)
{
    const struct style dim = ink_on(ROLE_DIM, ROLE_BAND);
    column = draw_text(surface, row, column, end, binding->short_name, ink_on(ROLE_BRIGHT, ROLE_BAND));
    column = draw_text(surface, row, column, end, " ", dim);
    return draw_text(surface, row, column, end, word_of(footer, binding), dim);
}

/* Keys from a column on, as many as fit; the way out always stays. Returns the column after them. */
static int draw_keys(struct surface *surface, int row, int column, int end, const struct footer *footer)
{
    const struct key_binding *rows[FOOTER_KEYS];
    const int count = key_footer(footer->context, rows, FOOTER_KEYS);
    const int gap = footer->has[FOOTER_WIDE] ? 3 : 2;
    const bool has_way_out = count > 0 && rows[count - 1]->rank == FOOTER_LAST;
    const int way_out = has_way_out ? entry_columns(surface, footer, rows[count - 1]) + gap : 0;
    const int entries = has_way_out ? count - 1 : count;
    for (int i = 0; i < entries; i++) {
        if (!has_room(footer, rows[i])) {
            continue;
        }
        if (column + entry_columns(surface, footer, rows[i]) + way_out > end) {
            break;
        }
        column = draw_entry(surface, row, column, end, footer, rows[i]) + gap;
    }
    return has_way_out ? draw_entry(surface, row, column, end, footer, rows[count - 1]) : column - gap;
}

void draw_footer(const struct app *app, struct surface *surface, const struct layout *layout)
{
    const struct lesson_screen *screen = lesson_screen_now(app);
    const bool goes_on = screen != NULL && app->lesson.screen + 1 < lesson_now(app)->screen_count;
    const struct footer footer = {
        .context = input_context(app),
        .has = {[FOOTER_ANY] = true,
                [FOOTER_WIDE] = layout->size_class >= SIZE_FULL,
                [FOOTER_HELD] = app->held != NULL,
                [FOOTER_STAGED] = app->now.strategy.pp > 1,
                [FOOTER_BUSY] = app->search.running,
                [FOOTER_RESTING] = !app->search.running,
                [FOOTER_GOES_ON] = goes_on,
                [FOOTER_AT_END] = !goes_on,
                [FOOTER_QUESTION] = screen != NULL && screen->ask[0] != '\0'},
        .held = app->held != NULL ? value_name(&app->now, app->held, 12) : NULL,
    };
    const int row = layout->footer_row;
    surface_fill(surface, (struct rectangle){row, 0, 1, layout->columns}, ' ', ink_on(ROLE_TEXT, ROLE_BAND));
    (void)draw_keys(surface, row, 1, layout->columns - 1, &footer);
}

/* Centre a line in a row. */
static void draw_centred(struct surface *surface, int row, const char *text, enum role role)
{
    const int columns = draw_columns(surface, text);
    const int column = surface->columns > columns ? (surface->columns - columns) / 2 : 0;
    (void)draw_text(surface, row, column, surface->columns, text, ink(role));
}

/* "compute 72 %   TP 24 %   DP 4 %": as many parts as there is room for. */
static void shares_line(const struct app *app, int columns, char *text, size_t size)
{
    text[0] = '\0';
    for (int i = 0; i < PART_COUNT; i++) {
        const double share = part_time_of((enum part)i, &app->result).path / app->result.step;
        char entry[TEXT_LENGTH];
        (void)snprintf(entry, sizeof entry, "%s%s %.0f %%", text[0] != '\0' ? "   " : "", step_parts[i].name,
                       share * 100.0);
        if (share < 0.01) {
            continue;
        }
        if (text_columns(text) + text_columns(entry) > columns) {
            return;
        }
        (void)strncat(text, entry, size - strlen(text) - 1);
    }
}

/* A line, and what is said where it does not fit. */
struct small_line {
    char text[TEXT_LENGTH];
    char less[TEXT_LENGTH]; /* empty: its beginning */
    enum role role;
};

static struct small_line small_line(enum role role, const char *text, const char *less)
{
    struct small_line line = {.role = role};
    (void)snprintf(line.text, sizeof line.text, "%s", text);
    (void)snprintf(line.less, sizeof line.less, "%s", less);
    return line;
}

static struct small_line small_size(const char *words, const char *less, int columns, int rows)
{
    struct small_line line = {.role = ROLE_BRIGHT};
    (void)snprintf(line.text, sizeof line.text, "%s %d x %d", words, columns, rows);
    (void)snprintf(line.less, sizeof line.less, "%s %dx%d", less, columns, rows);
    return line;
}

/* The figures of the step, as far as there are any. */
static struct small_line small_headline(const struct app *app)
{
    struct small_line line = {.role = ROLE_TEXT};
    if (app->result.valid) {
        const struct quantity_text step = quantity_display(app->result.step, UNIT_SECONDS);
        const bool trains = app->result.mode == MODE_TRAINING;
        const struct quantity_text other = trains ? quantity_display_digits(app->result.training.mfu, UNIT_SHARE, 3)
                                                  : quantity_display(app->result.tokens_per_second, UNIT_TOKEN_RATE);
        (void)snprintf(line.text, sizeof line.text, "%s %s step   %s %s%s", step.number, step.unit, other.number,
                       other.unit, trains ? " MFU" : "");
        (void)snprintf(line.less, sizeof line.less, "%s %s", step.number, step.unit);
    }
    return line;
}

void draw_too_small(const struct app *app, struct surface *surface)
{
    enum { LINES = 8 };
    char shares[TEXT_LENGTH] = "";
    if (app->result.valid) {
        shares_line(app, surface->columns, shares, sizeof shares);
    }
    const struct small_line lines[LINES] = {
        small_size("ringside needs", "needs", size_class_columns[SIZE_SINGLE], size_class_rows[SIZE_SINGLE]),
        small_size("this terminal is", "this is", surface->columns, surface->rows),
        {.role = ROLE_TEXT},
        small_headline(app),
        small_line(ROLE_TEXT, shares, ""),
        {.role = ROLE_TEXT},
        small_line(ROLE_DIM, "nothing is lost: enlarge it,", "enlarge it,"),
        small_line(ROLE_DIM, "or q to quit", "q quits"),
    };
    const bool all = surface->rows >= LINES;
    int row = all ? (surface->rows - LINES) / 2 : 0;
    for (int i = 0; i < LINES; i++) {
        const bool fits = draw_columns(surface, lines[i].text) <= surface->columns || lines[i].less[0] == '\0';
        if (all || lines[i].text[0] != '\0') { /* blank lines are the first to go */
            draw_centred(surface, row++, fits ? lines[i].text : lines[i].less, lines[i].role);
        }
    }
}
