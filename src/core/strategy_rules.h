/* strategy_rules.h: what a strategy must meet to run: one table of rules, behind strategy_valid(), strategy_reasons()
 * and the lists of valid values. */
#ifndef RINGSIDE_CORE_STRATEGY_RULES_H
#define RINGSIDE_CORE_STRATEGY_RULES_H

#include "core/strategy.h"

#include <stdbool.h>

/* The sizes that take part in a rule. A typed batch bounds no parallel size: it stays, and its own row says so. */
enum party {
    PARTY_TP = 1 << 0,
    PARTY_PP = 1 << 1,
    PARTY_VP = 1 << 2,
    PARTY_CP = 1 << 3,
    PARTY_EP = 1 << 4,
    PARTY_GPUS = 1 << 5,
    PARTY_GLOBAL_BATCH = 1 << 6,
    PARTY_MICRO_BATCH = 1 << 7,
    PARTY_SEQ_LEN = 1 << 8,
    PARTY_ETP = 1 << 9,
    PARTY_TP_OF_EXPERTS = 1 << 10 /* TP in a rule that a larger EP may mend: a search that sets TP first skips it */
};

/* How many of the rules in which these parties take part are broken; STRATEGY_OUT_OF_RANGE if a value is out of range,
 * so that no rule can be asked. */
enum { STRATEGY_OUT_OF_RANGE = -1 };
int strategy_broken_rules(const struct scenario *scenario, unsigned parties);

/* Whether the rules hold: all of them, given the scenario's sizes, or those in which a size of these parties takes
 * part. The values are in range (parameters_in_range()), else the rules have no meaning and no safe arithmetic.
 */
bool strategy_rules_hold(const struct scenario *scenario, const struct sizes *sizes);
bool strategy_rules_hold_for(const struct scenario *scenario, unsigned parties);

#endif
