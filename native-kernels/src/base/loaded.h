/* SPDX-License-Identifier: Apache-2.0 */
/* The shared libraries that a process has loaded. */
#ifndef SLIPWAY_BASE_LOADED_H
#define SLIPWAY_BASE_LOADED_H

/*
 * Keeps every library that is loaded now until the process ends, even if another caller closes the library. To be
 * called after MPI_Init: Open MPI 4.1 unloads its components in MPI_Finalize while a thread of Open MPI may still run
 * their code (open-mpi/ompi issue 10117). Without memory, libraries stay as before.
 */
void sw_keep_loaded(void);

#endif
