/* SPDX-License-Identifier: Apache-2.0 */
/* The graph as lines of words: reads and writes the format of graph.h. */
#include "fault.h"
#include "graph.h"

#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_WORDS = 8, MAX_LINE = 1024 };

static const char *const rank_words[] = {"plain", "first", "all", NULL};
static const char *const split_words[] = {"whole", "duplicate", "divide", NULL};
static const char *const carrier_words[] = {"process", "memory", "tcp", NULL};
static const char *const loss_words[] = {"end", "tolerate", NULL};
static const char *const direction_words[] = {"forward", "feedback", NULL};
static const char *const turn_words[] = {"thread", "turns", NULL};

struct line {
    char *words[MAX_WORDS];
    int count;
};

/* Reads a word of digits, or "-1" if LEAST allows that. */
static bool number(const char *word, long least, long most, int *out) {
    char *end;
    errno = 0;
    const long value = strtol(word, &end, 10);
    if (end == word || *end != '\0' || errno != 0 || value < least || value > most)
        return false;
    *out = (int)value;
    return true;
}

static bool choice(const char *const *words, const char *word, int *out) {
    *out = sw_text_find(words, word);
    return *out >= 0;
}

static bool copy_word(char *out, size_t room, const char *word) {
    const size_t bytes = strlen(word);
    if (bytes >= room)
        return false;
    memcpy(out, word, bytes + 1);
    return true;
}

static int hex_digit(char c) {
    const char *digits = "0123456789abcdef";
    const char *at = c == '\0' ? NULL : strchr(digits, c);
    return at == NULL ? -1 : (int)(at - digits);
}

