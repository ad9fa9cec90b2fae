/* SPDX-License-Identifier: Apache-2.0 */
/*
 * System calls that fail on order. The linker puts these in the place of the library's calls (--wrap: the list is in
 * tests/twophase/CMakeLists.txt), so a test can let one rank alone have a broken disk.
 */
#ifndef SLIPWAY_TESTS_FAULTS_H
#define SLIPWAY_TESTS_FAULTS_H

#include <stddef.h>

enum fault_call {
    FAULT_NONE,
    FAULT_OPEN,
    FAULT_READ,
    FAULT_WRITE,
    FAULT_SYNC,
    FAULT_RENAME,
    FAULT_NOTHING,    /* all calls succeed; the reads at an offset (pread) are counted */
    FAULT_OTHER_FILE, /* an open gives the file PATH.other, and succeeds */
    FAULT_LARGE_UNIT  /* a file's status (fstat) says that its file system likes to read LARGE_UNIT bytes at once */
};

enum { LARGE_UNIT = 4 << 20 };

/* From call number AFTER (0-based) on, calls on files whose path holds PART fail with ERROR. */
struct fault {
    enum fault_call call;
    const char *part;
    int after;
    int error; /* errno; 0: reads and writes stop after one byte, and each second one with EINTR */
};

/* Of the calling process. NULL: nothing fails. Resets fault_hits. */
void fault_order(const struct fault *fault);
/* Calls that failed, or were cut short, since. */
int fault_hits(void);
/* The least number of bytes that a counted read asked for; SIZE_MAX where there was none. */
size_t fault_least_read(void);

#endif
