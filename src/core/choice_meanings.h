/* choice_meanings.h: what the values of an enumeration mean, for people: those whose names do not say it. */
#ifndef RINGSIDE_CORE_CHOICE_MEANINGS_H
#define RINGSIDE_CORE_CHOICE_MEANINGS_H

#include "core/choices.h"

/* What a value means.
 *
 *   given     a list of names; a value of it
 *   returned  a few words, or NULL: the list's names say it
 */
const char *choice_meaning(const struct choice_list *list, int value);

#endif
