/* big_digits.c: digits of blocks. */
#include "view/big_digits.h"

#include "view/draw.h"

enum { DOTS = 3, DOT_COLUMNS = 2, GAP = 2 };

/* A row of a digit is three dots. */
struct big_digit {
    char character;
    int dots; /* across */
    const char *row[BIG_DIGIT_ROWS];
};

static const struct big_digit digits[] = {
    {'0', DOTS, {"###", "# #", "# #", "# #", "###"}},
    {'1', DOTS, {" # ", "## ", " # ", " # ", "###"}},
    {'2', DOTS, {"###", "  #", "###", "#  ", "###"}},
    {'3', DOTS, {"###", "  #", " ##", "  #", "###"}},
    {'4', DOTS, {"# #", "# #", "###", "  #", "  #"}},
    {'5', DOTS, {"###", "#  ", "###", "  #", "###"}},
    {'6', DOTS, {"###", "#  ", "###", "# #", "###"}},
    {'7', DOTS, {"###", "  #", "  #", "  #", "  #"}},
    {'8', DOTS, {"###", "# #", "###", "# #", "###"}},
    {'9', DOTS, {"###", "# #", "###", "  #", "###"}},
    {'.', 1, {" ", " ", " ", " ", "#"}},
};

enum { DIGITS = sizeof digits / sizeof digits[0] };

static const struct big_digit blank = {' ', DOTS, {"   ", "   ", "   ", "   ", "   "}};

static const struct big_digit *digit_of(char character)
{
    for (int i = 0; i < DIGITS; i++) {
        if (digits[i].character == character) {
            return &digits[i];
        }
    }
    return &blank;
}

int big_digits_columns(const char *number)
{
    int columns = 0;
    for (; *number != '\0'; number++) {
        columns += digit_of(*number)->dots * DOT_COLUMNS + (number[1] != '\0' ? GAP : 0);
    }
    return columns;
}

static void draw_digit(struct surface *surface, int row, int column, const struct big_digit *digit, struct style style)
{
    for (int line = 0; line < BIG_DIGIT_ROWS; line++) {
        for (int dot = 0; dot < digit->dots; dot++) {
            const int start = column + dot * DOT_COLUMNS;
            if (digit->row[line][dot] == '#') {
                draw_run(surface, row + line, start, start + DOT_COLUMNS, GLYPH_FULL, style);
            }
        }
    }
}

int big_digits_draw(struct surface *surface, int row, int column, const char *number, struct style style)
{
    for (; *number != '\0'; number++) {
        const struct big_digit *digit = digit_of(*number);
        draw_digit(surface, row, column, digit, style);
        column += digit->dots * DOT_COLUMNS + (number[1] != '\0' ? GAP : 0);
    }
    return column;
}
