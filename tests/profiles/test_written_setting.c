/* test_written_setting.c: "key=value" alone, and in the list `set` of a file. */
#include "profiles/written_setting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { COMPLAINTS = 4 };

/* A configuration text whose list `set` is applied to the default scenario. */
struct applied {
    struct scenario scenario;
    struct complaint complaint[COMPLAINTS];
    int complaints;
};

static struct applied apply(const char *text)
{
    struct applied applied = {.scenario = scenario_default()};
    struct complaint_list list = {.list = applied.complaint, .capacity = COMPLAINTS};
    struct document document = {.label = "some.cfg", .complaints = &list};
    assert_true(document_open(&document, text, strlen(text)));
    settings_apply(&document, config_root_setting(&document.config), &applied.scenario);
    document_close(&document);
    applied.complaints = list.count;
    return applied;
}

/* Parameters whose values differ. */
static int differences(const struct scenario *one, const struct scenario *other)
{
    int count = 0;
    for (int i = 0; i < parameter_count; i++) {
        count += parameter_get(&parameters[i], one) != parameter_get(&parameters[i], other);
    }
    return count;
}

static void a_setting_is_a_parameter_and_its_value_in_si(void **state)
{
    (void)state;
    const struct written_setting setting = setting_read("nic.bandwidth=400Gb/s");
    assert_string_equal(setting.message, "");
    assert_string_equal(setting.parameter->key, "nic.bandwidth");
    assert_true(setting.value == 50e9);
}

/* The line that `search` prints of its winner; and values with a blank, a slash and a sign of dollars. */
static void a_text_may_hold_several_settings(void **state)
{
    (void)state;
    static const struct {
        const char *text, *keys[4];
        double values[4];
    } cases[] = {
        {"tp=4 sp=on pp=2", {"tp", "sp", "pp"}, {4, 1, 2}},
        {"tp=4,pp=2", {"tp", "pp"}, {4, 2}},
        {"gpu.price=2.5 $/h, nic.bandwidth=400 Gb/s tp=8", {"gpu.price", "nic.bandwidth", "tp"}, {2.5, 50e9, 8}},
        {"tp=8", {"tp"}, {8}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *at = cases[i].text;
        for (int n = 0; cases[i].keys[n] != NULL; n++, at = setting_next(at)) {
            assert_non_null(at);
            const struct written_setting setting = setting_read(at);
            assert_string_equal(setting.message, "");
            assert_string_equal(setting.parameter->key, cases[i].keys[n]);
            assert_true(setting.value == cases[i].values[n]);
        }
        assert_null(at);
    }
}

static void what_is_wrong_with_a_setting_is_said(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"tp", "key=value is expected"},
        {"nic.bandwith=50GB/s", "did you mean nic.bandwidth?"},
        {"tp=4 2", "a number is expected"},
        {"tp=x pp=2", "tp: \"x\": a number is expected"},
        {"nic.bandwidth=400 GB", "nic.bandwidth: "},
        {"no.such.thing.at.all=1", "there is no parameter \"no.such.thing.at.all\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct written_setting setting = setting_read(cases[i].text);
        if (strstr(setting.message, cases[i].says) == NULL) {
            fail_msg("%s: got \"%s\", expected \"%s\"", cases[i].text, setting.message, cases[i].says);
        }
    }
}

static void a_list_changes_the_fields_that_it_names_and_no_others(void **state)
{
    (void)state;
    const struct scenario before = scenario_default();
    const struct applied both = apply("set = [ \"zero=2\", \"nic.bandwidth=400Gb/s\" ];");
    assert_int_equal(both.complaints, 0);
    assert_true(both.scenario.cluster.nic.bandwidth == 50e9);
    assert_int_equal(both.scenario.strategy.zero, ZERO_GRADIENTS);
    assert_true(differences(&both.scenario, &before) <= 2);
    const struct applied none = apply("name = \"no list\";");
    assert_int_equal(none.complaints, 0);
    assert_int_equal(differences(&none.scenario, &before), 0);
}

static void a_list_that_is_none_and_a_wrong_element_are_complained_of(void **state)
{
    (void)state;
    const struct applied text = apply("\nset = \"zero=2\";");
    assert_int_equal(text.complaints, 1);
    assert_string_equal(text.complaint[0].text,
                        "some.cfg:2: set: a list of texts is expected, like [ \"tp=8\", \"sp=on\" ]");
    const struct applied wrong = apply("set = [ \"zero=2\",\n        \"tp=many\" ];");
    assert_int_equal(wrong.complaints, 1);
    assert_non_null(strstr(wrong.complaint[0].text, "some.cfg:2: set: tp: "));
    assert_int_equal(wrong.scenario.strategy.zero, ZERO_GRADIENTS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_setting_is_a_parameter_and_its_value_in_si),
        cmocka_unit_test(a_text_may_hold_several_settings),
        cmocka_unit_test(what_is_wrong_with_a_setting_is_said),
        cmocka_unit_test(a_list_changes_the_fields_that_it_names_and_no_others),
        cmocka_unit_test(a_list_that_is_none_and_a_wrong_element_are_complained_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
