/* catalogue_private.h: what a catalogue holds, for the files that make it. Private to profiles. */
#ifndef RINGSIDE_PROFILES_CATALOGUE_PRIVATE_H
#define RINGSIDE_PROFILES_CATALOGUE_PRIVATE_H

#include "profiles/complaint.h"

/* A profile and the layer that it came from: 0 is what is built in, a higher one replaces a lower. */
struct catalogue_entry {
    struct profile *profile;
    int layer;
};

/* The profiles of one kind. */
struct shelf {
    struct catalogue_entry *entries;
    int count;
    int capacity;
};

struct catalogue {
    struct shelf shelves[PROFILE_KIND_COUNT];
    struct complaint_list complaints;
};

#endif
