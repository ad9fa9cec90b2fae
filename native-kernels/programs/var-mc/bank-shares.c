/* SPDX-License-Identifier: Apache-2.0 */
#include "bank-run.h"
#include "base/split.h"

#include <stdlib.h>

int make_shares(MPI_Comm comm, size_t scenarios, struct shares *shares, struct sw_failure *f) {
    int ranks;
    MPI_Comm_size(comm, &ranks);
    shares->counts = malloc(2 * (size_t)ranks * sizeof *shares->counts);
    if (shares->counts == NULL)
        return sw_fail_alone(f, "not enough memory for %d ranks", ranks);
    shares->firsts = shares->counts + ranks;
    for (int r = 0; r < ranks; r++) {
        const struct sw_range share = sw_split(scenarios, (uint64_t)r, (uint64_t)ranks);
        shares->counts[r] = (int)(share.end - share.first);
        shares->firsts[r] = (int)share.first;
    }
    return STATUS_OK;
}

void free_shares(struct shares *shares) {
    free(shares->counts);
}
