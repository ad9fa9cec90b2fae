/* SPDX-License-Identifier: Apache-2.0 */
/*
 * System calls that fail on order. The linker replaces the library's calls by these (--wrap: the list is in
 * tests/twophase/CMakeLists.txt), so a test can give a single rank a broken disk.
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
    FAULT_LARGE_UNIT  /* a file's status (fstat) reports LARGE_UNIT as the preferred size of one read */
};

enum { LARGE_UNIT = 4 << 20 };

/* From call number AFTER (0-based) on, calls on files with PART in their path fail with ERROR. */
struct fault {
    enum fault_call call;
    const char *part;
    int after;
    int error; /* errno; 0: reads and writes stop after one byte, and each second one with EINTR */
};

/* Sets the fault of the calling process. NULL: no call fails. Resets fault_hits. */
void fault_order(const struct fault *fault);
/* Calls that failed, or were cut short, since. */
int fault_hits(void);
/* Returns the smallest number of bytes that a counted read requested; SIZE_MAX without a read. */
size_t fault_least_read(void);

#endif
