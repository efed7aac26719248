/* device.h: how long one GPU takes for a matrix product, an attention core, a pass over memory.
 *
 * This is the roofline of compute.model=roofline, kernel by kernel: matrix products cut into tiles that are dealt to
 * the multiprocessors in waves, passes at the rate that streaming kernels reach. The constants are global or of a GPU
 * generation, in one table each, with what fixed them (docs/constants.md). layer.h puts kernels together.
 *
 *   units     seconds, bytes, FLOP; sizes are elements, as double: a mean over ranks need not be whole
 *   source    Williams et al. 2009 for the roofline; NVIDIA, Matrix Multiplication Background User's Guide, for tile
 *             and wave quantization
 *   errors    none: sizes of a valid scenario are positive, and what is 0 takes no time
 */
#ifndef RINGSIDE_CORE_DEVICE_H
#define RINGSIDE_CORE_DEVICE_H

#include "core/scenario.h"

#include <stdbool.h>

/* One matrix product, [m x k] times [k x n], or `batch` of them. */
struct gemm {
    double m, n, k;
    double batch;        /* 1 unless batched */
    double output_bytes; /* of one element of the result: 2; read and written 4, in fp32 8 where gradients accumulate */
    enum precision precision;
    bool long_kernel; /* of device_arithmetic(): a kernel that was built for many rows */
    bool wide_tiles;  /* of device_arithmetic(): no tile of fewer than 64 rows */
};

/* Seconds of a matrix product, launched by itself.
 *
 *   given     gpu; the product, m, n, k and batch > 0
 *   formula   the least over tile shapes and k splits of waves * (k + prologue) * tile FLOPs / rate, with a share of
 *             moving what its result has beyond 16 bits, and not less than all bytes take; plus the launch
 */
double device_gemm(const struct gpu *gpu, struct gemm gemm);

/* Seconds of a matrix product's arithmetic alone, which may have few rows: a decode step's, where the weights stream at
 * a rate of their own.
 *
 *   given     gpu; the product, several of one shape as `batch`; rate: FLOP/s that a large one reaches
 *   formula   as device_gemm(), with tiles of 16 and 32 rows too; without bytes and launch. A batch is one kernel for
 *             all, as of experts, and is not split along k. Nor is a product in a kernel that was built for many rows,
 *             whose tiles are of 128 x 128 at least. With wide_tiles there are none of 16 and 32 rows
 */
double device_arithmetic(const struct gpu *gpu, struct gemm gemm, double rate);

/* What every product of one precision needs to know of the GPU. */
struct gemm_rates {
    double operand_bytes; /* of one element */
    double per_byte;      /* s */
    double per_sm;        /* 1 / multiprocessors */
    double unit;          /* s: one unit of k of one result, on one multiprocessor */
    double ramp;          /* k that a tile's prologue and epilogue cost */
    double launch;
};
struct gemm_rates device_gemm_rates(const struct gpu *gpu, enum precision precision);

/* A length, and in how many pieces tiles of each edge cut it, the last one perhaps not full. */
enum tile_edge { EDGE_64, EDGE_128, EDGE_256, EDGE_COUNT };
struct length {
    double length;
    double pieces[EDGE_COUNT];
};
struct length device_length(double length);

/* device_gemm() where rates and lengths are at hand: the three products of a weight have three lengths between them.
 */
double device_gemm_cut(const struct gemm_rates *rates, const struct length *rows, const struct length *columns,
                       double depth, double batch, double output_bytes);

/* Seconds of the same product on vector units, one multiplication for each weight and row, as kernels for a row
 * or a few do it: no tile is left unfilled.
 *
 *   formula   batch * m * n * k / (multiprocessors * clock * 64)
 */
double device_vector_arithmetic(const struct gpu *gpu, struct gemm gemm);

/* Multiprocessor clocks in a second, of all multiprocessors, at the clock at which the data sheet's peak holds. */
double device_cycles(const struct gpu *gpu);

