/* nccl_tests.c: what nccl-tests or rccl-tests printed becomes tables of measured times. */
#include "importers/nccl_tests.h"

#include "core/decimal.h"
#include "core/letters.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WORDS = 32, WORD_LENGTH = 24, LINE_LENGTH = 512, HOSTS = 1024, HOST_LENGTH = 48 };

/* ---- lines ---- */

/* A line, without what mpirun or srun put before it, and where the next begins. */
struct line {
    char text[LINE_LENGTH];
    const char *next;
};

/* "[1,0]<stdout>:" and "0: ", with which launchers mark whose line it is. */
static const char *skip_launcher(const char *at)
{
    const char *number = at + strspn(at, " ");
    const size_t digits = strspn(number, "0123456789");
    if (digits > 0 && number[digits] == ':' && number[digits + 1] == ' ') {
        return number + digits + 2;
    }
    if (*at == '[') {
        static const char mark[] = "<stdout>:";
        const size_t length = strcspn(at, "]\n");
        if (at[length] == ']' && strncmp(at + length + 1, mark, strlen(mark)) == 0) {
            return at + length + 1 + strlen(mark);
        }
    }
    return at;
}

static struct line read_line(const char *at)
{
    struct line line = {.text = ""};
    const char *start = skip_launcher(at);
    const size_t length = strcspn(start, "\n");
    (void)snprintf(line.text, sizeof line.text, "%.*s", (int)(length < LINE_LENGTH ? length : LINE_LENGTH - 1), start);
    line.next = start[length] == '\n' ? start + length + 1 : start + length;
    return line;
}

struct words {
    char of[WORDS][WORD_LENGTH];
    int count;
};

/* The words of a line; what stands behind the last that there is room for is left out. */
static struct words split(const char *text)
{
    struct words words = {.count = 0};
    text += strspn(text, " \t\r");
    while (*text != '\0' && words.count < WORDS) {
        const size_t length = strcspn(text, " \t\r");
        (void)snprintf(words.of[words.count++], WORD_LENGTH, "%.*s", (int)length, text);
        text += length;
        text += strspn(text, " \t\r");
    }
    return words;
}

/* A number that is a whole word; NAN if it is none. */
static double number_of(const char *word)
{
    const struct decimal_text read = decimal_read(word);
    return read.end != NULL && *read.end == '\0' && read.end != word ? decimal_value(&read.decimal) : NAN;
}

/* ---- what is being read ---- */

struct columns {
    int time, algbw, busbw, redop; /* places of words; -1: there is none */
    int count;
};

struct reader {
    struct nccl_log *log;
    int line;
    int ranks_given;
    struct columns columns; /* of the table that is open; count 0: none is */
    int op;                 /* as a program's name before the table says; -1: none does */
    int ranks;              /* listed before the table */
    char host[HOSTS][HOST_LENGTH];
    int hosts;
    double ratio; /* busbw / algbw of the largest size */
    bool is_reduction;
};

/* ---- operations ---- */

/* OP_COUNT: the cost model has no price for it. */
static const struct {
    const char *program;
    enum collective_op op;
} programs[] = {
    {"all_reduce_perf", OP_ALL_REDUCE}, {"all_gather_perf", OP_ALL_GATHER}, {"reduce_scatter_perf", OP_REDUCE_SCATTER},
    {"alltoall_perf", OP_ALL_TO_ALL},   {"broadcast_perf", OP_BROADCAST},   {"sendrecv_perf", OP_SEND},
    {"alltoallv_perf", OP_COUNT},       {"gather_perf", OP_COUNT},          {"hypercube_perf", OP_COUNT},
    {"reduce_perf", OP_COUNT},          {"scatter_perf", OP_COUNT},
};

enum { PROGRAM_COUNT = sizeof programs / sizeof programs[0] };

/* The operation whose program a line names; -1: it names none. */
static int op_of_line(const char *text)
{
    for (int i = 0; i < PROGRAM_COUNT; i++) {
        const char *at = strstr(text, programs[i].program);
        if (at != NULL && (at == text || (!letter_is_alphanumeric(at[-1]) && at[-1] != '_'))) {
            return (int)programs[i].op;
        }
    }
    return -1;
}

