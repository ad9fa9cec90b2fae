/* SPDX-License-Identifier: Apache-2.0 */
#include "backtest.h"

#include "base/text.h"

#include <stdarg.h>

static const struct {
    int status;
    const char *meaning;
} statuses[] = {
    {STATUS_OK, "done: the test is printed, and all outputs are written"},
    {STATUS_USAGE, "an option is wrong or missing"},
    {STATUS_FILE, "an input cannot be read: missing, cut off, damaged"},
    {STATUS_CONTENT, "an input holds something that cannot be used; the message names the line"},
    {STATUS_COMPUTE, "the test cannot be computed: memory, too few days"},
    {STATUS_OUTPUT, "an output cannot be written"},
};

void print_statuses(FILE *out) {
    fprintf(out, "\nExit status:\n");
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
