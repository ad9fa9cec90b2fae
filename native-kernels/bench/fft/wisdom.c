/* SPDX-License-Identifier: Apache-2.0 */
/*
 * wisdom [MOST]: prints FFTW's wisdom about single lines, out of place, both ways, of all lengths up to MOST (4096)
 * with the prime factors 2, 3, 5 and 7 that are a multiple of 8 or below 64: src/oocfft/wisdom.txt. To be run on a
 * quiet machine.
 */
#include <complex.h>
#include <fftw3.h>
#include <stdio.h>
#include <stdlib.h>

static int fits(int n) {
    static const int factors[] = {2, 3, 5, 7};
    for (int i = 0; i < 4; i++)
        while (n % factors[i] == 0)
            n /= factors[i];
    return n == 1;
}

int main(int argc, char **argv) {
    const int most = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 4096;
    fftw_complex *from = fftw_alloc_complex((size_t)most + 4), *to = fftw_alloc_complex((size_t)most + 4);
    for (int n = 2; from != NULL && to != NULL && n <= most; n++)
        if (fits(n) && (n % 8 == 0 || n < 64))
            for (int sign = -1; sign <= 1; sign += 2)
                fftw_destroy_plan(fftw_plan_dft_1d(n, from, to, sign, FFTW_PATIENT));
    fftw_export_wisdom_to_file(stdout);
    fftw_free(from);
    fftw_free(to);
    return 0;
}
