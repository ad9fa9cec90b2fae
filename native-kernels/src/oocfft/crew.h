/* SPDX-License-Identifier: Apache-2.0 */
/* Threads that share numbered items among themselves. */
#ifndef SLIPWAY_OOCFFT_CREW_H
#define SLIPWAY_OOCFFT_CREW_H

#include <stdint.h>

struct ooc_crew;

/* Does the work of ITEM. WORKER is the number of the worker, from 0 to threads - 1. */
typedef void (*ooc_item)(void *context, int worker, int64_t item);

/* Starts THREADS - 1 threads; the caller of ooc_crew_run is worker 0. Returns NULL if there is no memory or no thread.
 * The caller ends the crew with ooc_crew_free. */
struct ooc_crew *ooc_crew_new(int threads);

/* Does the items 0 to ITEMS - 1, each once, in any order, and returns when all are done. Only one caller at a time may
 * call this function. */
void ooc_crew_run(struct ooc_crew *crew, ooc_item work, void *context, int64_t items);

/* Ends the threads and frees the crew. Accepts NULL. */
void ooc_crew_free(struct ooc_crew *crew);

#endif
