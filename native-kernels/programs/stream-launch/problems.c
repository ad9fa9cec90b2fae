/* SPDX-License-Identifier: Apache-2.0 */
#include "problems.h"

#include "base/text.h"

#include <stdio.h>

enum { MOST_PRINTED = 100 };

void problem(struct problems *problems, int line, const char *remedy, const char *format, ...) {
    char text[512];
    va_list args;
    va_start(args, format);
    sw_text_format(text, sizeof text, format, args);
    va_end(args);
    if (++problems->count <= MOST_PRINTED)
        fprintf(stderr, "%s:%d: %s: %s\n", problems->path, line, text, remedy);
}
