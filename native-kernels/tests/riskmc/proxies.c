/* SPDX-License-Identifier: Apache-2.0 */
/*
 * riskmc-proxies [SEEDS [INSTRUMENTS [SCENARIOS [PATHS]]]]: checks that the VaR of a book by proxies lies within the
 * stated bound of the proxies plus the inner interval of common paths. 20 seeds, 1,000 instruments, 10,000 scenarios
 * and 1,000 paths by default. Fails if one of the seeds violates the bound. Takes some minutes a seed.
 */
#include "riskmc/proxied.h"

static size_t argument(int argc, char **argv, int which, size_t usual) {
    return argc > which ? (size_t)strtoul(argv[which], NULL, 10) : usual;
}

int main(int argc, char **argv) {
    const size_t seeds = argument(argc, argv, 1, 20), instruments = argument(argc, argv, 2, 1000);
    const size_t scenarios = argument(argc, argv, 3, 10000), paths = argument(argc, argv, 4, 1000);
    size_t missed = 0;
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        const struct proxied found = proxied_of(instruments, scenarios, paths, seed);
        const double off = fabs(found.by_proxy - found.common);
        missed += off <= found.bound + found.inner ? 0 : 1;
        printf("seed %2u: VaR %.2f by proxies, %.2f by common paths, off by %.2f; bound %.2f, inner interval +-%.2f; "
               "%zu proxies, %.0f times as fast\n",
               (unsigned)seed, found.by_proxy, found.common, off, found.bound, found.inner, found.used, found.ratio);
        fflush(stdout);
    }
    printf("%zu of %zu seeds within the bound and the inner interval\n", seeds - missed, seeds);
    return missed == 0 && check_failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
