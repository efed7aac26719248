/* accuracy_bands.c: the errors on published runs, as tables. Written by `RINGSIDE_BANDS=write test_measurements`. */
#include "core/accuracy.h"

/* clang-format off */
const struct accuracy_bands accuracy_bands = {
    .work[WORK_DENSE] = {1614, 0.141},
    .generation[WORK_DENSE][GENERATION_VOLTA] = {16, 0.377},
    .style[WORK_DENSE][GENERATION_VOLTA][3][REACH_DOMAIN] = {6, 0.173}, /* graph */
    .style[WORK_DENSE][GENERATION_VOLTA][3][REACH_BEYOND] = {10, 0.502}, /* graph */
    .generation[WORK_DENSE][GENERATION_AMPERE] = {1140, 0.157},
    .style[WORK_DENSE][GENERATION_AMPERE][0][REACH_DOMAIN] = {743, 0.162}, /* eager */
    .style[WORK_DENSE][GENERATION_AMPERE][0][REACH_BEYOND] = {245, 0.162}, /* eager */
    .style[WORK_DENSE][GENERATION_AMPERE][1][REACH_DOMAIN] = {1, 0.006}, /* fused */
    .style[WORK_DENSE][GENERATION_AMPERE][4][REACH_BEYOND] = {2, 0.034}, /* compiled */
    .style[WORK_DENSE][GENERATION_AMPERE][5][REACH_DOMAIN] = {9, 0.116}, /* torch */
    .style[WORK_DENSE][GENERATION_AMPERE][5][REACH_BEYOND] = {2, 0.055}, /* torch */
    .style[WORK_DENSE][GENERATION_AMPERE][6][REACH_DOMAIN] = {104, 0.058}, /* torch_layernorm */
    .style[WORK_DENSE][GENERATION_AMPERE][6][REACH_BEYOND] = {34, 0.043}, /* torch_layernorm */
    .generation[WORK_DENSE][GENERATION_HOPPER] = {327, 0.085},
    .style[WORK_DENSE][GENERATION_HOPPER][0][REACH_BEYOND] = {2, 0.086}, /* eager */
    .style[WORK_DENSE][GENERATION_HOPPER][1][REACH_DOMAIN] = {11, 0.050}, /* fused */
    .style[WORK_DENSE][GENERATION_HOPPER][1][REACH_BEYOND] = {120, 0.061}, /* fused */
    .style[WORK_DENSE][GENERATION_HOPPER][3][REACH_DOMAIN] = {2, 0.067}, /* graph */
    .style[WORK_DENSE][GENERATION_HOPPER][3][REACH_BEYOND] = {13, 0.040}, /* graph */
    .style[WORK_DENSE][GENERATION_HOPPER][4][REACH_DOMAIN] = {6, 0.142}, /* compiled */
    .style[WORK_DENSE][GENERATION_HOPPER][4][REACH_BEYOND] = {27, 0.151}, /* compiled */
    .style[WORK_DENSE][GENERATION_HOPPER][5][REACH_DOMAIN] = {47, 0.081}, /* torch */
    .style[WORK_DENSE][GENERATION_HOPPER][5][REACH_BEYOND] = {27, 0.340}, /* torch */
    .style[WORK_DENSE][GENERATION_HOPPER][6][REACH_DOMAIN] = {47, 0.057}, /* torch_layernorm */
    .style[WORK_DENSE][GENERATION_HOPPER][6][REACH_BEYOND] = {25, 0.058}, /* torch_layernorm */
    .generation[WORK_DENSE][GENERATION_BLACKWELL] = {128, 0.085},
    .style[WORK_DENSE][GENERATION_BLACKWELL][1][REACH_DOMAIN] = {54, 0.076}, /* fused */
    .style[WORK_DENSE][GENERATION_BLACKWELL][1][REACH_BEYOND] = {34, 0.088}, /* fused */
    .style[WORK_DENSE][GENERATION_BLACKWELL][3][REACH_DOMAIN] = {18, 0.081}, /* graph */
    .style[WORK_DENSE][GENERATION_BLACKWELL][3][REACH_BEYOND] = {22, 0.103}, /* graph */
    .generation[WORK_DENSE][GENERATION_CDNA4] = {3, 0.073},
    .style[WORK_DENSE][GENERATION_CDNA4][1][REACH_DOMAIN] = {3, 0.073}, /* fused */
    .work[WORK_ADAPTERS] = {54, 0.153},
    .generation[WORK_ADAPTERS][GENERATION_AMPERE] = {9, 0.086},
    .style[WORK_ADAPTERS][GENERATION_AMPERE][5][REACH_DOMAIN] = {9, 0.086}, /* torch */
    .generation[WORK_ADAPTERS][GENERATION_HOPPER] = {30, 0.181},
    .style[WORK_ADAPTERS][GENERATION_HOPPER][1][REACH_DOMAIN] = {10, 0.089}, /* fused */
    .style[WORK_ADAPTERS][GENERATION_HOPPER][1][REACH_BEYOND] = {11, 0.106}, /* fused */
    .style[WORK_ADAPTERS][GENERATION_HOPPER][3][REACH_BEYOND] = {3, 0.067}, /* graph */
    .style[WORK_ADAPTERS][GENERATION_HOPPER][4][REACH_DOMAIN] = {4, 0.365}, /* compiled */
    .style[WORK_ADAPTERS][GENERATION_HOPPER][4][REACH_BEYOND] = {2, 0.271}, /* compiled */
    .generation[WORK_ADAPTERS][GENERATION_BLACKWELL] = {3, 0.153},
    .style[WORK_ADAPTERS][GENERATION_BLACKWELL][1][REACH_DOMAIN] = {2, 0.071}, /* fused */
    .style[WORK_ADAPTERS][GENERATION_BLACKWELL][3][REACH_DOMAIN] = {1, 0.153}, /* graph */
    .generation[WORK_ADAPTERS][GENERATION_CDNA3] = {8, 0.033},
    .style[WORK_ADAPTERS][GENERATION_CDNA3][1][REACH_DOMAIN] = {6, 0.026}, /* fused */
    .style[WORK_ADAPTERS][GENERATION_CDNA3][1][REACH_BEYOND] = {2, 0.033}, /* fused */
    .generation[WORK_ADAPTERS][GENERATION_CDNA4] = {4, 0.050},
    .style[WORK_ADAPTERS][GENERATION_CDNA4][1][REACH_DOMAIN] = {4, 0.050}, /* fused */
    .work[WORK_MIXTURE] = {148, 0.147},
    .generation[WORK_MIXTURE][GENERATION_HOPPER] = {47, 0.134},
    .style[WORK_MIXTURE][GENERATION_HOPPER][1][REACH_DOMAIN] = {4, 0.109}, /* fused */
    .style[WORK_MIXTURE][GENERATION_HOPPER][1][REACH_BEYOND] = {40, 0.134}, /* fused */
    .style[WORK_MIXTURE][GENERATION_HOPPER][2][REACH_BEYOND] = {2, 0.106}, /* part_graph */
    .style[WORK_MIXTURE][GENERATION_HOPPER][3][REACH_BEYOND] = {1, 0.147}, /* graph */
    .generation[WORK_MIXTURE][GENERATION_BLACKWELL] = {96, 0.125},
    .style[WORK_MIXTURE][GENERATION_BLACKWELL][1][REACH_DOMAIN] = {24, 0.084}, /* fused */
    .style[WORK_MIXTURE][GENERATION_BLACKWELL][1][REACH_BEYOND] = {27, 0.602}, /* fused */
    .style[WORK_MIXTURE][GENERATION_BLACKWELL][2][REACH_DOMAIN] = {5, 0.094}, /* part_graph */
    .style[WORK_MIXTURE][GENERATION_BLACKWELL][2][REACH_BEYOND] = {25, 0.148}, /* part_graph */
    .style[WORK_MIXTURE][GENERATION_BLACKWELL][3][REACH_DOMAIN] = {5, 0.085}, /* graph */
    .style[WORK_MIXTURE][GENERATION_BLACKWELL][3][REACH_BEYOND] = {10, 0.112}, /* graph */
    .generation[WORK_MIXTURE][GENERATION_CDNA4] = {5, 0.244},
    .style[WORK_MIXTURE][GENERATION_CDNA4][1][REACH_DOMAIN] = {5, 0.244}, /* fused */
    .work[WORK_DECODE] = {227, 0.186},
    .generation[WORK_DECODE][GENERATION_VOLTA] = {2, 0.132},
    .style[WORK_DECODE][GENERATION_VOLTA][4][REACH_DOMAIN] = {2, 0.132}, /* vllm2023 */
    .generation[WORK_DECODE][GENERATION_AMPERE] = {206, 0.187},
    .style[WORK_DECODE][GENERATION_AMPERE][0][REACH_DOMAIN] = {16, 0.092}, /* compiled */
    .style[WORK_DECODE][GENERATION_AMPERE][1][REACH_DOMAIN] = {147, 0.191}, /* cpp */
    .style[WORK_DECODE][GENERATION_AMPERE][1][REACH_BEYOND] = {6, 0.239}, /* cpp */
    .style[WORK_DECODE][GENERATION_AMPERE][2][REACH_DOMAIN] = {10, 0.049}, /* trtpy */
    .style[WORK_DECODE][GENERATION_AMPERE][3][REACH_DOMAIN] = {4, 0.091}, /* trt */
    .style[WORK_DECODE][GENERATION_AMPERE][4][REACH_DOMAIN] = {6, 0.066}, /* vllm2023 */
    .style[WORK_DECODE][GENERATION_AMPERE][5][REACH_DOMAIN] = {6, 0.088}, /* vllm2024 */
    .style[WORK_DECODE][GENERATION_AMPERE][8][REACH_DOMAIN] = {9, 0.162}, /* eager */
    .style[WORK_DECODE][GENERATION_AMPERE][9][REACH_DOMAIN] = {2, 0.236}, /* hf */
    .generation[WORK_DECODE][GENERATION_HOPPER] = {17, 0.131},
    .style[WORK_DECODE][GENERATION_HOPPER][1][REACH_DOMAIN] = {3, 0.238}, /* cpp */
    .style[WORK_DECODE][GENERATION_HOPPER][2][REACH_DOMAIN] = {5, 0.042}, /* trtpy */
    .style[WORK_DECODE][GENERATION_HOPPER][5][REACH_DOMAIN] = {2, 0.062}, /* vllm2024 */
    .style[WORK_DECODE][GENERATION_HOPPER][6][REACH_DOMAIN] = {2, 0.062}, /* vllm2025 */
    .style[WORK_DECODE][GENERATION_HOPPER][7][REACH_DOMAIN] = {2, 0.086}, /* vllm2026 */
    .style[WORK_DECODE][GENERATION_HOPPER][8][REACH_DOMAIN] = {3, 0.051}, /* eager */
    .generation[WORK_DECODE][GENERATION_BLACKWELL] = {1, 0.020},
    .style[WORK_DECODE][GENERATION_BLACKWELL][6][REACH_BEYOND] = {1, 0.020}, /* vllm2025 */
    .generation[WORK_DECODE][GENERATION_CDNA2] = {1, 0.030},
    .style[WORK_DECODE][GENERATION_CDNA2][0][REACH_DOMAIN] = {1, 0.030}, /* compiled */
    .work[WORK_DECODE_NARROW] = {218, 0.103},
    .generation[WORK_DECODE_NARROW][GENERATION_AMPERE] = {14, 0.079},
    .style[WORK_DECODE_NARROW][GENERATION_AMPERE][0][REACH_DOMAIN] = {14, 0.079}, /* compiled */
    .generation[WORK_DECODE_NARROW][GENERATION_ADA] = {48, 0.165},
    .style[WORK_DECODE_NARROW][GENERATION_ADA][1][REACH_DOMAIN] = {44, 0.165}, /* cpp */
    .style[WORK_DECODE_NARROW][GENERATION_ADA][3][REACH_DOMAIN] = {4, 0.104}, /* trt */
    .generation[WORK_DECODE_NARROW][GENERATION_HOPPER] = {81, 0.115},
    .style[WORK_DECODE_NARROW][GENERATION_HOPPER][1][REACH_DOMAIN] = {67, 0.141}, /* cpp */
    .style[WORK_DECODE_NARROW][GENERATION_HOPPER][3][REACH_DOMAIN] = {14, 0.098}, /* trt */
    .generation[WORK_DECODE_NARROW][GENERATION_BLACKWELL] = {1, 0.018},
    .style[WORK_DECODE_NARROW][GENERATION_BLACKWELL][6][REACH_DOMAIN] = {1, 0.018}, /* vllm2025 */
    .generation[WORK_DECODE_NARROW][GENERATION_CDNA2] = {1, 0.011},
    .style[WORK_DECODE_NARROW][GENERATION_CDNA2][0][REACH_DOMAIN] = {1, 0.011}, /* compiled */
    .generation[WORK_DECODE_NARROW][GENERATION_CDNA3] = {73, 0.052},
    .style[WORK_DECODE_NARROW][GENERATION_CDNA3][5][REACH_DOMAIN] = {9, 0.068}, /* vllm2024 */
    .style[WORK_DECODE_NARROW][GENERATION_CDNA3][6][REACH_DOMAIN] = {64, 0.052}, /* vllm2025 */
    .work[WORK_DECODE_MIXTURE] = {76, 0.292},
    .generation[WORK_DECODE_MIXTURE][GENERATION_AMPERE] = {20, 0.176},
    .style[WORK_DECODE_MIXTURE][GENERATION_AMPERE][0][REACH_DOMAIN] = {7, 0.098}, /* compiled */
    .style[WORK_DECODE_MIXTURE][GENERATION_AMPERE][5][REACH_DOMAIN] = {13, 0.176}, /* vllm2024 */
    .generation[WORK_DECODE_MIXTURE][GENERATION_ADA] = {7, 0.104},
    .style[WORK_DECODE_MIXTURE][GENERATION_ADA][5][REACH_DOMAIN] = {7, 0.104}, /* vllm2024 */
    .generation[WORK_DECODE_MIXTURE][GENERATION_HOPPER] = {34, 0.363},
    .style[WORK_DECODE_MIXTURE][GENERATION_HOPPER][3][REACH_DOMAIN] = {9, 0.385}, /* trt */
    .style[WORK_DECODE_MIXTURE][GENERATION_HOPPER][4][REACH_DOMAIN] = {7, 0.363}, /* vllm2023 */
    .style[WORK_DECODE_MIXTURE][GENERATION_HOPPER][5][REACH_DOMAIN] = {9, 0.081}, /* vllm2024 */
    .style[WORK_DECODE_MIXTURE][GENERATION_HOPPER][5][REACH_BEYOND] = {1, 0.256}, /* vllm2024 */
    .style[WORK_DECODE_MIXTURE][GENERATION_HOPPER][7][REACH_DOMAIN] = {6, 0.115}, /* vllm2026 */
    .style[WORK_DECODE_MIXTURE][GENERATION_HOPPER][7][REACH_BEYOND] = {2, 0.514}, /* vllm2026 */
    .generation[WORK_DECODE_MIXTURE][GENERATION_BLACKWELL] = {8, 0.463},
    .style[WORK_DECODE_MIXTURE][GENERATION_BLACKWELL][3][REACH_DOMAIN] = {8, 0.463}, /* trt */
    .generation[WORK_DECODE_MIXTURE][GENERATION_CDNA3] = {7, 0.318},
    .style[WORK_DECODE_MIXTURE][GENERATION_CDNA3][7][REACH_DOMAIN] = {7, 0.318}, /* vllm2026 */
    .work[WORK_PREFILL] = {137, 0.226},
    .generation[WORK_PREFILL][GENERATION_AMPERE] = {75, 0.190},
    .style[WORK_PREFILL][GENERATION_AMPERE][1][REACH_DOMAIN] = {68, 0.190}, /* cpp */
    .style[WORK_PREFILL][GENERATION_AMPERE][2][REACH_DOMAIN] = {5, 0.214}, /* trtpy */
    .style[WORK_PREFILL][GENERATION_AMPERE][3][REACH_DOMAIN] = {2, 0.065}, /* trt */
    .generation[WORK_PREFILL][GENERATION_ADA] = {14, 0.136},
    .style[WORK_PREFILL][GENERATION_ADA][1][REACH_DOMAIN] = {12, 0.115}, /* cpp */
    .style[WORK_PREFILL][GENERATION_ADA][3][REACH_DOMAIN] = {2, 0.184}, /* trt */
    .generation[WORK_PREFILL][GENERATION_HOPPER] = {48, 0.344},
    .style[WORK_PREFILL][GENERATION_HOPPER][1][REACH_DOMAIN] = {30, 0.303}, /* cpp */
    .style[WORK_PREFILL][GENERATION_HOPPER][2][REACH_DOMAIN] = {12, 0.396}, /* trtpy */
    .style[WORK_PREFILL][GENERATION_HOPPER][3][REACH_DOMAIN] = {6, 0.235}, /* trt */
    .work[WORK_PREFILL_MIXTURE] = {13, 0.690},
    .generation[WORK_PREFILL_MIXTURE][GENERATION_HOPPER] = {6, 0.486},
    .style[WORK_PREFILL_MIXTURE][GENERATION_HOPPER][3][REACH_DOMAIN] = {6, 0.486}, /* trt */
    .generation[WORK_PREFILL_MIXTURE][GENERATION_BLACKWELL] = {6, 0.720},
    .style[WORK_PREFILL_MIXTURE][GENERATION_BLACKWELL][3][REACH_DOMAIN] = {6, 0.720}, /* trt */
    .generation[WORK_PREFILL_MIXTURE][GENERATION_CDNA3] = {1, 0.120},
    .style[WORK_PREFILL_MIXTURE][GENERATION_CDNA3][7][REACH_DOMAIN] = {1, 0.120}, /* vllm2026 */
};

