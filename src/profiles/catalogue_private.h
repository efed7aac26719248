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

/* One directory that holds models/, gpus/, ... */
struct layer {
    int number;
    char directory[PROFILE_PATH];
};

enum { MOST_LAYERS = 32 };

struct layer_list {
    struct layer layer[MOST_LAYERS];
    int count;
};

struct catalogue {
    struct shelf shelves[PROFILE_KIND_COUNT];
    struct complaint_list complaints;
    struct layer_list layers;
    bool complete; /* measurements and all */
};

#endif
