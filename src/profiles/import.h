/* import.h: files of other programs become presets: read, understood by an importer, written in our own format. */
#ifndef RINGSIDE_PROFILES_IMPORT_H
#define RINGSIDE_PROFILES_IMPORT_H

#include "core/choices.h"
#include "profiles/catalogue.h"

#include <stdio.h>

/* Where a preset may come from. */
enum import_kind {
    IMPORT_HF,       /* config.json of Hugging Face: a model */
    IMPORT_TOPOLOGY, /* nvidia-smi topo -m, rocm-smi --showtopo, or NCCL's topology XML: a cluster */
    IMPORT_NCCL,     /* output of nccl-tests: measurements */
    IMPORT_KIND_COUNT,
    IMPORT_BY_TEXT = IMPORT_KIND_COUNT /* whichever of these the text is */
};

extern const struct choice_list import_names;

/* What the user adds to a file. NULL: nothing. */
struct import_wishes {
    const char *name;    /* of the preset */
    const char *gpu;     /* a GPU preset */
    const char *cluster; /* a cluster preset: measurements */
    int ranks;           /* that took part in them; 0: the file says it */
    int members;         /* of them in each scale-up domain; 0: as many as a host has */
};

/* What importing gave. */
struct import_result {
    char *text; /* a preset, to be freed; NULL: there is a message */
    size_t length;
    enum profile_kind kind;
    char name[NAME_LENGTH];
    char assumed_gpu[NAME_LENGTH]; /* of a cluster whose file does not say which GPUs it has; "": it says so */
    char message[600];             /* "config.json:12: hidden_size is \"x\": a whole number is expected" */
};

/* What a text is: JSON is a model of Hugging Face, a table with "busbw" measurements of nccl-tests, all else a
 * topology. */
enum import_kind import_kind_of_text(const char *text);

/* Import a file.
 *
 *   given     its kind; its path, or "-" for what stands on `input`; wishes; presets to look GPUs and clusters up in
 *   returned  the text of a preset, checked by reading it back; or why there is none
 */
struct import_result profile_import(enum import_kind kind, const char *path, FILE *input,
                                    const struct import_wishes *wishes, const struct catalogue *catalogue);

#endif
