/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shares cut by records of CSV: each rank gets the whole records that begin in its part, however many line ends the
 * fields hold and wherever the parts are cut. A parser finds the same in all shares as in the whole file.
 */
#include "csv/csv.h"
#include "slipway/twophase.h"
#include "support/check.h"
#include "support/draw.h"
#include "support/hang.h"
#include "support/samples.h"

#include <signal.h>
#include <unistd.h>

static char folder[64];
static int rank, ranks;

static void too_long(int signal_number) {
    static const char text[] = "a rank waits for ever\n";
    (void)signal_number;
    (void)!write(STDERR_FILENO, text, sizeof text - 1);
    _exit(EXIT_FAILURE);
}

static const char *store(enum container container, const char *bytes, size_t count, size_t seed) {
    static char path[128];
    snprintf(path, sizeof path, "%s/data%s", folder, container_suffix(container));
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        CHECK(container_write(container, path, bytes, count, seed) == 0, "%s", path);
    MPI_Barrier(MPI_COMM_WORLD);
    return path;
}

/* Finds the first record that begins at or after FROM, the slow way: byte by byte from the beginning. */
static size_t next_record(const char *bytes, size_t count, size_t from) {
    int inside = 0;
    if (from == 0)
        return 0;
    for (size_t i = 0; i < count; i++) {
        inside ^= bytes[i] == '"';
        if (bytes[i] == '\n' && !inside && i + 1 >= from)
            return i + 1;
    }
    return count;
}

static size_t part_begin(size_t count, size_t part) {
    const size_t n = (size_t)ranks;
    return count / n * part + count % n * part / n;
}

static char *read_share(const char *path, size_t count, size_t segment, size_t *got, struct tp_error *error) {
    const struct tp_options options = {.segment_bytes = segment, .records = TP_RECORDS_CSV};
    char *bytes = malloc(count + 1);
    struct tp_file *file = NULL;
    size_t piece = 1;
    *got = 0;
    tp_err code = tp_open_share(MPI_COMM_WORLD, path, &options, &file, error);
    while (code == TP_OK && piece > 0) {
        code = tp_read(file, bytes + *got, count + 1 - *got < 5000 ? count + 1 - *got : 5000, &piece, error);
        *got += piece;
    }
    CHECK(code == TP_OK, "%s: %s", path, error->text);
    tp_close(file);
    return bytes;
}

/* Returns non-zero if this rank has got the right share. */
static int check_share(enum container container, const char *bytes, size_t count, size_t segment, size_t seed) {
    struct tp_error error = {TP_OK, ""};
    size_t got;
    char *share = read_share(store(container, bytes, count, seed), count, segment, &got, &error);
    const size_t from = next_record(bytes, count, part_begin(count, (size_t)rank));
    const size_t until = rank + 1 < ranks ? next_record(bytes, count, part_begin(count, (size_t)rank + 1)) : count;
    const int right = got == until - from && memcmp(share, bytes + from, got) == 0;
    CHECK(right, "seed %zu, %s, %zu bytes, segment %zu, rank %d of %d: %zu bytes, not %zu from %zu on", seed,
          container_name(container), count, segment, rank, ranks, got, until - from, from);
    free(share);
    return right;
}

/* Quotes and line ends in any order: bytes that are not valid CSV are still cut by the number of quotes. */
static void cuts_where_records_end_whatever_the_bytes_are(void) {
    static const char *const alphabets[] = {"\"\na", "\"\n", "aaaaaa,,\"\n",
                                            "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n\n\"\""};
    for (size_t seed = 1; seed <= (ranks <= 2 ? 150 : 80); seed++) {
        draw_seed(seed);
        const char *alphabet = alphabets[draw(4)];
        const size_t count = draw(3) > 0 ? draw(60) : draw_size(30000),
                     segment = 1 + draw_size(draw(2) == 0 ? 40 : 9000);
        char *bytes = malloc(count + 1);
        for (size_t i = 0; i < count; i++)
            bytes[i] = alphabet[draw(strlen(alphabet))];
        check_share((enum container)draw(CONTAINERS), bytes, count, segment, seed);
        free(bytes);
    }
}

/* One record of line ends only spans all parts, and each part is cut at each of its bytes. */
static void gives_a_long_field_to_the_rank_that_it_begins_on(void) {
    for (size_t before = 0; before < 24; before++) {
        char bytes[64];
        size_t count = 0;
        for (size_t i = 0; i < before; i++)
            bytes[count++] = i % 3 == 2 ? '\n' : 'x';
        bytes[count++] = '"';
        for (size_t i = 0; i < 20; i++)
            bytes[count++] = '\n';
        memcpy(bytes + count, "\"\"\n\",y\nz\n", 9);
        count += 9;
        check_share(before % 2 == 0 ? CONTAINER_PLAIN : CONTAINER_BLOCKS, bytes, count, 1 + before % 7, before);
    }
}

/* --- the result of a parser --- */

