/* SPDX-License-Identifier: Apache-2.0 */
/* One run at a time in a folder of a page set: two starts at once would take each other's set away. */
#ifndef SLIPWAY_FFT3D_LOCK_H
#define SLIPWAY_FFT3D_LOCK_H

#include "base/failure.h"

struct lock {
    int number; /* 1 + the descriptor of the folder; 0: no lock is held */
    bool made;  /* the folder was made for the lock */
};

/* Locks FOLDER, and first makes a missing folder. Fails while another run has the lock. */
int lock_take(const char *folder, struct lock *lock, struct sw_failure *f);

/* Drops the lock. Removes FOLDER if the folder was made for the lock and is empty. */
void lock_drop(const char *folder, struct lock *lock);

#endif
