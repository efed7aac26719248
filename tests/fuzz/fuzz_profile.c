/* fuzz_profile.c: any bytes as a file of each kind of preset: read, put into a scenario, and priced. */
#include "core/evaluate.h"
#include "fuzz.h"
#include "profiles/lesson.h"
#include "profiles/measurements.h"
#include "profiles/profile_read.h"

#include <stdio.h>
#include <stdlib.h>

static void price_runs(const struct measurements *measurements)
{
    for (int i = 0; i < measurements->run_count; i++) {
        const struct measured_run *run = &measurements->runs[i];
        (void)measured_run_forecast(run, &run->scenario);
    }
    for (int i = 0; i < measurements->collective_count; i++) {
        const struct measured_collective *collective = &measurements->collectives[i];
        for (int j = 0; j < collective->count; j++) {
            (void)measured_collective_forecast(collective, measurements->points[collective->first + j].size);
        }
    }
}

static void price_lesson(const struct lesson *lesson)
{
    struct lesson_scenes *scenes = fuzz_memory(sizeof *scenes);
    lesson_price(lesson, scenes);
    for (int i = 0; i < lesson->screen_count; i++) {
        char text[2 * LESSON_TEXT];
        (void)lesson_fill(lesson, lesson->screen[i].text, scenes->scene, lesson->screen[i].setting, text, sizeof text);
    }
    for (int i = 0; i < lesson->expectation_count; i++) {
        (void)lesson_outcome(&lesson->expectation[i], scenes->scene);
    }
    free(scenes);
}

static void use(const struct profile *profile)
{
    struct scenario scenario = scenario_default();
    fuzz_require(profile_apply(profile, fuzz_presets(), &scenario), "what was read refers to presets that are there");
    const struct result result = evaluate_all(&scenario);
    fuzz_require(!result.valid || result.step >= 0.0, "a step takes some time");
    if (profile->measurements != NULL) {
        price_runs(profile->measurements);
    }
    if (profile->lesson != NULL) {
        price_lesson(profile->lesson);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    char *text = fuzz_text(bytes, length);
    for (int kind = 0; kind < PROFILE_KIND_COUNT; kind++) {
        struct complaint complaint[2];
        struct complaint_list complaints = {.list = complaint, .capacity = 2};
        const struct profile_file file = {
            .kind = (enum profile_kind)kind, .label = "input", .bytes = text, .length = length};
        struct profile *profile = fuzz_memory(sizeof *profile);
        const bool good = profile_read(profile, &file, fuzz_presets(), &complaints);
        fuzz_require(good == (complaints.count == 0), "a file that is not read is complained of");
        if (good) {
            use(profile);
        }
        profile_free(profile);
    }
    free(text);
    return 0;
}
