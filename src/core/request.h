/* request.h: what clients of an inference engine see of it: prompts and steps together, not one step.
 *
 * Published tables seldom print a step. A benchmark of a static batch divides its whole time by the tokens; one of a
 * server counts the pauses while other prompts are read in; a first token comes behind a pass and, in some engines, a
 * step. A scenario of prefill or decode says what is needed, whichever its mode: decode.batch sequences,
 * decode.context tokens in the cache of each at half of its answer, prefill.tokens of a prompt, prefill.batch prompts
 * that are read together.
 */
#ifndef RINGSIDE_CORE_REQUEST_H
#define RINGSIDE_CORE_REQUEST_H

#include "core/scenario.h"

/* Seconds per output token of a batch that is read in and then decoded to its end.
 *
 *   given     scenario; output >= 1, tokens of each answer
 *   returned  seconds; NAN where the scenario cannot run
 *   formula   (ceil(B / n) prefill(n prompts) + (output - 1) decode B / running) / output; running < B where memory
 *             holds no more: the rest waits
 */
double request_batch_token_time(const struct scenario *scenario, int output);

/* Seconds per output token of a server that always holds decode.batch requests.
 *
 *   formula   decode + (running - 1) / output prefill(one prompt): whoever decodes waits while another is read in
 */
double request_server_token_time(const struct scenario *scenario, int output);

/* Seconds to the first token, of an engine that emits it behind one decode step.
 *
 *   formula   prefill + decode at the prompt's length; prefill alone for a single token
 */
double request_first_token_time(const struct scenario *scenario);

#endif
