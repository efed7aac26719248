/* fuzz_import.c: any bytes as each of the files of other programs; what is made of one must be a preset. */
#include "fuzz.h"
#include "importers/hf_config.h"
#include "importers/nccl_tests.h"
#include "importers/topology_matrix.h"
#include "importers/topology_xml.h"
#include "profiles/import.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An importer that finds no fault must have made a preset: it is not for the reader behind it to refuse that. */
static bool importer_takes(enum import_kind kind, struct import_text text, const struct import_wishes *wishes)
{
    switch (kind) {
    case IMPORT_HF: {
        const struct imported imported = hf_config_read(text);
        return !import_failed(&imported.fault);
    }
    case IMPORT_TOPOLOGY: {
        const struct imported imported =
            topology_is_xml(text) ? topology_xml_read(text, wishes->gpu) : topology_matrix_read(text, wishes->gpu);
        return !import_failed(&imported.fault);
    }
    default: {
        const struct nccl_log log = nccl_tests_read(text, wishes->ranks);
        return !import_failed(&log.fault);
    }
    }
}

/* A mark of an encoding is for who reads the file: one of UTF-16 is refused there, that of UTF-8 left out. */
static bool has_mark(const char *text)
{
    static const char *const marks[] = {"\xFF\xFE", "\xFE\xFF", "\xEF\xBB\xBF"};
    bool has = false;
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        has = has || strncmp(text, marks[i], strlen(marks[i])) == 0;
    }
    return has;
}

static void import(enum import_kind kind, const char *text, size_t length)
{
    static const struct import_wishes wishes = {.gpu = "H100 SXM", .cluster = "DGX H100"};
    FILE *file = fmemopen((void *)text, length, "r");
    if (file == NULL) {
        return; /* no bytes */
    }
    const struct import_result result = profile_import(kind, "-", file, &wishes, fuzz_presets());
    (void)fclose(file);
    const bool taken = importer_takes(kind, (struct import_text){text, length}, &wishes);
    if (taken != (result.text != NULL)) {
        (void)fprintf(stderr, "%s\n", result.message);
    }
    fuzz_require(has_mark(text) || taken == (result.text != NULL), "what an importer takes is a preset");
    fuzz_require((result.text == NULL) == (result.message[0] != '\0'), "there is a preset or a message");
    free(result.text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    char *text = fuzz_text(bytes, length);
    for (int kind = 0; kind < IMPORT_KIND_COUNT; kind++) {
        import((enum import_kind)kind, text, length);
    }
    free(text);
    return 0;
}
