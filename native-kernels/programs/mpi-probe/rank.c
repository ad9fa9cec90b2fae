/* SPDX-License-Identifier: Apache-2.0 */
#include "probe.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION_BYTES = 8192 /* the most that any MPI needs */ };

/* A communicator as a word: Open MPI has a pointer, MPICH and the standard's binary interface have a number. */
typedef uintptr_t communicator;

struct mpi {
    int (*init)(int *, char ***);
    int (*size)(communicator, int *);
    int (*barrier)(communicator);
    int (*finalize)(void);
    int (*version)(char *, int *);
    communicator world;
};

static const communicator world_of_mpich = 0x44000000, world_of_standard = 0x101;

/* A function of the library, which dlsym gives as a pointer to data. */
static bool find(void *library, const char *name, void *function) {
    void *symbol = dlsym(library, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

static bool load(const char *path, struct mpi *mpi) {
    void *library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (library == NULL || !find(library, "MPI_Init", &mpi->init) || !find(library, "MPI_Comm_size", &mpi->size) ||
        !find(library, "MPI_Barrier", &mpi->barrier) || !find(library, "MPI_Finalize", &mpi->finalize) ||
        !find(library, "MPI_Get_library_version", &mpi->version))
        return false;
    const void *open_mpi = dlsym(library, "ompi_mpi_comm_world");
    mpi->world = dlsym(library, "MPI_Abi_get_version") != NULL ? world_of_standard : world_of_mpich;
    if (open_mpi != NULL)
        mpi->world = (communicator)open_mpi;
    return true;
}

/* Returns whether this process is the first that the launcher started. Also returns true if the launcher does not
 * number its processes. */
static bool is_first(void) {
    static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (getenv(names[i]) != NULL)
            return strcmp(getenv(names[i]), "0") == 0;
    return true;
}

static void explain(const struct mpi *mpi, const char *library, int size, unsigned long long ranks) {
    char version[VERSION_BYTES] = "";
    int length = 0;
    mpi->version(version, &length);
    version[strcspn(version, ",\n")] = '\0';
    for (char *tab = version; (tab = strchr(tab, '\t')) != NULL;)
        *tab = ' ';
    fprintf(stderr, "mpi-probe: a world has %d of %llu ranks: %s (%s) does not fit this launcher\n", size, ranks,
            version, library);
}

/*
 * Only the first process judges: if its world has all ranks, the launcher fits. If another process ended with an error,
 * mpirun would end the first process before that process has explained the error.
 */
int rank_main(unsigned long long ranks, const char *library) {
    struct mpi mpi;
    int size = 0;
    const bool judges = is_first(); /* asked before MPI_Init, because a world of one rank may then number its rank 0 */
    if (!load(library, &mpi)) {
        fprintf(stderr, "mpi-probe: cannot load %s: %s\n", library, dlerror());
        return STATUS_MISFIT;
    }
    if (mpi.init(NULL, NULL) != 0 || mpi.size(mpi.world, &size) != 0)
        return STATUS_MISFIT;
    const bool fits = !judges || (size > 0 && (unsigned long long)size == ranks);
    if (!fits)
        explain(&mpi, library, size, ranks);
    mpi.barrier(mpi.world);
    mpi.finalize();
    return fits ? 0 : STATUS_MISFIT;
}
