/* SPDX-License-Identifier: Apache-2.0 */
/* Output files that all ranks write: all files are whole before the first one gets its name. */
#include "varmc.h"

#include <stdlib.h>
#include <unistd.h>

/* Takes a code that is the same on every rank. */
static int take_code(tp_err code, const struct tp_error *error, struct sw_failure *f) {
    if (code == TP_OK)
        return STATUS_OK;
    return sw_fail(f, code == TP_ERR_MPI ? STATUS_MPI : STATUS_OUTPUT, "check the folder's permissions and free space",
                   "%s", error->text);
}

static int write_file(MPI_Comm comm, struct output *output, struct sw_failure *f) {
    struct tp_error error;
    if (take_code(tp_create(comm, output->path, NULL, &output->writer, &error), &error, f) == STATUS_OK &&
        take_code(tp_write(output->writer, output->text, output->bytes, &error), &error, f) == STATUS_OK)
        take_code(tp_complete(output->writer, &error), &error, f);
    return f->status;
}

static int name_file(struct output *output, struct sw_failure *f) {
    struct tp_error error;
    const tp_err code = tp_finish(output->writer, &error);
    output->writer = NULL;
    return take_code(code, &error, f);
}

int write_files(MPI_Comm comm, struct output *outputs, size_t count, struct sw_failure *f) {
    int rank;
    size_t named = 0;
    MPI_Comm_rank(comm, &rank);
    for (size_t i = 0; i < count && f->status == STATUS_OK; i++)
        if (outputs[i].path != NULL)
            write_file(comm, &outputs[i], f);
    for (; named < count && f->status == STATUS_OK; named++)
        if (outputs[named].path != NULL)
            name_file(&outputs[named], f);
    for (size_t i = 0; i + 1 < named && f->status != STATUS_OK && rank == 0; i++)
        if (outputs[i].path != NULL)
            unlink(outputs[i].path);
    for (size_t i = 0; i < count; i++) {
        tp_abandon(outputs[i].writer);
        free(outputs[i].text);
    }
    return f->status;
}
