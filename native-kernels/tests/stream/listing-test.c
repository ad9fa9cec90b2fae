/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The listing of "A hybrid MPI-Stream framework" (section III), as a program that ends: in place of the listing's "..."
 * stands the least code that runs. The third argument of osf_Open is the other kernel, so the filter's input is kernel
 * 0.
 */
#include "slipway/stream.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { RECORDS = 100000 };

static double expected, filtered;
static int received;

/* Source kernel: opens an output stream */
static osf_Result_t SourceKernel(osf_KernelContext_t *ctx) {
    static osf_Stream_t *s = NULL;
    static int step;
    (void)ctx;
    if (s == NULL)
        osf_Open(&s, OSF_STR_OUT, 1);
    if (step == RECORDS)
        return OSF_ERR_END;
    const double t = step++;
    const double record = sin(t) + sin(4 + 2 * t);
    expected += record;
    osf_Put(s, &record, sizeof(record));
    return OSF_ERR_SUCCESS;
}

/* Destination kernel: takes the data from source kernel and elaborates */
static osf_Result_t FilterKernel(osf_KernelContext_t *ctx) {
    static osf_Stream_t *sIn = NULL;
    osf_Result_t res;
    size_t receiv;
    double x;
    (void)ctx;
    if (sIn == NULL)
        osf_Open(&sIn, OSF_STR_INPUT, 0);
    res = osf_Get(sIn, &x, sizeof(double), &receiv);
    if (res != OSF_ERR_SUCCESS)
        return res;
    filtered += x;
    received++;
    return OSF_ERR_SUCCESS;
}

/* Main function: registers the kernels and starts the streams */
int main(void) {
    osf_KernelContext_t *kctx;
    osf_Init(NULL);
    osf_RegisterKernel(0, OSF_KRNTYP_POLLING, OSF_KRN_STATELESS, SourceKernel, &kctx);
    osf_RegisterKernel(1, OSF_KRNTYP_POLLING, OSF_KRN_STATELESS, FilterKernel, &kctx);
    osf_StartStreams();
    osf_Finalize();

    if (received == RECORDS && filtered == expected) {
        printf("ok the listing passes %d records\n", received);
        return EXIT_SUCCESS;
    }
    fprintf(stderr, "not ok: %d of %d records, %.17g, not %.17g: %s\n", received, RECORDS, filtered, expected,
            osf_ErrorText());
    return EXIT_FAILURE;
}
