/* SPDX-License-Identifier: Apache-2.0 */
/* Files of random messages, for trials of the program. */
#include "modes.h"

#include "base/files.h"
#include "orderflow/orderflow.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LATELY = 1024, LOBSTER_TICK = 100 };

/* An order that was made lately. */
struct made {
    uint64_t id, handle;
    uint32_t instrument;
};

struct maker {
    FILE *out;
    struct sw_orderflow flow;
    uint64_t state; /* random state for all but the orders */
    uint64_t written;
    uint32_t instruments;
    struct made lately[LATELY];
    struct book *book; /* of a LOBSTER file */
};

static uint64_t draw(struct maker *maker, uint64_t below) {
    return sw_orderflow_bits(&maker->state) % below;
}

static struct made *draw_made(struct maker *maker) {
    return &maker->lately[draw(maker, maker->flow.drawn < LATELY ? maker->flow.drawn : LATELY)];
}

/* --- our rows --- */

static void put_new(struct maker *maker) {
    static const char *const kinds[] = {"limit", "limit", "limit", "limit", "limit", "limit", "market", "ioc", "fok"};
    const struct book_order order = sw_orderflow_next(&maker->flow);
    const char *kind = kinds[draw(maker, sizeof kinds / sizeof kinds[0])];
    const struct made made = {.id = order.id, .instrument = (uint32_t)draw(maker, maker->instruments)};
    maker->lately[order.id % LATELY] = made;
    fprintf(maker->out, "%s,I%" PRIu32 ",%" PRIu64 ",%s,", kind, made.instrument, made.id,
            order.side == BOOK_BID ? "bid" : "ask");
    if (strcmp(kind, "market") != 0)
        fprintf(maker->out, "%" PRId64, order.price);
    fprintf(maker->out, ",%" PRId64 ",%" PRIu64 "\n", order.volume, 1 + draw(maker, 9));
}

static void put_messages(struct maker *maker, uint64_t messages) {
    fputs("kind,instrument,id,side,price,volume,owner\n", maker->out);
    for (maker->written = 0; maker->written < messages; maker->written++) {
        const uint64_t what = maker->flow.drawn == 0 ? 0 : draw(maker, 10);
        if (what < 6) {
            put_new(maker);
            continue;
        }
        const struct made *made = draw_made(maker);
        fprintf(maker->out, "%s,I%" PRIu32 ",%" PRIu64 ",,", what < 9 ? "cancel" : "replace", made->instrument,
                made->id);
        if (what < 9)
            fputs(",,\n", maker->out);
        else
            fprintf(maker->out, "%" PRIu64 ",%" PRIu64 ",\n", 450 + draw(maker, 100), 1 + draw(maker, 100));
    }
}

/* --- LOBSTER's rows --- */

static void put_row(struct maker *maker, int type, uint64_t id, int64_t volume, int64_t price, uint8_t side) {
    fprintf(maker->out, "%" PRIu64 ".%06" PRIu64 "000,%d,%" PRIu64 ",%" PRId64 ",%" PRId64 ",%d\n",
            34200 + maker->written / 1000, maker->written % 1000 * 1000, type, id, volume, price * LOBSTER_TICK,
            side == BOOK_BID ? 1 : -1);
    maker->written++;
}

/* LOBSTER reports on resting orders, so an execution names the resting order. */
static void put_executions(void *context, const struct book_event *events, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (events[i].kind == BOOK_TRADE_MAKER)
            put_row(context, 4, events[i].order, events[i].volume, events[i].price, events[i].side);
}

static book_err put_order_row(struct maker *maker) {
    const struct book_order order = sw_orderflow_next(&maker->flow);
    struct book_result result;
    const book_err code = book_submit(maker->book, &order, &result);
    if (code != BOOK_OK)
        return code;
    book_flush(maker->book);
    maker->lately[order.id % LATELY] = (struct made){.id = order.id, .handle = result.handle};
    if (result.rests > 0)
        put_row(maker, 1, order.id, result.rests, order.price, order.side);
    return BOOK_OK;
}

static book_err put_change_row(struct maker *maker) {
    const struct made *made = draw_made(maker);
    struct book_order order;
    if (book_look(maker->book, made->handle, &order) != BOOK_OK)
        return BOOK_OK;
    if (order.volume < 2 || draw(maker, 2) == 0) {
        put_row(maker, 3, order.id, order.volume, order.price, order.side);
        return book_cancel(maker->book, made->handle);
    }
    const int64_t less = 1 + (int64_t)draw(maker, (uint64_t)order.volume - 1);
    put_row(maker, 2, order.id, less, order.price, order.side);
    return book_replace(maker->book, made->handle, order.price, order.volume - less, NULL);
}

static int put_lobster(struct maker *maker, uint64_t messages, struct sw_failure *f) {
    const struct book_options options = {.instruments = 1, .take = put_executions, .context = maker};
    book_err code = book_new(&options, &maker->book);
    while (code == BOOK_OK && maker->written < messages)
        code = maker->flow.drawn == 0 || draw(maker, 10) < 7 ? put_order_row(maker) : put_change_row(maker);
    book_free(maker->book);
    return code == BOOK_OK ? STATUS_OK : sw_fail(f, STATUS_COMPUTE, NULL, "%s", book_strerror(code));
}

/* Writes a file whole, or not at all. */
static int write_file(const char *path, const char *bytes, size_t count, struct sw_failure *f) {
    struct sw_part part = {.fd = -1};
    if (sw_part_create(path, &part) != 0 || sw_file_write(part.fd, bytes, count) != 0 || sw_part_finish(&part) != 0 ||
        sw_part_publish(&part) != 0)
        sw_fail(f, STATUS_OUTPUT, "check the folder, its permissions and the free space",
                "%.200s cannot be written: %s", path, strerror(errno));
    sw_part_drop(&part);
    return f->status;
}

int make_file(MPI_Comm comm, const struct options *options, struct sw_failure *f) {
    struct maker *maker = calloc(1, sizeof *maker);
    char *bytes = NULL;
    size_t count = 0;
    int rank;
    MPI_Comm_rank(comm, &rank);
    if (rank == 0 && maker != NULL) {
        maker->flow.state = options->seed;
        maker->state = ~options->seed;
        maker->instruments = (uint32_t)options->instruments;
        maker->out = open_memstream(&bytes, &count);
    }
    if (maker == NULL || (rank == 0 && maker->out == NULL)) {
        sw_fail(f, STATUS_COMPUTE, "ask for fewer --messages", "not enough memory for the file");
    } else if (rank == 0) {
        if (options->lobster)
            put_lobster(maker, options->messages, f);
        else
            put_messages(maker, options->messages);
        if ((ferror(maker->out) | fclose(maker->out)) != 0)
            sw_fail(f, STATUS_COMPUTE, "ask for fewer --messages", "not enough memory for the file");
        else if (f->status == STATUS_OK)
            write_file(options->make, bytes, count, f);
    }
    free(bytes);
    free(maker);
    return agree(comm, f);
}
