/* complaint.h: a list of complaints about files. Private to profiles. */
#ifndef RINGSIDE_PROFILES_COMPLAINT_H
#define RINGSIDE_PROFILES_COMPLAINT_H

#include "profiles/catalogue.h"

/* Complaints in memory that somebody else owns. */
struct complaint_list {
    struct complaint *list;
    int count; /* of all that was wrong, even of what had no room */
    int capacity;
};

/* Where in which file. */
struct place {
    const char *label; /* file, as it is shown */
    int line;          /* 0: the file as a whole */
};

/* Add "label:line: message", made printable. */
__attribute__((format(printf, 3, 4))) void complain(struct complaint_list *complaints, struct place place,
                                                    const char *format, ...);

#endif
