/* SPDX-License-Identifier: Apache-2.0 */
/* Disks that fail, fill, lie or lose their power, by calls of the system that do not do what they should. */
#ifndef SLIPWAY_TESTS_PAGEDEV_FAULTS_H
#define SLIPWAY_TESTS_PAGEDEV_FAULTS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Of each of these the call with that number, from 1 on, and all after it, fail with `reason`; 0: none does. */
struct faults {
    atomic_int write_at, read_at, sync_at, reserve_at;
    int reason;
    atomic_int die_at;    /* at the call with that number of all of them the program ends, as if it were killed */
    bool no_direct;       /* the file system has no O_DIRECT */
    uint64_t free_bytes;  /* what statvfs says is free; 0: the truth */
    atomic_int lose_from; /* writes of pages from this number on are lost, and say that they were done */
    atomic_int reads_done, reads_at_write; /* reads that were done, and how many when a page was last written */
};

extern struct faults faults;

/* Makes everything work again, and counts from 1. */
void faults_clear(void);

/* How many calls that could have been the last there were since. */
int faults_calls(void);

#endif
