/* SPDX-License-Identifier: Apache-2.0 */
/* The outputs of units: each line is printed after the name of its unit, and the last lines are kept. */
#include "launch.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Writes all bytes. Output without a reader is lost, and the run goes on. */
static void write_all(int to, const char *text, size_t bytes) {
    while (bytes > 0) {
        const ssize_t written = write(to, text, bytes);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return;
        text += written;
        bytes -= (size_t)written;
    }
}

static void print_line(const struct unit *unit, struct output *output, size_t bytes, int to) {
    char text[UNIT_NAME_BYTES + LINE_BYTES + 4];
    const int used = snprintf(text, sizeof text, "%s: %.*s\n", unit->name, (int)bytes, output->line);
    write_all(to, text, (size_t)used);
    if (bytes > 0)
        snprintf(output->last[output->lines++ % LAST_LINES], LAST_BYTES, "%.*s", (int)bytes, output->line);
}

void output_take(const struct unit *unit, struct output *output, int to) {
    const ssize_t got = read(output->fd, output->line + output->used, LINE_BYTES - output->used);
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (got <= 0) {
        output_end(unit, output, to);
        return;
    }
    output->used += (size_t)got;
    output->taken += (size_t)got;
    for (const char *end; (end = memchr(output->line, '\n', output->used)) != NULL;) {
        const size_t bytes = (size_t)(end - output->line);
        print_line(unit, output, bytes, to);
        output->used -= bytes + 1;
        memmove(output->line, end + 1, output->used);
    }
    if (output->used == LINE_BYTES) { /* a longer line is split */
        print_line(unit, output, LINE_BYTES, to);
        output->used = 0;
    }
}

void output_end(const struct unit *unit, struct output *output, int to) {
    if (output->fd < 0)
        return;
    if (output->used > 0)
        print_line(unit, output, output->used, to);
    output->used = 0;
    close(output->fd);
    output->fd = -1;
}
