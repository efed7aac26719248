/* accuracy_bands.c: the errors on published runs, as tables. Written by `RINGSIDE_BANDS=write test_accuracy_bands`. */
#include "core/accuracy.h"

/* clang-format off */
const struct accuracy_bands accuracy_bands = {
    .work[WORK_DENSE] = {1898, 57, 0.172},
    .generation[WORK_DENSE][GENERATION_VOLTA] = {16, 1, 0.331},
    .style[WORK_DENSE][GENERATION_VOLTA][3][REACH_DOMAIN] = {6, 1, 0.173}, /* graph */
    .style[WORK_DENSE][GENERATION_VOLTA][3][REACH_INFINIBAND] = {10, 1, 0.479}, /* graph */
    .generation[WORK_DENSE][GENERATION_AMPERE] = {1236, 24, 0.186},
    .style[WORK_DENSE][GENERATION_AMPERE][0][REACH_DOMAIN] = {745, 4, 0.145}, /* eager */
    .style[WORK_DENSE][GENERATION_AMPERE][0][REACH_INFINIBAND] = {126, 4, 0.044}, /* eager */
    .style[WORK_DENSE][GENERATION_AMPERE][0][REACH_OTHER_NETWORK] = {86, 2, 0.143}, /* eager */
    .style[WORK_DENSE][GENERATION_AMPERE][1][REACH_DOMAIN] = {1, 1, 0.006}, /* fused */
    .style[WORK_DENSE][GENERATION_AMPERE][1][REACH_OTHER_NETWORK] = {1, 1, 0.062}, /* fused */
    .style[WORK_DENSE][GENERATION_AMPERE][3][REACH_DOMAIN] = {3, 1, 0.013}, /* graph */
    .style[WORK_DENSE][GENERATION_AMPERE][4][REACH_DOMAIN] = {11, 5, 0.307}, /* compiled */
    .style[WORK_DENSE][GENERATION_AMPERE][4][REACH_INFINIBAND] = {6, 1, 0.386}, /* compiled */
    .style[WORK_DENSE][GENERATION_AMPERE][4][REACH_OTHER_NETWORK] = {2, 1, 0.083}, /* compiled */
    .style[WORK_DENSE][GENERATION_AMPERE][5][REACH_DOMAIN] = {37, 8, 0.204}, /* torch */
    .style[WORK_DENSE][GENERATION_AMPERE][5][REACH_OTHER_NETWORK] = {18, 3, 0.194}, /* torch */
    .style[WORK_DENSE][GENERATION_AMPERE][6][REACH_DOMAIN] = {125, 4, 0.091}, /* torch_layernorm */
    .style[WORK_DENSE][GENERATION_AMPERE][6][REACH_OTHER_NETWORK] = {75, 2, 0.139}, /* torch_layernorm */
    .generation[WORK_DENSE][GENERATION_ADA] = {36, 2, 0.089},
    .style[WORK_DENSE][GENERATION_ADA][3][REACH_DOMAIN] = {32, 1, 0.092}, /* graph */
    .style[WORK_DENSE][GENERATION_ADA][4][REACH_DOMAIN] = {4, 1, 0.089}, /* compiled */
    .generation[WORK_DENSE][GENERATION_HOPPER] = {451, 30, 0.181},
    .style[WORK_DENSE][GENERATION_HOPPER][0][REACH_INFINIBAND] = {2, 1, 0.081}, /* eager */
    .style[WORK_DENSE][GENERATION_HOPPER][1][REACH_DOMAIN] = {20, 8, 0.088}, /* fused */
    .style[WORK_DENSE][GENERATION_HOPPER][1][REACH_INFINIBAND] = {133, 10, 0.062}, /* fused */
    .style[WORK_DENSE][GENERATION_HOPPER][1][REACH_OTHER_NETWORK] = {13, 3, 0.383}, /* fused */
    .style[WORK_DENSE][GENERATION_HOPPER][3][REACH_DOMAIN] = {18, 4, 0.071}, /* graph */
    .style[WORK_DENSE][GENERATION_HOPPER][3][REACH_INFINIBAND] = {21, 3, 0.084}, /* graph */
    .style[WORK_DENSE][GENERATION_HOPPER][4][REACH_DOMAIN] = {22, 5, 0.302}, /* compiled */
    .style[WORK_DENSE][GENERATION_HOPPER][4][REACH_INFINIBAND] = {51, 4, 0.288}, /* compiled */
    .style[WORK_DENSE][GENERATION_HOPPER][4][REACH_OTHER_NETWORK] = {21, 3, 0.089}, /* compiled */
    .style[WORK_DENSE][GENERATION_HOPPER][5][REACH_DOMAIN] = {48, 3, 0.059}, /* torch */
    .style[WORK_DENSE][GENERATION_HOPPER][5][REACH_INFINIBAND] = {3, 2, 0.226}, /* torch */
    .style[WORK_DENSE][GENERATION_HOPPER][5][REACH_OTHER_NETWORK] = {27, 3, 0.083}, /* torch */
    .style[WORK_DENSE][GENERATION_HOPPER][6][REACH_DOMAIN] = {47, 1, 0.057}, /* torch_layernorm */
    .style[WORK_DENSE][GENERATION_HOPPER][6][REACH_OTHER_NETWORK] = {25, 1, 0.058}, /* torch_layernorm */
    .generation[WORK_DENSE][GENERATION_BLACKWELL] = {150, 13, 0.163},
    .style[WORK_DENSE][GENERATION_BLACKWELL][1][REACH_DOMAIN] = {56, 4, 0.124}, /* fused */
    .style[WORK_DENSE][GENERATION_BLACKWELL][1][REACH_INFINIBAND] = {34, 3, 0.084}, /* fused */
    .style[WORK_DENSE][GENERATION_BLACKWELL][1][REACH_OTHER_NETWORK] = {7, 2, 0.163}, /* fused */
    .style[WORK_DENSE][GENERATION_BLACKWELL][3][REACH_DOMAIN] = {23, 6, 0.055}, /* graph */
    .style[WORK_DENSE][GENERATION_BLACKWELL][3][REACH_INFINIBAND] = {26, 7, 0.250}, /* graph */
    .style[WORK_DENSE][GENERATION_BLACKWELL][4][REACH_DOMAIN] = {2, 1, 0.172}, /* compiled */
    .style[WORK_DENSE][GENERATION_BLACKWELL][4][REACH_OTHER_NETWORK] = {2, 1, 0.071}, /* compiled */
    .generation[WORK_DENSE][GENERATION_CDNA2] = {3, 1, 0.328},
    .style[WORK_DENSE][GENERATION_CDNA2][0][REACH_OTHER_NETWORK] = {3, 1, 0.328}, /* eager */
    .generation[WORK_DENSE][GENERATION_CDNA3] = {1, 1, 0.301},
    .style[WORK_DENSE][GENERATION_CDNA3][4][REACH_DOMAIN] = {1, 1, 0.301}, /* compiled */
    .generation[WORK_DENSE][GENERATION_CDNA4] = {5, 3, 0.129},
    .style[WORK_DENSE][GENERATION_CDNA4][1][REACH_DOMAIN] = {5, 3, 0.129}, /* fused */
    .work[WORK_ADAPTERS] = {123, 15, 0.125},
    .generation[WORK_ADAPTERS][GENERATION_AMPERE] = {64, 5, 0.119},
    .style[WORK_ADAPTERS][GENERATION_AMPERE][4][REACH_DOMAIN] = {1, 1, 0.119}, /* compiled */
    .style[WORK_ADAPTERS][GENERATION_AMPERE][5][REACH_DOMAIN] = {18, 3, 0.135}, /* torch */
    .style[WORK_ADAPTERS][GENERATION_AMPERE][5][REACH_OTHER_NETWORK] = {3, 1, 0.042}, /* torch */
    .style[WORK_ADAPTERS][GENERATION_AMPERE][6][REACH_DOMAIN] = {42, 2, 0.249}, /* torch_layernorm */
    .generation[WORK_ADAPTERS][GENERATION_HOPPER] = {41, 8, 0.125},
    .style[WORK_ADAPTERS][GENERATION_HOPPER][1][REACH_DOMAIN] = {17, 7, 0.089}, /* fused */
    .style[WORK_ADAPTERS][GENERATION_HOPPER][1][REACH_INFINIBAND] = {11, 2, 0.106}, /* fused */
    .style[WORK_ADAPTERS][GENERATION_HOPPER][3][REACH_INFINIBAND] = {2, 1, 0.064}, /* graph */
    .style[WORK_ADAPTERS][GENERATION_HOPPER][3][REACH_OTHER_NETWORK] = {1, 1, 0.067}, /* graph */
    .style[WORK_ADAPTERS][GENERATION_HOPPER][4][REACH_DOMAIN] = {6, 1, 0.389}, /* compiled */
    .style[WORK_ADAPTERS][GENERATION_HOPPER][4][REACH_INFINIBAND] = {4, 1, 0.294}, /* compiled */
    .generation[WORK_ADAPTERS][GENERATION_BLACKWELL] = {6, 3, 0.153},
    .style[WORK_ADAPTERS][GENERATION_BLACKWELL][1][REACH_DOMAIN] = {3, 1, 0.071}, /* fused */
    .style[WORK_ADAPTERS][GENERATION_BLACKWELL][1][REACH_INFINIBAND] = {2, 1, 0.112}, /* fused */
    .style[WORK_ADAPTERS][GENERATION_BLACKWELL][3][REACH_DOMAIN] = {1, 1, 0.153}, /* graph */
    .generation[WORK_ADAPTERS][GENERATION_CDNA3] = {8, 2, 0.026},
    .style[WORK_ADAPTERS][GENERATION_CDNA3][1][REACH_DOMAIN] = {6, 2, 0.026}, /* fused */
    .style[WORK_ADAPTERS][GENERATION_CDNA3][1][REACH_OTHER_NETWORK] = {2, 1, 0.032}, /* fused */
    .generation[WORK_ADAPTERS][GENERATION_CDNA4] = {4, 2, 0.050},
    .style[WORK_ADAPTERS][GENERATION_CDNA4][1][REACH_DOMAIN] = {4, 2, 0.050}, /* fused */
    .work[WORK_MIXTURE] = {161, 16, 0.365},
    .generation[WORK_MIXTURE][GENERATION_HOPPER] = {51, 9, 0.365},
    .style[WORK_MIXTURE][GENERATION_HOPPER][1][REACH_DOMAIN] = {4, 2, 0.109}, /* fused */
    .style[WORK_MIXTURE][GENERATION_HOPPER][1][REACH_INFINIBAND] = {41, 7, 0.132}, /* fused */
    .style[WORK_MIXTURE][GENERATION_HOPPER][1][REACH_OTHER_NETWORK] = {1, 1, 0.006}, /* fused */
    .style[WORK_MIXTURE][GENERATION_HOPPER][2][REACH_INFINIBAND] = {3, 3, 0.159}, /* part_graph */
    .style[WORK_MIXTURE][GENERATION_HOPPER][3][REACH_INFINIBAND] = {1, 1, 0.142}, /* graph */
    .style[WORK_MIXTURE][GENERATION_HOPPER][4][REACH_DOMAIN] = {1, 1, 0.365}, /* compiled */
    .generation[WORK_MIXTURE][GENERATION_BLACKWELL] = {105, 12, 0.375},
    .style[WORK_MIXTURE][GENERATION_BLACKWELL][1][REACH_DOMAIN] = {24, 4, 0.084}, /* fused */
    .style[WORK_MIXTURE][GENERATION_BLACKWELL][1][REACH_INFINIBAND] = {27, 3, 0.599}, /* fused */
    .style[WORK_MIXTURE][GENERATION_BLACKWELL][1][REACH_OTHER_NETWORK] = {3, 2, 0.275}, /* fused */
    .style[WORK_MIXTURE][GENERATION_BLACKWELL][2][REACH_DOMAIN] = {5, 1, 0.095}, /* part_graph */
    .style[WORK_MIXTURE][GENERATION_BLACKWELL][2][REACH_INFINIBAND] = {26, 5, 0.375}, /* part_graph */
    .style[WORK_MIXTURE][GENERATION_BLACKWELL][3][REACH_DOMAIN] = {6, 2, 0.279}, /* graph */
    .style[WORK_MIXTURE][GENERATION_BLACKWELL][3][REACH_INFINIBAND] = {11, 2, 0.419}, /* graph */
    .style[WORK_MIXTURE][GENERATION_BLACKWELL][4][REACH_DOMAIN] = {1, 1, 0.355}, /* compiled */
    .style[WORK_MIXTURE][GENERATION_BLACKWELL][4][REACH_INFINIBAND] = {2, 1, 0.205}, /* compiled */
    .generation[WORK_MIXTURE][GENERATION_CDNA4] = {5, 1, 0.244},
    .style[WORK_MIXTURE][GENERATION_CDNA4][1][REACH_DOMAIN] = {5, 1, 0.244}, /* fused */
    .work[WORK_DECODE] = {409, 23, 0.194},
    .generation[WORK_DECODE][GENERATION_VOLTA] = {2, 1, 0.135},
    .style[WORK_DECODE][GENERATION_VOLTA][6][REACH_DOMAIN] = {2, 1, 0.135}, /* vllm2023 */
    .generation[WORK_DECODE][GENERATION_AMPERE] = {269, 18, 0.236},
    .style[WORK_DECODE][GENERATION_AMPERE][0][REACH_DOMAIN] = {16, 2, 0.075}, /* compiled */
    .style[WORK_DECODE][GENERATION_AMPERE][1][REACH_DOMAIN] = {176, 8, 0.244}, /* cpp */
    .style[WORK_DECODE][GENERATION_AMPERE][1][REACH_INFINIBAND] = {6, 1, 0.226}, /* cpp */
    .style[WORK_DECODE][GENERATION_AMPERE][2][REACH_DOMAIN] = {10, 1, 0.047}, /* trtpy */
    .style[WORK_DECODE][GENERATION_AMPERE][3][REACH_DOMAIN] = {8, 1, 0.049}, /* trt2024 */
    .style[WORK_DECODE][GENERATION_AMPERE][6][REACH_DOMAIN] = {6, 1, 0.066}, /* vllm2023 */
    .style[WORK_DECODE][GENERATION_AMPERE][7][REACH_DOMAIN] = {26, 3, 0.117}, /* vllm2024 */
    .style[WORK_DECODE][GENERATION_AMPERE][9][REACH_DOMAIN] = {6, 1, 0.279}, /* vllm2026 */
    .style[WORK_DECODE][GENERATION_AMPERE][10][REACH_DOMAIN] = {9, 2, 0.155}, /* eager */
    .style[WORK_DECODE][GENERATION_AMPERE][11][REACH_DOMAIN] = {2, 1, 0.236}, /* hf */
    .style[WORK_DECODE][GENERATION_AMPERE][12][REACH_DOMAIN] = {4, 1, 0.065}, /* llamacpp2024 */
    .generation[WORK_DECODE][GENERATION_ADA] = {6, 2, 0.070},
    .style[WORK_DECODE][GENERATION_ADA][12][REACH_DOMAIN] = {6, 2, 0.070}, /* llamacpp2024 */
    .generation[WORK_DECODE][GENERATION_HOPPER] = {130, 12, 0.133},
    .style[WORK_DECODE][GENERATION_HOPPER][1][REACH_DOMAIN] = {38, 4, 0.158}, /* cpp */
    .style[WORK_DECODE][GENERATION_HOPPER][2][REACH_DOMAIN] = {5, 1, 0.041}, /* trtpy */
    .style[WORK_DECODE][GENERATION_HOPPER][3][REACH_DOMAIN] = {2, 1, 0.029}, /* trt2024 */
    .style[WORK_DECODE][GENERATION_HOPPER][7][REACH_DOMAIN] = {24, 2, 0.108}, /* vllm2024 */
    .style[WORK_DECODE][GENERATION_HOPPER][8][REACH_DOMAIN] = {18, 3, 0.098}, /* vllm2025 */
    .style[WORK_DECODE][GENERATION_HOPPER][9][REACH_DOMAIN] = {40, 3, 0.116}, /* vllm2026 */
    .style[WORK_DECODE][GENERATION_HOPPER][10][REACH_DOMAIN] = {3, 1, 0.051}, /* eager */
    .generation[WORK_DECODE][GENERATION_BLACKWELL] = {1, 1, 0.021},
    .style[WORK_DECODE][GENERATION_BLACKWELL][8][REACH_OTHER_NETWORK] = {1, 1, 0.021}, /* vllm2025 */
    .generation[WORK_DECODE][GENERATION_CDNA2] = {1, 1, 0.018},
    .style[WORK_DECODE][GENERATION_CDNA2][0][REACH_DOMAIN] = {1, 1, 0.018}, /* compiled */
    .work[WORK_DECODE_NARROW] = {459, 23, 0.165},
    .generation[WORK_DECODE_NARROW][GENERATION_AMPERE] = {68, 5, 0.148},
    .style[WORK_DECODE_NARROW][GENERATION_AMPERE][0][REACH_DOMAIN] = {14, 2, 0.087}, /* compiled */
    .style[WORK_DECODE_NARROW][GENERATION_AMPERE][1][REACH_DOMAIN] = {8, 1, 0.106}, /* cpp */
    .style[WORK_DECODE_NARROW][GENERATION_AMPERE][7][REACH_DOMAIN] = {38, 1, 0.251}, /* vllm2024 */
    .style[WORK_DECODE_NARROW][GENERATION_AMPERE][12][REACH_DOMAIN] = {8, 1, 0.148}, /* llamacpp2024 */
    .generation[WORK_DECODE_NARROW][GENERATION_ADA] = {78, 7, 0.157},
    .style[WORK_DECODE_NARROW][GENERATION_ADA][1][REACH_DOMAIN] = {57, 5, 0.139}, /* cpp */
    .style[WORK_DECODE_NARROW][GENERATION_ADA][3][REACH_DOMAIN] = {6, 1, 0.169}, /* trt2024 */
    .style[WORK_DECODE_NARROW][GENERATION_ADA][12][REACH_DOMAIN] = {12, 2, 0.088}, /* llamacpp2024 */
    .style[WORK_DECODE_NARROW][GENERATION_ADA][13][REACH_DOMAIN] = {3, 1, 0.220}, /* llamacpp2025 */
    .generation[WORK_DECODE_NARROW][GENERATION_HOPPER] = {195, 9, 0.179},
    .style[WORK_DECODE_NARROW][GENERATION_HOPPER][1][REACH_DOMAIN] = {86, 3, 0.134}, /* cpp */
    .style[WORK_DECODE_NARROW][GENERATION_HOPPER][3][REACH_DOMAIN] = {36, 2, 0.173}, /* trt2024 */
    .style[WORK_DECODE_NARROW][GENERATION_HOPPER][4][REACH_DOMAIN] = {6, 1, 0.138}, /* trt2025 */
    .style[WORK_DECODE_NARROW][GENERATION_HOPPER][7][REACH_DOMAIN] = {7, 1, 0.143}, /* vllm2024 */
    .style[WORK_DECODE_NARROW][GENERATION_HOPPER][8][REACH_DOMAIN] = {8, 1, 0.179}, /* vllm2025 */
    .style[WORK_DECODE_NARROW][GENERATION_HOPPER][9][REACH_DOMAIN] = {52, 2, 0.338}, /* vllm2026 */
    .generation[WORK_DECODE_NARROW][GENERATION_BLACKWELL] = {14, 2, 0.160},
    .style[WORK_DECODE_NARROW][GENERATION_BLACKWELL][8][REACH_DOMAIN] = {1, 1, 0.018}, /* vllm2025 */
    .style[WORK_DECODE_NARROW][GENERATION_BLACKWELL][13][REACH_DOMAIN] = {13, 1, 0.174}, /* llamacpp2025 */
    .generation[WORK_DECODE_NARROW][GENERATION_CDNA2] = {1, 1, 0.085},
    .style[WORK_DECODE_NARROW][GENERATION_CDNA2][0][REACH_DOMAIN] = {1, 1, 0.085}, /* compiled */
    .generation[WORK_DECODE_NARROW][GENERATION_CDNA3] = {102, 4, 0.083},
    .style[WORK_DECODE_NARROW][GENERATION_CDNA3][7][REACH_DOMAIN] = {38, 2, 0.096}, /* vllm2024 */
    .style[WORK_DECODE_NARROW][GENERATION_CDNA3][8][REACH_DOMAIN] = {64, 2, 0.050}, /* vllm2025 */
    .generation[WORK_DECODE_NARROW][GENERATION_CDNA4] = {1, 1, 0.106},
    .style[WORK_DECODE_NARROW][GENERATION_CDNA4][8][REACH_DOMAIN] = {1, 1, 0.106}, /* vllm2025 */
    .work[WORK_DECODE_MIXTURE] = {223, 13, 0.396},
    .generation[WORK_DECODE_MIXTURE][GENERATION_AMPERE] = {20, 2, 0.150},
    .style[WORK_DECODE_MIXTURE][GENERATION_AMPERE][0][REACH_DOMAIN] = {7, 1, 0.088}, /* compiled */
    .style[WORK_DECODE_MIXTURE][GENERATION_AMPERE][7][REACH_DOMAIN] = {13, 1, 0.151}, /* vllm2024 */
    .generation[WORK_DECODE_MIXTURE][GENERATION_ADA] = {13, 2, 0.200},
    .style[WORK_DECODE_MIXTURE][GENERATION_ADA][7][REACH_DOMAIN] = {7, 1, 0.086}, /* vllm2024 */
    .style[WORK_DECODE_MIXTURE][GENERATION_ADA][13][REACH_DOMAIN] = {6, 1, 0.205}, /* llamacpp2025 */
    .generation[WORK_DECODE_MIXTURE][GENERATION_HOPPER] = {78, 8, 0.472},
    .style[WORK_DECODE_MIXTURE][GENERATION_HOPPER][5][REACH_DOMAIN] = {9, 1, 0.083}, /* trt */
    .style[WORK_DECODE_MIXTURE][GENERATION_HOPPER][6][REACH_DOMAIN] = {7, 1, 0.363}, /* vllm2023 */
    .style[WORK_DECODE_MIXTURE][GENERATION_HOPPER][7][REACH_DOMAIN] = {11, 3, 0.472}, /* vllm2024 */
    .style[WORK_DECODE_MIXTURE][GENERATION_HOPPER][7][REACH_INFINIBAND] = {1, 1, 0.186}, /* vllm2024 */
    .style[WORK_DECODE_MIXTURE][GENERATION_HOPPER][8][REACH_DOMAIN] = {7, 1, 0.114}, /* vllm2025 */
    .style[WORK_DECODE_MIXTURE][GENERATION_HOPPER][9][REACH_DOMAIN] = {41, 4, 0.685}, /* vllm2026 */
    .style[WORK_DECODE_MIXTURE][GENERATION_HOPPER][9][REACH_INFINIBAND] = {2, 1, 0.445}, /* vllm2026 */
    .generation[WORK_DECODE_MIXTURE][GENERATION_BLACKWELL] = {75, 4, 0.237},
    .style[WORK_DECODE_MIXTURE][GENERATION_BLACKWELL][5][REACH_DOMAIN] = {8, 1, 0.474}, /* trt */
    .style[WORK_DECODE_MIXTURE][GENERATION_BLACKWELL][9][REACH_DOMAIN] = {28, 2, 0.295}, /* vllm2026 */
    .style[WORK_DECODE_MIXTURE][GENERATION_BLACKWELL][13][REACH_DOMAIN] = {39, 1, 0.206}, /* llamacpp2025 */
    .generation[WORK_DECODE_MIXTURE][GENERATION_CDNA3] = {30, 5, 0.479},
    .style[WORK_DECODE_MIXTURE][GENERATION_CDNA3][7][REACH_DOMAIN] = {8, 1, 0.479}, /* vllm2024 */
    .style[WORK_DECODE_MIXTURE][GENERATION_CDNA3][9][REACH_DOMAIN] = {22, 5, 0.604}, /* vllm2026 */
    .generation[WORK_DECODE_MIXTURE][GENERATION_CDNA4] = {7, 1, 0.151},
    .style[WORK_DECODE_MIXTURE][GENERATION_CDNA4][9][REACH_DOMAIN] = {7, 1, 0.151}, /* vllm2026 */
    .work[WORK_PREFILL] = {261, 12, 0.232},
    .generation[WORK_PREFILL][GENERATION_AMPERE] = {103, 8, 0.200},
    .style[WORK_PREFILL][GENERATION_AMPERE][1][REACH_DOMAIN] = {82, 6, 0.171}, /* cpp */
    .style[WORK_PREFILL][GENERATION_AMPERE][2][REACH_DOMAIN] = {5, 1, 0.214}, /* trtpy */
    .style[WORK_PREFILL][GENERATION_AMPERE][3][REACH_DOMAIN] = {5, 1, 0.052}, /* trt2024 */
    .style[WORK_PREFILL][GENERATION_AMPERE][7][REACH_DOMAIN] = {3, 1, 0.079}, /* vllm2024 */
    .style[WORK_PREFILL][GENERATION_AMPERE][12][REACH_DOMAIN] = {8, 1, 0.201}, /* llamacpp2024 */
    .generation[WORK_PREFILL][GENERATION_ADA] = {34, 4, 0.145},
    .style[WORK_PREFILL][GENERATION_ADA][1][REACH_DOMAIN] = {17, 2, 0.114}, /* cpp */
    .style[WORK_PREFILL][GENERATION_ADA][3][REACH_DOMAIN] = {3, 1, 0.145}, /* trt2024 */
    .style[WORK_PREFILL][GENERATION_ADA][12][REACH_DOMAIN] = {11, 2, 0.060}, /* llamacpp2024 */
    .style[WORK_PREFILL][GENERATION_ADA][13][REACH_DOMAIN] = {3, 1, 0.186}, /* llamacpp2025 */
    .generation[WORK_PREFILL][GENERATION_HOPPER] = {121, 8, 0.322},
    .style[WORK_PREFILL][GENERATION_HOPPER][1][REACH_DOMAIN] = {63, 5, 0.260}, /* cpp */
    .style[WORK_PREFILL][GENERATION_HOPPER][2][REACH_DOMAIN] = {12, 1, 0.391}, /* trtpy */
    .style[WORK_PREFILL][GENERATION_HOPPER][3][REACH_DOMAIN] = {22, 2, 0.223}, /* trt2024 */
    .style[WORK_PREFILL][GENERATION_HOPPER][4][REACH_DOMAIN] = {2, 1, 0.013}, /* trt2025 */
    .style[WORK_PREFILL][GENERATION_HOPPER][7][REACH_DOMAIN] = {14, 1, 0.110}, /* vllm2024 */
    .style[WORK_PREFILL][GENERATION_HOPPER][9][REACH_DOMAIN] = {8, 1, 0.635}, /* vllm2026 */
    .generation[WORK_PREFILL][GENERATION_BLACKWELL] = {3, 1, 0.206},
    .style[WORK_PREFILL][GENERATION_BLACKWELL][13][REACH_DOMAIN] = {3, 1, 0.206}, /* llamacpp2025 */
    .work[WORK_PREFILL_MIXTURE] = {23, 4, 0.556},
    .generation[WORK_PREFILL_MIXTURE][GENERATION_ADA] = {1, 1, 0.383},
    .style[WORK_PREFILL_MIXTURE][GENERATION_ADA][13][REACH_DOMAIN] = {1, 1, 0.383}, /* llamacpp2025 */
    .generation[WORK_PREFILL_MIXTURE][GENERATION_HOPPER] = {6, 1, 0.483},
    .style[WORK_PREFILL_MIXTURE][GENERATION_HOPPER][5][REACH_DOMAIN] = {6, 1, 0.483}, /* trt */
    .generation[WORK_PREFILL_MIXTURE][GENERATION_BLACKWELL] = {15, 2, 0.699},
    .style[WORK_PREFILL_MIXTURE][GENERATION_BLACKWELL][5][REACH_DOMAIN] = {6, 1, 0.726}, /* trt */
    .style[WORK_PREFILL_MIXTURE][GENERATION_BLACKWELL][13][REACH_DOMAIN] = {9, 1, 0.221}, /* llamacpp2025 */
    .generation[WORK_PREFILL_MIXTURE][GENERATION_CDNA3] = {1, 1, 0.121},
    .style[WORK_PREFILL_MIXTURE][GENERATION_CDNA3][9][REACH_DOMAIN] = {1, 1, 0.121}, /* vllm2026 */
};

