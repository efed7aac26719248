/* document.h: one configuration file in memory. Private to profiles.
 *
 * Files are read here and given to libconfig as a string, never by libconfig: it would follow a FIFO or a directory,
 * and forget why it failed.
 */
#ifndef RINGSIDE_PROFILES_DOCUMENT_H
#define RINGSIDE_PROFILES_DOCUMENT_H

#include "profiles/complaint.h"

#include <libconfig.h>
#include <stdbool.h>
#include <stddef.h>

/* A parsed text. */
struct document {
    config_t config;
    char *text;        /* what was parsed, to find lines in */
    const char *label; /* file, as complaints show it; borrowed */
    struct complaint_list *complaints;
};

/* Parse a text.
 *
 *   given     a document with label and complaints set; the bytes
 *   returned  false, with a complaint, if this is no configuration; else document_close() is due
 */
bool document_open(struct document *document, const char *bytes, size_t length);
void document_close(struct document *document);

/* Complain about a setting, in its line; about the file as a whole in line 1, where there is none. */
__attribute__((format(printf, 3, 4))) void document_complain(const struct document *document,
                                                             const config_setting_t *setting, const char *format, ...);

/* A number that a file holds.
 *
 *   note      900, 900L and 900.0 are alike; libconfig itself reads 900 as 0.0 where a float is asked for
 */
struct file_number {
    bool valid;
    double value;
};

struct file_number document_number(const config_setting_t *setting);

#endif
