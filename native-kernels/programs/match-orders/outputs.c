/* SPDX-License-Identifier: Apache-2.0 */
#include "modes.h"

#include "slipway/twophase.h"

#include <inttypes.h>
#include <stdlib.h>

struct output {
    const char *path; /* NULL: not asked for */
    struct tp_writer *writer;
};

static int take_code(tp_err code, const struct tp_error *error, struct sw_failure *f) {
    if (code == TP_OK)
        return STATUS_OK;
    return sw_fail(f, code == TP_ERR_MPI ? STATUS_MPI : STATUS_OUTPUT,
                   "check the folder, its permissions and the free space", "%s", error->text);
}

/* Closes a text. Returns whether the file is whole. */
static bool finish(struct text *text) {
    FILE *stream = text->stream;
    text->stream = NULL;
    return stream == NULL || (ferror(stream) | fclose(stream)) == 0;
}

/* The orders of one side, as rows. */
struct side {
    FILE *out;
    const char *instrument;
    int64_t price;
    uint64_t rank; /* at the price, from 1 */
};

static int put_order(void *context, const struct book_order *order, uint64_t handle) {
    struct side *side = context;
    (void)handle;
    side->rank = side->rank > 0 && side->price == order->price ? side->rank + 1 : 1;
    side->price = order->price;
    sw_csv_put(side->out, side->instrument);
    fprintf(side->out, ",%s,%" PRId64 ",%" PRIu64 ",%" PRIu64 ",%" PRId64 ",%" PRIu32 "\n",
            order->side == BOOK_BID ? "bid" : "ask", order->price, side->rank, order->id, order->volume, order->owner);
    return 0;
}

/* The rows of an instrument in the book at the end. */
static bool book_text(const struct engine *engine, uint32_t instrument, struct text *text) {
    *text = (struct text){.bytes = NULL};
    text->stream = open_memstream(&text->bytes, &text->count);
    if (text->stream == NULL)
        return false;
    struct side side = {.out = text->stream, .instrument = sw_names_text(&engine->names, instrument)};
    book_visit(engine->book, instrument, BOOK_BID, put_order, &side);
    side.rank = 0;
    book_visit(engine->book, instrument, BOOK_ASK, put_order, &side);
    return finish(text);
}

/* Appends the text of each rank, if any. */
static int append(MPI_Comm comm, struct output *output, const struct text *text, bool whole, struct sw_failure *f) {
    struct tp_error error;
    if (!whole)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for the text of %.200s", output->path);
    if (agree(comm, f) == STATUS_OK)
        take_code(tp_write(output->writer, text->bytes, text->count, &error), &error, f);
    return f->status;
}

static int append_line(MPI_Comm comm, struct output *output, const char *line, size_t bytes, struct sw_failure *f) {
    char *copy = (char *)line;
    int rank;
    MPI_Comm_rank(comm, &rank);
    const struct text text = {.bytes = copy, .count = rank == 0 ? bytes : 0};
    return append(comm, output, &text, true, f);
}

static void write_trades(MPI_Comm comm, struct output *output, struct engine *engine, struct sw_failure *f) {
    static const char header[] = "instrument,message,maker,taker,price,volume\n";
    append_line(comm, output, header, sizeof header - 1, f);
    for (uint32_t i = 0; i < engine->names.count && f->status == STATUS_OK; i++) {
        const bool whole = finish(&engine->trades[i]);
        append(comm, output, &engine->trades[i], whole, f);
        free(engine->trades[i].bytes);
        engine->trades[i] = (struct text){.bytes = NULL};
    }
}

static void write_book(MPI_Comm comm, struct output *output, const struct engine *engine, struct sw_failure *f) {
    static const char header[] = "instrument,side,price,rank,id,volume,owner\n";
    append_line(comm, output, header, sizeof header - 1, f);
    for (uint32_t i = 0; i < engine->names.count && f->status == STATUS_OK; i++) {
        struct text text = {.bytes = NULL};
        const bool whole = !is_mine(comm, i) || book_text(engine, i, &text);
        append(comm, output, &text, whole, f);
        free(text.bytes);
    }
}

int write_outputs(MPI_Comm comm, struct engine *engine, const struct options *options, struct sw_failure *f) {
    struct output outputs[2] = {{.path = options->trades}, {.path = options->book}};
    struct tp_error error;
    for (int i = 0; i < 2 && f->status == STATUS_OK; i++) {
        if (outputs[i].path == NULL ||
            take_code(tp_create(comm, outputs[i].path, NULL, &outputs[i].writer, &error), &error, f) != STATUS_OK)
            continue;
        if (i == 0)
            write_trades(comm, &outputs[i], engine, f);
        else
            write_book(comm, &outputs[i], engine, f);
        if (f->status == STATUS_OK)
            take_code(tp_complete(outputs[i].writer, &error), &error, f);
    }
    for (int i = 0; i < 2; i++) {
        if (outputs[i].writer != NULL && f->status == STATUS_OK)
            take_code(tp_finish(outputs[i].writer, &error), &error, f);
        else
            tp_abandon(outputs[i].writer);
    }
    return f->status;
}
