/* SPDX-License-Identifier: Apache-2.0 */
/* Failures of the libraries as those of the program. */
#include "fft3d.h"

int ooc_failed(const struct ooc_error *error, struct sw_failure *f) {
    static const int statuses[] = {
        [OOC_ERR_ARGUMENT] = STATUS_USAGE, [OOC_ERR_MEMORY] = STATUS_COMPUTE,  [OOC_ERR_GEOMETRY] = STATUS_COMPUTE,
        [OOC_ERR_DEVICE] = STATUS_COMPUTE, [OOC_ERR_CONTENT] = STATUS_CONTENT, [OOC_ERR_CALLER] = STATUS_COMPUTE,
    };
    return sw_fail(f, statuses[error->code], NULL, "%s", error->text);
}

int pgd_failed(const struct pgd_error *error, struct sw_failure *f) {
    const int status = error->code == PGD_ERR_NAN                                     ? STATUS_CONTENT
                       : error->code == PGD_ERR_OPEN || error->code == PGD_ERR_FORMAT ? STATUS_FILE
                                                                                      : STATUS_COMPUTE;
    return sw_fail(f, status, NULL, "%s", error->text);
}
