/* SPDX-License-Identifier: Apache-2.0 */
/*
 * twophase in trouble: whatever is wrong with the file, and on whichever rank, all ranks come back with the same code
 * and the same text, within seconds, and the communicator still works.
 */
#include "faults.h"
#include "mpi-faults.h"
#include "places.h"
#include "slipway/twophase.h"
#include "support/check.h"
#include "support/draw.h"
#include "support/samples.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { CASE_LIMIT_SECONDS = 120, LARGE_BYTES = 8 << 20 };

static char folder[64];
static char case_name[120]; /* for the watchdog */
static int rank, ranks;

static void too_long(int signal_number) {
    static const char text[] = "a rank waits for ever in ";
    (void)signal_number;
    (void)!write(STDERR_FILENO, text, sizeof text - 1);
    (void)!write(STDERR_FILENO, case_name, strlen(case_name));
    (void)!write(STDERR_FILENO, "\n", 1);
    _exit(EXIT_FAILURE);
}

static void begin(const char *name) {
    snprintf(case_name, sizeof case_name, "%s", name);
    alarm(CASE_LIMIT_SECONDS);
    draw_seed(20240229);
    fault_order(NULL);
    mpi_fault_order(-1);
}

static const char *in_folder(const char *name) {
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* The ways to read; access ranks beyond the number of ranks are cut to it. */
static const struct tp_options ways[] = {
    {.phase2 = TP_PHASE2_AUTO},
    {.phase2 = TP_PHASE2_MBC, .group = TP_GROUP_RANK, .access_ranks = 1, .segment_bytes = 700},
    {.phase2 = TP_PHASE2_MBC, .group = TP_GROUP_RANK, .access_ranks = 2, .segment_bytes = 300, .slots = 2},
    {.phase2 = TP_PHASE2_ATV, .group = TP_GROUP_RANK, .access_ranks = 3, .segment_bytes = 1000, .slots = 3},
    {.phase2 = TP_PHASE2_ALLGATHERV, .group = TP_GROUP_RANK, .access_ranks = 2, .segment_bytes = 500},
    {.phase2 = TP_PHASE2_NONE, .group = TP_GROUP_RANK, .segment_bytes = 600},
    {.group = TP_GROUP_NODE, .access_ranks = 1, .segment_bytes = 400, .slots = 2},
};
enum { WAYS = sizeof ways / sizeof ways[0] };

static struct tp_options way(size_t number) {
    struct tp_options options = ways[number % WAYS];
    if (options.access_ranks > ranks)
        options.access_ranks = ranks;
    return options;
}

/* Every rank must be here with the same code and text. */
static tp_err agreed(tp_err code, const struct tp_error *error) {
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

/* 0 when the next bytes of FILE, to the end of the data, are WANTED; else the code of what failed. */
static tp_err read_rest(struct tp_file *file, const char *wanted, size_t count, size_t piece, struct tp_error *error) {
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

static tp_err read_file(const char *name, const struct tp_options *options, const struct sample *sample,
                        struct tp_error *error) {
    struct tp_file *file = (struct tp_file *)error;
    tp_err code = tp_open(MPI_COMM_WORLD, in_folder(name), options, &file, error);
    CHECK((code == TP_OK) == (file != NULL), "%s, and the file is %s NULL", tp_strerror(code), file ? "not" : "");
    if (code == TP_OK)
        code = read_rest(file, sample->bytes, sample->count, 1000, error);
    tp_close(file);
    return agreed(code, error);
}

static tp_err read_share(const char *name, const struct tp_options *options, struct tp_error *error) {
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

static void spill(const char *name, const char *bytes, size_t count) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        CHECK(container_write(CONTAINER_PLAIN, in_folder(name), bytes, count, 0) == 0, "%s", name);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* As spill, but leaves an index beside the file. */
static void overwrite(const char *name, const char *bytes, size_t count) {
    MPI_Barrier(MPI_COMM_WORLD);
    FILE *out = rank == 0 ? fopen(in_folder(name), "wb") : NULL;
    if (out != NULL) {
        CHECK(fwrite(bytes, 1, count, out) == count, "%s", name);
        CHECK(fclose(out) == 0, "%s", name);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static void store(const char *name, enum container container, const struct sample *sample, size_t seed) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        CHECK(container_write(container, in_folder(name), sample->bytes, sample->count, seed) == 0, "%s", name);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* The bytes of a file as they lie on disk; the caller frees them. */
static char *on_disk(const char *name, size_t *count) {
    char *bytes = malloc(LARGE_BYTES);
    FILE *in = fopen(in_folder(name), "rb");
    CHECK(in != NULL, "%s", name);
    *count = in != NULL ? fread(bytes, 1, LARGE_BYTES, in) : 0;
    if (in != NULL)
        fclose(in);
    return bytes;
}

static struct sample lines_sample(size_t count) {
    struct sample sample = {"lines", malloc(count), count, 60};
    for (size_t i = 0; i < count; i++)
        sample.bytes[i] = i % 61 == 60 ? '\n' : (char)('a' + draw(26));
    return sample;
}

/* Where the blocks of a BGZF file begin; OFFSETS[count] is the file's size. */
static size_t find_blocks(const char *bytes, size_t count, size_t offsets[64]) {
    size_t at = 0, blocks = 0;
    while (at < count && blocks < 63) {
        offsets[blocks++] = at;
        at += (size_t)((unsigned char)bytes[at + 16] | (unsigned)(unsigned char)bytes[at + 17] << 8) + 1;
    }
    offsets[blocks] = count;
    return blocks;
}

enum { BLOCKS_OF_1000 = 3 }; /* a seed that container_write turns into blocks of 1000 bytes */

/* --- cases --- */

static void all_say_that_a_file_is_missing(void) {
    struct tp_error error;
    struct sample none = {"", NULL, 0, 0};
    struct tp_plan *plan = (struct tp_plan *)&error;
    for (size_t i = 0; i < WAYS; i++) {
        const struct tp_options options = way(i);
        CHECK(read_file("none.csv", &options, &none, &error) == TP_ERR_OPEN, "%s", error.text);
        CHECK(strstr(error.text, "none.csv") != NULL && strstr(error.text, "No such file") != NULL, "%s", error.text);
        CHECK(read_file(".", &options, &none, &error) == TP_ERR_OPEN, "a folder: %s", error.text);
        CHECK(read_share("none.csv", &options, &error) == TP_ERR_OPEN, "%s", error.text);
    }
    CHECK(agreed(tp_plan_new(MPI_COMM_WORLD, in_folder("none.csv"), NULL, &plan, &error), &error) == TP_ERR_OPEN, "%s",
          error.text);
    CHECK(plan == NULL, "a plan of nothing");
    CHECK(tp_plan_new(MPI_COMM_WORLD, in_folder("none.csv"), NULL, &plan, NULL) == TP_ERR_OPEN, "no error struct");
}

static void all_refuse_options_out_of_range(void) {
    const struct tp_options rows[] = {
        {.phase2 = (tp_phase2)77},
        {.phase2 = (tp_phase2)-1},
        {.group = (tp_group)9},
        {.access_ranks = -1},
        {.group = TP_GROUP_RANK, .access_ranks = ranks + 1},
        {.group = TP_GROUP_NODE, .access_ranks = ranks + 1},
        {.segment_bytes = ((size_t)1 << 30) + 1},
        {.segment_bytes = (size_t)-1},
        {.slots = 1},
        {.slots = 65},
    };
    struct tp_error error;
    struct sample sample = lines_sample(3000);
    spill("good.csv", sample.bytes, sample.count);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        CHECK(read_file("good.csv", &rows[i], &sample, &error) == TP_ERR_ARGUMENT, "row %zu: %s", i, error.text);
    sample_free(&sample);
}

/* Cut to each length, or each seventh where ranks are many. */
static void truncations(const char *name, enum container container, size_t whole_header) {
    struct sample sample = lines_sample(3500);
    struct tp_error error = {TP_OK, ""};
    size_t count;
    store(name, container, &sample, BLOCKS_OF_1000);
    char *bytes = on_disk(name, &count);
    const size_t stride = ranks == 1 ? 3 : ranks <= 4 ? 7 : 101;
    for (size_t cut = 0; cut < count; cut += cut < 40 || cut + 40 > count ? 1 + stride / 20 : stride) {
        const struct tp_options options = way(cut);
        overwrite(name, bytes, cut);
        const tp_err code =
            cut % 5 == 4 ? read_share(name, &options, &error) : read_file(name, &options, &sample, &error);
        CHECK(code == TP_ERR_TRUNCATED || (cut < whole_header && code == TP_ERR_CORRUPT), "cut to %zu of %zu: %s", cut,
              count, code == TP_OK ? "went unseen" : error.text);
    }
    free(bytes);
    sample_free(&sample);
}

static void all_see_every_truncation(void) {
    truncations("cut.gz", CONTAINER_BLOCKS, 18);
    truncations("cut-indexed.gz", CONTAINER_BLOCKS_INDEXED, 18);
    truncations("cut-stream.gz", CONTAINER_GZIP, 10);
}

static void all_name_the_block_that_is_damaged(void) {
    struct sample sample = lines_sample(9500);
    size_t count, offsets[64], tries = 0;
    for (int indexed = 0; indexed < 2; indexed++) {
        const char *name = indexed ? "damaged-indexed.gz" : "damaged.gz";
        store(name, indexed ? CONTAINER_BLOCKS_INDEXED : CONTAINER_BLOCKS, &sample, BLOCKS_OF_1000);
        char *bytes = on_disk(name, &count);
        const size_t blocks = find_blocks(bytes, count, offsets);
        CHECK(blocks == 11, "%zu blocks", blocks);
        for (size_t block = 0; block + 1 < blocks; block++, tries++) {
            const struct tp_options options = way(tries);
            struct tp_error error = {TP_OK, ""};
            char place[64];
            bytes[offsets[block + 1] - 8] ^= 4; /* CRC */
            overwrite(name, bytes, count);
            snprintf(place, sizeof place, "block %zu at offset %zu", block, offsets[block]);
            CHECK(read_file(name, &options, &sample, &error) == TP_ERR_CORRUPT && strstr(error.text, place) != NULL,
                  "way %zu, %s: %s", tries % WAYS, place, error.text);
            error.text[0] = '\0';
            CHECK(read_share(name, NULL, &error) == TP_ERR_CORRUPT && strstr(error.text, place) != NULL,
                  "share, %s: %s", place, error.text);
            bytes[offsets[block + 1] - 8] ^= 4;
        }
        free(bytes);
    }
    sample_free(&sample);
}

static void all_give_right_data_or_an_error_for_flipped_bits(void) {
    struct sample sample = lines_sample(6000);
    size_t count;
    store("flips.gz", CONTAINER_BLOCKS_INDEXED, &sample, BLOCKS_OF_1000);
    char *bytes = on_disk("flips.gz", &count);
    for (size_t i = 0; i < (ranks <= 4 ? 150 : 30); i++) {
        const struct tp_options options = way(i);
        struct tp_error error = {TP_OK, ""};
        const size_t at = draw(count), bit = draw(8);
        bytes[at] = (char)(bytes[at] ^ 1 << bit);
        overwrite("flips.gz", bytes, count);
        (void)read_file("flips.gz", &options, &sample, &error); /* checks the data, and that all agree */
        bytes[at] = (char)(bytes[at] ^ 1 << bit);
    }
    free(bytes);
    sample_free(&sample);
}

static void all_notice_an_index_of_another_file(void) {
    struct sample sample = lines_sample(9000), other = lines_sample(8000);
    size_t count, other_count;
    store("stale.gz", CONTAINER_BLOCKS_INDEXED, &sample, BLOCKS_OF_1000);
    store("other.gz", CONTAINER_BLOCKS_INDEXED, &other, BLOCKS_OF_1000 + 7);
    char *index = on_disk("stale.gz.gzi", &count), *other_index = on_disk("other.gz.gzi", &other_count);
    for (size_t i = 0; i < WAYS; i++) {
        const struct tp_options options = way(i);
        struct tp_error error = {TP_OK, ""};
        overwrite("stale.gz.gzi", other_index, other_count);
        CHECK(read_file("stale.gz", &options, &sample, &error) == TP_ERR_CORRUPT, "another's: %s", error.text);
        CHECK(strstr(error.text, ".gzi") != NULL || strstr(error.text, "block") != NULL, "%s", error.text);
        overwrite("stale.gz.gzi", index, count - 16); /* states more than it holds */
        CHECK(read_file("stale.gz", &options, &sample, &error) == TP_ERR_CORRUPT, "cut off: %s", error.text);
        index[8 + 16 + 8] ^= 2; /* a data offset: only the block itself shows it */
        overwrite("stale.gz.gzi", index, count);
        index[8 + 16 + 8] ^= 2;
        CHECK(read_file("stale.gz", &options, &sample, &error) == TP_ERR_CORRUPT, "wrong: %s", error.text);
        error.text[0] = '\0';
        CHECK(read_share("stale.gz", &options, &error) == TP_ERR_CORRUPT, "share: %s", error.text);
        overwrite("stale.gz.gzi", index, count);
        CHECK(read_file("stale.gz", &options, &sample, &error) == TP_OK, "its own: %s", error.text);
    }
    free(index);
    free(other_index);
    sample_free(&sample);
    sample_free(&other);
}

/* Random bytes do not shrink, so the file is long on disk in either container, longer than anyone reads ahead. */
static void all_notice_a_file_that_is_cut_while_they_read(void) {
    static const char *const names[] = {"shrinks.csv", "shrinks.gz"};
    struct sample sample = {"bytes", malloc(LARGE_BYTES - (1 << 20)), LARGE_BYTES - (1 << 20), 0};
    for (size_t i = 0; i < sample.count; i += 8) {
        const uint64_t bits = draw_bits();
        memcpy(sample.bytes + i, &bits, 8);
    }
    for (size_t i = 0; i < 2 * (ranks <= 4 ? WAYS : 2); i++) {
        struct tp_options options = way(i / 2);
        struct tp_error error = {TP_OK, ""};
        struct tp_file *file;
        char start[100];
        size_t got;
        options.segment_bytes = 1 << 16;
        store(names[i % 2], i % 2 == 0 ? CONTAINER_PLAIN : CONTAINER_BLOCKS, &sample, 0);
        tp_err code = tp_open(MPI_COMM_WORLD, in_folder(names[i % 2]), &options, &file, &error);
        CHECK(code == TP_OK, "%s", error.text);
        if (code != TP_OK)
            continue;
        code = tp_read(file, start, sizeof start, &got, &error);
        CHECK(agreed(code, &error) == TP_OK && memcmp(start, sample.bytes, got) == 0, "%s", error.text);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0)
            CHECK(truncate(in_folder(names[i % 2]), LARGE_BYTES * 3 / 4) == 0, "%s", strerror(errno));
        MPI_Barrier(MPI_COMM_WORLD);
        code = read_rest(file, sample.bytes + got, sample.count - got, 1 << 20, &error);
        CHECK(agreed(code, &error) == TP_ERR_TRUNCATED, "%s, way %zu: %s", names[i % 2], i / 2,
              code == TP_OK ? "went unseen" : error.text);
        tp_close(file);
    }
    sample_free(&sample);
}

static int hits_anywhere(void) {
    int hits = fault_hits();
    MPI_Allreduce(MPI_IN_PLACE, &hits, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return hits;
}

/* One rank after the other has the broken disk. Where that rank does not read, nothing may fail. */
static void one_rank_cannot(enum fault_call call, int error_number, tp_err wanted) {
    static const char *const names[] = {"broken.csv", "broken.gz", "broken-stream.gz"};
    static const enum container kinds[] = {CONTAINER_PLAIN, CONTAINER_BLOCKS, CONTAINER_GZIP};
    struct sample sample = lines_sample(9000);
    const struct fault fault = {call, "broken", 0, error_number};
    for (size_t i = 0; i < 3; i++) {
        store(names[i], kinds[i], &sample, BLOCKS_OF_1000);
        for (size_t w = 0; w < WAYS; w++) {
            const struct tp_options options = way(w);
            int failures = 0;
            for (int broken = 0; broken < ranks && (ranks <= 4 || broken < 3); broken++) {
                struct tp_error error = {TP_OK, ""};
                MPI_Barrier(MPI_COMM_WORLD);
                fault_order(rank == broken ? &fault : NULL);
                const tp_err code = read_file(names[i], &options, &sample, &error);
                CHECK(code == (hits_anywhere() > 0 ? wanted : TP_OK), "%s, way %zu, rank %d: %s", names[i], w, broken,
                      error.text);
                CHECK(code == TP_OK || strstr(error.text, strerror(error_number)) != NULL, "%s", error.text);
                failures += code != TP_OK;
            }
            CHECK(failures > 0 || ranks > 4, "%s, way %zu: no rank reads by a call that the test can break", names[i],
                  w);
        }
        struct tp_error error = {TP_OK, ""};
        fault_order(rank == ranks - 1 ? &fault : NULL);
        CHECK(read_share(names[i], NULL, &error) == wanted, "share of %s: %s", names[i], error.text);
        CHECK(hits_anywhere() > 0, "the last rank reads its share by other calls");
        fault_order(NULL);
    }
    sample_free(&sample);
}

static void all_say_what_one_rank_cannot_open(void) {
    one_rank_cannot(FAULT_OPEN, EACCES, TP_ERR_OPEN);
}

static void all_say_what_one_rank_cannot_read(void) {
    one_rank_cannot(FAULT_READ, EIO, TP_ERR_IO);
}

static void short_and_interrupted_reads_change_nothing(void) {
    static const char *const names[] = {"slow.csv", "slow.gz"};
    static const enum container kinds[] = {CONTAINER_PLAIN, CONTAINER_BLOCKS};
    struct sample sample = lines_sample(2000);
    const struct fault fault = {FAULT_READ, "slow", 0, 0};
    for (size_t i = 0; i < 2; i++) {
        store(names[i], kinds[i], &sample, BLOCKS_OF_1000);
        for (size_t w = 0; w < WAYS; w++) {
            const struct tp_options options = way(w);
            struct tp_error error = {TP_OK, ""};
            fault_order(&fault);
            CHECK(read_file(names[i], &options, &sample, &error) == TP_OK, "%s", error.text);
            CHECK(hits_anywhere() > 0, "%s is read by other calls", names[i]);
            fault_order(NULL);
        }
    }
    sample_free(&sample);
}

/* Only the last rank meets the damage; the others have read their shares without it. */
static void all_fail_when_one_share_is_damaged(void) {
    struct sample sample = lines_sample(60000);
    size_t count, offsets[64];
    store("share.gz", CONTAINER_BLOCKS, &sample, BLOCKS_OF_1000);
    char *bytes = on_disk("share.gz", &count);
    const size_t blocks = find_blocks(bytes, count, offsets);
    bytes[offsets[blocks - 1] - 6] ^= 1;
    overwrite("share.gz", bytes, count);
    struct tp_error error = {TP_OK, ""};
    struct tp_file *file;
    const char *line = "";
    size_t length, lines = 0;
    const struct tp_options options = {.segment_bytes = 2000}; /* so that opening does not come upon the damage */
    tp_err code = tp_open_share(MPI_COMM_WORLD, in_folder("share.gz"), &options, &file, &error);
    CHECK(code == TP_OK, "%s", error.text);
    for (; code == TP_OK && line != NULL; lines++)
        code = tp_read_line(file, &line, &length, &error);
    CHECK(agreed(code, &error) == TP_ERR_CORRUPT, "%s", error.text);
    CHECK(rank == ranks - 1 || lines > sample.count / 61 / (size_t)ranks - 3, "only %zu lines came before", lines);
    tp_close(file);
    free(bytes);
    sample_free(&sample);
}

static void a_share_cannot_be_sought(void) {
    struct sample sample = lines_sample(3000);
    struct tp_error error = {TP_OK, ""};
    struct tp_file *file;
    spill("good.csv", sample.bytes, sample.count);
    CHECK(tp_open_share(MPI_COMM_WORLD, in_folder("good.csv"), NULL, &file, &error) == TP_OK, "%s", error.text);
    CHECK(agreed(tp_seek(file, 0, &error), &error) == TP_ERR_ARGUMENT, "%s", error.text);
    tp_close(file);
    sample_free(&sample);
}

/* --- trouble with the MPI --- */

/* Returns what a seek to the end of the data and reading there come to, when the MPI fails on rank VICTIM. */
static tp_err seek_with_fault(MPI_Comm comm, int victim, int after, struct tp_error *error) {
    const struct tp_options options = {.group = TP_GROUP_NODE, .segment_bytes = 400, .slots = 2};
    struct tp_file *file;
    char buffer[1000];
    size_t got;
    int me;
    MPI_Comm_rank(comm, &me);
    tp_err code = tp_open(comm, in_folder("sought.csv"), &options, &file, error);
    CHECK(code == TP_OK, "%s", error->text);
    if (code != TP_OK)
        return code;
    CHECK(tp_read(file, buffer, sizeof buffer, &got, error) == TP_OK, "%s", error->text);
    MPI_Barrier(comm); /* a rank that is still reading would be told there */
    mpi_fault_order(me == victim ? after : -1);
    code = tp_seek(file, 50000, error);
    if (code == TP_OK)
        code = tp_read(file, buffer, sizeof buffer, &got, error);
    tp_close(file);
    mpi_fault_order(-1);
    return code;
}

static void nobody_waits_for_a_leader_whose_mpi_fails_in_a_seek(void) {
    enum { A_NODE_EACH = 1, NODES_OF_TWO = 2 };
    struct place places[PLACES];
    struct sample sample = lines_sample(60000);
    spill("sought.csv", sample.bytes, sample.count);
    places_make(places);
    for (int number = A_NODE_EACH; number <= NODES_OF_TWO; number++)
        for (int after = 0; after < 4; after++)
            for (int victim = 0; victim < ranks && victim < 4; victim += 2) {
                struct tp_error error = {TP_OK, ""};
                place_enter(number);
                const tp_err code = seek_with_fault(places[number].comm, victim, after, &error);
                CHECK(code == (places[number].nodes > 1 ? TP_ERR_MPI : TP_OK), "fails after %d calls on rank %d: %s",
                      after, victim, error.text);
                agreed(code, &error);
            }
    place_enter(0);
    places_free(places);
    sample_free(&sample);
}

static void nobody_writes_where_a_reduction_is_pending(void) {
    struct sample sample = lines_sample(60000);
    store("pending.gz", CONTAINER_BLOCKS, &sample, BLOCKS_OF_1000);
    for (size_t i = 0; i < WAYS; i++) {
        struct tp_options options = way(i);
        struct tp_error error = {TP_OK, ""};
        struct tp_file *file;
        char buffer[100];
        size_t got;
        options.slots = 8;
        CHECK(tp_open(MPI_COMM_WORLD, in_folder("pending.gz"), &options, &file, &error) == TP_OK, "%s", error.text);
        for (int times = 0; times < 40; times++) {
            const size_t offset = draw(59000);
            CHECK(tp_seek(file, offset, &error) == TP_OK, "%s", error.text);
            CHECK(tp_read(file, buffer, sizeof buffer, &got, &error) == TP_OK, "%s", error.text);
            CHECK(got == sizeof buffer && memcmp(buffer, sample.bytes + offset, got) == 0, "wrong bytes at %zu",
                  offset);
        }
        tp_close(file);
    }
    CHECK(mpi_fault_touched() == 0, "%d pending results were written to", mpi_fault_touched());
    sample_free(&sample);
}

/* --- the file is another one --- */

static void set_time_of_change(const char *path, long nanoseconds) {
    const struct timespec times[2] = {{1700000000, nanoseconds}, {1700000000, nanoseconds}};
    CHECK(utimensat(AT_FDCWD, path, times, 0) == 0, "%s", path);
}

/* Puts another file of the same size in the place of NAME: the old file's inode stays in use, so the new one differs.
 */
static void replace(const char *name, const struct sample *sample, long nanoseconds) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        char path[256], aside[300];
        snprintf(path, sizeof path, "%s", in_folder(name));
        snprintf(aside, sizeof aside, "%s.aside", path);
        CHECK(rename(path, aside) == 0, "%s", path);
        CHECK(container_write(CONTAINER_PLAIN, path, sample->bytes, sample->count, 0) == 0, "%s", path);
        set_time_of_change(path, nanoseconds);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/* OPENED: the file is opened and closed before it is replaced. */
static void notice_another_file(size_t number, int opened, long nanoseconds) {
    struct sample sample = lines_sample(5000), other = lines_sample(5000);
    const struct tp_options options = way(number);
    struct tp_error error = {TP_OK, ""};
    struct tp_plan *plan;
    struct tp_file *file = NULL;
    spill("twin.csv", sample.bytes, sample.count);
    if (rank == 0)
        set_time_of_change(in_folder("twin.csv"), 5);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(tp_plan_new(MPI_COMM_WORLD, in_folder("twin.csv"), &options, &plan, &error) == TP_OK, "%s", error.text);
    if (opened) {
        CHECK(tp_plan_open(plan, &file, &error) == TP_OK, "%s", error.text);
        CHECK(read_rest(file, sample.bytes, sample.count, 700, &error) == TP_OK, "%s", error.text);
        tp_close(file);
    }
    replace("twin.csv", &other, nanoseconds);
    const tp_err code = tp_plan_open(plan, &file, &error);
    CHECK(agreed(code, &error) == TP_ERR_IO && file == NULL, "way %zu, opened %d, %ld ns: %s", number, opened,
          nanoseconds, code == TP_OK ? "went unseen" : error.text);
    CHECK(code == TP_OK || strstr(error.text, "not the file") != NULL, "%s", error.text);
    tp_close(file);
    tp_plan_free(plan);
    sample_free(&sample);
    sample_free(&other);
}

static void all_notice_another_file_of_the_same_size(void) {
    for (size_t i = 0; i < WAYS; i++) {
        notice_another_file(i, 0, 6);
        notice_another_file(i, 0, 5); /* of the same time, too */
        notice_another_file(i, 1, 5);
    }
}

/* --- manners --- */

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Reads on while the last rank comes late, and returns the processor's seconds that waiting for it took. */
static double wait_for_the_last(struct tp_file *file, const struct timespec *late) {
    struct tp_error error = {TP_OK, ""};
    char buffer[20000];
    size_t got;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == ranks - 1)
        nanosleep(late, NULL);
    const double before = cpu_seconds();
    CHECK(tp_read(file, buffer, sizeof buffer, &got, &error) == TP_OK, "%s", error.text);
    return cpu_seconds() - before;
}

static void a_leader_that_waits_leaves_its_core_to_others(void) {
    const struct timespec late = {0, 400000000};
    const struct tp_options options = {.phase2 = TP_PHASE2_ATV, .group = TP_GROUP_RANK, .segment_bytes = 1000};
    struct sample sample = lines_sample(60000);
    struct tp_error error = {TP_OK, ""};
    struct tp_file *file;
    cpu_set_t before, one;
    size_t core = 0;
    spill("late.csv", sample.bytes, sample.count);
    sched_getaffinity(0, sizeof before, &before);
    while (!CPU_ISSET(core, &before))
        core++;
    CPU_ZERO(&one);
    CPU_SET(core, &one);
    sched_setaffinity(0, sizeof one, &one);
    CHECK(tp_open(MPI_COMM_WORLD, in_folder("late.csv"), &options, &file, &error) == TP_OK, "%s", error.text);
    const double took = wait_for_the_last(file, &late);
    CHECK(ranks == 1 || took < 0.4 / 3 / ranks, "waiting took %.3f s of the processor", took);
    tp_close(file);
    sched_setaffinity(0, sizeof before, &before);
    sample_free(&sample);
}

static void access_ranks_read_large_parts_in_turn(void) {
    enum { SEGMENT = 32 << 10, SEGMENTS = 128 };
    const tp_phase2 kinds[] = {TP_PHASE2_MBC, TP_PHASE2_ATV, TP_PHASE2_ALLGATHERV};
    const struct fault nothing = {FAULT_NOTHING, "large", 0, 0};
    struct sample sample = lines_sample((size_t)SEGMENT * SEGMENTS);
    spill("large.csv", sample.bytes, sample.count);
    for (size_t i = 0; i < 3; i++) {
        const struct tp_options options = {
            .phase2 = kinds[i], .group = TP_GROUP_RANK, .access_ranks = ranks, .segment_bytes = SEGMENT};
        struct tp_error error = {TP_OK, ""};
        fault_order(&nothing);
        CHECK(read_file("large.csv", &options, &sample, &error) == TP_OK, "%s", error.text);
        CHECK(fault_hits() >= SEGMENTS / ranks, "only %d reads on rank %d", fault_hits(), rank);
        CHECK(ranks == 1 || fault_least_read() == SEGMENT, "rank %d read %zu bytes at once", rank, fault_least_read());
        fault_order(NULL);
    }
    sample_free(&sample);
}

static void read_at_refuses_what_it_cannot_do(void) {
    static const char *const names[] = {"at.csv", "at.csv.gz"};
    struct sample sample = lines_sample(5000);
    struct tp_error error = {TP_OK, ""};
    struct tp_file *file;
    char buffer[100];
    size_t got = 77;
    store(names[0], CONTAINER_PLAIN, &sample, 0);
    store(names[1], CONTAINER_GZIP, &sample, 0);
    CHECK(tp_open(MPI_COMM_WORLD, in_folder(names[1]), NULL, &file, &error) == TP_OK, "%s", error.text);
    CHECK(agreed(tp_read_at(file, 0, buffer, 10, &got, &error), &error) == TP_ERR_ARGUMENT && got == 0, "%s",
          error.text);
    CHECK(strstr(error.text, "plain gzip") != NULL, "%s", error.text);
    CHECK(read_rest(file, sample.bytes, sample.count, 900, &error) == TP_OK, "%s", error.text);
    tp_close(file);
    CHECK(tp_open_share(MPI_COMM_WORLD, in_folder(names[0]), NULL, &file, &error) == TP_OK, "%s", error.text);
    CHECK(agreed(tp_read_at(file, 0, buffer, 10, &got, &error), &error) == TP_ERR_ARGUMENT, "%s", error.text);
    tp_close(file);
    sample_free(&sample);
}

static void all_say_what_one_rank_cannot_read_at_an_offset(void) {
    const struct fault fault = {FAULT_READ, "at-broken", 0, EIO};
    struct sample sample = lines_sample(300000);
    char *buffer = malloc(sample.count);
    store("at-broken.gz", CONTAINER_BLOCKS, &sample, BLOCKS_OF_1000);
    for (size_t w = 0; w < WAYS; w++) {
        const struct tp_options options = way(w);
        struct tp_error error = {TP_OK, ""};
        struct tp_file *file;
        size_t got;
        CHECK(tp_open(MPI_COMM_WORLD, in_folder("at-broken.gz"), &options, &file, &error) == TP_OK, "%s", error.text);
        CHECK(tp_read_at(file, 7, buffer, sample.count, &got, &error) == TP_OK && got == sample.count - 7, "%s",
              error.text);
        CHECK(memcmp(buffer, sample.bytes + 7, got) == 0, "way %zu: wrong bytes", w);
        fault_order(rank == 0 ? &fault : NULL);
        CHECK(agreed(tp_read_at(file, 7, buffer, sample.count, &got, &error), &error) == TP_ERR_IO, "%s", error.text);
        fault_order(NULL);
        tp_close(file);
    }
    free(buffer);
    sample_free(&sample);
}

static tp_err write_file(const char *path, const struct tp_write_options *options, const struct sample *sample,
                         struct tp_error *error) {
    struct tp_writer *writer = (struct tp_writer *)error;
    tp_err code = tp_create(MPI_COMM_WORLD, path, options, &writer, error);
    CHECK((code == TP_OK) == (writer != NULL), "%s, and the writer is %s NULL", tp_strerror(code), writer ? "not" : "");
    for (int call = 0; call < 3 && code == TP_OK; call++)
        code = tp_write(writer, sample->bytes, sample->count, error);
    if (code != TP_OK) {
        tp_abandon(writer);
        return agreed(code, error);
    }
    return agreed(tp_finish(writer, error), error);
}

static int holds_old(const char *path) {
    char bytes[8] = "";
    FILE *in = fopen(path, "rb");
    const size_t count = in != NULL ? fread(bytes, 1, sizeof bytes, in) : 0;
    if (in != NULL)
        fclose(in);
    return count == 3 && memcmp(bytes, "old", 3) == 0;
}

static void all_fail_to_write_together_and_the_old_file_stays(void) {
    static const struct {
        struct fault fault;
        tp_err wanted;
    } rows[] = {{{FAULT_OPEN, "out", 0, EACCES}, TP_ERR_OPEN},
                {{FAULT_WRITE, "out", 0, ENOSPC}, TP_ERR_IO},
                {{FAULT_WRITE, "out", 2, ENOSPC}, TP_ERR_IO},
                {{FAULT_SYNC, "out", 0, EIO}, TP_ERR_IO},
                {{FAULT_RENAME, "out", 0, EROFS}, TP_ERR_IO}};
    struct sample sample = {"bytes", malloc(2000000), 2000000, 0};
    for (size_t i = 0; i < sample.count; i++)
        sample.bytes[i] = (char)draw_bits();
    sample.count = 2000000 / (size_t)ranks;
    for (size_t i = 0; i < 2 * sizeof rows / sizeof rows[0]; i++) {
        const int packed = i % 2 == 1;
        const struct tp_write_options options = {.compress = packed, .level = packed, .index = packed};
        const char *name = options.compress ? "out.gz" : "out.csv";
        struct tp_error error = {TP_OK, ""};
        spill(name, "old", 3);
        fault_order(rank == 0 ? &rows[i / 2].fault : NULL);
        const tp_err code = write_file(in_folder(name), &options, &sample, &error);
        CHECK(code == rows[i / 2].wanted, "row %zu, %s: %s", i / 2, name, code == TP_OK ? "no error" : error.text);
        CHECK(hits_anywhere() > 0, "row %zu: rank 0 does not write by this call", i / 2);
        CHECK(strstr(error.text, strerror(rows[i / 2].fault.error)) != NULL, "row %zu: %s", i / 2, error.text);
        CHECK(holds_old(in_folder(name)), "row %zu: %s was changed", i / 2, name);
        fault_order(NULL);
    }
    struct tp_error error = {TP_OK, ""};
    CHECK(write_file(in_folder("no/such/folder.csv"), NULL, &sample, &error) == TP_ERR_OPEN, "%s", error.text);
    const struct fault stutter = {FAULT_WRITE, "out", 0, 0};
    sample.count = 3000 / (size_t)ranks;
    fault_order(&stutter);
    CHECK(write_file(in_folder("out.csv"), NULL, &sample, &error) == TP_OK, "%s", error.text);
    fault_order(NULL);
    size_t count;
    char *bytes = on_disk("out.csv", &count);
    CHECK(count == 3 * sample.count * (size_t)ranks && memcmp(bytes, sample.bytes, sample.count) == 0, "%zu", count);
    free(bytes);
    sample_free(&sample);
}

static void all_refuse_write_options_out_of_range(void) {
    static const struct tp_write_options rows[] = {
        {.compress = 1, .level = 10}, {.compress = 1, .level = -1}, {.compress = 1, .block_bytes = 70000}};
    struct sample sample = lines_sample(100);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct tp_error error = {TP_OK, ""};
        CHECK(write_file(in_folder("refused.gz"), &rows[i], &sample, &error) == TP_ERR_ARGUMENT, "row %zu: %s", i,
              error.text);
        CHECK(access(in_folder("refused.gz"), F_OK) != 0, "row %zu left a file", i);
    }
    sample_free(&sample);
}

static size_t open_files(void) {
    size_t count = 0;
    DIR *fds = opendir("/proc/self/fd");
    while (fds != NULL && readdir(fds) != NULL)
        count++;
    if (fds != NULL)
        closedir(fds);
    return count;
}

static void nothing_stays_open_and_the_communicator_works(void) {
    struct sample sample = lines_sample(9000);
    struct tp_error error = {TP_OK, ""};
    size_t before = 0;
    store("last.gz", CONTAINER_BLOCKS, &sample, BLOCKS_OF_1000);
    for (size_t i = 0; i < 3 * WAYS; i++) {
        const struct tp_options options = way(i);
        CHECK(read_file("last.gz", &options, &sample, &error) == TP_OK, "%s", error.text);
        CHECK(read_file("none.gz", &options, &sample, &error) == TP_ERR_OPEN, "%s", error.text);
        if (i + 1 == WAYS)
            before = open_files();
    }
    CHECK(open_files() == before, "%zu files were open, now %zu", before, open_files());
    tp_close(NULL);
    tp_plan_free(NULL);
    tp_abandon(NULL);
    sample_free(&sample);
}

static int run_watched(const struct check_case *cases, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const int before = check_failures;
        const double started = MPI_Wtime();
        begin(cases[i].name);
        cases[i].run();
        fault_order(NULL);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0 || check_failures != before)
            printf("%s %s (rank %d, %.1f s)\n", check_failures == before ? "ok" : "not ok", cases[i].name, rank,
                   MPI_Wtime() - started);
    }
    return check_failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv) {
    static const struct check_case cases[] = {
        CASE(all_say_that_a_file_is_missing),
        CASE(all_refuse_options_out_of_range),
        CASE(all_see_every_truncation),
        CASE(all_name_the_block_that_is_damaged),
        CASE(all_give_right_data_or_an_error_for_flipped_bits),
        CASE(all_notice_an_index_of_another_file),
        CASE(all_notice_a_file_that_is_cut_while_they_read),
        CASE(all_say_what_one_rank_cannot_open),
        CASE(all_say_what_one_rank_cannot_read),
        CASE(short_and_interrupted_reads_change_nothing),
        CASE(all_fail_when_one_share_is_damaged),
        CASE(a_share_cannot_be_sought),
        CASE(nobody_waits_for_a_leader_whose_mpi_fails_in_a_seek),
        CASE(nobody_writes_where_a_reduction_is_pending),
        CASE(all_notice_another_file_of_the_same_size),
        CASE(a_leader_that_waits_leaves_its_core_to_others),
        CASE(access_ranks_read_large_parts_in_turn),
        CASE(read_at_refuses_what_it_cannot_do),
        CASE(all_say_what_one_rank_cannot_read_at_an_offset),
        CASE(all_fail_to_write_together_and_the_old_file_stays),
        CASE(all_refuse_write_options_out_of_range),
        CASE(nothing_stays_open_and_the_communicator_works),
    };
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    signal(SIGALRM, too_long);
    if (rank == 0 && folder_make(folder, "error") != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Bcast(folder, (int)sizeof folder, MPI_CHAR, 0, MPI_COMM_WORLD);
    int status = run_watched(cases, sizeof cases / sizeof cases[0]);
    MPI_Allreduce(MPI_IN_PLACE, &status, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (rank == 0) {
        char command[128];
        snprintf(command, sizeof command, "rm -r %s", folder);
        status |= system(command) != 0;
    }
    MPI_Finalize();
    return status;
}
