/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CHECK and a runner of named cases. A failed check is counted and reported; the case goes on. The counter is weak, so
 * that all sources of a program, each with this header, count in one place.
 */
#ifndef SLIPWAY_TESTS_CHECK_H
#define SLIPWAY_TESTS_CHECK_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((weak)) int check_failures;

#define CHECK(condition, ...)                                                                                          \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            check_failures++;                                                                                          \
            fprintf(stderr, "%s:%d: not so: %s: ", __FILE__, __LINE__, #condition);                                    \
            fprintf(stderr, "" __VA_ARGS__);                                                                           \
            fputc('\n', stderr);                                                                                       \
        }                                                                                                              \
    } while (0)

#define CHECK_NEAR(got, wanted, tolerance)                                                                             \
    CHECK(fabs((got) - (wanted)) <= (tolerance), "%.15g, not %.15g", (double)(got), (double)(wanted))

struct check_case {
    const char *name;
    void (*run)(void);
};

#define CASE(function)                                                                                                 \
    { #function, function }

static inline int run_cases(const struct check_case *cases, size_t count) {
    int failed = 0;
    for (size_t i = 0; i < count; i++) {
        const int before = check_failures;
        cases[i].run();
        printf("%s %s\n", check_failures == before ? "ok" : "not ok", cases[i].name);
        failed += check_failures != before;
    }
    printf("%zu cases, %d failed\n", count, failed);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

#endif
