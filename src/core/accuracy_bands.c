/* accuracy_bands.c: the errors on published runs, as tables. Written by `RINGSIDE_BANDS=write test_measurements`. */
#include "core/accuracy.h"

/* clang-format off */
const struct accuracy_bands accuracy_bands = {
    .work[WORK_DENSE] = {1147, 0.143},
    .generation[WORK_DENSE][GENERATION_VOLTA] = {4, 0.128},
    .style[WORK_DENSE][GENERATION_VOLTA][0][REACH_DOMAIN] = {4, 0.128}, /* eager */
    .generation[WORK_DENSE][GENERATION_AMPERE] = {924, 0.162},
    .style[WORK_DENSE][GENERATION_AMPERE][0][REACH_DOMAIN] = {737, 0.165}, /* eager */
    .style[WORK_DENSE][GENERATION_AMPERE][0][REACH_BEYOND] = {110, 0.137}, /* eager */
    .style[WORK_DENSE][GENERATION_AMPERE][1][REACH_DOMAIN] = {1, 0.005}, /* fused */
    .style[WORK_DENSE][GENERATION_AMPERE][1][REACH_BEYOND] = {5, 0.110}, /* fused */
    .style[WORK_DENSE][GENERATION_AMPERE][4][REACH_BEYOND] = {2, 0.065}, /* compiled */
    .style[WORK_DENSE][GENERATION_AMPERE][5][REACH_BEYOND] = {2, 0.090}, /* torch */
    .style[WORK_DENSE][GENERATION_AMPERE][6][REACH_DOMAIN] = {52, 0.122}, /* torch_layernorm */
    .style[WORK_DENSE][GENERATION_AMPERE][6][REACH_BEYOND] = {15, 0.224}, /* torch_layernorm */
    .generation[WORK_DENSE][GENERATION_HOPPER] = {123, 0.124},
    .style[WORK_DENSE][GENERATION_HOPPER][0][REACH_BEYOND] = {2, 0.087}, /* eager */
    .style[WORK_DENSE][GENERATION_HOPPER][1][REACH_DOMAIN] = {4, 0.019}, /* fused */
    .style[WORK_DENSE][GENERATION_HOPPER][1][REACH_BEYOND] = {12, 0.205}, /* fused */
    .style[WORK_DENSE][GENERATION_HOPPER][3][REACH_DOMAIN] = {6, 0.152}, /* graph */
    .style[WORK_DENSE][GENERATION_HOPPER][3][REACH_BEYOND] = {39, 0.069}, /* graph */
    .style[WORK_DENSE][GENERATION_HOPPER][4][REACH_DOMAIN] = {8, 0.404}, /* compiled */
    .style[WORK_DENSE][GENERATION_HOPPER][4][REACH_BEYOND] = {10, 0.315}, /* compiled */
    .style[WORK_DENSE][GENERATION_HOPPER][5][REACH_DOMAIN] = {1, 0.014}, /* torch */
    .style[WORK_DENSE][GENERATION_HOPPER][5][REACH_BEYOND] = {3, 0.131}, /* torch */
    .style[WORK_DENSE][GENERATION_HOPPER][6][REACH_DOMAIN] = {20, 0.081}, /* torch_layernorm */
    .style[WORK_DENSE][GENERATION_HOPPER][6][REACH_BEYOND] = {18, 0.038}, /* torch_layernorm */
    .generation[WORK_DENSE][GENERATION_BLACKWELL] = {89, 0.103},
    .style[WORK_DENSE][GENERATION_BLACKWELL][1][REACH_DOMAIN] = {23, 0.068}, /* fused */
    .style[WORK_DENSE][GENERATION_BLACKWELL][3][REACH_DOMAIN] = {30, 0.082}, /* graph */
    .style[WORK_DENSE][GENERATION_BLACKWELL][3][REACH_BEYOND] = {36, 0.117}, /* graph */
    .generation[WORK_DENSE][GENERATION_CDNA3] = {4, 0.250},
    .style[WORK_DENSE][GENERATION_CDNA3][1][REACH_DOMAIN] = {4, 0.250}, /* fused */
    .generation[WORK_DENSE][GENERATION_CDNA4] = {3, 0.057},
    .style[WORK_DENSE][GENERATION_CDNA4][1][REACH_DOMAIN] = {3, 0.057}, /* fused */
    .work[WORK_MIXTURE] = {95, 0.134},
    .generation[WORK_MIXTURE][GENERATION_HOPPER] = {23, 0.196},
    .style[WORK_MIXTURE][GENERATION_HOPPER][1][REACH_DOMAIN] = {2, 0.109}, /* fused */
    .style[WORK_MIXTURE][GENERATION_HOPPER][1][REACH_BEYOND] = {20, 0.215}, /* fused */
    .style[WORK_MIXTURE][GENERATION_HOPPER][2][REACH_BEYOND] = {1, 0.107}, /* part_graph */
    .generation[WORK_MIXTURE][GENERATION_BLACKWELL] = {72, 0.106},
    .style[WORK_MIXTURE][GENERATION_BLACKWELL][1][REACH_DOMAIN] = {17, 0.093}, /* fused */
    .style[WORK_MIXTURE][GENERATION_BLACKWELL][1][REACH_BEYOND] = {18, 0.219}, /* fused */
    .style[WORK_MIXTURE][GENERATION_BLACKWELL][2][REACH_DOMAIN] = {5, 0.094}, /* part_graph */
    .style[WORK_MIXTURE][GENERATION_BLACKWELL][2][REACH_BEYOND] = {20, 0.100}, /* part_graph */
    .style[WORK_MIXTURE][GENERATION_BLACKWELL][3][REACH_DOMAIN] = {5, 0.090}, /* graph */
    .style[WORK_MIXTURE][GENERATION_BLACKWELL][3][REACH_BEYOND] = {7, 0.082}, /* graph */
    .work[WORK_DECODE] = {98, 0.113},
    .generation[WORK_DECODE][GENERATION_VOLTA] = {1, 0.149},
    .style[WORK_DECODE][GENERATION_VOLTA][4][REACH_DOMAIN] = {1, 0.149}, /* vllm2023 */
    .generation[WORK_DECODE][GENERATION_AMPERE] = {81, 0.092},
    .style[WORK_DECODE][GENERATION_AMPERE][0][REACH_DOMAIN] = {5, 0.076}, /* compiled */
    .style[WORK_DECODE][GENERATION_AMPERE][1][REACH_DOMAIN] = {51, 0.113}, /* cpp */
    .style[WORK_DECODE][GENERATION_AMPERE][2][REACH_DOMAIN] = {10, 0.052}, /* trtpy */
    .style[WORK_DECODE][GENERATION_AMPERE][4][REACH_DOMAIN] = {4, 0.080}, /* vllm2023 */
    .style[WORK_DECODE][GENERATION_AMPERE][5][REACH_DOMAIN] = {6, 0.092}, /* vllm2024 */
    .style[WORK_DECODE][GENERATION_AMPERE][7][REACH_DOMAIN] = {3, 0.028}, /* eager */
    .style[WORK_DECODE][GENERATION_AMPERE][8][REACH_DOMAIN] = {2, 0.234}, /* hf */
    .generation[WORK_DECODE][GENERATION_HOPPER] = {15, 0.122},
    .style[WORK_DECODE][GENERATION_HOPPER][1][REACH_DOMAIN] = {3, 0.243}, /* cpp */
    .style[WORK_DECODE][GENERATION_HOPPER][2][REACH_DOMAIN] = {5, 0.033}, /* trtpy */
    .style[WORK_DECODE][GENERATION_HOPPER][5][REACH_DOMAIN] = {2, 0.059}, /* vllm2024 */
    .style[WORK_DECODE][GENERATION_HOPPER][6][REACH_DOMAIN] = {2, 0.062}, /* vllm2025 */
    .style[WORK_DECODE][GENERATION_HOPPER][7][REACH_DOMAIN] = {3, 0.050}, /* eager */
    .generation[WORK_DECODE][GENERATION_BLACKWELL] = {1, 0.019},
    .style[WORK_DECODE][GENERATION_BLACKWELL][6][REACH_BEYOND] = {1, 0.019}, /* vllm2025 */
    .work[WORK_DECODE_NARROW] = {87, 0.138},
    .generation[WORK_DECODE_NARROW][GENERATION_AMPERE] = {1, 0.254},
    .style[WORK_DECODE_NARROW][GENERATION_AMPERE][0][REACH_DOMAIN] = {1, 0.254}, /* compiled */
    .generation[WORK_DECODE_NARROW][GENERATION_ADA] = {8, 0.107},
    .style[WORK_DECODE_NARROW][GENERATION_ADA][1][REACH_DOMAIN] = {8, 0.107}, /* cpp */
    .generation[WORK_DECODE_NARROW][GENERATION_HOPPER] = {23, 0.138},
    .style[WORK_DECODE_NARROW][GENERATION_HOPPER][1][REACH_DOMAIN] = {22, 0.138}, /* cpp */
    .style[WORK_DECODE_NARROW][GENERATION_HOPPER][3][REACH_DOMAIN] = {1, 0.010}, /* trt */
    .generation[WORK_DECODE_NARROW][GENERATION_BLACKWELL] = {1, 0.018},
    .style[WORK_DECODE_NARROW][GENERATION_BLACKWELL][6][REACH_DOMAIN] = {1, 0.018}, /* vllm2025 */
    .generation[WORK_DECODE_NARROW][GENERATION_CDNA3] = {54, 0.119},
    .style[WORK_DECODE_NARROW][GENERATION_CDNA3][5][REACH_DOMAIN] = {9, 0.145}, /* vllm2024 */
    .style[WORK_DECODE_NARROW][GENERATION_CDNA3][6][REACH_DOMAIN] = {45, 0.119}, /* vllm2025 */
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
