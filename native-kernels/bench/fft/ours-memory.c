/* SPDX-License-Identifier: Apache-2.0 */
/* ours-memory N THREADS: the seconds of a forward transform of N^3 in memory by oocfft, the second of two. */
#include "base/clock.h"
#include "slipway/oocfft.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { HUGE_PAGE = 2 << 20 };

int main(int argc, char **argv) {
    if (argc < 3)
        return 2;
    const int64_t n = strtoll(argv[1], NULL, 10), size[3] = {n, n, n};
    const size_t bytes = (size_t)(n * n * n) * 16;
    struct ooc_engine *engine;
    struct ooc_error error;
    void *room = NULL;
    if (posix_memalign(&room, HUGE_PAGE, bytes) != 0 ||
        ooc_engine_new(size, (int)strtol(argv[2], NULL, 10), &engine, &error) != OOC_OK)
        return 1;
    madvise(room, bytes, MADV_HUGEPAGE);
    double *array = room;
    for (size_t i = 0; i < bytes / sizeof *array; i++)
        array[i] = (double)(i * 2654435761 % 1000) / 1000;
    ooc_transform(engine, OOC_DO_FORWARD, NULL, array);
    const double begin = sw_clock_seconds();
    ooc_transform(engine, OOC_DO_FORWARD, NULL, array);
    printf("incore ours %.6f\n", sw_clock_seconds() - begin);
    ooc_engine_free(engine);
    free(room);
    return 0;
}
