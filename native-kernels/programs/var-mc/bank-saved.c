/* SPDX-License-Identifier: Apache-2.0 */
/* The file of a saved run: written by all ranks, and read by all. */
#include "bank-saved.h"
#include "base/files.h"
#include "base/fingerprint.h"
#include "base/split.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The words at the beginning of the file. The last word is the fingerprint of all other words and of the rest of the
 * file. */
enum {
    MAGIC,
    FORMAT,
    TEXT_BYTES,
    DESKS,
    HORIZONS,
    MODEL_BYTES,
    SCENARIOS,
    REPAIRED, /* this and the next three: struct rmc_repair */
    LEAST,
    RAISED,
    MOST_CHANGE,
    FINGERPRINT,
    WORDS,
    WORD = sizeof(uint64_t)
};

static const char magic[WORD] = {'s', 'l', 'i', 'p', '-', 'r', 'u', 'n'};
static const uint64_t format = 1;
static const uint64_t most_desks = 1 << 20, most_bytes = UINT64_C(1) << 40, most_scenarios = UINT64_C(1) << 32;

/* The beginnings of the parts of a file. */
struct places {
    uint64_t desks, model, pnl, end;
};

static struct places places_of(const uint64_t words[WORDS]) {
    struct places at;
    at.desks = WORDS * WORD + words[TEXT_BYTES];
    at.model = at.desks + words[DESKS] * sizeof(struct saved_desk);
    at.pnl = at.model + words[MODEL_BYTES];
    at.end = at.pnl + words[SCENARIOS] * words[HORIZONS] * words[DESKS] * WORD;
    return at;
}

/* --- writing --- */

