/* SPDX-License-Identifier: Apache-2.0 */
/* Disks that fail, fill up, lie or lose power, simulated by system calls that fail or do too little. */
#ifndef SLIPWAY_TESTS_PAGEDEV_FAULTS_H
#define SLIPWAY_TESTS_PAGEDEV_FAULTS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* The faults. For each of the first four kinds of calls, the call with the given number, from 1 on, and all later ones
 * fail with the error `reason`; 0 means that no call fails. */
struct faults {
    atomic_int write_at, read_at, sync_at, reserve_at;
    int reason;
    atomic_int die_at;    /* the program ends, as if killed, at the call with this number among calls of all kinds */
    bool no_direct;       /* the file system has no O_DIRECT */
    uint64_t free_bytes;  /* the free bytes that statvfs reports; 0: the true number */
    atomic_int lose_from; /* writes of pages from this number on are lost, but report success */
    atomic_int reads_done, reads_at_write; /* number of reads so far, and at the time of the last write of a page */
};

extern struct faults faults;

/* Removes all faults, and starts to count from 1. */
void faults_clear(void);

/* Returns the number of calls since faults_clear at which `die_at` could have ended the program. */
int faults_calls(void);

#endif
