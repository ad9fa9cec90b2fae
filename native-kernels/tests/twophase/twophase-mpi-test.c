/* SPDX-License-Identifier: Apache-2.0 */
/*
 * twophase on any number of ranks: the data of each rank equal the file, for seeded random segments and pieces; all
 * ranks get the same error. Rank 0 makes the files.
 */
#include "slipway/blockfile.h"
#include "slipway/twophase.h"
#include "support/check.h"

#include <unistd.h>

/*
 * Segments of FEW_BYTES are shorter than most lines. Even shorter ones cost a round of messages each, and test no more
 * than odd files in segments of 1 to 3 bytes do.
 */
enum { DATA_BYTES = 70000, FEW_BYTES = 30 };

static char folder[64];
static int rank;
static char data[DATA_BYTES], back[DATA_BYTES + 1];

static unsigned long long random_state = 7; /* the same draws on every rank */
static unsigned draw(unsigned below) {
    unsigned long long z = random_state += 0x9E3779B97F4A7C15ULL;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ z >> 27) * 0x94D049BB133111EBULL;
    return (unsigned)((z ^ z >> 31) % below);
}

static const char *in_folder(const char *name) {
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void spill(const char *name, const char *bytes, size_t count) {
    FILE *out = rank == 0 ? fopen(in_folder(name), "wb") : NULL;
    if (out != NULL) {
        CHECK(fwrite(bytes, 1, count, out) == count, "%s", name);
        fclose(out);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static void make_files(void) {
    for (size_t i = 0; i < DATA_BYTES; i++)
        data[i] = draw(40) == 0 ? '\n' : (char)('a' + draw(26));
    spill("plain", data, DATA_BYTES);
    if (rank == 0) {
        struct blk_writer *writer;
        CHECK(blk_create(in_folder("blocks.gz"), NULL, &writer, NULL) == BLK_OK &&
                  blk_write(writer, data, DATA_BYTES, NULL) == BLK_OK && blk_finish(writer, NULL) == BLK_OK,
              "write");
        char command[300];
        snprintf(command, sizeof command, "gzip -c %s/plain > %s/stream.gz", folder, folder);
        CHECK(system(command) == 0, "gzip");
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static const char *const names[] = {"plain", "blocks.gz", "stream.gz"};

/* Draws a plan, the same on every rank: phase 2, group, access ranks and slots. */
static struct tp_options any_plan(size_t segment_bytes) {
    struct tp_options options = {
        .phase2 = (tp_phase2)draw(5), .group = (tp_group)draw(3), .segment_bytes = segment_bytes};
    if (draw(2) == 0)
        options.access_ranks = 1;
    if (draw(2) == 0)
        options.slots = 2 + draw(5);
    return options;
}

static void every_rank_reads_the_bytes_of_the_file(void) {
    for (int round = 0; round < 30; round++) {
        const struct tp_options options = any_plan(round % 2 == 0 ? FEW_BYTES + draw(400) : 1 + draw(100000));
        struct tp_error error = {TP_OK, ""};
        struct tp_file *file;
        size_t total = 0, got = 1;
        CHECK(tp_open(MPI_COMM_WORLD, in_folder(names[round % 3]), &options, &file, &error) == TP_OK, "%s", error.text);
        while (got > 0) {
            const size_t room = sizeof back - total, want = 1 + draw(9000);
            CHECK(tp_read(file, back + total, want < room ? want : room, &got, &error) == TP_OK, "%s", error.text);
            total += got;
        }
        CHECK(total == DATA_BYTES && memcmp(back, data, total) == 0, "round %d: %zu bytes", round, total);
        CHECK(tp_tell(file) == DATA_BYTES, "offset at the end");
        CHECK(tp_plan_info(tp_file_plan(file)).slow == (round % 3 == 2), "flag of plain gzip");
        tp_close(file);
    }
}

static void every_rank_reads_the_lines_of_the_file(void) {
    for (int round = 0; round < 12; round++) {
        const struct tp_options options = any_plan(round % 2 == 0 ? FEW_BYTES + draw(200) : 1 + draw(5000));
        struct tp_error error = {TP_OK, ""};
        struct tp_file *file;
        const char *line, *at = data;
        size_t length, wrong = 0;
        CHECK(tp_open(MPI_COMM_WORLD, in_folder(names[round % 3]), &options, &file, &error) == TP_OK, "%s", error.text);
        while (tp_read_line(file, &line, &length, &error) == TP_OK && line != NULL) {
            wrong += memcmp(line, at, length) != 0 || (line[length] != '\0' && line[length] != '\n') ||
                     (at + length < data + DATA_BYTES && at[length] != '\n');
            at += length + 1;
        }
        CHECK(wrong == 0 && at >= data + DATA_BYTES, "round %d: %zu wrong lines", round, wrong);
        tp_close(file);
    }
}

static void lines_of_odd_files_are_right(void) {
    static const struct {
        const char *text;
        size_t lines;
    } rows[] = {{"", 0}, {"\n", 1}, {"a", 1}, {"a\n", 1}, {"\n\na", 3}, {"a\r\nb", 2}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (size_t segment = 1; segment < 4; segment++) {
            const struct tp_options options = {.segment_bytes = segment};
            struct tp_file *file;
            const char *line;
            size_t length, lines = 0;
            spill("odd", rows[i].text, strlen(rows[i].text));
            CHECK(tp_open(MPI_COMM_WORLD, in_folder("odd"), &options, &file, NULL) == TP_OK, "open");
            while (tp_read_line(file, &line, &length, NULL) == TP_OK && line != NULL)
                lines++;
            CHECK(lines == rows[i].lines, "row %zu: %zu lines", i, lines);
            tp_close(file);
        }
}

/* Every rank must be here with the same code and text. */
static void agreed(tp_err code, tp_err wanted, const char *text) {
    struct {
        int code;
        char text[TP_ERROR_TEXT_BYTES];
    } first = {(int)code, ""};
    snprintf(first.text, sizeof first.text, "%s", text);
    CHECK(code == wanted, "%s: %s", tp_strerror(code), text);
    MPI_Bcast(&first, (int)sizeof first, MPI_BYTE, 0, MPI_COMM_WORLD);
    CHECK(first.code == (int)code && strcmp(first.text, text) == 0, "rank %d says: %s", rank, text);
}

static void all_ranks_agree_that_a_file_is_missing(void) {
    struct tp_error error;
    struct tp_file *file;
    const tp_err code = tp_open(MPI_COMM_WORLD, in_folder("none.csv"), NULL, &file, &error);
    CHECK(file == NULL && strstr(error.text, "none.csv: cannot open: No such file") != NULL, "%s", error.text);
    agreed(code, TP_ERR_OPEN, error.text);
}

static void all_ranks_agree_on_bad_options(void) {
    const struct tp_options options = {.segment_bytes = (size_t)2 << 30}, other = {.phase2 = (tp_phase2)77};
    struct tp_error error;
    struct tp_file *file;
    agreed(tp_open(MPI_COMM_WORLD, in_folder("plain"), &options, &file, &error), TP_ERR_ARGUMENT, error.text);
    agreed(tp_open(MPI_COMM_WORLD, in_folder("plain"), &other, &file, &error), TP_ERR_ARGUMENT, error.text);
}

static void all_ranks_agree_that_a_line_is_too_long(void) {
    const struct tp_options options = {.segment_bytes = FEW_BYTES, .line_limit = 100};
    struct tp_error error;
    struct tp_file *file;
    char *text = calloc(1, 5000);
    memset(text, 'x', 5000);
    const char *line;
    size_t length;
    spill("long", text, 5000);
    CHECK(tp_open(MPI_COMM_WORLD, in_folder("long"), &options, &file, &error) == TP_OK, "%s", error.text);
    agreed(tp_read_line(file, &line, &length, &error), TP_ERR_LINE, error.text);
    tp_close(file);
    free(text);
}

static void a_line_may_have_any_length(void) {
    const struct tp_options options = {.segment_bytes = FEW_BYTES, .line_limit = SIZE_MAX};
    struct tp_error error;
    struct tp_file *file;
    char *text = malloc(5000);
    memset(text, 'x', 5000);
    const char *line;
    size_t length;
    spill("endless", text, 5000);
    CHECK(tp_open(MPI_COMM_WORLD, in_folder("endless"), &options, &file, &error) == TP_OK, "%s", error.text);
    CHECK(tp_read_line(file, &line, &length, &error) == TP_OK, "%s", error.text);
    CHECK(line != NULL && length == 5000 && memcmp(line, text, 5000) == 0, "%zu bytes", length);
    tp_close(file);
    free(text);
}

/* Damage that shows only in the middle of the file: a cut with the marker put back (before the marker check), a bad
 * CRC. */
static void all_ranks_agree_on_damage_in_the_middle(void) {
    static char bytes[DATA_BYTES];
    size_t count = 0, got, third = 0;
    FILE *in = fopen(in_folder("blocks.gz"), "rb");
    CHECK(in != NULL && (count = fread(bytes, 1, sizeof bytes, in)) > 0, "read");
    fclose(in);
    for (int block = 0; block < 3; block++)
        third += (size_t)((unsigned char)bytes[third + 16] | (unsigned char)bytes[third + 17] << 8) + 1;
    for (int kind = 0; kind < 3; kind++) {
        const struct tp_options options = any_plan(1000);
        struct tp_error error = {TP_OK, ""};
        struct tp_file *file;
        if (kind == 0)
            bytes[third - 7] ^= 1; /* CRC of block 2 */
        spill("damaged.gz", bytes, kind < 2 ? count : count - 10);
        tp_err code = tp_open(MPI_COMM_WORLD, in_folder("damaged.gz"), &options, &file, &error);
        CHECK((code == TP_OK) == (kind < 2), "%s", error.text);
        for (got = 1; code == TP_OK && got > 0;)
            code = tp_read(file, back, 3000, &got, &error);
        CHECK(kind == 2 || strstr(error.text, "block 2 at offset") != NULL, "%s", error.text);
        agreed(code, kind < 2 ? TP_ERR_CORRUPT : TP_ERR_TRUNCATED, error.text);
        tp_close(file);
    }
}

int main(int argc, char **argv) {
    static const struct check_case cases[] = {
        CASE(every_rank_reads_the_bytes_of_the_file),
        CASE(every_rank_reads_the_lines_of_the_file),
        CASE(lines_of_odd_files_are_right),
        CASE(all_ranks_agree_that_a_file_is_missing),
        CASE(all_ranks_agree_on_bad_options),
        CASE(all_ranks_agree_that_a_line_is_too_long),
        CASE(a_line_may_have_any_length),
        CASE(all_ranks_agree_on_damage_in_the_middle),
    };
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    strcpy(folder, "/tmp/slipway-twophase.XXXXXX");
    if (rank == 0 && mkdtemp(folder) == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Bcast(folder, (int)sizeof folder, MPI_CHAR, 0, MPI_COMM_WORLD);
    make_files();
    int status = run_cases(cases, sizeof cases / sizeof cases[0]), worst;
    MPI_Allreduce(&status, &worst, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (rank == 0) {
        char command[128];
        snprintf(command, sizeof command, "rm -r %s", folder);
        worst |= system(command) != 0;
    }
    MPI_Finalize();
    return worst;
}
