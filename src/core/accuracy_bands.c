/* accuracy_bands.c: the errors on published runs, as tables. Written by `RINGSIDE_BANDS=write test_measurements`. */
#include "core/accuracy.h"

/* clang-format off */
const struct accuracy_bands accuracy_bands = {
    .work[WORK_DENSE] = {1432, 0.136},
    .generation[WORK_DENSE][GENERATION_AMPERE] = {1085, 0.143},
    .style[WORK_DENSE][GENERATION_AMPERE][0][REACH_DOMAIN] = {738, 0.164}, /* eager */
    .style[WORK_DENSE][GENERATION_AMPERE][0][REACH_BEYOND] = {204, 0.132}, /* eager */
    .style[WORK_DENSE][GENERATION_AMPERE][1][REACH_DOMAIN] = {1, 0.006}, /* fused */
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
    .style[WORK_DENSE][GENERATION_HOPPER][5][REACH_DOMAIN] = {47, 0.287}, /* torch */
    .style[WORK_DENSE][GENERATION_HOPPER][5][REACH_BEYOND] = {27, 0.408}, /* torch */
    .style[WORK_DENSE][GENERATION_HOPPER][6][REACH_DOMAIN] = {47, 0.062}, /* torch_layernorm */
    .style[WORK_DENSE][GENERATION_HOPPER][6][REACH_BEYOND] = {25, 0.063}, /* torch_layernorm */
    .generation[WORK_DENSE][GENERATION_BLACKWELL] = {94, 0.110},
    .style[WORK_DENSE][GENERATION_BLACKWELL][1][REACH_DOMAIN] = {21, 0.079}, /* fused */
    .style[WORK_DENSE][GENERATION_BLACKWELL][3][REACH_DOMAIN] = {35, 0.081}, /* graph */
    .style[WORK_DENSE][GENERATION_BLACKWELL][3][REACH_BEYOND] = {38, 0.119}, /* graph */
    .generation[WORK_DENSE][GENERATION_CDNA4] = {3, 0.070},
    .style[WORK_DENSE][GENERATION_CDNA4][1][REACH_DOMAIN] = {3, 0.070}, /* fused */
    .work[WORK_ADAPTERS] = {28, 0.176},
    .generation[WORK_ADAPTERS][GENERATION_HOPPER] = {14, 0.309},
    .style[WORK_ADAPTERS][GENERATION_HOPPER][1][REACH_DOMAIN] = {4, 0.029}, /* fused */
    .style[WORK_ADAPTERS][GENERATION_HOPPER][1][REACH_BEYOND] = {3, 0.106}, /* fused */
    .style[WORK_ADAPTERS][GENERATION_HOPPER][3][REACH_BEYOND] = {1, 0.078}, /* graph */
    .style[WORK_ADAPTERS][GENERATION_HOPPER][4][REACH_DOMAIN] = {4, 0.404}, /* compiled */
    .style[WORK_ADAPTERS][GENERATION_HOPPER][4][REACH_BEYOND] = {2, 0.309}, /* compiled */
    .generation[WORK_ADAPTERS][GENERATION_BLACKWELL] = {2, 0.073},
    .style[WORK_ADAPTERS][GENERATION_BLACKWELL][1][REACH_DOMAIN] = {2, 0.073}, /* fused */
    .generation[WORK_ADAPTERS][GENERATION_CDNA3] = {8, 0.041},
    .style[WORK_ADAPTERS][GENERATION_CDNA3][1][REACH_DOMAIN] = {6, 0.026}, /* fused */
    .style[WORK_ADAPTERS][GENERATION_CDNA3][1][REACH_BEYOND] = {2, 0.041}, /* fused */
    .generation[WORK_ADAPTERS][GENERATION_CDNA4] = {4, 0.050},
    .style[WORK_ADAPTERS][GENERATION_CDNA4][1][REACH_DOMAIN] = {4, 0.050}, /* fused */
    .work[WORK_MIXTURE] = {124, 0.127},
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
    .generation[WORK_MIXTURE][GENERATION_CDNA4] = {5, 0.245},
    .style[WORK_MIXTURE][GENERATION_CDNA4][1][REACH_DOMAIN] = {5, 0.245}, /* fused */
    .work[WORK_DECODE] = {189, 0.104},
    .generation[WORK_DECODE][GENERATION_VOLTA] = {2, 0.132},
    .style[WORK_DECODE][GENERATION_VOLTA][4][REACH_DOMAIN] = {2, 0.132}, /* vllm2023 */
    .generation[WORK_DECODE][GENERATION_AMPERE] = {170, 0.100},
    .style[WORK_DECODE][GENERATION_AMPERE][0][REACH_DOMAIN] = {14, 0.126}, /* compiled */
    .style[WORK_DECODE][GENERATION_AMPERE][1][REACH_DOMAIN] = {125, 0.104}, /* cpp */
    .style[WORK_DECODE][GENERATION_AMPERE][2][REACH_DOMAIN] = {10, 0.046}, /* trtpy */
    .style[WORK_DECODE][GENERATION_AMPERE][3][REACH_DOMAIN] = {4, 0.091}, /* trt */
    .style[WORK_DECODE][GENERATION_AMPERE][4][REACH_DOMAIN] = {6, 0.066}, /* vllm2023 */
    .style[WORK_DECODE][GENERATION_AMPERE][5][REACH_DOMAIN] = {6, 0.088}, /* vllm2024 */
    .style[WORK_DECODE][GENERATION_AMPERE][7][REACH_DOMAIN] = {3, 0.028}, /* eager */
    .style[WORK_DECODE][GENERATION_AMPERE][8][REACH_DOMAIN] = {2, 0.236}, /* hf */
    .generation[WORK_DECODE][GENERATION_HOPPER] = {15, 0.135},
    .style[WORK_DECODE][GENERATION_HOPPER][1][REACH_DOMAIN] = {3, 0.239}, /* cpp */
    .style[WORK_DECODE][GENERATION_HOPPER][2][REACH_DOMAIN] = {5, 0.034}, /* trtpy */
    .style[WORK_DECODE][GENERATION_HOPPER][5][REACH_DOMAIN] = {2, 0.062}, /* vllm2024 */
    .style[WORK_DECODE][GENERATION_HOPPER][6][REACH_DOMAIN] = {2, 0.062}, /* vllm2025 */
    .style[WORK_DECODE][GENERATION_HOPPER][7][REACH_DOMAIN] = {3, 0.050}, /* eager */
    .generation[WORK_DECODE][GENERATION_BLACKWELL] = {1, 0.019},
    .style[WORK_DECODE][GENERATION_BLACKWELL][6][REACH_BEYOND] = {1, 0.019}, /* vllm2025 */
    .generation[WORK_DECODE][GENERATION_CDNA2] = {1, 0.030},
    .style[WORK_DECODE][GENERATION_CDNA2][0][REACH_DOMAIN] = {1, 0.030}, /* compiled */
    .work[WORK_DECODE_NARROW] = {194, 0.112},
    .generation[WORK_DECODE_NARROW][GENERATION_AMPERE] = {10, 0.251},
    .style[WORK_DECODE_NARROW][GENERATION_AMPERE][0][REACH_DOMAIN] = {10, 0.251}, /* compiled */
    .generation[WORK_DECODE_NARROW][GENERATION_ADA] = {28, 0.185},
    .style[WORK_DECODE_NARROW][GENERATION_ADA][1][REACH_DOMAIN] = {24, 0.185}, /* cpp */
    .style[WORK_DECODE_NARROW][GENERATION_ADA][3][REACH_DOMAIN] = {4, 0.145}, /* trt */
    .generation[WORK_DECODE_NARROW][GENERATION_HOPPER] = {81, 0.115},
    .style[WORK_DECODE_NARROW][GENERATION_HOPPER][1][REACH_DOMAIN] = {67, 0.141}, /* cpp */
    .style[WORK_DECODE_NARROW][GENERATION_HOPPER][3][REACH_DOMAIN] = {14, 0.098}, /* trt */
    .generation[WORK_DECODE_NARROW][GENERATION_BLACKWELL] = {1, 0.018},
    .style[WORK_DECODE_NARROW][GENERATION_BLACKWELL][6][REACH_DOMAIN] = {1, 0.018}, /* vllm2025 */
    .generation[WORK_DECODE_NARROW][GENERATION_CDNA2] = {1, 0.011},
    .style[WORK_DECODE_NARROW][GENERATION_CDNA2][0][REACH_DOMAIN] = {1, 0.011}, /* compiled */
    .generation[WORK_DECODE_NARROW][GENERATION_CDNA3] = {73, 0.053},
    .style[WORK_DECODE_NARROW][GENERATION_CDNA3][5][REACH_DOMAIN] = {9, 0.068}, /* vllm2024 */
    .style[WORK_DECODE_NARROW][GENERATION_CDNA3][6][REACH_DOMAIN] = {64, 0.053}, /* vllm2025 */
    .work[WORK_DECODE_MIXTURE] = {26, 0.350},
    .generation[WORK_DECODE_MIXTURE][GENERATION_AMPERE] = {7, 0.079},
    .style[WORK_DECODE_MIXTURE][GENERATION_AMPERE][0][REACH_DOMAIN] = {7, 0.079}, /* compiled */
    .generation[WORK_DECODE_MIXTURE][GENERATION_HOPPER] = {11, 0.350},
    .style[WORK_DECODE_MIXTURE][GENERATION_HOPPER][3][REACH_DOMAIN] = {9, 0.380}, /* trt */
    .style[WORK_DECODE_MIXTURE][GENERATION_HOPPER][5][REACH_DOMAIN] = {1, 0.034}, /* vllm2024 */
    .style[WORK_DECODE_MIXTURE][GENERATION_HOPPER][5][REACH_BEYOND] = {1, 0.211}, /* vllm2024 */
    .generation[WORK_DECODE_MIXTURE][GENERATION_BLACKWELL] = {8, 0.459},
    .style[WORK_DECODE_MIXTURE][GENERATION_BLACKWELL][3][REACH_DOMAIN] = {8, 0.459}, /* trt */
    .work[WORK_PREFILL] = {130, 0.287},
    .generation[WORK_PREFILL][GENERATION_AMPERE] = {74, 0.221},
    .style[WORK_PREFILL][GENERATION_AMPERE][1][REACH_DOMAIN] = {67, 0.221}, /* cpp */
    .style[WORK_PREFILL][GENERATION_AMPERE][2][REACH_DOMAIN] = {5, 0.240}, /* trtpy */
    .style[WORK_PREFILL][GENERATION_AMPERE][3][REACH_DOMAIN] = {2, 0.134}, /* trt */
    .generation[WORK_PREFILL][GENERATION_ADA] = {14, 0.225},
    .style[WORK_PREFILL][GENERATION_ADA][1][REACH_DOMAIN] = {12, 0.225}, /* cpp */
    .style[WORK_PREFILL][GENERATION_ADA][3][REACH_DOMAIN] = {2, 0.221}, /* trt */
    .generation[WORK_PREFILL][GENERATION_HOPPER] = {42, 0.373},
    .style[WORK_PREFILL][GENERATION_HOPPER][1][REACH_DOMAIN] = {24, 0.345}, /* cpp */
    .style[WORK_PREFILL][GENERATION_HOPPER][2][REACH_DOMAIN] = {12, 0.400}, /* trtpy */
    .style[WORK_PREFILL][GENERATION_HOPPER][3][REACH_DOMAIN] = {6, 0.287}, /* trt */
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
    [MODE_TRAINING][GENERATION_CDNA3] = {.gpus = 16, .tokens = 8192, .sequences = 0, .params = 69e9},
    [MODE_TRAINING][GENERATION_CDNA4] = {.gpus = 8, .tokens = 8192, .sequences = 0, .params = 69e9},
    [MODE_PREFILL][GENERATION_AMPERE] = {.gpus = 8, .tokens = 2048, .sequences = 64, .params = 180e9},
    [MODE_PREFILL][GENERATION_ADA] = {.gpus = 8, .tokens = 2048, .sequences = 1, .params = 180e9},
    [MODE_PREFILL][GENERATION_HOPPER] = {.gpus = 8, .tokens = 8192, .sequences = 96, .params = 672e9},
    [MODE_PREFILL][GENERATION_BLACKWELL] = {.gpus = 8, .tokens = 8192, .sequences = 1, .params = 672e9},
    [MODE_DECODE][GENERATION_VOLTA] = {.gpus = 2, .tokens = 384, .sequences = 32, .params = 7e9},
    [MODE_DECODE][GENERATION_AMPERE] = {.gpus = 8, .tokens = 3072, .sequences = 1280, .params = 406e9},
    [MODE_DECODE][GENERATION_ADA] = {.gpus = 8, .tokens = 3072, .sequences = 896, .params = 180e9},
    [MODE_DECODE][GENERATION_HOPPER] = {.gpus = 16, .tokens = 8492, .sequences = 1024, .params = 672e9},
    [MODE_DECODE][GENERATION_BLACKWELL] = {.gpus = 8, .tokens = 8492, .sequences = 1, .params = 672e9},
    [MODE_DECODE][GENERATION_CDNA2] = {.gpus = 1, .tokens = 105, .sequences = 1, .params = 7e9},
    [MODE_DECODE][GENERATION_CDNA3] = {.gpus = 8, .tokens = 3072, .sequences = 256, .params = 406e9},
};