/* Of a reduction: 2(n-1)/n is an all-reduce, (n-1)/n a reduce-scatter. -1: it cannot be told. */
static int op_of_ratio(const struct reader *reader)
{
    static const double closeness = 0.02;
    const double ratio = reader->ratio;
    if (!reader->is_reduction) {
        return -1;
    }
    if (reader->ranks > 1) {
        const double part = (reader->ranks - 1.0) / reader->ranks;
        return fabs(ratio - 2 * part) < fabs(ratio - part) ? OP_ALL_REDUCE : OP_REDUCE_SCATTER;
    }
    return ratio > 1 + closeness ? OP_ALL_REDUCE : ratio < 1 - closeness ? OP_REDUCE_SCATTER : -1;
}

/* Ranks that a ratio means: n = 2/(2 - r) of an all-reduce, 1/(1 - r) of the others; 0: it cannot be told. */
static int ranks_of_ratio(enum collective_op op, double ratio)
{
    enum { MOST = 64 };
    static const double closeness = 0.05;
    const double ranks = op == OP_ALL_REDUCE                   ? 2 / (2 - ratio)
                         : op == OP_BROADCAST || op == OP_SEND ? 0
                                                               : 1 / (1 - ratio);
    const double whole = round(ranks);
    return isfinite(ranks) && whole >= 2 && whole <= MOST && fabs(ranks - whole) < closeness * whole ? (int)whole : 0;
}

/* ---- ranks ---- */

static void add_host(struct reader *reader, const char *name)
{
    for (int i = 0; i < reader->hosts; i++) {
        if (strcmp(reader->host[i], name) == 0) {
            return;
        }
    }
    if (reader->hosts < HOSTS) {
        (void)snprintf(reader->host[reader->hosts++], HOST_LENGTH, "%s", name);
    }
}

/* "#  Rank  0 Group  0 Pid  1234 on host-1 device  0 [0x1b] NVIDIA H100 80GB HBM3" */
static void read_rank(struct reader *reader, const char *text)
{
    const char *on = strstr(text, " on ");
    const char *device = strstr(text, " device ");
    if (on == NULL || device == NULL || device < on) {
        return;
    }
    char host[HOST_LENGTH];
    const char *name = on + 4 + strspn(on + 4, " ");
    (void)snprintf(host, sizeof host, "%.*s", (int)strcspn(name, " "), name);
    add_host(reader, host);
    reader->ranks++;
    const char *bracket = strchr(device, ']');
    if (bracket != NULL && reader->log->device[0] == '\0') {
        const char *start = bracket + 1 + strspn(bracket + 1, " ");
        size_t length = strcspn(start, "\r");
        while (length > 0 && start[length - 1] == ' ') {
            length--;
        }
        (void)snprintf(reader->log->device, NCCL_DEVICE, "%.*s", (int)(length < NCCL_DEVICE ? length : NCCL_DEVICE - 1),
                       start);
    }
}

/* ---- tables ---- */

/* Words before those that name columns: a '#', or none where somebody took it away. */
static int columns_begin(const struct words *words)
{
    return words->count > 0 && strcmp(words->of[0], "#") == 0 ? 1 : 0;
}

/* Place of a column; -1: it is not there. */
static int place_of(const struct words *words, const char *name)
{
    const int first = columns_begin(words);
    for (int i = first; i < words->count; i++) {
        if (strcmp(words->of[i], name) == 0) {
            return i - first;
        }
    }
    return -1;
}

static bool is_header(const struct words *words)
{
    return words->count > 4 && place_of(words, "size") == 0 && place_of(words, "time") > 0;
}

static void open_table(struct reader *reader, const struct words *words)
{
    struct nccl_log *log = reader->log;
    if (log->table_count == NCCL_TABLES) {
        import_fail(&log->fault, reader->line, "more than %d tables", NCCL_TABLES);
        return;
    }
    reader->columns = (struct columns){.time = place_of(words, "time"),
                                       .algbw = place_of(words, "algbw"),
                                       .busbw = place_of(words, "busbw"),
                                       .redop = place_of(words, "redop"),
                                       .count = words->count - columns_begin(words)};
    if (reader->columns.algbw < 0 || reader->columns.busbw < 0) {
        import_fail(&log->fault, reader->line, "the columns algbw and busbw are expected behind time");
    }
    log->table[log->table_count++] = (struct nccl_table){.op = OP_COUNT, .first = log->point_count};
    reader->ratio = 0;
    reader->is_reduction = false;
}

