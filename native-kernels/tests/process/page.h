/* SPDX-License-Identifier: Apache-2.0 */
/* The state of the pages that the tests of processes use. */
#ifndef SLIPWAY_TESTS_PROCESS_PAGE_H
#define SLIPWAY_TESTS_PROCESS_PAGE_H

#include <stddef.h>

struct Page {
    size_t bytes;
    unsigned char *contents;
};

/* The struct of a derived class begins with its parent's. */
struct ScaledPage {
    struct Page page;
};

#endif
