/* fuzz.h: what libFuzzer calls, and how a driver says that something is not as it must be. */
#ifndef RINGSIDE_TESTS_FUZZ_FUZZ_H
#define RINGSIDE_TESTS_FUZZ_FUZZ_H

#include "profiles/catalogue.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Take one input; returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

/* End the program, so that the input is kept, unless this holds. */
void fuzz_require(bool holds, const char *sentence);

/* Memory, to be freed; there is always some. */
__attribute__((returns_nonnull)) void *fuzz_memory(size_t bytes);

/* An input as text: a zero follows; to be freed. */
char *fuzz_text(const uint8_t *bytes, size_t length);

/* The built-in presets but for measurements, loaded once. */
struct catalogue *fuzz_presets(void);

#endif
