/* theme.h: colour roles. A theme gives each role a colour at three depths, and attributes where there is no colour. */
#ifndef RINGSIDE_PROFILES_THEME_H
#define RINGSIDE_PROFILES_THEME_H

#include <stdbool.h>

/* What a colour means. The interface is text in a few strengths; every other colour belongs to a kind of data. */
enum role {
    ROLE_BG, /* the ground */
    ROLE_TEXT,
    ROLE_BRIGHT,
    ROLE_DIM,
    ROLE_FAINT,  /* rules and tracks, never text */
    ROLE_BAND,   /* ground of title bar and footer */
    ROLE_SELECT, /* ground of the row in focus */
    ROLE_PANEL,  /* ground of overlays */
    ROLE_HAND,   /* you: focus, the held slider, what you changed */
    ROLE_INK,    /* text on a coloured ground */
    ROLE_WORK,   /* compute, weights */
    ROLE_ACT,    /* activations: TP traffic */
    ROLE_GRAD,   /* gradients: DP traffic */
    ROLE_OPT,    /* optimizer */
    ROLE_KV,     /* KV cache, CP traffic */
    ROLE_ROUTE,  /* tokens to experts: EP traffic */
    ROLE_PIPE,   /* pipeline sends */
    ROLE_IDLE,   /* nobody's work: bubble, launches, reserve */
    ROLE_GOOD,
    ROLE_WARN,
    ROLE_BAD,
    ROLE_COUNT
};

/* Attributes, as bits: what is left of a role on a terminal without colour. */
enum attribute { ATTRIBUTE_BOLD = 1, ATTRIBUTE_DIM = 2, ATTRIBUTE_REVERSE = 4, ATTRIBUTE_UNDERLINE = 8 };

/* A role's colour at each depth; -1 is the terminal's own. */
struct role_colour {
    int rgb;             /* 0xRRGGBB */
    int palette256;      /* 0 to 255 */
    int palette16;       /* 0 to 15 */
    unsigned attributes; /* with 16 colours and fewer */
};

struct theme {
    char name[48];
    char title[80]; /* one line for the chooser */
    bool light;     /* made for a light ground */
    struct role_colour role[ROLE_COUNT];
};

/* Name of a role, as in a theme file. */
extern const char *const role_names[ROLE_COUNT];

#endif
