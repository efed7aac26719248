/* character.c: characters of UTF-8 text, and the columns they take. */
#include "core/character.h"

#include <stddef.h>

/* Inclusive. */
struct code_range {
    uint32_t first, last;
};

static const struct code_range invisible[] = {
    {0x00AD, 0x00AD},   {0x0300, 0x036F},   {0x0483, 0x0489},   {0x0591, 0x05BD}, {0x05BF, 0x05BF}, {0x05C1, 0x05C2},
    {0x05C4, 0x05C5},   {0x0610, 0x061A},   {0x061C, 0x061C},   {0x064B, 0x065F}, {0x0670, 0x0670}, {0x06D6, 0x06DC},
    {0x06DF, 0x06E4},   {0x06E7, 0x06E8},   {0x06EA, 0x06ED},   {0x0900, 0x0902}, {0x093A, 0x093A}, {0x093C, 0x093C},
    {0x0941, 0x0948},   {0x094D, 0x094D},   {0x0E31, 0x0E31},   {0x0E34, 0x0E3A}, {0x0E47, 0x0E4E}, {0x1AB0, 0x1AFF},
    {0x1DC0, 0x1DFF},   {0x200B, 0x200F},   {0x2028, 0x202E},   {0x2060, 0x206F}, {0x20D0, 0x20FF}, {0x302A, 0x302D},
    {0x3099, 0x309A},   {0xFE00, 0xFE0F},   {0xFE20, 0xFE2F},   {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0x1D165, 0x1D169},
    {0x1D173, 0x1D182}, {0xE0001, 0xE007F}, {0xE0100, 0xE01EF},
};

static const struct code_range wide[] = {
    {0x1100, 0x115F},   {0x231A, 0x231B},   {0x2329, 0x232A},   {0x23E9, 0x23EC},   {0x23F0, 0x23F0},
    {0x23F3, 0x23F3},   {0x25FD, 0x25FE},   {0x2614, 0x2615},   {0x2648, 0x2653},   {0x267F, 0x267F},
    {0x2693, 0x2693},   {0x26A1, 0x26A1},   {0x26AA, 0x26AB},   {0x26BD, 0x26BE},   {0x26C4, 0x26C5},
    {0x26CE, 0x26CE},   {0x26D4, 0x26D4},   {0x26EA, 0x26EA},   {0x26F2, 0x26F3},   {0x26F5, 0x26F5},
    {0x26FA, 0x26FA},   {0x26FD, 0x26FD},   {0x2705, 0x2705},   {0x270A, 0x270B},   {0x2728, 0x2728},
    {0x274C, 0x274C},   {0x274E, 0x274E},   {0x2753, 0x2755},   {0x2757, 0x2757},   {0x2795, 0x2797},
    {0x27B0, 0x27B0},   {0x27BF, 0x27BF},   {0x2B1B, 0x2B1C},   {0x2B50, 0x2B50},   {0x2B55, 0x2B55},
    {0x2E80, 0x303E},   {0x3041, 0x3247},   {0x3250, 0x4DBF},   {0x4E00, 0xA4CF},   {0xA960, 0xA97C},
    {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE10, 0xFE19},   {0xFE30, 0xFE6B},   {0xFF01, 0xFF60},
    {0xFFE0, 0xFFE6},   {0x16FE0, 0x18CFF}, {0x1AFF0, 0x1B2FF}, {0x1F004, 0x1F004}, {0x1F0CF, 0x1F0CF},
    {0x1F18E, 0x1F18E}, {0x1F191, 0x1F19A}, {0x1F200, 0x1F320}, {0x1F32D, 0x1F335}, {0x1F337, 0x1F37C},
    {0x1F37E, 0x1F393}, {0x1F3A0, 0x1F3CA}, {0x1F3CF, 0x1F3D3}, {0x1F3E0, 0x1F3F0}, {0x1F3F4, 0x1F3F4},
    {0x1F3F8, 0x1F43E}, {0x1F440, 0x1F440}, {0x1F442, 0x1F4FC}, {0x1F4FF, 0x1F53D}, {0x1F54B, 0x1F54E},
    {0x1F550, 0x1F567}, {0x1F57A, 0x1F57A}, {0x1F595, 0x1F596}, {0x1F5A4, 0x1F5A4}, {0x1F5FB, 0x1F64F},
    {0x1F680, 0x1F6C5}, {0x1F6CC, 0x1F6CC}, {0x1F6D0, 0x1F6D2}, {0x1F6D5, 0x1F6DF}, {0x1F6EB, 0x1F6EC},
    {0x1F6F4, 0x1F6FC}, {0x1F7E0, 0x1F7F0}, {0x1F90C, 0x1F93A}, {0x1F93C, 0x1F945}, {0x1F947, 0x1F9FF},
    {0x1FA70, 0x1FAFF}, {0x20000, 0x3FFFD},
};

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

