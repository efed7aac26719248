/* accuracy_bands.c: the errors on published runs, as tables. Written by `RINGSIDE_BANDS=write test_measurements`. */
#include "core/accuracy.h"

/* clang-format off */
const struct accuracy_bands accuracy_bands = {
    .work[WORK_DENSE] = {1431, 0.136},
    .generation[WORK_DENSE][GENERATION_AMPERE] = {1085, 0.143},
    .style[WORK_DENSE][GENERATION_AMPERE][0][REACH_DOMAIN] = {738, 0.165}, /* eager */
    .style[WORK_DENSE][GENERATION_AMPERE][0][REACH_BEYOND] = {204, 0.132}, /* eager */
    .style[WORK_DENSE][GENERATION_AMPERE][1][REACH_DOMAIN] = {1, 0.005}, /* fused */
    .style[WORK_DENSE][GENERATION_AMPERE][4][REACH_BEYOND] = {2, 0.039}, /* compiled */
    .style[WORK_DENSE][GENERATION_AMPERE][5][REACH_BEYOND] = {2, 0.050}, /* torch */
    .style[WORK_DENSE][GENERATION_AMPERE][6][REACH_DOMAIN] = {104, 0.056}, /* torch_layernorm */
    .style[WORK_DENSE][GENERATION_AMPERE][6][REACH_BEYOND] = {34, 0.039}, /* torch_layernorm */
    .generation[WORK_DENSE][GENERATION_HOPPER] = {250, 0.124},
    .style[WORK_DENSE][GENERATION_HOPPER][0][REACH_BEYOND] = {2, 0.081}, /* eager */
    .style[WORK_DENSE][GENERATION_HOPPER][1][REACH_DOMAIN] = {3, 0.096}, /* fused */
    .style[WORK_DENSE][GENERATION_HOPPER][1][REACH_BEYOND] = {34, 0.092}, /* fused */
    .style[WORK_DENSE][GENERATION_HOPPER][3][REACH_DOMAIN] = {4, 0.098}, /* graph */
    .style[WORK_DENSE][GENERATION_HOPPER][3][REACH_BEYOND] = {40, 0.098}, /* graph */
    .style[WORK_DENSE][GENERATION_HOPPER][4][REACH_DOMAIN] = {6, 0.140}, /* compiled */
    .style[WORK_DENSE][GENERATION_HOPPER][4][REACH_BEYOND] = {15, 0.116}, /* compiled */
    .style[WORK_DENSE][GENERATION_HOPPER][5][REACH_DOMAIN] = {47, 0.286}, /* torch */
    .style[WORK_DENSE][GENERATION_HOPPER][5][REACH_BEYOND] = {27, 0.408}, /* torch */
    .style[WORK_DENSE][GENERATION_HOPPER][6][REACH_DOMAIN] = {47, 0.062}, /* torch_layernorm */
    .style[WORK_DENSE][GENERATION_HOPPER][6][REACH_BEYOND] = {25, 0.063}, /* torch_layernorm */
    .generation[WORK_DENSE][GENERATION_BLACKWELL] = {94, 0.110},
    .style[WORK_DENSE][GENERATION_BLACKWELL][1][REACH_DOMAIN] = {21, 0.079}, /* fused */
    .style[WORK_DENSE][GENERATION_BLACKWELL][3][REACH_DOMAIN] = {35, 0.081}, /* graph */
    .style[WORK_DENSE][GENERATION_BLACKWELL][3][REACH_BEYOND] = {38, 0.120}, /* graph */
    .generation[WORK_DENSE][GENERATION_CDNA4] = {2, 0.054},
    .style[WORK_DENSE][GENERATION_CDNA4][1][REACH_DOMAIN] = {2, 0.054}, /* fused */
    .work[WORK_ADAPTERS] = {19, 0.309},
    .generation[WORK_ADAPTERS][GENERATION_HOPPER] = {14, 0.309},
    .style[WORK_ADAPTERS][GENERATION_HOPPER][1][REACH_DOMAIN] = {4, 0.029}, /* fused */
    .style[WORK_ADAPTERS][GENERATION_HOPPER][1][REACH_BEYOND] = {3, 0.106}, /* fused */
    .style[WORK_ADAPTERS][GENERATION_HOPPER][3][REACH_BEYOND] = {1, 0.078}, /* graph */
    .style[WORK_ADAPTERS][GENERATION_HOPPER][4][REACH_DOMAIN] = {4, 0.404}, /* compiled */
    .style[WORK_ADAPTERS][GENERATION_HOPPER][4][REACH_BEYOND] = {2, 0.309}, /* compiled */
    .generation[WORK_ADAPTERS][GENERATION_BLACKWELL] = {2, 0.073},
    .style[WORK_ADAPTERS][GENERATION_BLACKWELL][1][REACH_DOMAIN] = {2, 0.073}, /* fused */
    .generation[WORK_ADAPTERS][GENERATION_CDNA3] = {2, 0.064},
    .style[WORK_ADAPTERS][GENERATION_CDNA3][1][REACH_DOMAIN] = {2, 0.064}, /* fused */
    .generation[WORK_ADAPTERS][GENERATION_CDNA4] = {1, 0.053},
    .style[WORK_ADAPTERS][GENERATION_CDNA4][1][REACH_DOMAIN] = {1, 0.053}, /* fused */
    .work[WORK_MIXTURE] = {119, 0.125},
    .generation[WORK_MIXTURE][GENERATION_HOPPER] = {43, 0.145},
    .style[WORK_MIXTURE][GENERATION_HOPPER][1][REACH_DOMAIN] = {4, 0.109}, /* fused */
    .style[WORK_MIXTURE][GENERATION_HOPPER][1][REACH_BEYOND] = {38, 0.150}, /* fused */
    .style[WORK_MIXTURE][GENERATION_HOPPER][2][REACH_BEYOND] = {1, 0.111}, /* part_graph */
    .generation[WORK_MIXTURE][GENERATION_BLACKWELL] = {76, 0.122},
    .style[WORK_MIXTURE][GENERATION_BLACKWELL][1][REACH_DOMAIN] = {19, 0.103}, /* fused */
    .style[WORK_MIXTURE][GENERATION_BLACKWELL][1][REACH_BEYOND] = {18, 0.217}, /* fused */
    .style[WORK_MIXTURE][GENERATION_BLACKWELL][2][REACH_DOMAIN] = {5, 0.093}, /* part_graph */
    .style[WORK_MIXTURE][GENERATION_BLACKWELL][2][REACH_BEYOND] = {22, 0.091}, /* part_graph */
    .style[WORK_MIXTURE][GENERATION_BLACKWELL][3][REACH_DOMAIN] = {5, 0.094}, /* graph */
    .style[WORK_MIXTURE][GENERATION_BLACKWELL][3][REACH_BEYOND] = {7, 0.085}, /* graph */
    .work[WORK_DECODE] = {98, 0.088},
    .generation[WORK_DECODE][GENERATION_VOLTA] = {1, 0.163},
    .style[WORK_DECODE][GENERATION_VOLTA][4][REACH_DOMAIN] = {1, 0.163}, /* vllm2023 */
    .generation[WORK_DECODE][GENERATION_AMPERE] = {81, 0.086},
    .style[WORK_DECODE][GENERATION_AMPERE][0][REACH_DOMAIN] = {5, 0.077}, /* compiled */
    .style[WORK_DECODE][GENERATION_AMPERE][1][REACH_DOMAIN] = {51, 0.086}, /* cpp */
    .style[WORK_DECODE][GENERATION_AMPERE][2][REACH_DOMAIN] = {10, 0.052}, /* trtpy */
    .style[WORK_DECODE][GENERATION_AMPERE][4][REACH_DOMAIN] = {4, 0.067}, /* vllm2023 */
    .style[WORK_DECODE][GENERATION_AMPERE][5][REACH_DOMAIN] = {6, 0.092}, /* vllm2024 */
    .style[WORK_DECODE][GENERATION_AMPERE][7][REACH_DOMAIN] = {3, 0.028}, /* eager */
    .style[WORK_DECODE][GENERATION_AMPERE][8][REACH_DOMAIN] = {2, 0.236}, /* hf */
    .generation[WORK_DECODE][GENERATION_HOPPER] = {15, 0.122},
    .style[WORK_DECODE][GENERATION_HOPPER][1][REACH_DOMAIN] = {3, 0.243}, /* cpp */
    .style[WORK_DECODE][GENERATION_HOPPER][2][REACH_DOMAIN] = {5, 0.034}, /* trtpy */
    .style[WORK_DECODE][GENERATION_HOPPER][5][REACH_DOMAIN] = {2, 0.059}, /* vllm2024 */
    .style[WORK_DECODE][GENERATION_HOPPER][6][REACH_DOMAIN] = {2, 0.062}, /* vllm2025 */
    .style[WORK_DECODE][GENERATION_HOPPER][7][REACH_DOMAIN] = {3, 0.050}, /* eager */
    .generation[WORK_DECODE][GENERATION_BLACKWELL] = {1, 0.019},
    .style[WORK_DECODE][GENERATION_BLACKWELL][6][REACH_BEYOND] = {1, 0.019}, /* vllm2025 */
    .work[WORK_DECODE_NARROW] = {87, 0.121},
    .generation[WORK_DECODE_NARROW][GENERATION_AMPERE] = {1, 0.254},
    .style[WORK_DECODE_NARROW][GENERATION_AMPERE][0][REACH_DOMAIN] = {1, 0.254}, /* compiled */
    .generation[WORK_DECODE_NARROW][GENERATION_ADA] = {8, 0.091},
    .style[WORK_DECODE_NARROW][GENERATION_ADA][1][REACH_DOMAIN] = {8, 0.091}, /* cpp */
    .generation[WORK_DECODE_NARROW][GENERATION_HOPPER] = {23, 0.110},
    .style[WORK_DECODE_NARROW][GENERATION_HOPPER][1][REACH_DOMAIN] = {22, 0.110}, /* cpp */
    .style[WORK_DECODE_NARROW][GENERATION_HOPPER][3][REACH_DOMAIN] = {1, 0.013}, /* trt */
    .generation[WORK_DECODE_NARROW][GENERATION_BLACKWELL] = {1, 0.018},
    .style[WORK_DECODE_NARROW][GENERATION_BLACKWELL][6][REACH_DOMAIN] = {1, 0.018}, /* vllm2025 */
    .generation[WORK_DECODE_NARROW][GENERATION_CDNA3] = {54, 0.121},
    .style[WORK_DECODE_NARROW][GENERATION_CDNA3][5][REACH_DOMAIN] = {9, 0.146}, /* vllm2024 */
    .style[WORK_DECODE_NARROW][GENERATION_CDNA3][6][REACH_DOMAIN] = {45, 0.121}, /* vllm2025 */
    .work[WORK_DECODE_MIXTURE] = {21, 0.350},
    .generation[WORK_DECODE_MIXTURE][GENERATION_AMPERE] = {2, 0.080},
    .style[WORK_DECODE_MIXTURE][GENERATION_AMPERE][0][REACH_DOMAIN] = {2, 0.080}, /* compiled */
    .generation[WORK_DECODE_MIXTURE][GENERATION_HOPPER] = {11, 0.350},
    .style[WORK_DECODE_MIXTURE][GENERATION_HOPPER][3][REACH_DOMAIN] = {9, 0.379}, /* trt */
    .style[WORK_DECODE_MIXTURE][GENERATION_HOPPER][5][REACH_DOMAIN] = {1, 0.034}, /* vllm2024 */
    .style[WORK_DECODE_MIXTURE][GENERATION_HOPPER][5][REACH_BEYOND] = {1, 0.211}, /* vllm2024 */
    .generation[WORK_DECODE_MIXTURE][GENERATION_BLACKWELL] = {8, 0.459},
    .style[WORK_DECODE_MIXTURE][GENERATION_BLACKWELL][3][REACH_DOMAIN] = {8, 0.459}, /* trt */
    .work[WORK_PREFILL] = {51, 0.224},
    .generation[WORK_PREFILL][GENERATION_AMPERE] = {34, 0.218},
    .style[WORK_PREFILL][GENERATION_AMPERE][1][REACH_DOMAIN] = {32, 0.218}, /* cpp */
    .style[WORK_PREFILL][GENERATION_AMPERE][2][REACH_DOMAIN] = {2, 0.090}, /* trtpy */
    .generation[WORK_PREFILL][GENERATION_ADA] = {4, 0.224},
    .style[WORK_PREFILL][GENERATION_ADA][1][REACH_DOMAIN] = {4, 0.224}, /* cpp */
    .generation[WORK_PREFILL][GENERATION_HOPPER] = {13, 0.353},
    .style[WORK_PREFILL][GENERATION_HOPPER][1][REACH_DOMAIN] = {8, 0.354}, /* cpp */
    .style[WORK_PREFILL][GENERATION_HOPPER][2][REACH_DOMAIN] = {5, 0.157}, /* trtpy */
    .work[WORK_PREFILL_MIXTURE] = {12, 0.691},
    .generation[WORK_PREFILL_MIXTURE][GENERATION_HOPPER] = {6, 0.484},
    .style[WORK_PREFILL_MIXTURE][GENERATION_HOPPER][3][REACH_DOMAIN] = {6, 0.484}, /* trt */
    .generation[WORK_PREFILL_MIXTURE][GENERATION_BLACKWELL] = {6, 0.721},
    .style[WORK_PREFILL_MIXTURE][GENERATION_BLACKWELL][3][REACH_DOMAIN] = {6, 0.721}, /* trt */
};

