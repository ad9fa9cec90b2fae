/* SPDX-License-Identifier: Apache-2.0 */
/* Rounds of twophase-property-test that write a file by all ranks together. */
#include "property-rounds.h"
#include "slipway/twophase.h"
#include "support/check.h"
#include "support/draw.h"

#include <unistd.h>

/* The data to write, and the number of calls. */
struct writing {
    const struct tp_write_options *options;
    const struct sample *sample;
    size_t calls;
};

static tp_err write_by(MPI_Comm comm, const char *path, const struct writing *writing, struct tp_writer **writer,
                       struct tp_error *error) {
    const struct sample *sample = writing->sample;
    int size, me;
    MPI_Comm_size(comm, &size);
    MPI_Comm_rank(comm, &me);
    tp_err code = tp_create(comm, path, writing->options, writer, error);
    size_t at = 0;
    for (size_t call = 0; call < writing->calls && code == TP_OK; call++) {
        size_t from = 0, bytes = 0;
        for (int r = 0; r < size; r++) { /* all ranks draw all pieces, so each knows the start of its own piece */
            const size_t left = sample->count - at, last = call + 1 == writing->calls && r + 1 == size;
            const size_t piece = last ? left : draw(4) == 0 ? 0 : draw(2 * (left / (size_t)size + 1));
            const size_t taken = piece < left ? piece : left;
            if (r == me) {
                from = at;
                bytes = taken;
            }
            at += taken;
        }
        code = tp_write(*writer, bytes > 0 ? sample->bytes + from : NULL, bytes, error);
    }
    return code;
}

static void check_equal(const char *left, const char *right) {
    size_t left_count, right_count;
    char *left_bytes = read_whole(left, &left_count), *right_bytes = read_whole(right, &right_count);
    CHECK(left_bytes != NULL && right_bytes != NULL, "%s is not there", left_bytes == NULL ? left : right);
    if (left_bytes != NULL && right_bytes != NULL)
        CHECK(left_count == right_count && memcmp(left_bytes, right_bytes, left_count) == 0,
              "%s (%zu bytes) is not as %s (%zu bytes)", left, left_count, right, right_count);
    free(left_bytes);
    free(right_bytes);
}

static void suffixed(char out[200], const char *path, const char *suffix) {
    snprintf(out, 200, "%.150s%s", path, suffix);
}

/* Before the end only the .part exists; PATH is unchanged. */
static void check_unfinished(const char *path, int was_there) {
    char part[200];
    suffixed(part, path, ".part");
    CHECK(access(part, F_OK) == 0, "%s is not there", part);
    size_t count;
    char *bytes = read_whole(path, &count);
    CHECK((bytes != NULL) == was_there, "%s is%s there too early", path, was_there ? " not" : "");
    CHECK(bytes == NULL || (count == 3 && memcmp(bytes, "old", 3) == 0), "%s was changed too early", path);
    free(bytes);
}

static void check_written(const char *path, const char *alone, const struct tp_write_options *options,
                          const struct sample *sample) {
    char left[200], right[200];
    check_equal(path, alone);
    if (options->index) {
        suffixed(left, path, ".gzi");
        suffixed(right, alone, ".gzi");
        check_equal(left, right);
    }
    suffixed(left, path, ".plain");
    CHECK(container_write(CONTAINER_PLAIN, left, sample->bytes, sample->count, 0) == 0, "%s", left);
    if (!options->compress) {
        check_equal(path, left);
        return;
    }
    char command[600];
    snprintf(command, sizeof command, "zcat '%s' | cmp - '%s'", path, left);
    CHECK(system(command) == 0, "zcat does not give the data back");
}

static void check_removed(const char *path) {
    char command[400];
    snprintf(command, sizeof command, "cd '%s' && test \"$(ls | grep '^data' | grep -v -x '%s')\" = ''", folder,
             strrchr(path, '/') + 1);
    CHECK(system(command) == 0, "something is left beside %s", path);
}

void clean(void) {
    char command[200];
    snprintf(command, sizeof command, "rm -f %s/data*", folder);
    CHECK(system(command) == 0, "%s", command);
}

void round_of_writing(void) {
    struct tp_write_options options = {0};
    options.compress = draw(3) > 0;
    options.level = options.compress ? (int)draw(10) : 0;
    options.block_bytes = options.compress && draw(2) == 0 ? 500 + (uint32_t)draw(60000) : 0;
    options.index = options.compress && draw(2) == 0;
    struct sample sample = sample_draw(draw(4) == 0 ? LARGE_BYTES : 100000);
    const size_t calls = 1 + draw(6);
    const int was_there = draw(2) == 0, abandoned = draw(6) == 0;
    char path[200], alone[200], part[200];
    struct tp_error error = {TP_OK, ""};
    struct tp_writer *writer = NULL;
    suffixed(path, folder, options.compress ? "/data.gz" : "/data.csv");
    suffixed(alone, folder, options.compress ? "/data-alone.gz" : "/data-alone.csv");
    suffixed(part, path, ".part");
    note(", write %zu bytes of %s in %zu calls, compress %d, level %d, block %u, index %d", sample.count, sample.shape,
         calls, options.compress, options.level, options.block_bytes, options.index);
    if (rank == 0) {
        clean();
        CHECK(!was_there || container_write(CONTAINER_PLAIN, path, "old", 3, 0) == 0, "%s", path);
    }
    MPI_Barrier(place->comm);
    const struct writing together = {&options, &sample, calls};
    tp_err code = write_by(place->comm, path, &together, &writer, &error);
    CHECK(code == TP_OK, "write: %s", error.text);
    if (rank == 0 && code == TP_OK)
        check_unfinished(path, was_there);
    MPI_Barrier(place->comm);
    if (abandoned || code != TP_OK)
        tp_abandon(writer);
    else
        code = tp_finish(writer, &error);
    CHECK(code == TP_OK, "finish: %s", error.text);
    if (abandoned) /* rank 0 removes the file, and no rank waits for the removal */
        MPI_Barrier(place->comm);
    CHECK(abandoned || access(path, F_OK) == 0, "rank %d does not see the file", rank);
    CHECK(access(part, F_OK) != 0, "%s is still there", part);
    if (rank == 0 && abandoned)
        check_removed(path);
    if (rank == 0 && !abandoned && code == TP_OK) {
        const struct writing by_one = {&options, &sample, 1};
        code = write_by(MPI_COMM_SELF, alone, &by_one, &writer, &error);
        CHECK(code == TP_OK && tp_finish(writer, &error) == TP_OK, "alone: %s", error.text);
        check_written(path, alone, &options, &sample);
    }
    MPI_Barrier(place->comm);
    sample_free(&sample);
}
