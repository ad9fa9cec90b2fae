/* SPDX-License-Identifier: Apache-2.0 */
/* vecmath among threads: some compute while another forces one level after another; all results are the same. */
#include "slipway/vecmath.h"
#include "support/check.h"

#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 3, CALLS = 300, CHANGES = 300, VALUES = 500 };

/* Each side goes on until the other has done its share, so that scheduling does not matter. */
static atomic_int threads_short_of_calls, changes;
static double wanted[VALUES];

static void compute(double *y) {
    const uint32_t counter[4] = {1, 2, 3, 4};
    vm_normal_pairs(vm_key_of(5, 6), counter, 0, VALUES / 2, y, y + VALUES / 2);
    vm_exp(VALUES, y, y);
}

static void *compute_often(void *argument) {
    size_t *wrong = argument;
    double y[VALUES];
    for (int calls = 0; calls < CALLS || atomic_load(&changes) < CHANGES; calls++) {
        compute(y);
        *wrong += memcmp(y, wanted, sizeof y) != 0;
        if (calls + 1 == CALLS)
            atomic_fetch_sub(&threads_short_of_calls, 1);
    }
    return NULL;
}

static void threads_compute_the_same_while_the_level_changes(void) {
    pthread_t threads[THREADS];
    size_t wrong[THREADS] = {0};
    int refused = 0;
    compute(wanted);
    atomic_store(&threads_short_of_calls, THREADS);
    for (int t = 0; t < THREADS; t++)
        CHECK(pthread_create(&threads[t], NULL, compute_often, &wrong[t]) == 0, "thread %d does not begin", t);
    for (int level = 0; atomic_load(&threads_short_of_calls) > 0 || atomic_load(&changes) < CHANGES;
         level = (level + 1) % ((int)vm_simd_best() + 1)) {
        refused += vm_simd_force((vm_simd)level) != 0;
        atomic_fetch_add(&changes, 1);
    }
    for (int t = 0; t < THREADS; t++) {
        CHECK(pthread_join(threads[t], NULL) == 0, "thread %d does not end", t);
        CHECK(wrong[t] == 0, "thread %d: %zu results are others", t, wrong[t]);
    }
    CHECK(refused == 0, "%d changes of level were refused", refused);
}

int main(void) {
    static const struct check_case cases[] = {CASE(threads_compute_the_same_while_the_level_changes)};
    return run_cases(cases, 1);
}