static bool read_key(struct stream_graph *graph, const struct line *line) {
    const char *hex = line->words[1];
    if (strlen(hex) != 2 * STREAM_KEY_BYTES)
        return false;
    for (int i = 0; i < STREAM_KEY_BYTES; i++) {
        const int high = hex_digit(hex[2 * i]), low = hex_digit(hex[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        graph->key[i] = (uint8_t)(16 * high + low);
    }
    return true;
}

static bool read_run(struct stream_graph *graph, const struct line *line) {
    const char *id = line->words[2];
    return copy_word(graph->name, sizeof graph->name, line->words[1]) && strlen(id) == STREAM_ID_BYTES - 1 &&
           strchr(id, '/') == NULL && copy_word(graph->id, sizeof graph->id, id);
}

static bool read_kernel(struct stream_graph *graph, const struct line *line) {
    struct stream_kernel *kernel = stream_graph_add_kernel(graph);
    int ranks, loss;
    if (kernel == NULL || !number(line->words[1], 0, OSF_MAX_KERNELS - 1, &kernel->number) ||
        !copy_word(kernel->name, sizeof kernel->name, line->words[2]) ||
        !number(line->words[3], 1, STREAM_MAX_COPIES, &kernel->copies) || !choice(rank_words, line->words[4], &ranks) ||
        !choice(loss_words, line->words[5], &loss))
        return false;
    kernel->ranks = (stream_ranks)ranks;
    kernel->tolerated = loss == 1;
    return stream_graph_kernel(graph, kernel->number) == kernel; /* the number is new */
}

static bool read_process(struct stream_graph *graph, const struct line *line) {
    struct stream_process *process = stream_graph_add_process(graph);
    return process != NULL && copy_word(process->host, sizeof process->host, line->words[1]);
}

/* Reads the number of a copy of KERNEL that the graph has. */
static bool read_copy(const struct stream_graph *graph, int kernel, const char *word, int *copy) {
    const struct stream_kernel *known = stream_graph_kernel(graph, kernel);
    return known != NULL && number(word, 0, known->copies - 1, copy);
}

static bool read_member(struct stream_graph *graph, const struct line *line) {
    struct stream_member *member = stream_graph_add_member(graph);
    int turns;
    if (member == NULL || !number(line->words[1], 0, (long)graph->process_count - 1, &member->process) ||
        !number(line->words[2], 0, OSF_MAX_KERNELS - 1, &member->kernel) ||
        !read_copy(graph, member->kernel, line->words[3], &member->copy) ||
        !choice(turn_words, line->words[4], &turns) || !number(line->words[5], -1, 65535, &member->core))
        return false;
    member->turns = turns == 1;
    return stream_graph_member(graph, member->kernel, member->copy) == member;
}

static bool read_listener(struct stream_graph *graph, const struct line *line) {
    struct stream_listener *listener = stream_graph_add_listener(graph);
    return listener != NULL && number(line->words[1], 0, (long)graph->process_count - 1, &listener->process) &&
           copy_word(listener->address, sizeof listener->address, line->words[2]) &&
           number(line->words[3], 1, 65535, &listener->port);
}

static bool read_link(struct stream_graph *graph, const struct line *line) {
    struct stream_link *link = stream_graph_add_link(graph);
    int split, feedback, room;
    if (link == NULL || !number(line->words[1], 0, OSF_MAX_KERNELS - 1, &link->from) ||
        stream_graph_kernel(graph, link->from) == NULL || !choice(split_words, line->words[2], &split) ||
        !choice(direction_words, line->words[3], &feedback) ||
        !number(line->words[4], STREAM_LEAST_ROOM, STREAM_MOST_ROOM, &room))
        return false;
    link->split = (stream_split)split;
    link->feedback = feedback == 1;
    link->room = stream_graph_room((uint64_t)room);
    return true;
}

static bool read_end(struct stream_graph *graph, const struct line *line) {
    struct stream_end *end = graph->end_count < STREAM_MAX_ENDS ? stream_graph_add_end(graph) : NULL;
    int carrier;
    if (end == NULL || !number(line->words[1], 0, (long)graph->link_count - 1, &end->link))
        return false;
    end->from = graph->links[end->link].from;
    if (!read_copy(graph, end->from, line->words[2], &end->from_copy) ||
        !number(line->words[3], 0, OSF_MAX_KERNELS - 1, &end->to) || end->to == end->from ||
        !read_copy(graph, end->to, line->words[4], &end->to_copy) || !choice(carrier_words, line->words[5], &carrier))
        return false;
    end->carrier = (stream_carrier)carrier;
    if (end->carrier != STREAM_BY_TCP)
        return line->count == 6;
    return line->count == 8 && copy_word(end->address, sizeof end->address, line->words[6]) &&
           number(line->words[7], 1, 65535, &end->port);
}

/* One row for each kind of line. */
static const struct {
    const char *word;
    int least, most; /* words of the line */
    bool (*read)(struct stream_graph *graph, const struct line *line);
} kinds[] = {
    {"run", 3, 3, read_run},         {"key", 2, 2, read_key},       {"kernel", 6, 6, read_kernel},
    {"process", 2, 2, read_process}, {"member", 6, 6, read_member}, {"listener", 4, 4, read_listener},
    {"link", 5, 5, read_link},       {"end", 6, 8, read_end},
};

static bool read_words(struct stream_graph *graph, const struct line *line) {
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i].word, line->words[0]) == 0)
            return line->count >= kinds[i].least && line->count <= kinds[i].most && kinds[i].read(graph, line);
    return false;
}

/* Splits TEXT into words, and changes TEXT. Returns false for too many words. */
static bool part(char *text, struct line *line) {
    char *rest = NULL;
    line->count = 0;
    for (char *word = strtok_r(text, " \t\n", &rest); word != NULL; word = strtok_r(NULL, " \t\n", &rest)) {
        if (word[0] == '#')
            break;
        if (line->count == MAX_WORDS)
            return false;
        line->words[line->count++] = word;
    }
    return true;
}

