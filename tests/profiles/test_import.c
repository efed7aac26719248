/* A file of another program becomes a preset that reads back, under the name that its path or the user gives. */
#include "built_in.h"
#include "core/transformer.h"
#include "profiles/import.h"
#include "profiles/measurements.h"
#include "profiles/options.h"
#include "profiles/save.h"
#include "scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define INPUTS RINGSIDE_SOURCE_DIR "/tests/data/importers/"

static const char *made;

static struct import_result import(enum import_kind kind, const char *path, const struct import_wishes *wishes,
                                   const struct catalogue *catalogue)
{
    static const struct import_wishes none = {0};
    return profile_import(kind, path, NULL, wishes == NULL ? &none : wishes, catalogue);
}

static void write_made(const struct import_result *result)
{
    assert_int_equal(scratch_make(NULL), 0);
    made = scratch_path("made.cfg");
    assert_true(file_create(made, result->text, result->length).saved);
}

static void remove_made(void)
{
    assert_int_equal(scratch_remove(NULL), 0);
}

/* The published counts of test_hf_config.c hold behind writing and reading, too. */
static void a_model_is_written_read_and_used(void **state)
{
    const struct import_result result = import(IMPORT_HF, INPUTS "hf/deepseek-v3.json", NULL, *state);
    assert_string_equal(result.message, "");
    assert_string_equal(result.name, "deepseek-v3");
    assert_int_equal(result.kind, PROFILE_MODEL);
    write_made(&result);
    struct complaint complaint = {{0}};
    assert_int_equal(profile_check(made, *state, &complaint, 1), 0);
    const struct options options = {.model = made};
    assert_string_equal(options_load_files(&options, *state).text, "");
    const struct options_result resolved = options_resolve(&options, *state);
    assert_string_equal(resolved.message, "");
    assert_string_equal(resolved.scenario.model.name, "deepseek-v3");
    assert_true(transformer_params(&resolved.scenario.model).total > 0.99 * 671e9);
    assert_true(transformer_params(&resolved.scenario.model).total < 1.01 * 671e9);
    remove_made();
    free(result.text);
}

/* The text of a preset that is built in says the same of the same model. */
static void an_import_agrees_with_the_preset_made_by_hand(void **state)
{
    static const struct {
        const char *file, *preset;
    } pairs[] = {{"llama-3.1-8b", "Llama 3.1 8B"},         {"mixtral-8x7b", "Mixtral 8x7B"},
                 {"gpt-oss-20b", "gpt-oss 20B"},           {"qwen3-30b-a3b", "Qwen3 30B-A3B"},
                 {"deepseek-v3", "DeepSeek-V3"},           {"gpt2", "GPT-2"},
                 {"llama-4-maverick", "Llama 4 Maverick"}, {"dbrx", "DBRX"}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        char path[400];
        (void)snprintf(path, sizeof path, INPUTS "hf/%s.json", pairs[i].file);
        const struct import_result result = import(IMPORT_HF, path, NULL, *state);
        write_made(&result);
        const struct options imported = {.model = made};
        const struct options by_hand = {.model = pairs[i].preset};
        assert_string_equal(options_load_files(&imported, *state).text, "");
        const struct options_result one = options_resolve(&imported, *state);
        const struct options_result other = options_resolve(&by_hand, *state);
        assert_string_equal(other.message, "");
        for (int row = 0; row < parameter_count; row++) {
            const double now = parameter_get(&parameters[row], &one.scenario);
            const double then = parameter_get(&parameters[row], &other.scenario);
            if (parameters[row].owner == OWNER_MODEL && now != then) {
                fail_msg("%s: %s is %g, by hand %g", pairs[i].file, parameters[row].key, now, then);
            }
        }
        remove_made();
        free(result.text);
    }
}

static void a_cluster_is_written_read_and_used(void **state)
{
    const struct import_wishes wishes = {.name = "Ours \"here\"", .gpu = "H200"};
    const struct import_result result = import(IMPORT_TOPOLOGY, INPUTS "topology/fewer-nics.txt", &wishes, *state);
    assert_string_equal(result.message, "");
    write_made(&result);
    const struct options options = {.cluster = made};
    assert_string_equal(options_load_files(&options, *state).text, "");
    const struct options_result resolved = options_resolve(&options, *state);
    assert_string_equal(resolved.scenario.cluster.name, "Ours \"here\"");
    assert_string_equal(resolved.scenario.gpu.name, "H200");
    assert_int_equal(resolved.scenario.cluster.nic.per_node, 6);
    remove_made();
    free(result.text);
}

