/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two threads of each rank read a file each, on separate communicators, at the same time, with MPI_THREAD_MULTIPLE:
 * both get the file's bytes, and the library makes a single key for its data with communicators.
 */
#include "slipway/twophase.h"
#include "support/check.h"
#include "support/hang.h"
#include "support/samples.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

enum { THREADS = 2, BYTES = 200000 };

static char folder[64];
static struct sample sample;
static atomic_int asking, keys;

/* Lets both threads ask before either gets its key, as concurrent threads may. */
int MPI_Comm_create_keyval(MPI_Comm_copy_attr_function *copy, MPI_Comm_delete_attr_function *forget, int *key,
                           void *extra) {
    atomic_fetch_add(&asking, 1);
    while (atomic_load(&asking) < THREADS)
        sched_yield();
    atomic_fetch_add(&keys, 1);
    return PMPI_Comm_create_keyval(copy, forget, key, extra);
}

int MPI_Comm_free_keyval(int *key) {
    atomic_fetch_sub(&keys, 1);
    return PMPI_Comm_free_keyval(key);
}

struct job {
    MPI_Comm comm;
    pthread_t thread;
    char path[128];
    struct tp_error error;
    size_t bytes;
    int same;
};

static void *run(void *argument) {
    const struct tp_options options = {.group = TP_GROUP_RANK, .segment_bytes = 3000};
    struct job *job = argument;
    struct tp_file *file;
    char buffer[5000];
    size_t got = 1;
    job->same = 1;
    tp_err code = tp_open(job->comm, job->path, &options, &file, &job->error);
    while (code == TP_OK && got > 0 && (code = tp_read(file, buffer, sizeof buffer, &got, &job->error)) == TP_OK) {
        job->same =
            job->same && job->bytes + got <= sample.count && memcmp(buffer, sample.bytes + job->bytes, got) == 0;
        job->bytes += got;
    }
    tp_close(file);
    return NULL;
}

static void two_threads_read_at_once(void) {
    struct job jobs[THREADS];
    memset(jobs, 0, sizeof jobs);
    for (int i = 0; i < THREADS; i++) {
        snprintf(jobs[i].path, sizeof jobs[i].path, "%s/lines.csv", folder);
        MPI_Comm_dup(MPI_COMM_WORLD, &jobs[i].comm);
    }
    for (int i = 0; i < THREADS; i++)
        CHECK(pthread_create(&jobs[i].thread, NULL, run, &jobs[i]) == 0, "thread %d", i);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(jobs[i].thread, NULL);
        CHECK(jobs[i].error.code == TP_OK, "thread %d: %s", i, jobs[i].error.text);
        CHECK(jobs[i].same && jobs[i].bytes == sample.count, "thread %d: %zu bytes of %zu", i, jobs[i].bytes,
              sample.count);
        MPI_Comm_free(&jobs[i].comm);
    }
    CHECK(atomic_load(&asking) == THREADS, "%d threads asked for a key", atomic_load(&asking));
    CHECK(atomic_load(&keys) == 1, "%d keys are left", atomic_load(&keys));
}

int main(int argc, char **argv) {
    static const struct check_case cases[] = {CASE(two_threads_read_at_once)};
    int rank, provided, worst;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    alarm(HANG_SECONDS);
    CHECK(provided == MPI_THREAD_MULTIPLE, "the MPI provides threads of level %d", provided);
    if (rank == 0 && folder_make(folder, "threads") != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Bcast(folder, (int)sizeof folder, MPI_CHAR, 0, MPI_COMM_WORLD);
    sample = (struct sample){"lines", malloc(BYTES), BYTES, 60};
    for (size_t i = 0; i < BYTES; i++)
        sample.bytes[i] = i % 61 == 60 ? '\n' : (char)('a' + i % 23);
    char path[128], command[128];
    snprintf(path, sizeof path, "%s/lines.csv", folder);
    if (rank == 0)
        CHECK(container_write(CONTAINER_PLAIN, path, sample.bytes, sample.count, 0) == 0, "%s", path);
    MPI_Barrier(MPI_COMM_WORLD);
    int status = run_cases(cases, 1);
    MPI_Allreduce(&status, &worst, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    snprintf(command, sizeof command, "rm -r %s", folder);
    if (rank == 0)
        worst |= system(command) != 0;
    sample_free(&sample);
    MPI_Finalize();
    return worst;
}
