/* SPDX-License-Identifier: Apache-2.0 */
/* The data on which a run's P&L depends, in lines of text: two runs with the same lines have the same P&L. */
#include "bank-saved.h"
#include "base/files.h"
#include "base/fingerprint.h"
#include "base/split.h"
#include "slipway/vecmath.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PIECE = 1 << 20, WORD = sizeof(uint64_t) };

/* Size and fingerprint of a file. While ranks are added up, only rank 0 has the size. */
struct print {
    uint64_t bytes, sum;
};

static int cannot_read(const char *path, struct sw_failure *f) {
    return sw_fail(f, STATUS_FILE, NULL, "%.200s: %s", path, strerror(errno));
}

/* Fingerprints the bytes of PART, in words of the file. */
static int add_part(int fd, const char *path, struct sw_range part, char *piece, struct print *print,
                    struct sw_failure *f) {
    for (uint64_t at = part.first * WORD; at < part.end * WORD; at += PIECE) {
        const uint64_t left = part.end * WORD - at;
        const ssize_t got = sw_file_read_at(fd, piece, left < PIECE ? left : PIECE, at);
        if (got < 0)
            return cannot_read(path, f);
        print->sum += sw_fingerprint(piece, (size_t)got, at);
    }
    return STATUS_OK;
}

/* Fingerprints this rank's part of a file. */
static int print_file(MPI_Comm comm, const char *path, char *piece, struct print *print, struct sw_failure *f) {
    struct stat status;
    int rank, ranks;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    const int fd = sw_file_open(path, &status);
    if (fd < 0)
        return cannot_read(path, f);
    const uint64_t bytes = (uint64_t)status.st_size;
    print->bytes = rank == 0 ? bytes : 0;
    add_part(fd, path, sw_split((bytes + WORD - 1) / WORD, (uint64_t)rank, (uint64_t)ranks), piece, print, f);
    close(fd);
    return f->status;
}

/* Returns whether a run's P&L depends on FILE: limits and given scenarios do not count. */
static bool counts(const struct listed_file *file) {
    return file->kind != LIST_LIMITS && file->kind != LIST_SCENARIOS;
}

/* Writes the fingerprint of each file of LIST to PRINTS, on every rank. */
static int print_files(MPI_Comm comm, const struct list *list, struct print *prints, struct sw_failure *f) {
    char *piece = malloc(PIECE);
    if (piece == NULL)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory to read files again");
    for (size_t i = 0; i < list->count && f->status == STATUS_OK; i++)
        if (counts(&list->files[i]))
            print_file(comm, list->files[i].path, piece, &prints[i], f);
    free(piece);
    if (agree(comm, f) != STATUS_OK)
        return f->status;
    const int words = (int)(list->count * sizeof *prints / WORD);
    if (MPI_Allreduce(MPI_IN_PLACE, prints, words, MPI_UINT64_T, MPI_SUM, comm) != MPI_SUCCESS)
        return sw_fail(f, STATUS_MPI, NULL, "MPI_Allreduce of the fingerprints of files failed");
    return STATUS_OK;
}

static void put_description(FILE *out, const struct options *options, const struct list *list,
                            const struct print *prints) {
    fprintf(out, "version %d of riskmc, %d of pricing, %d of vecmath\n", RMC_VERSION, PRC_VERSION, VM_VERSION);
    put_kept_options(options, out);
    for (size_t i = 0; i < list->count; i++)
        if (counts(&list->files[i]))
            fprintf(out, "a file of %s with %" PRIu64 " bytes and the fingerprint %016" PRIx64 "\n",
                    listed_kind_name(list->files[i].kind), prints[i].bytes, prints[i].sum);
}

int describe_run(MPI_Comm comm, const struct options *options, const struct list *list, char **text,
                 struct sw_failure *f) {
    size_t bytes;
    struct print *prints = calloc(list->count, sizeof *prints);
    FILE *out = open_memstream(text, &bytes);
    if (prints == NULL || out == NULL)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory to describe the run");
    if (agree(comm, f) == STATUS_OK && print_files(comm, list, prints, f) == STATUS_OK)
        put_description(out, options, list, prints);
    free(prints);
    const bool broken = out != NULL && ferror(out) != 0;
    if (out != NULL && (fclose(out) != 0 || broken) && f->status == STATUS_OK)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory to describe the run");
    return agree(comm, f);
}

/* Returns the length of the line at LINE, without the line end. */
static int line_length(const char *line) {
    return (int)strcspn(line, "\n");
}

int compare_runs(const char *path, const char *saved, const char *text, struct sw_failure *f) {
    while (*saved != '\0' || *text != '\0') {
        const int ours = line_length(text), theirs = line_length(saved);
        if (ours != theirs || memcmp(saved, text, (size_t)ours) != 0)
            return sw_fail(
                f, STATUS_CONTENT, "save a run with these inputs and options, or give those of the saved one",
                "--onto %.100s: it was saved with %.*s, and this run has %.*s", path, theirs > 0 ? theirs : 7,
                theirs > 0 ? saved : "no more", ours > 0 ? ours : 7, ours > 0 ? text : "no more");
        saved += theirs + (saved[theirs] == '\n');
        text += ours + (text[ours] == '\n');
    }
    return STATUS_OK;
}