static void a_log_is_written_as_measurements(void **state)
{
    const struct import_result result = import(IMPORT_NCCL, INPUTS "nccl/all-reduce-two-hosts.log", NULL, *state);
    assert_string_equal(result.message, "");
    assert_int_equal(result.kind, PROFILE_MEASUREMENT);
    assert_non_null(strstr(result.text, "operation = \"all_reduce\""));
    assert_non_null(strstr(result.text, "members   = 2;"));
    assert_non_null(strstr(result.text, "\"size  4\""));
    assert_non_null(strstr(result.text, "\"1GiB  9ms\""));
    assert_non_null(strstr(result.text, "cluster        = \"DGX H100\""));
    free(result.text);
}

static void a_name_comes_from_the_user_the_file_or_its_path(void **state)
{
    static const struct import_wishes wishes = {.name = "Mine"};
    struct import_result result = import(IMPORT_HF, INPUTS "hf/bloom-3b.json", &wishes, *state);
    assert_string_equal(result.name, "Mine");
    free(result.text);
    result = import(IMPORT_HF, INPUTS "hf/bloom-3b.json", NULL, *state);
    assert_string_equal(result.name, "bloom-3b"); /* _name_or_path */
    free(result.text);
    result = import(IMPORT_HF, INPUTS "hf/phi-2.json", NULL, *state);
    assert_string_equal(result.name, "phi-2");
    free(result.text);
}

static void what_cannot_be_imported_is_said_with_its_place(void **state)
{
    static const struct import_wishes wrong_gpu = {.gpu = "H9000"};
    static const struct import_wishes wrong_cluster = {.cluster = "nowhere"};
    const struct {
        enum import_kind kind;
        const char *path;
        const struct import_wishes *wishes;
        const char *says;
    } cases[] = {
        {IMPORT_HF, "/nonexistent/config.json", NULL, "/nonexistent/config.json: No such file"},
        {IMPORT_HF, "/tmp", NULL, "/tmp: this is a directory"},
        {IMPORT_HF, INPUTS "hf/nemotron-h-8b.json", NULL, "nemotron-h-8b.json:10: hybrid_override_pattern"},
        {IMPORT_HF, INPUTS "topology/pcie.txt", NULL, "pcie.txt:1: \"GPU0"},
        {IMPORT_TOPOLOGY, INPUTS "hf/phi-2.json", NULL, "phi-2.json: no line heads a table of GPUs"},
        {IMPORT_TOPOLOGY, INPUTS "topology/pcie.txt", &wrong_gpu, "gpu \"H9000\": there is none of that name"},
        {IMPORT_NCCL, INPUTS "topology/pcie.txt", NULL, "pcie.txt: no line heads a table"},
        {IMPORT_NCCL, INPUTS "nccl/old-columns.log", NULL,
         "the file does not name its GPU: --cluster names what was measured"},
        {IMPORT_NCCL, INPUTS "nccl/old-columns.log", &wrong_cluster, "nowhere"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct import_result result = import(cases[i].kind, cases[i].path, cases[i].wishes, *state);
        assert_null(result.text);
        if (strstr(result.message, cases[i].says) == NULL) {
            fail_msg("%s: %s", cases[i].path, result.message);
        }
    }
}

static void a_stream_is_read_to_its_end(void **state)
{
    char text[] = "\tGPU0\tGPU1\nGPU0\t X \tNV12\nGPU1\tNV12\t X \n";
    static const struct import_wishes none = {0};
    FILE *stream = fmemopen(text, strlen(text), "r");
    const struct import_result result = profile_import(IMPORT_TOPOLOGY, "-", stream, &none, *state);
    assert_string_equal(result.message, "");
    assert_string_equal(result.name, "imported");
    (void)fclose(stream);
    free(result.text);
}

/* A stream has no name, and "config.json" says nothing: the family of the model does. */
static void a_model_without_a_name_is_called_like_its_family(void **state)
{
    static const struct import_wishes none = {0};
    char config[] =
        "{\"model_type\": \"qwen2\", \"hidden_size\": 1024, \"intermediate_size\": 2816, \"vocab_size\": 32000, "
        "\"num_hidden_layers\": 2, \"num_attention_heads\": 16}";
    FILE *stream = fmemopen(config, strlen(config), "r");
    struct import_result result = profile_import(IMPORT_HF, "-", stream, &none, *state);
    (void)fclose(stream);
    assert_string_equal(result.message, "");
    assert_string_equal(result.name, "qwen2");
    free(result.text);
    assert_int_equal(scratch_enter(NULL), 0);
    file_write("config.json", config);
    file_write("Qwen2-tiny/config.json", config);
    static const char *const named[][2] = {
        {"config.json", "qwen2"}, {"./config.json", "qwen2"}, {"Qwen2-tiny/config.json", "Qwen2-tiny"}};
    for (size_t i = 0; i < sizeof named / sizeof named[0]; i++) {
        result = import(IMPORT_HF, named[i][0], NULL, *state);
        assert_string_equal(result.name, named[i][1]);
        free(result.text);
    }
    assert_int_equal(scratch_leave(NULL), 0);
}

/* Imports bytes through a stream, of whichever kind their text is. */
static struct import_result import_bytes(const char *bytes, size_t length, const struct catalogue *catalogue)
{
    static const struct import_wishes none = {0};
    char *copy = malloc(length);
    assert_non_null(copy);
    memcpy(copy, bytes, length);
    FILE *stream = fmemopen(copy, length, "r");
    const struct import_result result = profile_import(IMPORT_BY_TEXT, "-", stream, &none, catalogue);
    (void)fclose(stream);
    free(copy);
    return result;
}

/* As editors and shells of Windows write them. */
static void a_byte_order_mark_is_passed_over(void **state)
{
    static const struct {
        const char *path;
        enum profile_kind kind;
    } files[] = {{INPUTS "hf/phi-2.json", PROFILE_MODEL},
                 {INPUTS "topology/eight-switched.txt", PROFILE_CLUSTER},
                 {INPUTS "topology/switched.xml", PROFILE_CLUSTER},
                 {INPUTS "nccl/all-reduce-two-hosts.log", PROFILE_MEASUREMENT}};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char marked[1 << 16];
        const int length = snprintf(marked, sizeof marked, "\xEF\xBB\xBF%s", file_text(files[i].path));
        const struct import_result result = import_bytes(marked, (size_t)length, *state);
        if (result.text == NULL || result.kind != files[i].kind) {
            fail_msg("%s: %s", files[i].path, result.message);
        }
        free(result.text);
    }
}

