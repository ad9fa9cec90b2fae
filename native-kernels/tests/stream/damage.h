/* SPDX-License-Identifier: Apache-2.0 */
/* Definitions that the fuzzers of streams share: cases with seeds, and damaged bytes. */
#ifndef SLIPWAY_TESTS_STREAM_DAMAGE_H
#define SLIPWAY_TESTS_STREAM_DAMAGE_H

#include "support/draw.h"
#include "support/hang.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static unsigned long long damage_seed;
static const char *damage_program;
static int damage_errors = 2; /* descriptor for failures, even if standard error leads nowhere */

__attribute__((format(printf, 1, 2), noreturn)) static void wrong(const char *format, ...) {
    va_list values;
    va_start(values, format);
    dprintf(damage_errors, "not so: ");
    vdprintf(damage_errors, format, values);
    dprintf(damage_errors, "\nagain: %s --cases 1 --seed %llu\n", damage_program, damage_seed);
    va_end(values);
    _exit(EXIT_FAILURE);
}

static void die_of(int number) {
    wrong("signal %d", number);
}

/* Changes, doubles, cuts or removes some bytes. Returns the new number of bytes, at most ROOM. */
static inline size_t damage(char *bytes, size_t count, size_t room) {
    for (size_t times = draw_size(6); times > 0; times--) {
        const size_t at = draw(count + 1), most = count - at, some = draw_size(most < 40 ? most : 40);
        switch (draw(5)) {
        case 0:
            if (at < count)
                bytes[at] = (char)draw(256);
            break;
        case 1:
            count = at;
            break;
        case 2:
            memmove(bytes + at, bytes + at + some, count - at - some);
            count -= some;
            break;
        case 3:
            if (count + some <= room) {
                memmove(bytes + at + some, bytes + at, count - at);
                count += some;
            }
            break;
        default:
            if (at < count)
                bytes[at] = (char)(bytes[at] ^ (1 << draw(8)));
        }
    }
    return count;
}

/* Makes a file of BYTES without a name. Returns its path, which is valid until the next call. */
static inline const char *nameless_file(const char *bytes, size_t count) {
    static char path[64];
    static int fd = -1;
    if (fd < 0)
        fd = memfd_create("case", MFD_CLOEXEC);
    if (fd < 0 || ftruncate(fd, 0) != 0 || pwrite(fd, bytes, count, 0) != (ssize_t)count)
        wrong("no file in memory");
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    return path;
}

/* Runs the cases of `--cases N --seed S`. */
static inline int damage_main(int argc, char **argv, void (*run_case)(void)) {
    unsigned long long cases = 1000, seed = 1;
    damage_program = argv[0];
    for (int i = 1; i + 1 < argc; i += 2)
        *(strcmp(argv[i], "--cases") == 0 ? &cases : &seed) = strtoull(argv[i + 1], NULL, 10);
    const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGALRM, SIGABRT};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        signal(signals[i], die_of);
    for (unsigned long long i = 0; i < cases; i++) {
        damage_seed = seed + i;
        draw_seed(damage_seed);
        alarm(HANG_SECONDS);
        run_case();
    }
    printf("%llu cases from seed %llu\n", cases, seed);
    return EXIT_SUCCESS;
}

#endif
