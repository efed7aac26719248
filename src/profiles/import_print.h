/* import_print.h: what an importer made, as the text of a preset. Private to profiles. */
#ifndef RINGSIDE_PROFILES_IMPORT_PRINT_H
#define RINGSIDE_PROFILES_IMPORT_PRINT_H

#include "importers/imported.h"
#include "profiles/catalogue.h"

/* Write a model or a cluster.
 *
 *   given     what was imported; its kind; the file it came from; text with room for `size` bytes
 *   returned  the length that the whole text has
 */
size_t imported_print(const struct imported *imported, enum profile_kind kind, const char *source, char *text,
                      size_t size);

#endif