static void what_is_no_text_is_refused_as_that(void **state)
{
    static const struct {
        const char *bytes;
        size_t length;
        const char *says;
    } cases[] = {
        {"\xFF\xFE{\0}\0", 6, "standard input: this is UTF-16: a text in UTF-8 is expected"},
        {"\xFE\xFF\0{\0}", 6, "standard input: this is UTF-16: a text in UTF-8 is expected"},
        {"{\n\0}", 4, "standard input:2: there is a zero byte: this is no text file"},
        {"GPU0\n\nGPU1\0", 11, "standard input:3: there is a zero byte: this is no text file"},
        {"<system>\0", 9, "standard input:1: there is a zero byte: this is no text file"},
        {"# busbw\n\0", 9, "standard input:2: there is a zero byte: this is no text file"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct import_result result = import_bytes(cases[i].bytes, cases[i].length, *state);
        assert_null(result.text);
        assert_string_equal(result.message, cases[i].says);
    }
}

/* A catalogue for each: files are added to it. */
#define TEST(name) cmocka_unit_test_setup_teardown(name, built_in_load, built_in_free)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_model_is_written_read_and_used),
        TEST(an_import_agrees_with_the_preset_made_by_hand),
        TEST(a_cluster_is_written_read_and_used),
        TEST(a_log_is_written_as_measurements),
        TEST(a_name_comes_from_the_user_the_file_or_its_path),
        TEST(a_model_without_a_name_is_called_like_its_family),
        TEST(what_cannot_be_imported_is_said_with_its_place),
        TEST(a_stream_is_read_to_its_end),
        TEST(a_byte_order_mark_is_passed_over),
        TEST(what_is_no_text_is_refused_as_that),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
