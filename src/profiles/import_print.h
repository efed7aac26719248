/* import_print.h: what an importer made, as the text of a preset. Private to profiles. */
#ifndef RINGSIDE_PROFILES_IMPORT_PRINT_H
#define RINGSIDE_PROFILES_IMPORT_PRINT_H

#include "importers/imported.h"
#include "importers/nccl_tests.h"
#include "profiles/catalogue.h"

/* Write a model or a cluster.
 *
 *   given     what was imported; its kind; the file it came from; text with room for `size` bytes
 *   returned  the length that the whole text has
 */
size_t imported_print(const struct imported *imported, enum profile_kind kind, const char *source, char *text,
                      size_t size);

/* What an importer cannot know of a table of measurements. */
struct nccl_setting {
    const char *name;
    const char *source;
    const char *cluster;
    const char *gpu;     /* where it is another than the cluster's; NULL: it is not */
    const char *assumed; /* how the cluster was chosen; NULL: the user named it */
    int members;         /* ranks of a domain; 0: as many as fit */
};

/* Write measurements, as imported_print(). */
size_t nccl_print(const struct nccl_log *log, const struct nccl_setting *setting, char *text, size_t size);

#endif
