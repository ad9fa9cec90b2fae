/* SPDX-License-Identifier: Apache-2.0 */
#include "ComputingProcess.h"

#include <stdlib.h>

struct ComputingProcess {
    struct proc_remote data;
};

proc_err ComputingProcess_do_new(struct ComputingProcess **self, struct ComputingProcess_new *call,
                                 struct proc_error *error) {
    *self = malloc(sizeof **self);
    if (*self == NULL)
        return proc_fail(error, PROC_ERR_MEMORY, "there is no memory for a process");
    (*self)->data = call->data;
    return PROC_OK;
}

void ComputingProcess_do_destroy(struct ComputingProcess *self) {
    free(self);
}

proc_err ComputingProcess_do_share_of_sum(struct ComputingProcess *self, struct ComputingProcess_share_of_sum *call,
                                          struct proc_error *error) {
    proc_err code = PROC_OK;
    for (int64_t i = proc_group_id(call->at); i < call->count && code == PROC_OK; i += proc_group_size(call->at)) {
        double x = 0;
        code = proc_memory_get(self->data, (size_t)i, &x, error);
        call->sum += x;
    }
    return code;
}

proc_err ComputingProcess_do_id(struct ComputingProcess *self, struct ComputingProcess_id *call,
                                struct proc_error *error) {
    (void)self;
    (void)error;
    call->id = proc_group_id(call->at);
    call->number_of_processes = proc_group_size(call->at);
    return PROC_OK;
}

proc_err ComputingProcess_do_member(struct ComputingProcess *self, struct ComputingProcess_member *call,
                                    struct proc_error *error) {
    (void)self;
    (void)error;
    call->member = proc_group_member(call->at, call->id);
    return PROC_OK;
}

proc_err ComputingProcess_do_barrier(struct ComputingProcess *self, struct ComputingProcess_barrier *call,
                                     struct proc_error *error) {
    (void)self;
    return proc_barrier(call->at, error);
}