const struct collective_bands collective_bands = {
    .size[WAY_SWITCH] = {{164, 5, 0.193}, {342, 11, 0.285}},
    .way[WAY_SWITCH] = {506, 11, 0.264},
    .size[WAY_PEERS] = {{245, 6, 0.357}, {77, 6, 0.177}},
    .way[WAY_PEERS] = {135, 6, 0.252},
    .size[WAY_INFINIBAND] = {{123, 6, 0.387}, {330, 8, 0.285}},
    .way[WAY_INFINIBAND] = {453, 9, 0.289},
    .size[WAY_OTHER_NETWORK] = {{223, 13, 0.493}, {388, 14, 0.354}},
    .way[WAY_OTHER_NETWORK] = {611, 17, 0.404},
};

const struct validated_range validated_ranges[MODE_COUNT][GENERATION_COUNT] = {
    [MODE_TRAINING][GENERATION_VOLTA] = {.gpus = 32, .tokens = 2048, .sequences = 0, .params = 9e9,
        .scaleup = {150e9, 150e9}, .nic = {1.562e9, 1.562e9}},
    [MODE_TRAINING][GENERATION_AMPERE] = {.gpus = 12288, .tokens = 1048576, .sequences = 0, .params = 1009e9,
        .scaleup = {200e9, 300e9}, .nic = {6.25e9, 25e9}},
    [MODE_TRAINING][GENERATION_ADA] = {.gpus = 8, .tokens = 1024, .sequences = 0, .params = 15e9,
        .scaleup = {32e9, 64e9}, .nic = {0e9, 0e9}},
    [MODE_TRAINING][GENERATION_HOPPER] = {.gpus = 16384, .tokens = 1048576, .sequences = 0, .params = 1027e9,
        .scaleup = {200e9, 450e9}, .nic = {12.5e9, 50e9}},
    [MODE_TRAINING][GENERATION_BLACKWELL] = {.gpus = 5120, .tokens = 1048576, .sequences = 0, .params = 1027e9,
        .scaleup = {900e9, 900e9}, .nic = {50e9, 100e9}},
    [MODE_TRAINING][GENERATION_CDNA2] = {.gpus = 16, .tokens = 2048, .sequences = 0, .params = 13e9,
        .scaleup = {350e9, 350e9}, .nic = {12.5e9, 12.5e9}},
    [MODE_TRAINING][GENERATION_CDNA3] = {.gpus = 16, .tokens = 8192, .sequences = 0, .params = 69e9,
        .scaleup = {448e9, 448e9}, .nic = {50e9, 50e9}},
    [MODE_TRAINING][GENERATION_CDNA4] = {.gpus = 8, .tokens = 8192, .sequences = 0, .params = 69e9,
        .scaleup = {537.6e9, 537.6e9}, .nic = {0e9, 0e9}},
    [MODE_PREFILL][GENERATION_AMPERE] = {.gpus = 8, .tokens = 8192, .sequences = 256, .params = 180e9,
        .scaleup = {300e9, 300e9}, .nic = {0e9, 0e9}},
    [MODE_PREFILL][GENERATION_ADA] = {.gpus = 8, .tokens = 8192, .sequences = 64, .params = 180e9,
        .scaleup = {32e9, 32e9}, .nic = {0e9, 0e9}},
    [MODE_PREFILL][GENERATION_HOPPER] = {.gpus = 8, .tokens = 8192, .sequences = 896, .params = 672e9,
        .scaleup = {450e9, 450e9}, .nic = {0e9, 0e9}},
    [MODE_PREFILL][GENERATION_BLACKWELL] = {.gpus = 8, .tokens = 8192, .sequences = 1, .params = 672e9,
        .scaleup = {900e9, 900e9}, .nic = {0e9, 0e9}},
    [MODE_PREFILL][GENERATION_CDNA3] = {.gpus = 8, .tokens = 512, .sequences = 64, .params = 672e9,
        .scaleup = {448e9, 448e9}, .nic = {0e9, 0e9}},
    [MODE_DECODE][GENERATION_VOLTA] = {.gpus = 2, .tokens = 384, .sequences = 32, .params = 7e9,
        .scaleup = {16e9, 16e9}, .nic = {0e9, 0e9}},
    [MODE_DECODE][GENERATION_AMPERE] = {.gpus = 32, .tokens = 64512, .sequences = 1280, .params = 530e9,
        .scaleup = {32e9, 300e9}, .nic = {25e9, 25e9}},
    [MODE_DECODE][GENERATION_ADA] = {.gpus = 8, .tokens = 4096, .sequences = 896, .params = 180e9,
        .scaleup = {32e9, 32e9}, .nic = {0e9, 0e9}},
    [MODE_DECODE][GENERATION_HOPPER] = {.gpus = 16, .tokens = 131328, .sequences = 1024, .params = 672e9,
        .scaleup = {450e9, 450e9}, .nic = {50e9, 50e9}},
    [MODE_DECODE][GENERATION_BLACKWELL] = {.gpus = 8, .tokens = 32784, .sequences = 100, .params = 672e9,
        .scaleup = {900e9, 900e9}, .nic = {25e9, 25e9}},
    [MODE_DECODE][GENERATION_CDNA2] = {.gpus = 1, .tokens = 105, .sequences = 1, .params = 7e9,
        .scaleup = {0e9, 0e9}, .nic = {0e9, 0e9}},
    [MODE_DECODE][GENERATION_CDNA3] = {.gpus = 8, .tokens = 33808, .sequences = 256, .params = 672e9,
        .scaleup = {448e9, 448e9}, .nic = {0e9, 0e9}},
    [MODE_DECODE][GENERATION_CDNA4] = {.gpus = 4, .tokens = 1536, .sequences = 64, .params = 406e9,
        .scaleup = {537.6e9, 537.6e9}, .nic = {0e9, 0e9}},
};
