/* fuzz_arguments.c: any words, a line each, behind the command that the first byte picks. */
#include "cli/arguments.h"
#include "cli/commands.h"
#include "fuzz.h"
#include "profiles/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = 300 };

/* A message, or what was asked for. No file is read: what names one finds none. */
static void resolve(const struct options *options)
{
    const struct options_result result = options_resolve(options, fuzz_presets());
    fuzz_require(result.valid == (result.message[0] == '\0'), "there is a scenario or a message");
}

static void read_words(const struct command *command, int count, char *const words[])
{
    char *complaint = NULL;
    size_t length = 0;
    FILE *errors = open_memstream(&complaint, &length);
    if (errors == NULL) {
        abort();
    }
    struct arguments arguments = arguments_read(command, count, words, errors);
    (void)fclose(errors);
    fuzz_require(arguments.valid == (length == 0), "words are taken or complained of");
    if (arguments.valid && command->takes_scenario && arguments.scenario.scenario == NULL) {
        resolve(&arguments.scenario);
    }
    arguments_free(&arguments);
    free(complaint);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    if (length == 0 || commands[bytes[0] % command_count].run == NULL) { /* the screen reads its own words */
        return 0;
    }
    char *text = fuzz_text(bytes + 1, length - 1);
    char *words[MOST_WORDS] = {"ringside"};
    char *rest = NULL;
    int count = 1;
    for (char *word = strtok_r(text, "\n", &rest); word != NULL && count < MOST_WORDS;
         word = strtok_r(NULL, "\n", &rest)) {
        words[count++] = word;
    }
    read_words(&commands[bytes[0] % command_count], count, words);
    free(text);
    return 0;
}
