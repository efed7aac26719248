/* list.h: what `ringside list` can list. */
#ifndef RINGSIDE_CLI_LIST_H
#define RINGSIDE_CLI_LIST_H

/* Names of the lists: models, gpus, ..., keys. */
const char *list_name_at(int index);
extern const int list_name_count;

#endif