/* Whether a code lies in one of the ranges, which ascend. */
static bool in_ranges(const struct code_range *ranges, size_t count, uint32_t code)
{
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (code > ranges[middle].last) {
            low = middle + 1;
        } else if (code < ranges[middle].first) {
            high = middle;
        } else {
            return true;
        }
    }
    return false;
}

bool character_is_control(uint32_t code)
{
    return code < 0x20 || (code >= 0x7F && code < 0xA0);
}

int character_columns(uint32_t code)
{
    if (code >= ' ' && code <= '~') { /* most of a screen: not worth a search */
        return 1;
    }
    if (character_is_control(code) || in_ranges(invisible, COUNT(invisible), code)) {
        return 0;
    }
    return in_ranges(wide, COUNT(wide), code) ? 2 : 1;
}

/* Bytes that a first byte announces; 0 if no character starts with it. */
static int announced_bytes(unsigned char first)
{
    if (first < 0x80) {
        return 1;
    }
    if (first < 0xC2 || first > 0xF4) { /* C0 and C1 would write ASCII the long way */
        return 0;
    }
    return first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

static bool is_scalar(uint32_t code)
{
    return code <= 0x10FFFF && !(code >= 0xD800 && code <= 0xDFFF);
}

struct character character_read(const char *text)
{
    static const unsigned char payload[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    static const struct character replacement = {.code = CHARACTER_REPLACEMENT, .bytes = 1};
    const unsigned char *byte = (const unsigned char *)text;
    if (byte[0] == 0) {
        return (struct character){0};
    }
    const int bytes = announced_bytes(byte[0]);
    uint32_t code = byte[0] & payload[bytes];
    for (int i = 1; i < bytes; i++) {
        if ((byte[i] & 0xC0) != 0x80) { /* the final zero byte stops here, too */
            return replacement;
        }
        code = code << 6 | (byte[i] & 0x3Fu);
    }
    if (bytes == 0 || code < least[bytes] || !is_scalar(code)) {
        return replacement;
    }
    return (struct character){.code = code, .bytes = bytes};
}

int character_write(uint32_t code, char out[CHARACTER_BYTES])
{
    static const uint32_t above[] = {0x80, 0x800, 0x10000, 0x110000}; /* of 1, 2, 3 and 4 bytes */
    static const uint32_t lead[] = {0x00, 0xC0, 0xE0, 0xF0};
    if (!is_scalar(code)) {
        code = CHARACTER_REPLACEMENT;
    }
    int tail = 0;
    while (code >= above[tail]) {
        tail++;
    }
    out[0] = (char)(lead[tail] | code >> (6 * tail));
    for (int i = 1; i <= tail; i++) {
        out[i] = (char)(0x80u | (code >> (6 * (tail - i)) & 0x3Fu));
    }
    return tail + 1;
}

int text_columns(const char *text)
{
    int columns = 0;
    for (struct character next = character_read(text); next.bytes > 0; next = character_read(text)) {
        columns += character_columns(next.code);
        text += next.bytes;
    }
    return columns;
}