/* Bytes per second of kernels that read what the one before them wrote, `kept` bytes of it altogether.
 *
 *   formula   where the card's L2 holds them, multiprocessors * clock * 16, and no less than memory gives; else
 *             memory's streaming rate
 */
double device_pass_rate(const struct gpu *gpu, double kept);

/* Hz: the card's clock, or where none is given that of its generation's data centre card. */
double device_clock(const struct gpu *gpu);
double device_generation_clock(enum generation generation);

/* Whether a card copies from memory to its multiprocessors behind the arithmetic's back: cp.async since Ampere; direct
 * loads to local memory as wide as registers since CDNA4. Before, threads load what they multiply.
 *
 *   source    NVIDIA A100 whitepaper; AMD CDNA 4 architecture whitepaper
 */
bool device_copies_asynchronously(const struct gpu *gpu);

/* Seconds of a pass that reads and writes `bytes` in all; 0 for none.
 *
 *   formula   bytes / (hbm_bandwidth * hbm_efficiency) + launch
 */
double device_pass(const struct gpu *gpu, double bytes);

/* Sustained rates: FLOP/s of a large matrix product at that precision; bytes/s of a stream; bytes of one operand
 * element. */
double device_gemm_rate(const struct gpu *gpu, enum precision precision);
double device_stream_rate(const struct gpu *gpu);
double device_operand_bytes(enum precision precision);

/* Bytes moved per element to quantise an operand; 0 in 16 bit and more. */
double device_cast_bytes(enum precision precision);

/* Bytes per element of turning an 8 bit operand, to be multiplied along its other edge: read and written once.
 *
 *   returned  0 where matrix units take either layout, and above and below 8 bit
 *   source    Transformer Engine, cublaslt_gemm.cu: Hopper multiplies fp8 only along the inner edge of both operands,
 *             Blackwell in any layout; Ada as Hopper. Nobody says so of AMD's: taken as Blackwell
 */
double device_turn_bytes(const struct gpu *gpu, enum precision precision);

/* Whether the card has units for products of 8 or 4 bit. Every card has some for wider ones. */
bool device_has_units(const struct gpu *gpu, enum precision precision);

/* Peak of a precision, dense, FLOP/s; falls back to the 16 bit peak where the card has no such units, at fp32 to half
 * of it. */
double device_peak(const struct gpu *gpu, enum precision precision);

/* The attention core of one layer on one GPU. */
struct attention_shape {
    enum attention_kernel kernel;
    double batch;          /* sequences */
    double heads;          /* on this GPU */
    double queries, keys;  /* tokens on this GPU, and that they may see: they differ under context parallelism */
    double head_dim;       /* the mean of both products, where they differ */
    double computed_share; /* of the score matrix: causal 0.5, a window's less; of an unfused core all is computed */
    bool dropout;          /* on the scores; of an unfused core */
    double apart, apart_backward; /* of an unfused core: bytes per score of operations apart; 0: in one kernel */
    bool latent;                  /* heads of latent attention: wider scores than values */
    enum precision precision;     /* of a fused core; of an unfused one fp32 or else 16 bit */
};

/* A time forward and backward, seconds. */
struct attention_time {
    double forward;
    double backward;
};

/* Seconds of an attention core.
 *
 *   given     gpu; the shape, of one GPU's heads and tokens
 *   returned  forward and backward, launches included
 *   formula   fused: 4 d FLOPs a head, query and key that it sees, 2.5 times as many backward, over the kernel's share
 *             of peak times s/(s + 600) for s queries; one launch, and three backward. Unfused: two batched products
 *             forward and four backward, and passes over the score matrix: softmax, mask, dropout
 *   source    Dao et al. 2022, Dao 2023 and Shah et al. 2024 (FlashAttention 1 to 3) for the fused kernels' rates;
 *             Korthikanti et al. 2022, section 4.1, for the score matrix of the unfused form
 */
struct attention_time device_attention(const struct gpu *gpu, const struct attention_shape *shape);

#endif