static size_t put_table(char *out, size_t rows) {
    static const char *const texts[] = {"7", "", "\"\"", "\"a\nb\"", "\"\"\"\n,\"\"\"", "\"\r\n\n\n\"", "plain"};
    size_t at = (size_t)sprintf(out, "a,b\n");
    for (size_t row = 0; row < rows; row++)
        at += (size_t)sprintf(out + at, "%s,%s\n", texts[draw(7)], texts[draw(7)]);
    return at;
}

/* The result of a parser: the number of records, and a number made of all fields. */
struct found {
    unsigned long long records, sum;
};

static void take(struct found *found, const struct sw_csv *csv) {
    unsigned long long sum = 0;
    for (size_t i = 0; i < 2; i++) {
        const struct sw_csv_field field = sw_csv_field(csv, i);
        sum = sum * 31 + (field.text == NULL);
        for (size_t j = 0; j < field.length; j++)
            sum = sum * 1000003 + (unsigned char)field.text[j];
    }
    found->records++;
    found->sum += sum; /* the same in any order */
}

static struct found parse_share(const char *path, size_t segment) {
    static const char *const names[] = {"b", "a"};
    const struct tp_options options = {.segment_bytes = segment, .records = TP_RECORDS_CSV};
    struct sw_csv *csv = sw_csv_new(names, 2);
    struct found found = {0, 0};
    struct tp_error error = {TP_OK, ""};
    struct tp_file *file = NULL;
    const char *line = "";
    size_t length;
    sw_csv_result result = rank == 0 ? SW_CSV_MORE : sw_csv_take_line(csv, "a,b", 3); /* rank 0 reads the header */
    tp_err code = tp_open_share(MPI_COMM_WORLD, path, &options, &file, &error);
    while (code == TP_OK && (code = tp_read_line(file, &line, &length, &error)) == TP_OK && line != NULL) {
        result = sw_csv_take_line(csv, line, length);
        CHECK(result == SW_CSV_MORE || result == SW_CSV_RECORD, "%s", sw_csv_text(csv));
        if (result == SW_CSV_RECORD)
            take(&found, csv);
    }
    CHECK(code == TP_OK, "%s", error.text);
    result = sw_csv_end(csv);
    CHECK(result == SW_CSV_END, "rank %d ends inside a record: %s", rank, sw_csv_text(csv));
    tp_close(file);
    sw_csv_free(csv);
    return found;
}

static void gives_a_parser_each_record_once(void) {
    for (size_t seed = 1; seed <= 25; seed++) {
        draw_seed(seed);
        const size_t rows = draw(400);
        char *text = malloc(rows * 40 + 10);
        const size_t count = put_table(text, rows);
        const char *path = store((enum container)draw(CONTAINERS), text, count, seed);
        const struct found mine = parse_share(path, 1 + draw_size(3000));
        struct found all = {0, 0}, whole = {0, 0};
        MPI_Allreduce(&mine, &all, 2, MPI_UNSIGNED_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
        static const char *const names[] = {"b", "a"};
        struct sw_csv *csv = sw_csv_new(names, 2);
        for (size_t at = 0, taken; at < count; at += taken)
            if (sw_csv_bytes(csv, text + at, count - at, &taken) == SW_CSV_RECORD)
                take(&whole, csv);
        CHECK(whole.records == rows, "%llu records of %zu", whole.records, rows);
        CHECK(all.records == rows && all.sum == whole.sum, "seed %zu: %llu records in shares, not %zu", seed,
              all.records, rows);
        sw_csv_free(csv);
        free(text);
    }
}

static void all_refuse_records_of_no_kind(void) {
    const struct tp_options options = {.records = (tp_records)7};
    struct tp_error error = {TP_OK, ""};
    struct tp_file *file;
    const char *path = store(CONTAINER_PLAIN, "a\n", 2, 0);
    CHECK(tp_open_share(MPI_COMM_WORLD, path, &options, &file, &error) == TP_ERR_ARGUMENT, "%s", error.text);
    CHECK(file == NULL && strstr(error.text, "records") != NULL, "%s", error.text);
}

int main(int argc, char **argv) {
    static const struct check_case cases[] = {
        CASE(cuts_where_records_end_whatever_the_bytes_are),
        CASE(gives_a_long_field_to_the_rank_that_it_begins_on),
        CASE(gives_a_parser_each_record_once),
        CASE(all_refuse_records_of_no_kind),
    };
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    signal(SIGALRM, too_long);
    if (rank == 0 && folder_make(folder, "share") != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Bcast(folder, (int)sizeof folder, MPI_CHAR, 0, MPI_COMM_WORLD);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const int before = check_failures;
        alarm(HANG_SECONDS);
        cases[i].run();
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0 || check_failures != before)
            printf("%s %s (rank %d)\n", check_failures == before ? "ok" : "not ok", cases[i].name, rank);
    }
    int failed = check_failures != 0;
    MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (rank == 0) {
        char command[120];
        snprintf(command, sizeof command, "rm -r %s", folder);
        failed |= system(command) != 0;
    }
    MPI_Finalize();
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
