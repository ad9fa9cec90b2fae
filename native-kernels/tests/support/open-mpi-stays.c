/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lets no library be unloaded. Open MPI 4.1 unloads its components in MPI_Finalize, and on busy cores a thread of its
 * own may still run their code: the rank then dies by a signal, whatever it did (open-mpi/ompi issue 10117). Programs
 * of ours keep what is loaded by themselves (base/loaded.h); tests load this in front (LD_PRELOAD), for all of their
 * programs.
 */
__attribute__((visibility("default"))) int dlclose(void *handle);

int dlclose(void *handle) {
    (void)handle;
    return 0;
}
