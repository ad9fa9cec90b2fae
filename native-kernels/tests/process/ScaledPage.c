/* SPDX-License-Identifier: Apache-2.0 */
#include "ScaledPage.h"

#include "process/page.h"

#include <math.h>
#include <stdlib.h>

proc_err ScaledPage_do_new(struct ScaledPage **self, struct ScaledPage_new *call, struct proc_error *error) {
    (void)error;
    *self = calloc(1, sizeof **self);
    (*self)->page.bytes = (size_t)call->bytes;
    (*self)->page.contents = calloc(1, (size_t)call->bytes + 1);
    return PROC_OK;
}

void ScaledPage_do_destroy(struct ScaledPage *self) {
    free(self->page.contents);
    free(self);
}

proc_err ScaledPage_do_name(struct ScaledPage *self, struct Page_name *call, struct proc_error *error) {
    (void)self;
    (void)error;
    proc_put(&call->name, "ScaledPage", sizeof "ScaledPage");
    return PROC_OK;
}

static double *values(const struct ScaledPage *self, size_t *count) {
    *count = self->page.bytes / sizeof(double);
    return (double *)(void *)self->page.contents;
}

proc_err ScaledPage_do_norm(struct ScaledPage *self, struct ScaledPage_norm *call, struct proc_error *error) {
    size_t count;
    const double *at = values(self, &count);
    (void)error;
    for (size_t i = 0; i < count; i++)
        call->norm += at[i] * at[i];
    call->norm = sqrt(call->norm);
    return PROC_OK;
}

proc_err ScaledPage_do_scale(struct ScaledPage *self, struct ScaledPage_scale *call, struct proc_error *error) {
    size_t count;
    double *at = values(self, &count);
    (void)error;
    for (size_t i = 0; i < count; i++)
        at[i] *= call->by;
    return PROC_OK;
}
