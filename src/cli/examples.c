/* examples.c: the table of command lines to start from. tests/cli/test_commands.c runs those that need no file. */
#include "cli/examples.h"

/* clang-format off */
const struct example examples[] = {
    {"", "the job that it opens with: Llama 3 70B on 64 H100", "ringside"},
    {"", "another model, cluster and number of GPUs", "ringside --model 'Llama 3 8B' --cluster 'DGX A100' --set cluster.gpus=16"},
    {"", "what GPUs send each other, taught in nine lessons", "ringside --lesson 1"},
    {"", "the same figures as text, without the explorer", "ringside report"},

    {"report", "a step of another model, cut over 4 GPUs", "ringside report --model 'Llama 3 8B' --cluster 'DGX A100' --set cluster.gpus=32 --set tp=4"},
    {"report", "three figures alone", "ringside report --show step.time,mfu,memory.total"},
    {"report", "a token for each of 64 users", "ringside report --mode decode --set decode.batch=64 --set decode.context=8192"},
    {"report", "a step takes me 12 s: is that slow, and why?", "ringside report --measured step.time=12s"},
    {"report", "days and dollars for 15 T tokens", "ringside report --set train.tokens=15T --set gpu.price='2.5 $/h'"},
    {"batch", "two clusters, one after the other", "printf 'cluster\\nDGX A100\\nDGX H100\\n' | ringside batch - --show step.time,mfu"},
    {"batch", "a file whose first line is tp,pp and whose others are like 8,1", "ringside batch runs.csv --show step.time,memory.total > results.csv"},
    {"sweep", "what faster NICs give", "ringside sweep --over nic.bandwidth=10GB/s:400GB/s --show step.time,dp.exposed"},
    {"sweep", "more GPUs for the same batch", "ringside sweep --over cluster.gpus=64,128,256 --set global_batch=256"},
    {"solve", "from which NIC on do the gradients hide?", "ringside solve --for nic.bandwidth --where 'dp.exposed<=10ms'"},
    {"solve", "the largest batch with 30 ms a token", "ringside solve --mode decode --for decode.batch --where 'decode.time<=30ms' --greatest"},
    {"search", "the best layout of 64 H100, and what yours loses against it", "ringside search --top 5"},
    {"search", "the same for a framework that only has ZeRO 1", "ringside search --set zero=1 --hold zero"},
    {"search", "the most tokens at 50 ms each: layout, replicas and batch", "ringside search --mode decode --where 'decode.time<=50ms'"},
    {"collective", "an all-reduce of 64 GPUs, by size", "ringside collective all_reduce --sizes 1MiB:1GiB:x4 --ranks 64 --per-node 8"},
    {"collective", "nccl-tests prints 300 GB/s: is that as it should be?", "ringside collective all_reduce --ranks 8 --sizes 1GB --measured 300GB/s"},
    {"explain", "what a step is made of", "ringside explain step.time"},
    {"explain", "what a parameter is, and which values it takes", "ringside explain zero"},
    {"explain", "a figure of another scenario", "ringside explain decode.time --mode decode --set decode.batch=16"},
    {"validate", "the errors of every source", "ringside validate"},
    {"validate", "each run of one source", "ringside validate --set 'Korthikanti 2022'"},
    {"lessons", "which there are", "ringside lessons"},
    {"lessons", "one of them, as text", "ringside lessons 4"},
    {"list", "what --set takes", "ringside list parameters"},
    {"list", "what --show, --where and explain take", "ringside list metrics"},
    {"check", "a cluster of your own", "ringside check mine.cfg"},
    {"import", "a model of Hugging Face, and its best layout", "ringside import config.json -o model.cfg && ringside search --model model.cfg"},
    {"import", "a node as it is wired", "nvidia-smi topo -m | ringside import - --gpu H200 -o node.cfg"},
    {"export", "a scenario as a file for a colleague, who opens it with --scenario fsdp.cfg", "ringside export scenario --set zero=3 -o fsdp.cfg"},
    {"export", "a forecast for a program that reads nccl-tests", "ringside export nccl-tests all_reduce --ranks 64"},
    {"snapshot", "the opening screen as a picture", "ringside snapshot --size 120x40 --format svg > screen.svg"},
    {"snapshot", "the tab Memory, with one key pressed", "ringside snapshot --tab memory --keys '<Right>'"},
    {"completion", "for this shell, until it ends", "source <(ringside completion bash)"},
    {"help", "what search takes", "ringside help search"},
};
/* clang-format on */
const int example_count = sizeof examples / sizeof examples[0];
