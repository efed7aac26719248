/* words.c: distance of short words, as fingers slip: a character more, less, another, or two in the wrong order. */
#include "core/words.h"

#include "core/letters.h"

#include <limits.h>
#include <string.h>

enum { WORD_LONGEST = 64 };

static int smallest(int one, int two, int three)
{
    const int least = one < two ? one : two;
    return least < three ? least : three;
}

/* The last three rows of the table of distances, of the beginnings of one word to those of the other. */
struct distances {
    int before[WORD_LONGEST + 1], above[WORD_LONGEST + 1], row[WORD_LONGEST + 1];
};

/* The row of the beginning of `one` that ends with its character `i`, from 1 on. */
static void fill_row(struct distances *distances, const char *one, const char *other, size_t i)
{
    distances->row[0] = (int)i;
    for (size_t j = 1; other[j - 1] != '\0'; j++) {
        const int replaced = distances->above[j - 1] + (one[i - 1] == other[j - 1] ? 0 : 1);
        const bool swapped = i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1];
        distances->row[j] = smallest(distances->above[j] + 1, distances->row[j - 1] + 1, replaced);
        if (swapped && distances->before[j - 2] + 1 < distances->row[j]) {
            distances->row[j] = distances->before[j - 2] + 1;
        }
    }
}

int word_distance(const char *one, const char *other)
{
    const size_t height = strlen(one);
    const size_t width = strlen(other);
    struct distances distances = {.row = {0}};
    if (height > WORD_LONGEST || width > WORD_LONGEST) {
        return INT_MAX;
    }
    for (size_t j = 0; j <= width; j++) {
        distances.row[j] = (int)j;
    }
    for (size_t i = 1; i <= height; i++) {
        memcpy(distances.before, distances.above, sizeof distances.before);
        memcpy(distances.above, distances.row, sizeof distances.above);
        fill_row(&distances, one, other, i);
    }
    return distances.row[width];
}

bool word_is_near(const char *word, const char *name, int distance)
{
    const size_t longer = strlen(word) > strlen(name) ? strlen(word) : strlen(name);
    const int third = (int)longer / 3;
    return distance <= (third > 1 ? third : 1);
}

/* Whether a word is what stands at a place up to the next dot or the end. */
static bool is_whole_part(const char *word, const char *part)
{
    size_t i = 0;
    while (word[i] != '\0' && letter_lower(word[i]) == letter_lower(part[i])) {
        i++;
    }
    return word[i] == '\0' && i > 0 && (part[i] == '.' || part[i] == '\0');
}

bool word_is_part(const char *word, const char *name)
{
    for (const char *part = name; part != NULL; part = strchr(part, '.')) {
        part += *part == '.' ? 1 : 0;
        if (is_whole_part(word, part)) {
            return true;
        }
    }
    return false;
}

int word_nearest(const char *word, const char *(*name_at)(int index), int count)
{
    int nearest = -1;
    int least = INT_MAX;
    for (int i = 0; i < count; i++) {
        const char *name = name_at(i);
        if (word_is_part(word, name)) {
            return i;
        }
        const int distance = word_distance(word, name);
        if (distance < least && word_is_near(word, name, distance)) {
            least = distance;
            nearest = i;
        }
    }
    return nearest;
}