const struct validated_range validated_ranges[MODE_COUNT][GENERATION_COUNT] = {
    [MODE_TRAINING][GENERATION_VOLTA] = {.gpus = 8, .tokens = 1024, .sequences = 0, .params = 9e9},
    [MODE_TRAINING][GENERATION_AMPERE] = {.gpus = 12288, .tokens = 65536, .sequences = 0, .params = 1009e9},
    [MODE_TRAINING][GENERATION_HOPPER] = {.gpus = 16384, .tokens = 262144, .sequences = 0, .params = 1027e9},
    [MODE_TRAINING][GENERATION_BLACKWELL] = {.gpus = 5120, .tokens = 131072, .sequences = 0, .params = 1027e9},
    [MODE_TRAINING][GENERATION_CDNA3] = {.gpus = 8, .tokens = 8192, .sequences = 0, .params = 69e9},
    [MODE_TRAINING][GENERATION_CDNA4] = {.gpus = 8, .tokens = 8192, .sequences = 0, .params = 69e9},
    [MODE_PREFILL][GENERATION_AMPERE] = {.gpus = 8, .tokens = 2048, .sequences = 64, .params = 180e9},
    [MODE_PREFILL][GENERATION_ADA] = {.gpus = 1, .tokens = 2048, .sequences = 1, .params = 7e9},
    [MODE_PREFILL][GENERATION_HOPPER] = {.gpus = 8, .tokens = 8192, .sequences = 96, .params = 672e9},
    [MODE_PREFILL][GENERATION_BLACKWELL] = {.gpus = 8, .tokens = 8192, .sequences = 1, .params = 672e9},
    [MODE_DECODE][GENERATION_VOLTA] = {.gpus = 2, .tokens = 384, .sequences = 32, .params = 7e9},
    [MODE_DECODE][GENERATION_AMPERE] = {.gpus = 8, .tokens = 3072, .sequences = 1280, .params = 406e9},
    [MODE_DECODE][GENERATION_ADA] = {.gpus = 1, .tokens = 3072, .sequences = 64, .params = 7e9},
    [MODE_DECODE][GENERATION_HOPPER] = {.gpus = 16, .tokens = 8492, .sequences = 1024, .params = 672e9},
    [MODE_DECODE][GENERATION_BLACKWELL] = {.gpus = 8, .tokens = 8492, .sequences = 1, .params = 672e9},
    [MODE_DECODE][GENERATION_CDNA3] = {.gpus = 8, .tokens = 3072, .sequences = 256, .params = 406e9},
};
