/* SPDX-License-Identifier: Apache-2.0 */
#include "reference.h"

#include <fftw3.h>
#include <math.h>

int reference_error(const struct generated *generated, const int64_t size[3], const double complex *transformed,
                    double *error, struct sw_failure *f) {
    const int64_t count = elements_of(size);
    long double far = 0, all = 0;
    fftwl_complex *exact = fftwl_malloc((size_t)count * sizeof *exact);
    if (exact == NULL)
        return sw_fail(f, STATUS_COMPUTE, "take a smaller --size", "not enough memory for long doubles");
    fftwl_plan plan =
        fftwl_plan_dft_3d((int)size[0], (int)size[1], (int)size[2], exact, exact, FFTW_FORWARD, FFTW_ESTIMATE);
    for (int64_t i = 0; i < count; i++) {
        double complex value;
        generate(generated, size, i, 1, &value);
        exact[i] = value;
    }
    fftwl_execute(plan);
    for (int64_t i = 0; i < count; i++) {
        const long double complex d = exact[i] - transformed[i];
        far += creall(d) * creall(d) + cimagl(d) * cimagl(d);
        all += creall(exact[i]) * creall(exact[i]) + cimagl(exact[i]) * cimagl(exact[i]);
    }
    *error = (double)sqrtl(far / all);
    fftwl_destroy_plan(plan);
    fftwl_free(exact);
    return STATUS_OK;
}
