/* catalogue_private.h: what a catalogue holds, for the files that make it. Private to profiles. */
#ifndef RINGSIDE_PROFILES_CATALOGUE_PRIVATE_H
#define RINGSIDE_PROFILES_CATALOGUE_PRIVATE_H

#include "profiles/complaint.h"

/* A profile and the strength of where it came from: 0 is what is built in, a stronger one replaces a weaker. */
struct catalogue_entry {
    struct profile *profile;
    int strength;
};

/* The profiles of one kind. */
struct shelf {
    struct catalogue_entry *entries;
    int count;
    int capacity;
};

/* A directory that holds models/, gpus/, ... */
struct preset_folder {
    int strength; /* among all folders, from 1 */
    char directory[PROFILE_PATH];
};

enum { MOST_PRESET_FOLDERS = 32 };

struct preset_folders {
    struct preset_folder folder[MOST_PRESET_FOLDERS];
    int count;
};

struct catalogue {
    struct shelf shelves[PROFILE_KIND_COUNT];
    struct complaint_list complaints;
    struct preset_folders folders;
    bool complete; /* measurements and all */
};

#endif
