/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Checks that the joint output of all ranks equals, byte for byte, the output of blk_write, including the index, for
 * any split of the data; and that, if one rank's disk is full, all ranks report it and leave no files behind.
 */
#include "faults.h"
#include "slipway/blockfile.h"
#include "slipway/twophase.h"
#include "support/check.h"
#include "support/draw.h"
#include "support/hang.h"
#include "support/samples.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

enum { LARGE_BYTES = 34 << 20 };

static char folder[64];
static int rank, ranks;

static void too_long(int signal_number) {
    static const char text[] = "a rank waits for ever\n";
    (void)signal_number;
    (void)!write(STDERR_FILENO, text, sizeof text - 1);
    _exit(EXIT_FAILURE);
}

static const char *in_folder(const char *name) {
    static char paths[4][160];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static void spill(const char *name, const char *bytes, size_t count) {
    FILE *out = fopen(in_folder(name), "wb");
    CHECK(out != NULL && fwrite(bytes, 1, count, out) == count && fclose(out) == 0, "%s", name);
}

static void check_same(const char *name, const char *wanted) {
    size_t count, wanted_count;
    char *bytes = read_whole(in_folder(name), &count), *wanted_bytes = read_whole(in_folder(wanted), &wanted_count);
    CHECK(bytes != NULL && wanted_bytes != NULL, "%s or %s is not there", name, wanted);
    if (bytes != NULL && wanted_bytes != NULL)
        CHECK(count == wanted_count && memcmp(bytes, wanted_bytes, count) == 0, "%s: %zu bytes, not as the %zu of %s",
              name, count, wanted_count, wanted);
    free(bytes);
    free(wanted_bytes);
}

/* Checks that the folder has at most NAME, and NAME only if it was there before. */
static void check_nothing_left(const char *name, int was_there) {
    char command[300];
    size_t count;
    char *bytes = read_whole(in_folder(name), &count);
    CHECK((bytes != NULL) == was_there && (bytes == NULL || (count == 3 && memcmp(bytes, "old", 3) == 0)),
          "%s was changed", name);
    free(bytes);
    snprintf(command, sizeof command, "test -z \"$(ls '%s' | grep -v -x '%s')\"", folder, name);
    CHECK(system(command) == 0, "something is left beside %s", name);
}

static void empty_folder(void) {
    char command[120];
    MPI_Barrier(MPI_COMM_WORLD);
    snprintf(command, sizeof command, "rm -f %s/*", folder);
    if (rank == 0)
        CHECK(system(command) == 0, "%s", command);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Every rank must be here with the same code and text. */
static tp_err agreed(tp_err code, const struct tp_error *error) {
    struct tp_error first = {code, ""};
    if (code != TP_OK)
        snprintf(first.text, sizeof first.text, "%s", error->text);
    MPI_Bcast(&first, (int)sizeof first, MPI_BYTE, 0, MPI_COMM_WORLD);
    CHECK(first.code == code, "rank %d has %s, rank 0 %s", rank, tp_strerror(code), tp_strerror(first.code));
    CHECK(code == TP_OK || strcmp(first.text, error->text) == 0, "rank %d says %s, rank 0 %s", rank, error->text,
          first.text);
    return code;
}

/* --- the written data --- */

/* The pieces of one call: the bytes of each rank. */
typedef void cut_of(size_t *pieces, size_t bytes);

static void all_on_the_first(size_t *pieces, size_t bytes) {
    pieces[0] = bytes;
}

static void all_on_the_last(size_t *pieces, size_t bytes) {
    pieces[ranks - 1] = bytes;
}

static void one_byte_each_and_the_rest_on_the_second(size_t *pieces, size_t bytes) {
    for (int r = 0; r < ranks; r++)
        pieces[r] = (size_t)r < bytes;
    pieces[ranks > 1] += bytes > (size_t)ranks ? bytes - (size_t)ranks : 0;
}

static void as_drawn(size_t *pieces, size_t bytes) {
    for (int r = 0; r + 1 < ranks; r++) {
        pieces[r] = draw(3) == 0 ? 0 : draw_size(bytes);
        bytes -= pieces[r];
    }
    pieces[ranks - 1] = bytes;
}

static cut_of *const cuts[] = {all_on_the_first, all_on_the_last, one_byte_each_and_the_rest_on_the_second, as_drawn};

static void write_alone(const char *name, const struct tp_write_options *options, const struct sample *sample) {
    const struct blk_write_options blocks = {options->block_bytes, options->level, options->index};
    struct blk_writer *writer;
    if (!options->compress) {
        spill(name, sample->bytes, sample->count);
        return;
    }
    CHECK(blk_create(in_folder(name), &blocks, &writer, NULL) == BLK_OK, "%s", name);
    CHECK(blk_write(writer, sample->bytes, sample->count, NULL) == BLK_OK, "%s", name);
    CHECK(blk_finish(writer, NULL) == BLK_OK, "%s", name);
}

static tp_err write_together(const char *name, const struct tp_write_options *options, const struct sample *sample,
                             cut_of *cut, size_t calls, struct tp_error *error) {
    size_t *pieces = calloc((size_t)ranks, sizeof *pieces), at = 0;
    struct tp_writer *writer = NULL;
    tp_err code = tp_create(MPI_COMM_WORLD, in_folder(name), options, &writer, error);
    for (size_t call = 0; call < calls && code == TP_OK; call++) {
        const size_t left = sample->count - at, bytes = call + 1 == calls ? left : draw_size(left);
        size_t before = at;
        memset(pieces, 0, (size_t)ranks * sizeof *pieces);
        cut(pieces, bytes);
        for (int r = 0; r < rank; r++)
            before += pieces[r];
        code = tp_write(writer, pieces[rank] > 0 ? sample->bytes + before : NULL, pieces[rank], error);
        at += bytes;
    }
    free(pieces);
    if (code == TP_OK)
        return tp_finish(writer, error);
    if (writer != NULL) {
        struct tp_error again = {TP_OK, ""};
        CHECK(tp_write(writer, NULL, 0, &again) == code && strcmp(again.text, error->text) == 0, "%s", again.text);
        CHECK(tp_finish(writer, &again) == code && strcmp(again.text, error->text) == 0, "%s", again.text);
    }
    return code;
}

static struct tp_write_options draw_options(void) {
    struct tp_write_options options = {.compress = draw(5) > 0};
    if (options.compress) {
        options.level = (int)draw(10);
        options.index = draw(4) > 0;
        options.block_bytes = draw(5) == 0 ? BLK_MAX_BLOCK_BYTES : (uint32_t)(draw(3) == 0 ? 0 : 1 + draw_size(3000));
    }
    return options;
}

static void equals_blk_write_for_every_cut(void) {
    for (uint64_t seed = 1; seed <= (ranks <= 4 ? 60 : 12); seed++) {
        struct tp_error error = {TP_OK, ""};
        draw_seed(seed);
        empty_folder();
        const struct tp_write_options options = draw_options();
        struct sample sample =
            sample_draw(options.block_bytes > 0 && options.block_bytes < 100 ? 3000 : draw_size(400000));
        const size_t calls = draw(8) == 0 ? 40 : 1 + draw(4), cut = draw(sizeof cuts / sizeof cuts[0]);
        const tp_err code = write_together("data.gz", &options, &sample, cuts[cut], calls, &error);
        CHECK(agreed(code, &error) == TP_OK, "seed %llu: %s", (unsigned long long)seed, error.text);
        if (rank == 0) {
            const int before = check_failures;
            write_alone("alone.gz", &options, &sample);
            check_same("data.gz", "alone.gz");
            if (options.index)
                check_same("data.gz.gzi", "alone.gz.gzi");
            CHECK(access(in_folder("data.gz.part"), F_OK) != 0, "the part is still there");
            CHECK(check_failures == before,
                  "seed %llu: %zu bytes, %zu calls, cut %zu, compress %d, level %d, block %u, index %d",
                  (unsigned long long)seed, sample.count, calls, cut, options.compress, options.level,
                  options.block_bytes, options.index);
        }
        sample_free(&sample);
    }
}

static void writes_files_of_no_bytes(void) {
    char none[1];
    const struct sample nothing = {"nothing", none, 0, 0};
    for (int compress = 0; compress < 2; compress++)
        for (size_t calls = 0; calls < 3; calls++) {
            const struct tp_write_options options = {.compress = compress, .index = compress};
            struct tp_error error = {TP_OK, ""};
            empty_folder();
            const tp_err code = write_together("none.gz", &options, &nothing, all_on_the_first, calls, &error);
            CHECK(agreed(code, &error) == TP_OK, "%s", error.text);
            if (rank == 0) {
                write_alone("alone.gz", &options, &nothing);
                check_same("none.gz", "alone.gz");
            }
        }
}

/*
 * Random bytes do not shrink, so they exceed the packed bytes that a rank may hold, and a part of them is packed twice.
 */
static void packs_more_than_a_rank_holds(void) {
    const struct tp_write_options options = {.compress = 1, .level = 1, .index = 1};
    struct sample sample = {"random", malloc(LARGE_BYTES), LARGE_BYTES, 0};
    struct tp_error error = {TP_OK, ""};
    draw_seed(7);
    for (size_t i = 0; i < sample.count; i += 8) {
        const uint64_t bits = draw_bits();
        memcpy(sample.bytes + i, &bits, 8);
    }
    empty_folder();
    const tp_err code =
        write_together("large.gz", &options, &sample, one_byte_each_and_the_rest_on_the_second, 1, &error);
    CHECK(agreed(code, &error) == TP_OK, "%s", error.text);
    if (rank == 0) {
        write_alone("alone.gz", &options, &sample);
        check_same("large.gz", "alone.gz");
        check_same("large.gz.gzi", "alone.gz.gzi");
    }
    sample_free(&sample);
}

/* --- failures --- */

static int hits_anywhere(void) {
    int hits = fault_hits();
    MPI_Allreduce(MPI_IN_PLACE, &hits, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return hits;
}

static void all_fail_when_one_rank_cannot(void) {
    static const struct {
        struct fault fault;
        tp_err wanted;
        int packed_only;
    } rows[] = {{{FAULT_OPEN, "out", 0, EACCES}, TP_ERR_OPEN, 0}, {{FAULT_WRITE, "out", 0, ENOSPC}, TP_ERR_IO, 0},
                {{FAULT_WRITE, "out", 1, EDQUOT}, TP_ERR_IO, 0},  {{FAULT_WRITE, ".gzi", 0, ENOSPC}, TP_ERR_IO, 1},
                {{FAULT_SYNC, "out", 0, EIO}, TP_ERR_IO, 0},      {{FAULT_SYNC, ".gzi", 0, EIO}, TP_ERR_IO, 1},
                {{FAULT_OPEN, ".gzi", 0, EMFILE}, TP_ERR_OPEN, 1}};
    struct sample sample = {"bytes", malloc(600000), 600000, 0};
    for (size_t i = 0; i < sample.count; i++)
        sample.bytes[i] = (char)draw_bits();
    for (size_t i = 0; i < 2 * sizeof rows / sizeof rows[0]; i++)
        for (int broken = 0; broken < ranks; broken++) {
            const int packed = i % 2 == 1, was_there = broken % 2;
            const struct tp_write_options options = {.compress = packed, .level = packed, .index = packed};
            struct tp_error error = {TP_OK, ""};
            struct tp_writer *writer = NULL;
            if (rows[i / 2].packed_only && !packed)
                continue;
            empty_folder();
            if (rank == 0 && was_there)
                spill("out", "old", 3);
            MPI_Barrier(MPI_COMM_WORLD);
            fault_order(rank == broken ? &rows[i / 2].fault : NULL);
            tp_err code = tp_create(MPI_COMM_WORLD, in_folder("out"), &options, &writer, &error);
            CHECK((code == TP_OK) == (writer != NULL), "%s", error.text);
            for (int call = 0; call < 3 && code == TP_OK; call++)
                code = tp_write(writer, sample.bytes, sample.count / (size_t)ranks, &error);
            if (code == TP_OK)
                code = tp_finish(writer, &error);
            else
                tp_abandon(writer);
            CHECK(agreed(code, &error) == rows[i / 2].wanted, "row %zu, rank %d: %s", i, broken, error.text);
            CHECK(hits_anywhere() > 0, "row %zu: rank %d does not write by this call", i, broken);
            CHECK(strstr(error.text, strerror(rows[i / 2].fault.error)) != NULL && strstr(error.text, "out") != NULL,
                  "row %zu: %s", i, error.text);
            fault_order(NULL);
            check_nothing_left("out", was_there); /* on every rank: no rank returns before */
            MPI_Barrier(MPI_COMM_WORLD);
        }
    sample_free(&sample);
}

static void short_and_interrupted_writes_change_nothing(void) {
    const struct fault stutter = {FAULT_WRITE, "slow", 0, 0};
    const struct tp_write_options options = {.compress = 1, .index = 1, .block_bytes = 500};
    struct sample sample = {"letters", malloc(20000), 20000, 0};
    memset(sample.bytes, 'x', sample.count);
    struct tp_error error = {TP_OK, ""};
    empty_folder();
    fault_order(&stutter);
    const tp_err code = write_together("slow.gz", &options, &sample, as_drawn, 3, &error);
    CHECK(agreed(code, &error) == TP_OK, "%s", error.text);
    CHECK(hits_anywhere() > 0, "it is written by other calls");
    fault_order(NULL);
    if (rank == 0) {
        write_alone("alone.gz", &options, &sample);
        check_same("slow.gz", "alone.gz");
        check_same("slow.gz.gzi", "alone.gz.gzi");
    }
    sample_free(&sample);
}

static void all_refuse_options_that_differ(void) {
    const struct tp_write_options options = {.compress = 1, .level = rank == 0 ? 1 : 2};
    struct tp_error error = {TP_OK, ""};
    struct tp_writer *writer;
    empty_folder();
    const tp_err code = tp_create(MPI_COMM_WORLD, in_folder("out"), &options, &writer, &error);
    CHECK(agreed(code, &error) == (ranks == 1 ? TP_OK : TP_ERR_ARGUMENT), "%s", error.text);
    CHECK((writer != NULL) == (ranks == 1), "a writer");
    tp_abandon(writer);
    check_nothing_left("out", 0);
}

/* Two files: neither has its name before both are whole. */
static void a_file_can_be_whole_before_it_has_its_name(void) {
    struct tp_error error = {TP_OK, ""};
    struct tp_writer *writers[2];
    static const char *const names[] = {"one", "two"};
    empty_folder();
    for (int i = 0; i < 2; i++) {
        CHECK(tp_create(MPI_COMM_WORLD, in_folder(names[i]), NULL, &writers[i], &error) == TP_OK, "%s", error.text);
        CHECK(tp_write(writers[i], "x", 1, &error) == TP_OK, "%s", error.text);
        CHECK(tp_complete(writers[i], &error) == TP_OK, "%s", error.text);
    }
    CHECK(access(in_folder("one"), F_OK) != 0 && access(in_folder("two.part"), F_OK) == 0, "names");
    CHECK(agreed(tp_write(writers[0], "x", 1, &error), &error) == TP_ERR_ARGUMENT, "%s", error.text);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 2; i++)
        CHECK(agreed(tp_finish(writers[i], &error), &error) == TP_OK, "%s", error.text);
    size_t count;
    char *bytes = read_whole(in_folder("two"), &count);
    CHECK(count == (size_t)ranks && access(in_folder("one"), F_OK) == 0, "%zu bytes", count);
    free(bytes);
}

static void run_watched(const struct check_case *cases, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const int before = check_failures;
        alarm(HANG_SECONDS);
        draw_seed(20261123);
        cases[i].run();
        fault_order(NULL);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0 || check_failures != before)
            printf("%s %s (rank %d)\n", check_failures == before ? "ok" : "not ok", cases[i].name, rank);
    }
}

int main(int argc, char **argv) {
    static const struct check_case cases[] = {
        CASE(equals_blk_write_for_every_cut),
        CASE(writes_files_of_no_bytes),
        CASE(packs_more_than_a_rank_holds),
        CASE(all_fail_when_one_rank_cannot),
        CASE(short_and_interrupted_writes_change_nothing),
        CASE(all_refuse_options_that_differ),
        CASE(a_file_can_be_whole_before_it_has_its_name),
    };
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    signal(SIGALRM, too_long);
    if (rank == 0 && folder_make(folder, "write") != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Bcast(folder, (int)sizeof folder, MPI_CHAR, 0, MPI_COMM_WORLD);
    run_watched(cases, sizeof cases / sizeof cases[0]);
    int failed = check_failures != 0;
    MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    empty_folder();
    if (rank == 0)
        failed |= rmdir(folder) != 0;
    MPI_Finalize();
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
