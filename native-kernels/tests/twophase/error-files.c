/* SPDX-License-Identifier: Apache-2.0 */
/* Cases of twophase-error-test: a file that is missing, cut, damaged or replaced. */
#include "error-cases.h"
#include "faults.h"
#include "support/check.h"
#include "support/draw.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

void all_say_that_a_file_is_missing(void) {
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

/* Cuts the file to lengths a few bytes apart; with many ranks, and slow tries, further apart. */
static void truncations(const char *name, enum container container, size_t whole_header) {
    struct sample sample = lines_sample(3500);
    struct tp_error error = {TP_OK, ""};
    size_t count;
    store(name, container, &sample, BLOCKS_OF_1000);
    char *bytes = on_disk(name, &count);
    const size_t stride = ranks == 1 ? 3 : ranks <= 4 ? 11 : 301;
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

void all_see_every_truncation(void) {
    truncations("cut.gz", CONTAINER_BLOCKS, 18);
    truncations("cut-indexed.gz", CONTAINER_BLOCKS_INDEXED, 18);
    truncations("cut-stream.gz", CONTAINER_GZIP, 10);
}

/*
 * Reads all of NAME by one call, with one block a segment: the bytes handed out end at the start of the damaged BLOCK.
 */
static void check_bytes_before(const char *name, const struct sample *sample, size_t block) {
    char *buffer = malloc(sample->count);
    for (int group = TP_GROUP_NODE; group <= TP_GROUP_RANK; group++) {
        const struct tp_options options = {.group = (tp_group)group, .segment_bytes = 1000};
        struct tp_error error = {TP_OK, ""};
        struct tp_file *file;
        size_t got = sample->count;
        CHECK(tp_open(MPI_COMM_WORLD, in_folder(name), &options, &file, &error) == TP_OK, "%s", error.text);
        if (file == NULL)
            continue;
        CHECK(agreed(tp_read(file, buffer, sample->count, &got, &error), &error) == TP_ERR_CORRUPT, "went unseen");
        CHECK(got == block * 1000, "group %d: %zu bytes before block %zu", group, got, block);
        CHECK(got <= sample->count && memcmp(buffer, sample->bytes, got) == 0, "group %d: wrong bytes", group);
        tp_close(file);
    }
    free(buffer);
}

void all_name_the_block_that_is_damaged(void) {
    struct sample sample = lines_sample(9500);
    size_t count, offsets[64], tries = 0;
    for (int indexed = 0; indexed < 2; indexed++) {
        const char *name = indexed ? "damaged-indexed.gz" : "damaged.gz";
        store(name, indexed ? CONTAINER_BLOCKS_INDEXED : CONTAINER_BLOCKS, &sample, BLOCKS_OF_1000);
        char *bytes = on_disk(name, &count);
        const size_t blocks = find_blocks(bytes, count, offsets);
        CHECK(blocks == 11, "%zu blocks", blocks);
        for (size_t block = 0; block + 1 < blocks; block += ranks <= 4 ? 1 : 3, tries++) {
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
            check_bytes_before(name, &sample, block);
            bytes[offsets[block + 1] - 8] ^= 4;
        }
        free(bytes);
    }
    sample_free(&sample);
}

void all_give_right_data_or_an_error_for_flipped_bits(void) {
    struct sample sample = lines_sample(6000);
    size_t count;
    store("flips.gz", CONTAINER_BLOCKS_INDEXED, &sample, BLOCKS_OF_1000);
    char *bytes = on_disk("flips.gz", &count);
    for (size_t i = 0; i < (ranks <= 4 ? 100 : 15); i++) {
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

void all_notice_an_index_of_another_file(void) {
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
        overwrite("stale.gz.gzi", index, count - 16); /* states more entries than the index holds */
        CHECK(read_file("stale.gz", &options, &sample, &error) == TP_ERR_CORRUPT, "cut off: %s", error.text);
        index[8 + 16 + 8] ^= 2; /* a data offset: only reading the block shows the damage */
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
void all_notice_a_file_that_is_cut_while_they_read(void) {
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

/* Only the last rank meets the damage; the other shares have none. */
void all_fail_when_one_share_is_damaged(void) {
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
    const struct tp_options options = {.segment_bytes = 2000}; /* so that opening does not meet the damage */
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

static void set_time_of_change(const char *path, long nanoseconds) {
    const struct timespec times[2] = {{1700000000, nanoseconds}, {1700000000, nanoseconds}};
    CHECK(utimensat(AT_FDCWD, path, times, 0) == 0, "%s", path);
}

/* Replaces NAME by another file of the same size: the old file's inode stays in use, so the new inode differs. */
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

/* Writes other contents into the same file. */
static void rewrite(const char *name, const struct sample *sample, long nanoseconds) {
    overwrite(name, sample->bytes, sample->count);
    if (rank == 0)
        set_time_of_change(in_folder(name), nanoseconds);
    MPI_Barrier(MPI_COMM_WORLD);
}

typedef void change(const char *name, const struct sample *sample, long nanoseconds);

/* OPENED: the file is opened and closed before it is changed. */
static void notice_another_file(size_t number, int opened, change *changed, long nanoseconds) {
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
    changed("twin.csv", &other, nanoseconds);
    const tp_err code = tp_plan_open(plan, &file, &error);
    CHECK(agreed(code, &error) == TP_ERR_IO && file == NULL, "way %zu, opened %d, %ld ns: %s", number, opened,
          nanoseconds, code == TP_OK ? "went unseen" : error.text);
    CHECK(code == TP_OK || strstr(error.text, "not the file") != NULL, "%s", error.text);
    tp_close(file);
    tp_plan_free(plan);
    sample_free(&sample);
    sample_free(&other);
}

void all_notice_another_file_of_the_same_size(void) {
    for (size_t i = 0; i < WAYS; i++) {
        notice_another_file(i, 0, replace, 6);
        notice_another_file(i, 0, replace, 5); /* also with the same time */
        notice_another_file(i, 1, replace, 5);
        notice_another_file(i, 0, rewrite, 6);
        notice_another_file(i, 1, rewrite, 6);
    }
}

/* Rank 0 writes SAMPLE twice: as NAME, and as a file of the same size and another time of change, NAME.other. */
static void store_twins(const char *name, enum container container, const struct sample *sample) {
    char other[64];
    snprintf(other, sizeof other, "%s.other", name);
    store(name, container, sample, BLOCKS_OF_1000);
    store(other, container, sample, BLOCKS_OF_1000);
    if (rank == 0) {
        set_time_of_change(in_folder(name), 5);
        set_time_of_change(in_folder(other), 6);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/*
 * Makes VICTIM open another file when it begins to read, as if the path led elsewhere for a moment. Rank 0 has opened
 * the right file before, for the plan.
 */
static void order_another_file(const char *name, int victim) {
    const struct fault fault = {FAULT_OTHER_FILE, name, victim == 0, 0};
    fault_order(rank == victim ? &fault : NULL);
}

void all_notice_that_one_rank_has_another_file(void) {
    static const char *const names[] = {"one.csv", "one.gz", "one-stream.gz"};
    static const enum container kinds[] = {CONTAINER_PLAIN, CONTAINER_BLOCKS, CONTAINER_GZIP};
    struct sample sample = lines_sample(5000);
    for (size_t i = 0; i < 3; i++) {
        store_twins(names[i], kinds[i], &sample);
        for (int victim = 0; victim<ranks; victim += ranks> 1 ? ranks - 1 : 1) {
            struct tp_error error = {TP_OK, ""};
            order_another_file(names[i], victim);
            CHECK(read_share(names[i], NULL, &error) == TP_ERR_IO && strstr(error.text, "not the file") != NULL,
                  "share of %s, rank %d: %s", names[i], victim, error.text);
        }
        for (size_t w = 0; w < WAYS; w++) {
            const struct tp_options options = way(w);
            struct tp_error error = {TP_OK, ""};
            order_another_file(names[i], 0);
            CHECK(read_file(names[i], &options, &sample, &error) == TP_ERR_IO &&
                      strstr(error.text, "not the file") != NULL,
                  "%s, way %zu: %s", names[i], w, error.text);
        }
    }
    fault_order(NULL);
    sample_free(&sample);
}
