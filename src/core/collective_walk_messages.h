/* collective_walk_messages.h: the messages of a step, by algorithm. Private to collective_walk.c. */
#ifndef RINGSIDE_CORE_COLLECTIVE_WALK_MESSAGES_H
#define RINGSIDE_CORE_COLLECTIVE_WALK_MESSAGES_H

#include "core/collective_walk.h"

/* Domains of a group, the last perhaps smaller. */
int walk_domains(const struct walk_setting *setting);

/* Levels of a binary tree over so many: ceil(log2 n). */
int walk_levels(int count);

/* List the messages of a step, counted from 0. */
void walk_list_messages(const struct walk_setting *setting, int step, struct walk_messages *messages);

#endif
