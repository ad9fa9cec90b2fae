/* SPDX-License-Identifier: Apache-2.0 */
#include "csv/quotes.h"

#include <string.h>

bool sw_csv_inside(bool inside, const char *bytes, size_t count) {
    size_t quotes = 0;
    for (size_t i = 0; i < count; i++) /* the compiler counts 16 at once */
        quotes += bytes[i] == '"';
    return inside != (quotes % 2 == 1);
}

const char *sw_csv_record_end(bool *inside, const char *bytes, size_t count) {
    const char *at = bytes, *end = bytes + count;
    while (at < end) {
        const char *lf = memchr(at, '\n', (size_t)(end - at));
        const char *line_end = lf != NULL ? lf : end;
        *inside = sw_csv_inside(*inside, at, (size_t)(line_end - at));
        if (lf == NULL)
            return NULL;
        if (!*inside)
            return lf;
        at = lf + 1;
    }
    return NULL;
}