const struct validated_range validated_ranges[MODE_COUNT][GENERATION_COUNT] = {
    [MODE_TRAINING][GENERATION_VOLTA] = {.gpus = 32, .tokens = 2048, .sequences = 0, .params = 9e9,
        .scaleup = {150e9, 150e9}, .nic = {1.562e9, 1.562e9}},
    [MODE_TRAINING][GENERATION_AMPERE] = {.gpus = 12288, .tokens = 65536, .sequences = 0, .params = 1009e9,
        .scaleup = {200e9, 300e9}, .nic = {6.25e9, 25e9}},
    [MODE_TRAINING][GENERATION_HOPPER] = {.gpus = 16384, .tokens = 1048576, .sequences = 0, .params = 1027e9,
        .scaleup = {200e9, 450e9}, .nic = {12.5e9, 50e9}},
    [MODE_TRAINING][GENERATION_BLACKWELL] = {.gpus = 5120, .tokens = 1048576, .sequences = 0, .params = 1027e9,
        .scaleup = {900e9, 900e9}, .nic = {50e9, 100e9}},
    [MODE_TRAINING][GENERATION_CDNA3] = {.gpus = 16, .tokens = 8192, .sequences = 0, .params = 69e9,
        .scaleup = {448e9, 448e9}, .nic = {50e9, 50e9}},
    [MODE_TRAINING][GENERATION_CDNA4] = {.gpus = 8, .tokens = 8192, .sequences = 0, .params = 69e9,
        .scaleup = {537.6e9, 537.6e9}, .nic = {0e9, 0e9}},
    [MODE_PREFILL][GENERATION_AMPERE] = {.gpus = 8, .tokens = 2048, .sequences = 64, .params = 180e9,
        .scaleup = {300e9, 300e9}, .nic = {0e9, 0e9}},
    [MODE_PREFILL][GENERATION_ADA] = {.gpus = 8, .tokens = 2048, .sequences = 1, .params = 180e9,
        .scaleup = {32e9, 32e9}, .nic = {0e9, 0e9}},
    [MODE_PREFILL][GENERATION_HOPPER] = {.gpus = 8, .tokens = 8192, .sequences = 512, .params = 672e9,
        .scaleup = {450e9, 450e9}, .nic = {0e9, 0e9}},
    [MODE_PREFILL][GENERATION_BLACKWELL] = {.gpus = 8, .tokens = 8192, .sequences = 1, .params = 672e9,
        .scaleup = {900e9, 900e9}, .nic = {0e9, 0e9}},
    [MODE_PREFILL][GENERATION_CDNA3] = {.gpus = 8, .tokens = 512, .sequences = 64, .params = 672e9,
        .scaleup = {448e9, 448e9}, .nic = {0e9, 0e9}},
    [MODE_DECODE][GENERATION_VOLTA] = {.gpus = 2, .tokens = 384, .sequences = 32, .params = 7e9,
        .scaleup = {16e9, 16e9}, .nic = {0e9, 0e9}},
    [MODE_DECODE][GENERATION_AMPERE] = {.gpus = 32, .tokens = 3072, .sequences = 1280, .params = 530e9,
        .scaleup = {32e9, 300e9}, .nic = {25e9, 25e9}},
    [MODE_DECODE][GENERATION_ADA] = {.gpus = 8, .tokens = 3072, .sequences = 896, .params = 180e9,
        .scaleup = {32e9, 32e9}, .nic = {0e9, 0e9}},
    [MODE_DECODE][GENERATION_HOPPER] = {.gpus = 16, .tokens = 131328, .sequences = 1024, .params = 672e9,
        .scaleup = {450e9, 450e9}, .nic = {50e9, 50e9}},
    [MODE_DECODE][GENERATION_BLACKWELL] = {.gpus = 8, .tokens = 8492, .sequences = 1, .params = 672e9,
        .scaleup = {900e9, 900e9}, .nic = {25e9, 25e9}},
    [MODE_DECODE][GENERATION_CDNA2] = {.gpus = 1, .tokens = 105, .sequences = 1, .params = 7e9,
        .scaleup = {0e9, 0e9}, .nic = {0e9, 0e9}},
    [MODE_DECODE][GENERATION_CDNA3] = {.gpus = 8, .tokens = 3072, .sequences = 256, .params = 672e9,
        .scaleup = {448e9, 448e9}, .nic = {0e9, 0e9}},
};
