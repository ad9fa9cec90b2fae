/* SPDX-License-Identifier: Apache-2.0 */
/* The test bed of the process tests: a world in which the last ranks are servers and rank 0 runs the cases. */
#ifndef SLIPWAY_TESTS_PROCESS_BED_H
#define SLIPWAY_TESTS_PROCESS_BED_H

#include "slipway/process_world.h"

#include "Page.h"
#include "ScaledPage.h"
#include "support/check.h"

/* The world of the running cases, and its number of servers. */
extern struct proc_world *world;
extern int servers;

/* The folder of the test, for files and the registry. The test removes the folder at its end. */
extern char folder[64];

#define OK(call)                                                                                                       \
    do {                                                                                                               \
        struct proc_error error_of_call = {.code = PROC_OK};                                                           \
        struct proc_error *error = &error_of_call;                                                                     \
        const proc_err code_of_call = (call);                                                                          \
        CHECK(code_of_call == PROC_OK, "%d: %s", (int)code_of_call, error->text);                                      \
    } while (0)

/* Checks that CALL, in which `error` stands for the error, fails with CODE and a text that has WORDS. */
#define FAILS(wanted, words, call)                                                                                     \
    do {                                                                                                               \
        struct proc_error error_of_call = {.code = PROC_OK};                                                           \
        struct proc_error *error = &error_of_call;                                                                     \
        const proc_err code_of_call = (call);                                                                          \
        CHECK(code_of_call == (wanted), "%d: %s", (int)code_of_call, error->text);                                     \
        CHECK(strstr(error->text, words) != NULL, "%s", error->text);                                                  \
    } while (0)

/* Makes a Page object of BYTES in a server. */
struct proc_remote page_in(int server, int64_t bytes);

struct bed_classes {
    const struct proc_class *const *classes;
    size_t count;
};

/* Runs a test program with other classes in the servers. */
int bed_run_with(int argc, char **argv, const struct bed_classes *of, const struct check_case *cases, size_t count);

/* Runs a test program: makes the world, and runs the cases on rank 0. */
int bed_run(int argc, char **argv, const struct check_case *cases, size_t count);

#endif
