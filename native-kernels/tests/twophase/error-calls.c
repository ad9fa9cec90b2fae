/* SPDX-License-Identifier: Apache-2.0 */
/* Cases of twophase-error-test: refused calls and options, and objects that stay open after errors. */
#include "error-cases.h"
#include "support/check.h"

#include <dirent.h>

void all_refuse_options_out_of_range(void) {
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

void a_share_cannot_be_sought(void) {
    struct sample sample = lines_sample(3000);
    struct tp_error error = {TP_OK, ""};
    struct tp_file *file;
    spill("good.csv", sample.bytes, sample.count);
    CHECK(tp_open_share(MPI_COMM_WORLD, in_folder("good.csv"), NULL, &file, &error) == TP_OK, "%s", error.text);
    CHECK(agreed(tp_seek(file, 0, &error), &error) == TP_ERR_ARGUMENT, "%s", error.text);
    tp_close(file);
    sample_free(&sample);
}

void read_at_refuses_what_it_cannot_do(void) {
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

static size_t open_files(void) {
    size_t count = 0;
    DIR *fds = opendir("/proc/self/fd");
    while (fds != NULL && readdir(fds) != NULL)
        count++;
    if (fds != NULL)
        closedir(fds);
    return count;
}

void nothing_stays_open_and_the_communicator_works(void) {
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