/* What a table is of is known when it has its last row. */
static void close_table(struct reader *reader)
{
    struct nccl_log *log = reader->log;
    if (log->table_count == 0 || import_failed(&log->fault)) {
        return;
    }
    struct nccl_table *table = &log->table[log->table_count - 1];
    if (table->op != OP_COUNT) {
        return;
    }
    const int op = reader->op >= 0 ? reader->op : op_of_ratio(reader);
    if (op < 0) {
        import_fail(&log->fault, reader->line,
                    "nothing says which operation this table is of: a line with all_gather_perf, alltoall_perf or the "
                    "like is expected before it");
        return;
    }
    if (op == OP_COUNT) {
        import_fail(&log->fault, reader->line,
                    "this table is of an operation that cannot be priced: all_reduce_perf, all_gather_perf, "
                    "reduce_scatter_perf, alltoall_perf, broadcast_perf or sendrecv_perf is expected");
        return;
    }
    table->op = (enum collective_op)op;
    table->hosts = reader->hosts;
    table->ranks = reader->ranks_given > 0 ? reader->ranks_given
                   : reader->ranks > 0     ? reader->ranks
                                           : ranks_of_ratio(table->op, reader->ratio);
    if (table->ranks < 2) {
        import_fail(&log->fault, reader->line,
                    "nothing says how many ranks took part: lines \"# Rank 0 ...\" are expected before the table; "
                    "--ranks says it");
    }
}

static void add_row(struct reader *reader, const struct words *words)
{
    struct nccl_log *log = reader->log;
    struct nccl_table *table = &log->table[log->table_count - 1];
    const struct columns *columns = &reader->columns;
    const double size = number_of(words->of[0]);
    const double time = words->count > columns->busbw ? number_of(words->of[columns->time]) : NAN;
    const double algbw = words->count > columns->busbw ? number_of(words->of[columns->algbw]) : NAN;
    const double busbw = words->count > columns->busbw ? number_of(words->of[columns->busbw]) : NAN;
    if (!(size >= 0 && time >= 0 && algbw >= 0 && busbw >= 0)) {
        import_fail(&log->fault, reader->line,
                    "a row of %d cells, of numbers under size, time, algbw and busbw, is expected", columns->count);
        return;
    }
    reader->ratio = algbw > 0 ? busbw / algbw : reader->ratio;
    reader->is_reduction = columns->redop >= 0 && strcmp(words->of[columns->redop], "none") != 0;
    table->best = fmax(table->best, busbw * 1e9);
    if (size <= 0 || time <= 0) { /* sizes too small to be divided among the ranks are printed as 0 */
        return;
    }
    if (log->point_count == NCCL_POINTS) {
        import_fail(&log->fault, reader->line, "more than %d rows", NCCL_POINTS);
        return;
    }
    log->point[log->point_count++] = (struct nccl_point){.size = size, .seconds = time / 1e6};
    table->count++;
}

/* ---- the whole ---- */

/* GPUs as drivers call them. */
static const struct {
    const char *device;
    const char *gpu;
} devices[] = {
    {"A100-PCIE-40GB", "A100 PCIe 40GB"},
    {"A100 80GB PCIe", "A100 PCIe 80GB"},
    {"A100-SXM4-40GB", "A100 SXM 40GB"},
    {"A100-SXM-80GB", "A100 SXM 80GB"},
    {"A100-SXM4-80GB", "A100 SXM 80GB"},
    {"A800-SXM4-80GB", "A800 SXM 80GB"},
    {"GB200", "GB200"},
    {"GB300", "GB300"},
    {"B200", "B200"},
    {"B300", "B300"},
    {"H100 PCIe", "H100 PCIe"},
    {"H100 NVL", "H100 NVL"},
    {"H100 80GB HBM3", "H100 SXM"},
    {"H200", "H200"},
    {"H20", "H20"},
    {"H800", "H800"},
    {"L40S", "L40S"},
    {"L4", "L4"},
    {"RTX 3090", "RTX 3090"},
    {"RTX 4090", "RTX 4090"},
    {"RTX 5090", "RTX 5090"},
    {"V100-SXM2-16GB", "V100 SXM2 16GB"},
    {"V100-SXM2-32GB", "V100 SXM2 32GB"},
    {"MI250X", "MI250X"},
    {"MI300X", "MI300X"},
    {"MI325X", "MI325X"},
    {"MI355X", "MI355X"},
};

