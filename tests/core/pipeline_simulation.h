/* pipeline_simulation.h: a pipeline carried out task by task and message by message, to hold the closed form to.
 *
 * Nothing here shares a line or a formula with src/core. A stage is a machine with a list of tasks, which it does in
 * that order and one at a time; a task begins when the stage is free and the message that it needs has come. What a
 * task makes is a message to the stage that needs it. The lists are those of Megatron-LM's schedules.py: some forward
 * tasks ahead, then one forward and one backward in turn, then what is left; interleaved stages take P micro-batches
 * through each chunk in turn.
 */
#ifndef RINGSIDE_TESTS_PIPELINE_SIMULATION_H
#define RINGSIDE_TESTS_PIPELINE_SIMULATION_H

enum { SIMULATED_STAGES = 16, SIMULATED_CHUNKS = 8, SIMULATED_BATCHES = 128 };

/* Seconds, of one micro-batch through one chunk of a stage. */
struct simulated_task {
    double forward, backward;
};

/* What sends do to their stage. */
enum simulated_send {
    SEND_BLOCKS, /* it waits until they are through */
    SEND_BESIDE, /* they travel while it computes */
};

struct simulated_pipeline {
    int stages, chunks, batches;
    int filling; /* micro-batches after which the pipeline is emptied; 0: all */
    struct simulated_task task[SIMULATED_STAGES][SIMULATED_CHUNKS];
    double send; /* s of one message */
    enum simulated_send sends;
};

struct simulated_step {
    double seconds;                /* until the last stage is done */
    double busy[SIMULATED_STAGES]; /* s of a stage's tasks, and of sends that it waits for */
    int held[SIMULATED_STAGES];    /* micro-batches, in chunks, whose forward task began and whose backward one is not
                                       through: the most at a time */
};

/* Carry out a step. A pipeline that comes to a stop fails the test that asked. */
struct simulated_step simulate_pipeline(const struct simulated_pipeline *pipeline);

#endif