int keep_model(const struct bank_model *model, struct saved *saved, struct sw_failure *f) {
    saved->repair = model->repair;
    saved->model_bytes = rmc_model_bytes(model->moves);
    saved->model = malloc(saved->model_bytes);
    if (saved->model == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory to save the run's model");
    rmc_model_pack(model->moves, saved->model);
    return STATUS_OK;
}

/* A part of the file in writing, with the fingerprint of the bytes so far. */
struct piece {
    char *bytes;
    uint64_t at;  /* offset of the first byte in the file */
    size_t count; /* number of bytes */
};

/* Adds the fingerprints of the pieces of all ranks into the words, which rank 0 has. */
static int add_fingerprints(MPI_Comm comm, const struct piece *piece, uint64_t words[WORDS], struct sw_failure *f) {
    uint64_t own = sw_fingerprint(piece->bytes, piece->count, piece->at), all = 0;
    if (MPI_Allreduce(&own, &all, 1, MPI_UINT64_T, MPI_SUM, comm) != MPI_SUCCESS)
        return sw_fail(f, STATUS_MPI, NULL, "MPI_Allreduce of the fingerprint of a saved run failed");
    words[FINGERPRINT] = all + sw_fingerprint(words, FINGERPRINT * WORD, 0);
    return STATUS_OK;
}

/* Writes the bytes between the words and the P&L. */
static void fill_head(const struct bank *bank, const struct vectors *vectors, const struct saved *saved,
                      const uint64_t words[WORDS], char *to) {
    const size_t length = strlen(saved->description);
    memset(to, '\n', words[TEXT_BYTES]);
    memcpy(to, saved->description, length);
    to += words[TEXT_BYTES];
    for (size_t d = 0; d < vectors->desks; d++, to += sizeof(struct saved_desk)) {
        struct saved_desk desk = {"", vectors->today[d]};
        snprintf(desk.name, sizeof desk.name, "%s", sw_names_text(&bank->holdings.desks, (uint32_t)d));
        memcpy(to, &desk, sizeof desk);
    }
    memcpy(to, saved->model, saved->model_bytes);
}

static void fill_pnl(const struct vectors *vectors, char *to) {
    for (size_t i = 0; i < vectors->scenarios; i++)
        for (size_t h = 0; h < vectors->horizons; h++)
            for (size_t d = 0; d < vectors->desks; d++, to += WORD)
                memcpy(to, &pnl_row(vectors, h, d)[i], WORD);
}

static void put_repair(const struct rmc_repair *repair, uint64_t words[WORDS]) {
    words[REPAIRED] = repair->repaired != 0;
    memcpy(&words[LEAST], &repair->least, WORD);
    words[RAISED] = repair->raised;
    memcpy(&words[MOST_CHANGE], &repair->most_change, WORD);
}

static void take_repair(const uint64_t words[WORDS], struct rmc_repair *repair) {
    repair->repaired = words[REPAIRED] != 0;
    memcpy(&repair->least, &words[LEAST], WORD);
    repair->raised = words[RAISED];
    memcpy(&repair->most_change, &words[MOST_CHANGE], WORD);
}

int put_saved(MPI_Comm comm, const struct bank *bank, const struct vectors *vectors, const struct saved *saved,
              FILE *out, struct sw_failure *f) {
    int rank, ranks;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    uint64_t words[WORDS] = {[FORMAT] = format,
                             [TEXT_BYTES] = (strlen(saved->description) + WORD - 1) / WORD * WORD,
                             [DESKS] = vectors->desks,
                             [HORIZONS] = vectors->horizons,
                             [MODEL_BYTES] = saved->model_bytes,
                             [SCENARIOS] = vectors->taken};
    memcpy(&words[MAGIC], magic, sizeof magic);
    put_repair(&saved->repair, words);
    const struct places at = places_of(words);
    const size_t row = vectors->horizons * vectors->desks * WORD, head = rank == 0 ? at.pnl - WORDS * WORD : 0;
    const uint64_t first = sw_split(vectors->taken, (uint64_t)rank, (uint64_t)ranks).first;
    struct piece piece = {.at = rank == 0 ? WORDS * WORD : at.pnl + first * row,
                          .count = head + vectors->scenarios * row};
    piece.bytes = malloc(piece.count + 1);
    if (piece.bytes == NULL)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory to save %zu scenarios", vectors->scenarios);
    if (agree(comm, f) == STATUS_OK) {
        if (rank == 0)
            fill_head(bank, vectors, saved, words, piece.bytes);
        fill_pnl(vectors, piece.bytes + head);
        add_fingerprints(comm, &piece, words, f);
    }
    if (f->status == STATUS_OK) {
        if (rank == 0)
            fwrite(words, WORD, WORDS, out);
        fwrite(piece.bytes, 1, piece.count, out); /* the caller checks the stream for errors */
    }
    free(piece.bytes);
    return f->status;
}

/* --- reading --- */

static int cannot_read(const char *path, const char *reason, struct sw_failure *f) {
    return sw_fail(f, STATUS_FILE, "name a file that --save has written", "%.200s: %s", path, reason);
}

static int damaged(const char *path, const char *what, struct sw_failure *f) {
    return sw_fail(f, STATUS_FILE, "save the run again", "%.200s: the saved run %s", path, what);
}

/* The file for one reading rank. */
struct source {
    int fd;
    const char *path;
    uint64_t words[WORDS];
    uint64_t sum; /* sum of the fingerprints of the parts that count as this rank's */
};

static int read_part(const struct source *from, void *out, uint64_t bytes, uint64_t at, struct sw_failure *f) {
    const ssize_t got = sw_file_read_at(from->fd, out, bytes, at);
    if (got < 0)
        return cannot_read(from->path, strerror(errno), f);
    return (uint64_t)got == bytes ? STATUS_OK : damaged(from->path, "is cut off", f);
}

/* Refuses impossible sizes of parts, and sizes that do not fit a file of SIZE bytes. */
static int check_size(const struct source *from, uint64_t size, struct sw_failure *f) {
    const uint64_t *words = from->words;
    char text[96];
    if (words[TEXT_BYTES] > most_bytes || words[DESKS] > most_desks || words[HORIZONS] > MAX_HORIZONS ||
        words[MODEL_BYTES] > most_bytes || words[SCENARIOS] > most_scenarios)
        return damaged(from->path, "is damaged", f);
    const uint64_t end = places_of(words).end;
    if (size == end)
        return STATUS_OK;
    snprintf(text, sizeof text, "is %s: it has %llu bytes, and would have %llu", size < end ? "cut off" : "damaged",
             (unsigned long long)size, (unsigned long long)end);
    return damaged(from->path, text, f);
}

/* Reads the words, and checks the kind and length of the file by them. */
static int read_words(struct source *from, uint64_t size, struct sw_failure *f) {
    if (size < sizeof from->words)
        return cannot_read(from->path, "is no saved run", f);
    if (read_part(from, from->words, sizeof from->words, 0, f) != STATUS_OK)
        return f->status;
    if (memcmp(&from->words[MAGIC], magic, sizeof magic) != 0)
        return cannot_read(from->path, "is no saved run", f);
    if (from->words[FORMAT] != format)
        return sw_fail(f, STATUS_FILE, "save the run again, with this program on this kind of machine",
                       "%.200s: the saved run has a format that this program does not read", from->path);
    return check_size(from, size, f);
}

/* Takes the desks. Ends each name with a NUL even if the file is damaged, as only the fingerprint shows the damage. */
static void take_desks(const char *from, struct saved *saved) {
    memcpy(saved->desks, from, saved->desk_count * sizeof *saved->desks);
    for (size_t d = 0; d < saved->desk_count; d++)
        saved->desks[d].name[sizeof saved->desks[d].name - 1] = '\0';
}

/* Takes the data between the words and the P&L from HEAD. */
static int take_head(const struct source *from, const char *head, struct saved *saved, struct sw_failure *f) {
    const uint64_t text = from->words[TEXT_BYTES];
    take_repair(from->words, &saved->repair);
    saved->desk_count = from->words[DESKS];
    saved->model_bytes = from->words[MODEL_BYTES];
    saved->description = calloc(text + 1, 1);
    saved->arguments = calloc(text + 1, 1);
    saved->desks = calloc(saved->desk_count + 1, sizeof *saved->desks);
    saved->model = malloc(saved->model_bytes + 1);
    if (saved->description == NULL || saved->arguments == NULL || saved->desks == NULL || saved->model == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "%.200s: not enough memory for the saved run", from->path);
    memcpy(saved->description, head, text);
    memcpy(saved->arguments, head, text);
    take_desks(head + text, saved);
    memcpy(saved->model, head + text + saved->desk_count * sizeof *saved->desks, saved->model_bytes);
    return STATUS_OK;
}

/* Reads the data before the P&L. They count as rank 0's. */
static int read_head(struct source *from, int rank, struct saved *saved, struct sw_failure *f) {
    const uint64_t begin = sizeof from->words, bytes = places_of(from->words).pnl - begin;
    char *head = malloc(bytes + 1);
    if (head == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "%.200s: not enough memory for the saved run", from->path);
    if (read_part(from, head, bytes, begin, f) == STATUS_OK && rank == 0)
        from->sum += sw_fingerprint(from->words, FINGERPRINT * WORD, 0) + sw_fingerprint(head, bytes, begin);
    if (f->status == STATUS_OK)
        take_head(from, head, saved, f);
    free(head);
    return f->status;
}

/* Reads the P&L of this rank. */
static int read_pnl(struct source *from, struct sw_range share, struct saved *saved, struct sw_failure *f) {
    const uint64_t row = from->words[HORIZONS] * from->words[DESKS] * WORD,
                   begin = places_of(from->words).pnl + share.first * row, bytes = (share.end - share.first) * row;
    saved->scenarios = from->words[SCENARIOS];
    saved->pnl = malloc(bytes + 1);
    if (saved->pnl == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "%.200s: not enough memory for the saved run", from->path);
    if (read_part(from, saved->pnl, bytes, begin, f) == STATUS_OK)
        from->sum += sw_fingerprint(saved->pnl, bytes, begin);
    return f->status;
}

/* Reads this rank's part of the file. */
static int read_own(MPI_Comm comm, struct source *from, struct saved *saved, struct sw_failure *f) {
    struct stat status;
    int rank, ranks;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    from->fd = sw_file_open(from->path, &status);
    if (from->fd < 0)
        return cannot_read(from->path, strerror(errno), f);
    if (read_words(from, (uint64_t)status.st_size, f) == STATUS_OK && read_head(from, rank, saved, f) == STATUS_OK)
        read_pnl(from, sw_split(from->words[SCENARIOS], (uint64_t)rank, (uint64_t)ranks), saved, f);
    close(from->fd);
    return f->status;
}

int read_saved(MPI_Comm comm, const char *path, struct saved *saved, struct sw_failure *f) {
    struct source from = {.path = path};
    uint64_t all = 0;
    read_own(comm, &from, saved, f);
    if (agree(comm, f) != STATUS_OK)
        return f->status;
    if (MPI_Allreduce(&from.sum, &all, 1, MPI_UINT64_T, MPI_SUM, comm) != MPI_SUCCESS)
        return sw_fail(f, STATUS_MPI, NULL, "MPI_Allreduce of the fingerprint of a saved run failed");
    return all == from.words[FINGERPRINT] ? STATUS_OK : damaged(path, "is damaged: its fingerprint is another", f);
}

void free_saved(struct saved *saved) {
    free(saved->description);
    free(saved->arguments);
    free(saved->model);
    free(saved->desks);
    free(saved->pnl);
}
