/* search_request.h: what a search is asked, as people write it: the figure to be best, conditions, sizes that stay, and
 * of a decode how many clients are served.
 */
#ifndef RINGSIDE_CORE_SEARCH_REQUEST_H
#define RINGSIDE_CORE_SEARCH_REQUEST_H

#include "core/search.h"

#include <stdbool.h>

/* What can be asked, one row each, for `ringside search` and for the explorer's line: name; option; what its value is
 * called, NULL where it takes none; what completes it, as CANDIDATES_... of a command line does; help. */
/* clang-format off */
#define SEARCH_WORD_TABLE(ROW)                                                                                         \
    ROW(OBJECTIVE, "--objective", "METRIC", METRICS,                                                                   \
        "the figure to be best; without it step.time, or tokens_per_second where --where leaves the batch open")       \
    ROW(WHERE, "--where", "METRIC<=VALUE,...", NONE,                                                                   \
        "only strategies for which this holds: 'decode.time<=50ms'; several between commas")                           \
    ROW(HOLD, "--hold", "KEY,...", KEYS,                                                                               \
        "sizes that stay as given: --set zero=1 --hold zero,cp for a framework without others")                        \
    ROW(CLIENTS, "--clients", "N", NONE, "sequences that all replicas decode together; each takes its share")          \
    ROW(FEWEST, "--fewest", NULL, NONE, "as few GPUs as serve the clients, best first by these")

enum search_word {
#define ROW(name, option, value, candidates, help) SEARCH_WORD_##name,
    SEARCH_WORD_TABLE(ROW)
#undef ROW
    SEARCH_WORDS
};
/* clang-format on */

/* Their options: "--where"; and what the value of each is called, NULL where it takes none. */
extern const char *const search_word_options[SEARCH_WORDS];
extern const char *const search_word_values[SEARCH_WORDS];

/* The values as they were given, of one that takes none its option; NULL: not given. */
struct search_words {
    const char *text[SEARCH_WORDS];
};

/* Whether how many sequences a replica decodes together is open, or was given with the scenario. */
enum batch_source { BATCH_OPEN, BATCH_GIVEN };

/* Besides the sizes of a strategy, the batch of a decode can be told to stay. */
extern const char search_batch_key[];

struct search_request {
    const struct metric *objective;
    struct target target;
    bool holds[SEARCH_SIZES]; /* sizes that stay as the scenario has them */
};

enum { SEARCH_REQUEST_MESSAGE = 400 };

/* A request that was read, or what is wrong, with its option first: "--clients: a whole number is expected ...". */
struct search_request_read {
    bool valid;
    struct search_request request;
    char message[SEARCH_REQUEST_MESSAGE];
};

/* Read what is asked.
 *
 *   given     the words; the scenario; whether its batch was given
 *   returned  the request. In a decode with conditions and neither clients nor a batch that was given or is held, the
 *             batch is the most that they allow
 */
struct search_request_read search_request_read(const struct search_words *words, const struct scenario *scenario,
                                               enum batch_source batch);

/* Begin what is asked; as search_start(). */
struct search search_start_request(const struct scenario *scenario, const struct search_request *request, int wanted);

#endif
