/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the finally resting orders as a CSV file, for a database. */
#include "market-chain.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct levels {
    struct book_level *rows;
    size_t room;
};

/* Writes the price levels of a side, the best one first. Returns 0, or -1 without memory. */
static int write_side(FILE *out, const struct book *book, uint32_t instrument, book_side side, struct levels *levels) {
    size_t count;
    while ((count = book_depth(book, instrument, side, levels->rows, levels->room)) == levels->room) {
        struct book_level *rows = realloc(levels->rows, (2 * levels->room + 1024) * sizeof *rows);
        if (rows == NULL)
            return -1;
        levels->rows = rows;
        levels->room = 2 * levels->room + 1024;
    }
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%" PRIu32 ",%s,%" PRId64 ",%" PRId64 ",%" PRIu64 "\n", instrument,
                side == BOOK_ASK ? "ask" : "bid", levels->rows[i].price, levels->rows[i].volume,
                levels->rows[i].orders);
    return 0;
}

int write_book(const char *path, const struct mkt_engine *engine, struct sw_failure *f) {
    const uint32_t instruments = mkt_run_instruments(engine->run);
    struct levels levels = {NULL, 0};
    FILE *out = fopen(path, "w");
    if (out == NULL)
        return sw_fail(f, STATUS_OUTPUT, NULL, "cannot write %s: %s", path, strerror(errno));
    fputs("instrument,side,price,volume,orders\n", out);
    for (uint32_t i = 0; i < instruments; i++)
        if (write_side(out, engine->book, i, BOOK_BID, &levels) != 0 ||
            write_side(out, engine->book, i, BOOK_ASK, &levels) != 0)
            sw_fail(f, STATUS_COMPUTE, NULL, "no memory for the book of instrument %" PRIu32, i);
    const int failed = ferror(out);
    if ((fclose(out) != 0 || failed) && f->status == STATUS_OK)
        sw_fail(f, STATUS_OUTPUT, NULL, "cannot write %s: %s", path, strerror(errno));
    free(levels.rows);
    return f->status;
}
