/* SPDX-License-Identifier: Apache-2.0 */
#include "varmc.h"

#include "base/text.h"
#include "node/agree.h"

#include <stdarg.h>

static const struct {
    int status;
    const char *meaning;
} statuses[] = {
    {STATUS_OK, "done: both outputs are written"},
    {STATUS_USAGE, "an option is wrong or missing"},
    {STATUS_FILE, "an input cannot be read: missing, cut off, damaged"},
    {STATUS_CONTENT, "an input holds something that cannot be used; the message names the line"},
    {STATUS_COMPUTE, "the run cannot be computed: memory, covariance, too few scenarios"},
    {STATUS_OUTPUT, "an output cannot be written"},
    {STATUS_MPI, "MPI failed"},
};

void print_statuses(FILE *out) {
    fprintf(out, "\nExit status, the same on every rank:\n");
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++)
        fprintf(out, "  %d  %s\n", statuses[i].status, statuses[i].meaning);
}

int fail(struct failure *f, int status, const char *hint, const char *format, ...) {
    va_list args;
    f->status = status;
    va_start(args, format);
    sw_text_format(f->text, sizeof f->text, format, args);
    va_end(args);
    snprintf(f->hint, sizeof f->hint, "%s", hint != NULL ? hint : "");
    return status;
}

int fail_for_memory(struct failure *f, const char *format, ...) {
    va_list args;
    va_start(args, format);
    sw_text_format(f->text, sizeof f->text, format, args);
    va_end(args);
    f->hint[0] = '\0';
    f->alone = true;
    f->status = STATUS_COMPUTE;
    return f->status;
}

int agree(MPI_Comm comm, struct failure *f) {
    if (sw_agree(comm, f->status != STATUS_OK, f, sizeof *f) != MPI_SUCCESS)
        return fail(f, STATUS_MPI, NULL, "MPI failed while the ranks agreed on an error");
    return f->status;
}