/* Whether a name stands in a text as whole words: "H200" is not in "GH200". */
static bool has_words(const char *text, const char *name)
{
    const char *at = strstr(text, name);
    return at != NULL && (at == text || !letter_is_alphanumeric(at[-1])) && !letter_is_alphanumeric(at[strlen(name)]);
}

static const char *gpu_of_device(const char *device)
{
    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++) {
        if (has_words(device, devices[i].device)) {
            return devices[i].gpu;
        }
    }
    return NULL;
}

/* "RCCL version : 2.22.3", "NCCL version 2.21.5+cuda12.4", "nccl-library=22005" */
static void read_version(struct nccl_log *log, const char *text)
{
    static const char *const marks[] = {"CCL version : ", "NCCL version ", "nccl-library="};
    for (size_t i = 0; i < sizeof marks / sizeof marks[0] && log->version[0] == '\0'; i++) {
        const char *at = strstr(text, marks[i]);
        if (at != NULL) {
            at += strlen(marks[i]);
            const size_t length = strcspn(at, " \r\t");
            (void)snprintf(log->version, NCCL_DEVICE, "%.*s", (int)(length < NCCL_DEVICE ? length : NCCL_DEVICE - 1),
                           at);
        }
    }
}

/* Rows are the lines that begin with a size and a count while a table is open. */
static void take_line(struct reader *reader, const char *text)
{
    const struct words words = split(text);
    if (is_header(&words)) {
        close_table(reader);
        open_table(reader, &words);
        return;
    }
    if (reader->columns.count > 0 && words.count > 2 && isfinite(number_of(words.of[0])) &&
        isfinite(number_of(words.of[1]))) {
        add_row(reader, &words);
        return;
    }
    const bool is_comment = words.count > 0 && words.of[0][0] == '#';
    const bool is_rank = is_comment && words.count > 1 && strcmp(words.of[1], "Rank") == 0;
    const int op = op_of_line(text);
    const bool is_end = strstr(text, "test concluded") != NULL;         /* names the operation once more */
    if (reader->columns.count > 0 && !is_end && (op >= 0 || is_rank)) { /* a further run begins */
        close_table(reader);
        reader->columns.count = 0;
        reader->op = -1;
        reader->ranks = 0;
        reader->hosts = 0;
    }
    reader->op = op >= 0 ? op : reader->op;
    if (is_rank) {
        read_rank(reader, text);
    }
    read_version(reader->log, text);
}

static void check_log(struct nccl_log *log)
{
    if (log->table_count == 0) {
        import_fail(&log->fault, 0,
                    "no line heads a table: the output of nccl-tests is expected, with \"# size count type ... time "
                    "algbw busbw\" above its rows");
    }
    for (int i = 0; i < log->table_count; i++) {
        if (log->table[i].count == 0) {
            import_fail(&log->fault, 0, "table %d has no row", i + 1);
        }
    }
}

struct nccl_log nccl_tests_read(struct import_text text, int ranks)
{
    struct nccl_log log = {.table_count = 0};
    struct reader reader = {.log = &log, .ranks_given = ranks, .op = -1};
    import_check_text(&log.fault, text);
    for (const char *at = text.bytes; *at != '\0' && !import_failed(&log.fault);) {
        const struct line line = read_line(at);
        reader.line++;
        take_line(&reader, line.text);
        at = line.next;
    }
    close_table(&reader);
    check_log(&log);
    log.gpu = gpu_of_device(log.device);
    return log;
}
