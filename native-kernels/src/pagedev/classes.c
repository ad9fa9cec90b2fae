/* SPDX-License-Identifier: Apache-2.0 */
#include "internal.h"

#ifdef SLIPWAY_PAGEDEV_SERVERS

#include "Array.h"
#include "ArrayDevice.h"
#include "ArrayPageDevice.h"
#include "PageDevice.h"
#include "PageLane.h"

const struct proc_class *const *pgd_classes(size_t *count) {
    static const struct proc_class *const classes[] = {&PageLane_class, &PageDevice_class, &ArrayPageDevice_class,
                                                       &ArrayDevice_class, &Array_class};
    *count = sizeof classes / sizeof classes[0];
    return classes;
}

#else

const struct proc_class *const *pgd_classes(size_t *count) {
    *count = 0;
    return NULL;
}

#endif