static osf_Result_t check_whole(const char *path, struct stream_graph *graph) {
    if (graph->id[0] == '\0')
        return stream_fault(OSF_ERR_GRAPH, "%s: the line \"run\" is missing: let stream-launch make the graph", path);
    const long lacking = stream_graph_join(graph);
    if (lacking == -2)
        return stream_fault(OSF_ERR_MEMORY, "%s: there is no memory for the graph", path);
    if (lacking >= 0)
        return stream_fault(OSF_ERR_GRAPH, "%s: end %ld of a link, from %s to %s, has a copy that is in no process",
                            path, lacking, stream_graph_name(graph, graph->ends[lacking].from),
                            stream_graph_name(graph, graph->ends[lacking].to));
    return OSF_ERR_SUCCESS;
}

static osf_Result_t read_lines(const char *path, FILE *file, struct stream_graph *graph) {
    char text[MAX_LINE];
    struct line line;
    for (int row = 1; fgets(text, sizeof text, file) != NULL; row++) {
        const bool whole = strchr(text, '\n') != NULL && part(text, &line);
        const bool right =
            !whole     ? false
            : row == 1 ? line.count == 2 && strcmp(line.words[0], "osf-graph") == 0 && strcmp(line.words[1], "1") == 0
                       : line.count == 0 || read_words(graph, &line);
        if (!right)
            return stream_fault(OSF_ERR_GRAPH,
                                "%s: line %d is not one of a graph of this version: let stream-launch make it", path,
                                row);
    }
    return check_whole(path, graph);
}

osf_Result_t stream_graph_read(const char *path, struct stream_graph *graph) {
    struct stat status;
    memset(graph, 0, sizeof *graph);
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    FILE *file = fd < 0 || fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) ? NULL : fdopen(fd, "r");
    if (file == NULL) {
        if (fd >= 0)
            close(fd);
        return stream_fault(OSF_ERR_GRAPH, "%s: the graph cannot be read: %s", path,
                            fd < 0 ? strerror(errno) : "it is no regular file");
    }
    const osf_Result_t result = read_lines(path, file, graph);
    fclose(file);
    if (result != OSF_ERR_SUCCESS)
        stream_graph_free(graph);
    return result;
}

static void write_ends(const struct stream_graph *graph, FILE *out) {
    for (size_t i = 0; i < graph->end_count; i++) {
        const struct stream_end *end = &graph->ends[i];
        fprintf(out, "end %d %d %d %d %s", end->link, end->from_copy, end->to, end->to_copy,
                carrier_words[end->carrier]);
        if (end->carrier == STREAM_BY_TCP)
            fprintf(out, " %s %d", end->address, end->port);
        fputc('\n', out);
    }
}

void stream_graph_write(const struct stream_graph *graph, FILE *out) {
    fprintf(out, "osf-graph 1\nrun %s %s\nkey ", graph->name, graph->id);
    for (int i = 0; i < STREAM_KEY_BYTES; i++)
        fprintf(out, "%02x", graph->key[i]);
    fputc('\n', out);
    for (size_t i = 0; i < graph->kernel_count; i++) {
        const struct stream_kernel *kernel = &graph->kernels[i];
        fprintf(out, "kernel %d %s %d %s %s\n", kernel->number, kernel->name, kernel->copies, rank_words[kernel->ranks],
                loss_words[kernel->tolerated]);
    }
    for (size_t i = 0; i < graph->process_count; i++)
        fprintf(out, "process %s\n", graph->processes[i].host);
    for (size_t i = 0; i < graph->member_count; i++) {
        const struct stream_member *member = &graph->members[i];
        fprintf(out, "member %d %d %d %s %d\n", member->process, member->kernel, member->copy,
                turn_words[member->turns], member->core);
    }
    for (size_t i = 0; i < graph->listener_count; i++)
        fprintf(out, "listener %d %s %d\n", graph->listeners[i].process, graph->listeners[i].address,
                graph->listeners[i].port);
    for (size_t i = 0; i < graph->link_count; i++)
        fprintf(out, "link %d %s %s %u\n", graph->links[i].from, split_words[graph->links[i].split],
                direction_words[graph->links[i].feedback], graph->links[i].room);
    write_ends(graph, out);
}
