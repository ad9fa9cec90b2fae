/* SPDX-License-Identifier: Apache-2.0 */
/* Shared parts of the cases of twophase-error-test: the ways to read, and files that all ranks see. */
#include "error-cases.h"
#include "faults.h"
#include "support/check.h"
#include "support/draw.h"

const char *in_folder(const char *name) {
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* The ways to read. More access ranks than ranks are cut to the number of ranks. */
static const struct tp_options ways[] = {
    {.phase2 = TP_PHASE2_AUTO},
    {.phase2 = TP_PHASE2_MBC, .group = TP_GROUP_RANK, .access_ranks = 1, .segment_bytes = 700},
    {.phase2 = TP_PHASE2_MBC, .group = TP_GROUP_RANK, .access_ranks = 2, .segment_bytes = 300, .slots = 2},
    {.phase2 = TP_PHASE2_ATV, .group = TP_GROUP_RANK, .access_ranks = 3, .segment_bytes = 1000, .slots = 3},
    {.phase2 = TP_PHASE2_ALLGATHERV, .group = TP_GROUP_RANK, .access_ranks = 2, .segment_bytes = 500},
    {.phase2 = TP_PHASE2_NONE, .group = TP_GROUP_RANK, .segment_bytes = 600},
    {.group = TP_GROUP_NODE, .access_ranks = 1, .segment_bytes = 400, .slots = 2},
};
_Static_assert(sizeof ways / sizeof ways[0] == WAYS, "WAYS is the number of ways");

struct tp_options way(size_t number) {
    struct tp_options options = ways[number % WAYS];
    if (options.access_ranks > ranks)
        options.access_ranks = ranks;
    return options;
}

tp_err agreed(tp_err code, const struct tp_error *error) {
    struct {
        int code;
        char text[TP_ERROR_TEXT_BYTES];
    } first = {(int)code, ""};
    if (code != TP_OK)
        snprintf(first.text, sizeof first.text, "%s", error->text);
    MPI_Bcast(&first, (int)sizeof first, MPI_BYTE, 0, MPI_COMM_WORLD);
    CHECK(first.code == (int)code, "rank %d has %s, rank 0 has %s", rank, tp_strerror(code),
          tp_strerror((tp_err)first.code));
    if (code == TP_OK)
        return code;
    CHECK(error->code == code, "the error says %d, the call %d", (int)error->code, (int)code);
    CHECK(strcmp(first.text, error->text) == 0, "rank %d says \"%s\", rank 0 \"%s\"", rank, error->text, first.text);
    CHECK(error->text[0] != '\0' && strchr(error->text, '\n') == NULL, "%s: not one line", error->text);
    return code;
}

tp_err read_rest(struct tp_file *file, const char *wanted, size_t count, size_t piece, struct tp_error *error) {
    char *buffer = malloc(piece);
    size_t at = 0, got = 1;
    tp_err code = TP_OK;
    while (got > 0 && (code = tp_read(file, buffer, piece, &got, error)) == TP_OK) {
        CHECK(at + got <= count && memcmp(buffer, wanted + at, got) == 0, "wrong bytes at %zu", at);
        at += got;
    }
    CHECK(code != TP_OK || at == count, "%zu bytes, not %zu", at, count);
    free(buffer);
    return code;
}

tp_err read_file(const char *name, const struct tp_options *options, const struct sample *sample,
                 struct tp_error *error) {
    struct tp_file *file = (struct tp_file *)error;
    tp_err code = tp_open(MPI_COMM_WORLD, in_folder(name), options, &file, error);
    CHECK((code == TP_OK) == (file != NULL), "%s, and the file is %s NULL", tp_strerror(code), file ? "not" : "");
    if (code == TP_OK)
        code = read_rest(file, sample->bytes, sample->count, 1000, error);
    tp_close(file);
    return agreed(code, error);
}

tp_err read_share(const char *name, const struct tp_options *options, struct tp_error *error) {
    struct tp_file *file = NULL;
    const char *line = "";
    size_t length;
    tp_err code = tp_open_share(MPI_COMM_WORLD, in_folder(name), options, &file, error);
    CHECK((code == TP_OK) == (file != NULL), "%s, and the file is %s NULL", tp_strerror(code), file ? "not" : "");
    while (code == TP_OK && line != NULL)
        code = tp_read_line(file, &line, &length, error);
    tp_close(file);
    return agreed(code, error);
}

void spill(const char *name, const char *bytes, size_t count) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        CHECK(container_write(CONTAINER_PLAIN, in_folder(name), bytes, count, 0) == 0, "%s", name);
    MPI_Barrier(MPI_COMM_WORLD);
}

void overwrite(const char *name, const char *bytes, size_t count) {
    MPI_Barrier(MPI_COMM_WORLD);
    FILE *out = rank == 0 ? fopen(in_folder(name), "wb") : NULL;
    if (out != NULL) {
        CHECK(fwrite(bytes, 1, count, out) == count, "%s", name);
        CHECK(fclose(out) == 0, "%s", name);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

void store(const char *name, enum container container, const struct sample *sample, size_t seed) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        CHECK(container_write(container, in_folder(name), sample->bytes, sample->count, seed) == 0, "%s", name);
    MPI_Barrier(MPI_COMM_WORLD);
}

char *on_disk(const char *name, size_t *count) {
    char *bytes = malloc(LARGE_BYTES);
    FILE *in = fopen(in_folder(name), "rb");
    CHECK(in != NULL, "%s", name);
    *count = in != NULL ? fread(bytes, 1, LARGE_BYTES, in) : 0;
    if (in != NULL)
        fclose(in);
    return bytes;
}

struct sample lines_sample(size_t count) {
    struct sample sample = {"lines", malloc(count), count, 60};
    for (size_t i = 0; i < count; i++)
        sample.bytes[i] = i % 61 == 60 ? '\n' : (char)('a' + draw(26));
    return sample;
}

size_t find_blocks(const char *bytes, size_t count, size_t offsets[64]) {
    size_t at = 0, blocks = 0;
    while (at < count && blocks < 63) {
        offsets[blocks++] = at;
        at += (size_t)((unsigned char)bytes[at + 16] | (unsigned)(unsigned char)bytes[at + 17] << 8) + 1;
    }
    offsets[blocks] = count;
    return blocks;
}

int hits_anywhere(void) {
    int hits = fault_hits();
    MPI_Allreduce(MPI_IN_PLACE, &hits, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return hits;
}
