/* SPDX-License-Identifier: Apache-2.0 */
/* The modes of the program. Each is collective over COMM, and fails alike on all ranks. */
#ifndef MATCH_ORDERS_MODES_H
#define MATCH_ORDERS_MODES_H

#include "engine.h"

#include <mpi.h>

/* Returns the status of F, which all ranks then share: the status of the lowest rank that failed. */
int agree(MPI_Comm comm, struct sw_failure *f);

/* Rank 0 matches random orders of one instrument. */
int match_random(MPI_Comm comm, struct engine *engine, const struct options *options, struct sw_failure *f);

/* Matches files. All ranks read all messages, and each matches those of its instruments. *MESSAGES is the number of
 * messages. */
int match_files(MPI_Comm comm, struct engine *engine, const struct options *options, uint64_t *messages,
                struct sw_failure *f);

/* Writes the outputs that OPTIONS name: all are whole before the first one gets its name. Instruments follow each
 * other, so that the bytes do not depend on the number of ranks. */
int write_outputs(MPI_Comm comm, struct engine *engine, const struct options *options, struct sw_failure *f);

/* Rank 0 makes a file of messages. */
int make_file(MPI_Comm comm, const struct options *options, struct sw_failure *f);

/* Replays the message store PATH on rank 0 up to message UNTIL (0: all of it), and prints the state at that point. */
int replay_store(const char *path, uint64_t until, struct sw_failure *f);

/* Returns whether this rank matches an instrument. */
bool is_mine(MPI_Comm comm, uint32_t instrument);

#endif
