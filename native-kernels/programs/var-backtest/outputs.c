/* SPDX-License-Identifier: Apache-2.0 */
#include "backtest.h"

#include "base/day.h"
#include "base/files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void put_days(const struct options *options, const struct results *results, FILE *out) {
    char day[SW_DAY_BYTES];
    (void)options;
    fprintf(out, "day,pnl,var,exception\n");
    for (size_t i = 0; i < results->count; i++)
        fprintf(out, "%s,%.17g,%.17g,%d\n", sw_day_text(results->days[i].day, day), results->days[i].pnl,
                results->days[i].var, results->exceptions[i]);
}

static int cannot_write(const char *path, struct sw_failure *f) {
    return sw_fail(f, STATUS_OUTPUT, "check the folder, its permissions and the free space", "%s cannot be written: %s",
                   path, strerror(errno));
}

/* Writes the output of PUT to the temporary file of PATH, which is then whole but has no name yet. */
static int write_part(const struct options *options, const struct results *results, const char *path,
                      void (*put)(const struct options *, const struct results *, FILE *), struct sw_part *part,
                      struct sw_failure *f) {
    char *text = NULL;
    size_t count = 0;
    FILE *out = open_memstream(&text, &count);
    if (out != NULL)
        put(options, results, out);
    if (out == NULL || (ferror(out) | fclose(out)) != 0)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for the text of %zu days", results->count);
    else if (sw_part_create(path, part) != 0 || sw_file_write(part->fd, text, count) != 0 || sw_part_finish(part) != 0)
        cannot_write(path, f);
    free(text);
    return f->status;
}

int write_outputs(const struct options *options, const struct results *results, struct sw_failure *f) {
    struct sw_part table = {NULL, NULL, -1}, picture = {NULL, NULL, -1};
    if (options->out != NULL)
        write_part(options, results, options->out, put_days, &table, f);
    if (options->picture != NULL && f->status == STATUS_OK)
        write_part(options, results, options->picture, draw_picture, &picture, f);
    if (f->status == STATUS_OK && options->out != NULL && sw_part_publish(&table) != 0)
        cannot_write(options->out, f);
    if (f->status == STATUS_OK && options->picture != NULL && sw_part_publish(&picture) != 0)
        cannot_write(options->picture, f);
    sw_part_drop(&table);
    sw_part_drop(&picture);
    return f->status;
}
