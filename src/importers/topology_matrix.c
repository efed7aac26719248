/* topology_matrix.c: the table of `nvidia-smi topo -m`, or of `rocm-smi --showtopo`, becomes a cluster.
 *
 * Cells are words with blanks between them, since what is copied from a terminal has lost its tabs. Only cells of the
 * affinity columns may be empty, and these come last.
 */
#include "importers/topology_matrix.h"

#include "core/text.h"
#include "importers/node_links.h"

#include <stdio.h>
#include <string.h>

enum { WORD_LENGTH = 40, COLUMNS = NODE_GPUS + NODE_NICS };

/* A word of a line, and where the line goes on. */
struct word {
    char text[WORD_LENGTH];
    const char *end;
};

/* What a terminal takes for a change of colour: ESC [ ... letter. */
static const char *skip_colours(const char *at)
{
    while (at[0] == '\x1b' && at[1] == '[') {
        at += 2;
        at += strcspn(at, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz\r\n");
        at += *at != '\0' && *at != '\r' && *at != '\n';
    }
    return at;
}

static struct word next_word(const char *at)
{
    struct word word = {.text = ""};
    size_t length = 0;
    at = skip_colours(at);
    while (*at == ' ' || *at == '\t' || *at == '\r') {
        at = skip_colours(at + 1);
    }
    while (*at != '\0' && strchr(" \t\r\n\x1b", *at) == NULL) {
        if (length + 1 < sizeof word.text) {
            word.text[length++] = *at;
        }
        at++;
    }
    word.end = at;
    return word;
}

static const char *next_line(const char *at)
{
    at += strcspn(at, "\n");
    return *at == '\n' ? at + 1 : at;
}

/* What is being read. */
struct matrix {
    struct node_links node;
    struct import_fault fault;
    char column[COLUMNS][NODE_NAME]; /* GPUs, then NICs */
    int columns;
    bool has_row[NODE_GPUS];
    int line;
    bool is_metax; /* MX#: no preset has such a GPU */
};

/* Number of a GPU's name: 3 of "GPU3"; -1: the word is none. */
static int gpu_number(const char *word)
{
    return text_starts_with(word, "GPU") && word[3] != '\0' && word[3 + strspn(word + 3, "0123456789")] == '\0'
               ? import_count(word + 3)
               : -1;
}

/* Two GPUs side by side, or one followed by a NIC, head a table. */
static bool is_header(const char *line)
{
    const struct word first = next_word(line);
    const struct word second = next_word(first.end);
    return gpu_number(first.text) == 0 &&
           (gpu_number(second.text) == 1 || text_starts_with(second.text, "NIC") || strcmp(second.text, "CPU") == 0);
}

/* Columns behind those of devices. */
static bool ends_devices(const char *word)
{
    return word[0] == '\0' || strcmp(word, "CPU") == 0 || strcmp(word, "NUMA") == 0 || strcmp(word, "Node") == 0;
}

static void read_header(struct matrix *matrix, const char *line)
{
    struct word word = next_word(line);
    struct node_links *node = &matrix->node;
    for (; !ends_devices(word.text); word = next_word(word.end)) {
        const bool is_gpu = gpu_number(word.text) >= 0;
        if (is_gpu && (node->nic_count > 0 || gpu_number(word.text) != node->gpu_count)) {
            import_fail(&matrix->fault, matrix->line, "column %s stands where GPU%d or a NIC is expected", word.text,
                        node->gpu_count);
            return;
        }
        if (is_gpu ? node->gpu_count == NODE_GPUS : node->nic_count == NODE_NICS) {
            import_fail(&matrix->fault, matrix->line, "more than %d GPUs or %d NICs in one node", NODE_GPUS, NODE_NICS);
            return;
        }
        (void)snprintf(matrix->column[matrix->columns++], NODE_NAME, "%.*s", NODE_NAME - 1, word.text);
        if (is_gpu) {
            node->gpu_count++;
        } else {
            (void)snprintf(node->nic_name[node->nic_count++], NODE_NAME, "%.*s", NODE_NAME - 1, word.text);
        }
    }
}

/* What stands in a cell. */
struct cell {
    bool valid;
    bool is_self;
    int links;
    enum node_path path;
    bool is_mesh;
};

/* Links with their number: NV18, or MX of another maker, which does not tell it. */
static int links_of(const char *word)
{
    static const char *const names[] = {"NV", "MX"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *count = text_starts_with(word, names[i]) ? word + strlen(names[i]) : NULL;
        if (count != NULL && count[strspn(count, "0123456789")] == '\0') {
            return *count == '\0' ? 1 : import_count(count);
        }
    }
    return 0;
}

static struct cell read_cell(const char *word)
{
    struct cell cell = {.valid = true, .path = PATH_SYS, .links = links_of(word)};
    cell.is_mesh = strcmp(word, "XGMI") == 0 || text_starts_with(word, "MX");
    if (strcmp(word, "XGMI") == 0) {
        cell.links = 1;
    }
    if (cell.links > 0) {
        return cell;
    }
    for (int path = 0; path < PATH_COUNT; path++) {
        if (strcmp(word, node_path_names[path]) == 0) {
            cell.path = (enum node_path)path;
            return cell;
        }
    }
    cell.is_self = strcmp(word, "X") == 0 || strcmp(word, "0") == 0;
    cell.valid = cell.is_self || strcmp(word, "PCIE") == 0 || strcmp(word, "SOC") == 0;
    return cell;
}

/* Tables of the same shape that say something else. */
static const char *other_table(const char *word)
{
    static const char *const peer[] = {"OK", "CNS", "GNS", "TNS", "NS", "U", "DR"};
    for (size_t i = 0; i < sizeof peer / sizeof peer[0]; i++) {
        if (strcmp(word, peer[i]) == 0) {
            return "; this looks like topo -p2p: topo -m is expected";
        }
    }
    return word[0] >= '0' && word[0] <= '9' ? "; this looks like weights or hops: the table of link types is expected"
                                            : "";
}

static void put_cell(struct matrix *matrix, int gpu, int column, const char *word)
{
    struct node_links *node = &matrix->node;
    const struct cell cell = read_cell(word);
    if (!cell.valid || cell.is_self != (gpu == column)) {
        import_fail(&matrix->fault, matrix->line, "between GPU%d and %s stands \"%s\": %s is expected%s", gpu,
                    matrix->column[column], word, gpu == column ? "X" : "NV#, PIX, PXB, PHB, NODE or SYS",
                    other_table(word));
    } else if (column < node->gpu_count) {
        node->links[gpu][column] = cell.links;
        matrix->is_metax = matrix->is_metax || text_starts_with(word, "MX");
        node->fabric = cell.is_mesh ? NODE_LINKS_MESH : node->fabric;
    } else {
        node->path[gpu][column - node->gpu_count] = cell.path;
    }
}

static void read_row(struct matrix *matrix, const char *line)
{
    struct word word = next_word(line);
    const int gpu = gpu_number(word.text);
    if (gpu < 0 || gpu >= matrix->node.gpu_count) {
        return;
    }
    for (int column = 0; column < matrix->columns && !import_failed(&matrix->fault); column++) {
        word = next_word(word.end);
        if (word.text[0] == '\0') {
            import_fail(&matrix->fault, matrix->line, "the row of GPU%d ends before column %s: %d cells are expected",
                        gpu, matrix->column[column], matrix->columns);
            return;
        }
        put_cell(matrix, gpu, column, word.text);
    }
    matrix->has_row[gpu] = true;
}

/* "  NIC0: mlx5_0": what the table calls by number. */
static void read_legend(struct matrix *matrix, const char *line)
{
    const struct word key = next_word(line);
    const struct word name = next_word(key.end);
    const size_t length = strlen(key.text);
    for (int nic = 0; nic < matrix->node.nic_count; nic++) {
        const char *column = matrix->column[matrix->node.gpu_count + nic];
        if (length > 1 && key.text[length - 1] == ':' && strncmp(key.text, column, length - 1) == 0 &&
            column[length - 1] == '\0' && name.text[0] != '\0') {
            (void)snprintf(matrix->node.nic_name[nic], NODE_NAME, "%.*s", NODE_NAME - 1, name.text);
        }
    }
}

static bool has_all_rows(const struct matrix *matrix)
{
    for (int gpu = 0; gpu < matrix->node.gpu_count; gpu++) {
        if (!matrix->has_row[gpu]) {
            return false;
        }
    }
    return matrix->node.gpu_count > 0;
}

static void check_rows(struct matrix *matrix)
{
    const struct node_links *node = &matrix->node;
    for (int one = 0; one < node->gpu_count; one++) {
        if (!matrix->has_row[one]) {
            import_fail(&matrix->fault, 0, "GPU%d heads a column but has no row", one);
        }
        for (int other = 0; other < one; other++) {
            if (node->links[one][other] != node->links[other][one]) {
                import_fail(
                    &matrix->fault, 0,
                    "GPU%d has %d links to GPU%d, but GPU%d has %d to GPU%d: the table does not agree with itself", one,
                    node->links[one][other], other, other, node->links[other][one], one);
            }
        }
    }
}

/* Where the table of links begins: behind the title of rocm-smi where it has several tables. */
static const char *find_start(const char *text, int *line)
{
    const char *title = strstr(text, "Link Type between two GPUs");
    for (const char *at = text; title != NULL && at < title; at++) {
        *line += *at == '\n';
    }
    return title == NULL ? text : next_line(title);
}

static void read_table(struct matrix *matrix, const char *text)
{
    const char *start = find_start(text, &matrix->line);
    matrix->line += start != text;
    for (const char *at = start; *at != '\0' && !import_failed(&matrix->fault); at = next_line(at)) {
        if (matrix->columns == 0 && is_header(at)) {
            read_header(matrix, at);
        } else if (matrix->columns > 0 && !has_all_rows(matrix)) {
            read_row(matrix, at);
        } else if (matrix->columns > 0) {
            read_legend(matrix, at);
        }
        matrix->line++;
    }
}

struct imported topology_matrix_read(struct import_text text, const char *gpu)
{
    struct matrix matrix = {.line = 1};
    import_check_text(&matrix.fault, text);
    read_table(&matrix, text.bytes);
    if (matrix.columns == 0) {
        import_fail(
            &matrix.fault, 0,
            "no line heads a table of GPUs: the output of nvidia-smi topo -m is expected, with GPU0 GPU1 ... above");
    }
    check_rows(&matrix);
    if (matrix.is_metax && gpu == NULL) {
        import_fail(&matrix.fault, 0,
                    "its GPUs are joined by MX links, and no built-in GPU has those: --gpu names yours");
    }
    return import_failed(&matrix.fault) ? (struct imported){.fault = matrix.fault} : node_cluster(&matrix.node, gpu);
}
