/* words.c: Levenshtein distance over short words. */
#include "core/words.h"

#include <limits.h>
#include <string.h>

enum { WORD_LONGEST = 64 };

static int smallest(int one, int two, int three)
{
    const int least = one < two ? one : two;
    return least < three ? least : three;
}

int word_distance(const char *one, const char *other)
{
    const size_t height = strlen(one);
    const size_t width = strlen(other);
    int row[WORD_LONGEST + 1];
    if (height > WORD_LONGEST || width > WORD_LONGEST) {
        return INT_MAX;
    }
    for (size_t j = 0; j <= width; j++) {
        row[j] = (int)j;
    }
    for (size_t i = 1; i <= height; i++) {
        int diagonal = row[0];
        row[0] = (int)i;
        for (size_t j = 1; j <= width; j++) {
            const int above = row[j];
            const int replaced = diagonal + (one[i - 1] == other[j - 1] ? 0 : 1);
            row[j] = smallest(above + 1, row[j - 1] + 1, replaced);
            diagonal = above;
        }
    }
    return row[width];
}

bool word_is_near(const char *name, int distance)
{
    return distance <= (int)(strlen(name) + 2) / 3;
}

int word_nearest(const char *word, const char *(*name_at)(int index), int count)
{
    int nearest = -1;
    int least = INT_MAX;
    for (int i = 0; i < count; i++) {
        const char *name = name_at(i);
        const int distance = word_distance(word, name);
        if (distance < least && word_is_near(name, distance)) {
            least = distance;
            nearest = i;
        }
    }
    return nearest;
}
