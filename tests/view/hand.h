/* hand.h: an explorer without a terminal, and a hand that presses its keys and moves its mouse. */
#ifndef RINGSIDE_TESTS_VIEW_HAND_H
#define RINGSIDE_TESTS_VIEW_HAND_H

#include "view/app.h"

/* Start with the built-in presets and the opening scenario, on a screen of that size. One at a time. */
struct app *hand_start(int columns, int rows);
void hand_stop(void);

/* A test that starts one, which is stopped behind it even where it failed. */
int hand_teardown(void **state);
#define HAND_TEST(name) cmocka_unit_test_teardown(name, hand_teardown)

/* Press keys: characters as they are, others by name: "<Right>", "<S-Tab>", "<C-R>"; "<lt>" is a less-than sign. */
void hand_keys(struct app *app, const char *keys);

/* Let a busy explorer come to its end. */
void hand_wait(struct app *app);

/* The mouse, at a column and a row. */
void hand_press(struct app *app, int column, int row);
void hand_drag(struct app *app, int column, int row);
void hand_release(struct app *app, int column, int row);
void hand_wheel(struct app *app, int column, int row, int amount);

/* The value of a parameter. */
double hand_value(const struct app *app, const char *key);

/* A row of the screen as text; the screen as a whole. The text lives until the next call. */
const char *hand_row(const struct app *app, int row);

/* How a cell is drawn. */
struct style hand_style(const struct app *app, int column, int row);

/* Where a text stands on the screen: the column and row of its first character; columns are -1 if it is nowhere. */
struct hand_place {
    int column, row;
};
struct hand_place hand_find(const struct app *app, const char *text);

/* Fail unless a text is on the screen; if it is there. */
void hand_expect_text(const struct app *app, const char *text);
void hand_expect_no_text(const struct app *app, const char *text);

/* Fail unless a figure is near; cmocka compares floats only. */
void hand_expect_close(double got, double expected, double tolerance);

#endif
