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
 *   formula   (1 - r) decode + r (prefill(one prompt) + what the decode step reads of its cache), r = (running - 1) /
 *             output, at most 1: an answer of `output` tokens sees the prompts of all others. A pass that reads a
 *             prompt gives the others a token as well (in-flight batching): the weights are read once
 */
double request_server_token_time(const struct scenario *scenario, int output);

/* Seconds to the first token, mean over prefill.batch clients of one engine, each of which sends its next prompt when
 * its answer is whole.
 *
 * The engine (TurboMind of 2023) reads the prompts that wait, all but their last tokens, and then takes a decode step
 * with every sequence; that step emits first tokens. Whoever comes meanwhile waits for the step that runs, and then for
 * its own. Clients come one after the other: the first alone, the next as many as its pass takes time for, and so on.
 * These waves stay together, because all answers are as long.
 *
 *   formula   sum over waves k of n_k clients: n_k (t_(k-1) + t_k) / clients
 *             t_k = prefill(n_k prompts, tokens - 1) + decode(clients); t_0 = decode(clients), 0 for a single client
 *             n_1 = 1; n_(k+1) = min(those left, t_k over the time of a client to send a request)
 */
double request_first_token_time(const struct scenario *scenario);

#endif
