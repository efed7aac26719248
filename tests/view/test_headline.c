/* test_headline.c: the figures above the bars, under the mouse. */
#include "hand.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* A click on a figure of the headline opens its formula, on the bottleneck its parameter. */
static void a_click_on_the_headline_explains_the_figure(void **state)
{
    static const struct {
        const char *text, *name;
    } figures[] = {{" s step", "step.time"},
                   {"MFU", "mfu"},
                   {"tok/s", "tokens_per_second"},
                   {"85.5 GB ", "memory.total"},
                   {"bottleneck", "gpu.peak.bf16"}};
    (void)state;
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
        struct app *app = hand_start(120, 40);
        const struct layout layout = app_layout(app);
        const char *row = hand_row(app, layout.headline_row);
        const char *found = strstr(row, figures[i].text);
        assert_non_null(found);
        hand_press(app, text_columns(row) - text_columns(found), layout.headline_row);
        assert_int_equal(app->overlay, OVERLAY_EXPLAIN);
        const struct explained *shown = &app->explained[app->explained_count - 1];
        assert_string_equal(shown->metric != NULL ? shown->metric->key : shown->parameter->key, figures[i].name);
        hand_stop();
    }
    struct app *app = hand_start(120, 40);
    hand_press(app, 22, app_layout(app).headline_row); /* between two figures */
    assert_int_equal(app->overlay, OVERLAY_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HAND_TEST(a_click_on_the_headline_explains_the_figure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
