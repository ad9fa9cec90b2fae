/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Keeps all libraries loaded. Open MPI 4.1 unloads its components in MPI_Finalize, and on busy cores a thread of Open
 * MPI may still run their code: a signal then kills the rank, whatever its result was (open-mpi/ompi issue 10117). Our
 * programs keep their libraries (base/loaded.h); tests load this library in front (LD_PRELOAD), for all of their
 * programs.
 */
__attribute__((visibility("default"))) int dlclose(void *handle);

int dlclose(void *handle) {
    (void)handle;
    return 0;
}
