/* examples.h: command lines to start from, as `help COMMAND` shows them. */
#ifndef RINGSIDE_CLI_EXAMPLES_H
#define RINGSIDE_CLI_EXAMPLES_H

/* One of them. */
struct example {
    const char *command; /* whose it is; "": of the explorer */
    const char *asks;    /* what one wants to know */
    const char *line;    /* for a shell, as it is */
};

/* Those of a command stand together, in the order in which they are shown. */
extern const struct example examples[];
extern const int example_count;

#endif
