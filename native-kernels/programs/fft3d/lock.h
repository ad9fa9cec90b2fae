/* SPDX-License-Identifier: Apache-2.0 */
/* One run at a time in a folder of a page set: two starts at once would take each other's set away. */
#ifndef SLIPWAY_FFT3D_LOCK_H
#define SLIPWAY_FFT3D_LOCK_H

#include "base/failure.h"

struct lock {
    int number; /* 1 + the descriptor of the folder; 0: none is held */
    bool made;  /* the folder was made for the lock */
};

/* Locks FOLDER, which is made where it is missing. It is refused while another run has it. */
int lock_take(const char *folder, struct lock *lock, struct sw_failure *f);

/* Removes FOLDER where it was made for the lock and nothing is in it. */
void lock_drop(const char *folder, struct lock *lock);

#endif
