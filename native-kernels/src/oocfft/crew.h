/* SPDX-License-Identifier: Apache-2.0 */
/* Threads that share out numbered items among themselves. */
#ifndef SLIPWAY_OOCFFT_CREW_H
#define SLIPWAY_OOCFFT_CREW_H

#include <stdint.h>

struct ooc_crew;

/* Does ITEM, as worker 0 to threads - 1. */
typedef void (*ooc_item)(void *context, int worker, int64_t item);

/* Starts THREADS - 1 threads: whoever calls ooc_crew_run is worker 0. Returns NULL without memory or threads. */
struct ooc_crew *ooc_crew_new(int threads);

/* Does the items 0 to ITEMS - 1, each once, in any order, and returns when all are done. One caller at a time. */
void ooc_crew_run(struct ooc_crew *crew, ooc_item work, void *context, int64_t items);

/* Accepts NULL. */
void ooc_crew_free(struct ooc_crew *crew);

#endif
