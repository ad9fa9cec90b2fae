/* SPDX-License-Identifier: Apache-2.0 */
/* The input of fft3d by all clients together: each byte of the file is read once on the node, and each client gets all.
 */
#include "fft3d/source.h"

#include "support/check.h"

#include <stdatomic.h>
#include <sys/types.h>
#include <unistd.h>

/* MORE: the bytes that are read to find out the kind of the file. */
enum { N1 = 64, N2 = 64, N3 = 128, COUNT = N1 * N2 * N3, MORE = 5 << 18 };

ssize_t __real_pread(int fd, void *out, size_t bytes, off_t offset);
ssize_t __wrap_pread(int fd, void *out, size_t bytes, off_t offset);
ssize_t __real_pread64(int fd, void *out, size_t bytes, off_t offset);
ssize_t __wrap_pread64(int fd, void *out, size_t bytes, off_t offset);
ssize_t __real_read(int fd, void *out, size_t bytes);
ssize_t __wrap_read(int fd, void *out, size_t bytes);

static atomic_llong bytes_read;

static ssize_t count_read(ssize_t got) {
    if (got > 0)
        atomic_fetch_add(&bytes_read, got);
    return got;
}

ssize_t __wrap_pread(int fd, void *out, size_t bytes, off_t offset) {
    return count_read(__real_pread(fd, out, bytes, offset));
}

ssize_t __wrap_pread64(int fd, void *out, size_t bytes, off_t offset) {
    return count_read(__real_pread64(fd, out, bytes, offset));
}

ssize_t __wrap_read(int fd, void *out, size_t bytes) {
    return count_read(__real_read(fd, out, bytes));
}

static int rank, clients;
static char path[64];

static double complex element(int64_t place) {
    return (double)place - I * (double)(place % 17);
}

/* Rank 0 writes a raw file. */
static void make_file(void) {
    snprintf(path, sizeof path, "/tmp/fft3d-source-test-%d", (int)getpid());
    FILE *out = rank == 0 ? fopen(path, "w") : NULL;
    for (int64_t i = 0; rank == 0 && i < COUNT; i++) {
        const double complex value = element(i);
        CHECK(fwrite(&value, sizeof value, 1, out) == 1, "%s", path);
    }
    CHECK(rank != 0 || fclose(out) == 0, "%s", path);
    MPI_Bcast(path, sizeof path, MPI_CHAR, 0, MPI_COMM_WORLD);
}

static void all_clients_read_each_byte_once_a_node(void) {
    struct options options = {.input = path, .size = {N1, N2, N3}};
    struct source source;
    struct sw_failure f = {.status = STATUS_OK};
    double complex *chunk = malloc((size_t)CHUNK_ELEMENTS * sizeof *chunk);
    CHECK(source_open(MPI_COMM_WORLD, &options, &source, &f) == STATUS_OK, "%s", f.text);
    for (int64_t e = 0; e < COUNT; e += CHUNK_ELEMENTS) {
        CHECK(source_read(&source, e, CHUNK_ELEMENTS, chunk, &f) == STATUS_OK, "%s", f.text);
        for (int64_t i = 0; i < CHUNK_ELEMENTS; i++)
            CHECK(chunk[i] == element(e + i), "element %lld", (long long)(e + i));
    }
    source_close(&source);
    free(chunk);
    long long mine = atomic_load(&bytes_read), all = 0;
    MPI_Allreduce(&mine, &all, 1, MPI_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
    CHECK(all < (long long)COUNT * 16 + MORE, "%d ranks read %lld bytes of %d", clients, all, COUNT * 16);
}

int main(int argc, char **argv) {
    static const struct check_case cases[] = {CASE(all_clients_read_each_byte_once_a_node)};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &clients);
    make_file();
    const int status = run_cases(cases, sizeof cases / sizeof cases[0]);
    if (rank == 0)
        unlink(path);
    MPI_Finalize();
    return status;
}
