/* SPDX-License-Identifier: Apache-2.0 */
#include "Store.h"

#include <stdlib.h>
#include <string.h>

struct Store {
    size_t bytes;
    unsigned char contents[];
};

proc_err Store_do_new(struct Store **self, struct Store_new *call, struct proc_error *error) {
    *self = calloc(1, sizeof **self + (size_t)call->bytes);
    if (*self == NULL)
        return proc_fail(error, PROC_ERR_MEMORY, "there is no memory for a store");
    (*self)->bytes = (size_t)call->bytes;
    return PROC_OK;
}

void Store_do_destroy(struct Store *self) {
    free(self);
}

proc_err Store_do_nothing(struct Store *self, struct Store_nothing *call, struct proc_error *error) {
    (void)self;
    (void)call;
    (void)error;
    return PROC_OK;
}

proc_err Store_do_write(struct Store *self, struct Store_write *call, struct proc_error *error) {
    if (call->contents.bytes > self->bytes)
        return proc_fail(error, PROC_ERR_METHOD, "a store has %zu bytes", self->bytes);
    memcpy(self->contents, call->contents.at, call->contents.bytes);
    return PROC_OK;
}

proc_err Store_do_read(struct Store *self, struct Store_read *call, struct proc_error *error) {
    if (!proc_put(&call->contents, self->contents, self->bytes))
        return proc_fail(error, PROC_ERR_METHOD, "a store has %zu bytes", self->bytes);
    return PROC_OK;
}
