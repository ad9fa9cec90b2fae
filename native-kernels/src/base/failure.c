/* SPDX-License-Identifier: Apache-2.0 */
#include "base/failure.h"

#include "base/text.h"

#include <stdarg.h>

static const char *const meanings[] = {
    [STATUS_OK] = "done: all outputs are written",
    [STATUS_USAGE] = "an option is wrong or missing",
    [STATUS_FILE] = "an input cannot be read: missing, torn, damaged",
    [STATUS_CONTENT] = "an input has a value that cannot be used; the message names the line",
    [STATUS_COMPUTE] = "the run cannot be computed: memory, covariance, too few scenarios or days",
    [STATUS_OUTPUT] = "an output cannot be written",
    [STATUS_MPI] = "MPI failed",
};

int sw_fail(struct sw_failure *f, int status, const char *hint, const char *format, ...) {
    va_list args;
    f->status = status;
    va_start(args, format);
    sw_text_format(f->text, sizeof f->text, format, args);
    va_end(args);
    snprintf(f->hint, sizeof f->hint, "%s", hint != NULL ? hint : "");
    return status;
}

int sw_fail_alone(struct sw_failure *f, const char *format, ...) {
    va_list args;
    va_start(args, format);
    sw_text_format(f->text, sizeof f->text, format, args);
    va_end(args);
    f->hint[0] = '\0';
    f->alone = true;
    f->status = STATUS_COMPUTE;
    return f->status;
}

void sw_failure_print(const char *program, const struct sw_failure *f) {
    /* Prints with one call, which is one write, so that output of other ranks cannot come in between. */
    if (f->hint[0] != '\0')
        fprintf(stderr, "%s: %s\nhint: %s\n", program, f->text, f->hint);
    else
        fprintf(stderr, "%s: %s\n", program, f->text);
}

void sw_statuses_print(FILE *out, int last, const char *const own[]) {
    fprintf(out, "\nExit status:\n");
    for (int status = 0; status <= last; status++)
        if (meanings[status] != NULL)
            fprintf(out, "  %d  %s\n", status, own != NULL && own[status] != NULL ? own[status] : meanings[status]);
}
