/* SPDX-License-Identifier: Apache-2.0 */
#include "node/agree.h"

#include "varmc.h"

int agree(MPI_Comm comm, struct sw_failure *f) {
    if (sw_agree(comm, f->status != STATUS_OK, f, sizeof *f) != MPI_SUCCESS)
        return sw_fail(f, STATUS_MPI, NULL, "MPI failed while the ranks agreed on an error");
    return f->status;
}
