/* theme_read.h: the colours of a theme file. Private to profiles.
 *
 * role = { work = { rgb = "#5aa7ff"; palette256 = 75; palette16 = 12; }; ... }; every role stands there. "default" is
 * the terminal's own colour; attributes = "bold underline" is what a role has with 16 colours and fewer.
 */
#ifndef RINGSIDE_PROFILES_THEME_READ_H
#define RINGSIDE_PROFILES_THEME_READ_H

#include "profiles/document.h"

/* Read the group `role`; what is wrong goes to the document's complaints. */
void theme_read_roles(const struct document *document, const config_setting_t *roles, struct theme *theme);

#endif
