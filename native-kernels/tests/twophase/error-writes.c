/* SPDX-License-Identifier: Apache-2.0 */
/* Cases of twophase-error-test: files that cannot be written. */
#include "error-cases.h"
#include "faults.h"
#include "support/check.h"
#include "support/draw.h"

#include <errno.h>
#include <unistd.h>

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

void all_fail_to_write_together_and_the_old_file_stays(void) {
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

void all_refuse_a_file_that_is_another_on_one_rank(void) {
    static const char *const parts[] = {"apart.gz.part", "apart.gz.gzi.part"};
    const struct tp_write_options options = {.compress = 1, .index = 1};
    for (size_t i = 0; i < 2; i++)
        for (int victim = 1; victim < ranks; victim++) {
            const struct fault fault = {FAULT_OTHER_FILE, parts[i], 0, 0};
            struct tp_error error = {TP_OK, ""};
            struct tp_writer *writer = NULL;
            char other[64], wanted[64];
            snprintf(other, sizeof other, "%s.other", parts[i]);
            snprintf(wanted, sizeof wanted, "is not the same file on rank %d", victim);
            spill(other, "old", 3);
            fault_order(rank == victim ? &fault : NULL);
            const tp_err code = tp_create(MPI_COMM_WORLD, in_folder("apart.gz"), &options, &writer, &error);
            CHECK(agreed(code, &error) == TP_ERR_OPEN && writer == NULL, "%s: %s", other, error.text);
            CHECK(strstr(error.text, wanted) != NULL, "%s: %s", wanted, error.text);
            CHECK(access(in_folder(parts[i]), F_OK) != 0, "%s is left", parts[i]);
            CHECK(holds_old(in_folder(other)), "%s was written", other);
            tp_abandon(writer);
            fault_order(NULL);
        }
}

void all_refuse_write_options_out_of_range(void) {
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
