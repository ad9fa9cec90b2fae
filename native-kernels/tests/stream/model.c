/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stream-model, or stream-model-mpi: kernel 2 of stream-sums, which is not registered and polls by itself. The ranks
 * share the parts of its results; only rank 0 has the streams.
 */
#include "sums.h"

#include <stdlib.h>

#ifdef WITH_MPI
#include <mpi.h>
#endif

static int rank, ranks = 1;

/* Gives all ranks the square, and rank 0 the sum of all parts. */
static uint64_t model(uint64_t square) {
    uint64_t own = 0;
#ifdef WITH_MPI
    MPI_Bcast(&square, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
#endif
    for (uint64_t part = (uint64_t)rank; square != 0 && part < MODEL_PARTS; part += (uint64_t)ranks)
        own += model_part(square, part);
    uint64_t sum = own;
#ifdef WITH_MPI
    MPI_Reduce(&own, &sum, 1, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
#endif
    return square == 0 ? 0 : sum;
}

static osf_Result_t pass_records(void) {
    osf_Stream_t *in, *out;
    size_t received;
    osf_Result_t result = osf_Init(NULL);
    if (result == OSF_ERR_SUCCESS)
        result = osf_Open(&in, OSF_STR_INPUT, 1);
    if (result == OSF_ERR_SUCCESS)
        result = osf_Open(&out, OSF_STR_OUT, 3);
    while (result == OSF_ERR_SUCCESS) {
        struct number number;
        result = osf_GetOne(in, &number, sizeof number, &received);
        if (result == OSF_ERR_SUCCESS) {
            number.value = model(number.value);
            result = osf_Put(out, &number, sizeof number);
        }
    }
    if (result == OSF_ERR_END)
        result = osf_Finalize();
    if (result != OSF_ERR_SUCCESS)
        fprintf(stderr, "%s\n", osf_ErrorText());
    model(0); /* the other ranks end */
    return result;
}

int main(int argc, char **argv) {
    osf_Result_t result = OSF_ERR_SUCCESS;
    (void)argc, (void)argv;
#ifdef WITH_MPI
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (uint64_t square = 1; rank > 0 && square != 0;) {
        uint64_t own = 0, nothing = 0;
        MPI_Bcast(&square, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
        for (uint64_t part = (uint64_t)rank; square != 0 && part < MODEL_PARTS; part += (uint64_t)ranks)
            own += model_part(square, part);
        MPI_Reduce(&own, &nothing, 1, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
    }
#endif
    if (rank == 0)
        result = pass_records();
#ifdef WITH_MPI
    MPI_Finalize();
#endif
    return result == OSF_ERR_SUCCESS ? EXIT_SUCCESS : EXIT_FAILURE;
}
