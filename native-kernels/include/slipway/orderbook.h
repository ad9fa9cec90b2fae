/* SPDX-License-Identifier: Apache-2.0 */
/*
 * orderbook: matches the buy and sell orders of some instruments by price and time.
 *
 * An incoming order trades with resting orders of the other side: the best price first, at one price the oldest order
 * first, always at the price of the resting order. The rest of a limit order then rests in the book. The rules are the
 * Ask_Order_Routine and the Bid_Order_Routine of Mancini, Villano and others, "Hybrid MPI-Stream" (the report with 32 %
 * in the title, appendix). Cancelling, replacing, and orders that never rest are our additions.
 *
 *     struct book_options options = {.instruments = 1, .take = write_events, .context = file};
 *     if (book_new(&options, &book) != BOOK_OK)
 *         return report();
 *     struct book_order order = {.id = 7, .side = BOOK_BID, .kind = BOOK_LIMIT, .price = 500, .volume = 10};
 *     book_submit(book, &order, &result);           // write_events gets the events, in batches
 *     book_cancel(book, result.handle);             // the handle names the resting order
 *     book_flush(book);                             // hands out the events of an incomplete batch
 *     book_free(book);
 *
 * Units. A price is a number of ticks, a volume a number of lots or shares; the caller decides the worth of a tick.
 *
 * Handles. A resting order has a handle, a slot and the slot's generation. Cancelling by handle costs no search. A
 * handle ends with its order: once the order is filled, cancelled, or has lost its place in a replacement, calls with
 * the handle fail (BOOK_ERR_HANDLE). A stale handle names another order only after 2^31 further orders in the same
 * slot.
 *
 * Ids. The book keeps the caller's id and owner of each order and gives both back. The book finds orders by id only
 * with {.unique_ids = 1}: a table then holds the ids of resting orders, and the book refuses an id that rests already.
 *
 * Errors. Every call checks its arguments first: a refused call has no effect and gives no event. A call that lacks
 * memory (BOOK_ERR_MEMORY) has no effect either. The library never exits, aborts or prints.
 *
 * Threads. A book belongs to one thread at a time. Books hold all state, so different books serve different threads at
 * the same time. A call blocks only if `take` blocks.
 *
 * Memory. A resting order takes 36 bytes, and growth at most 1/16 more; later orders reuse the room of earlier ones. A
 * price level takes 9 bytes among other levels, and at most 500 bytes alone. The table of ids takes another 8 to 16
 * bytes for each order. book_bytes returns the total.
 */
#ifndef SLIPWAY_ORDERBOOK_H
#define SLIPWAY_ORDERBOOK_H

#include <stddef.h>
#include <stdint.h>

/* The version of this header: 10000 * major + 100 * minor + patch. The shared library is compatible with callers that
 * were compiled for the same major and minor number. */
#define BOOK_VERSION 400

/* The lowest and highest price, and the largest volume, of any book. */
#define BOOK_LEAST_PRICE (-(INT64_C(1) << 62))
#define BOOK_MOST_PRICE (INT64_C(1) << 62)
#define BOOK_MOST_VOLUME (INT64_C(1) << 62)

/* Stand for the best price of an empty side. */
#define BOOK_NO_BID INT64_MIN
#define BOOK_NO_ASK INT64_MAX

/* Stands for a handle if no order rests. */
#define BOOK_NO_HANDLE UINT64_C(0)

#ifdef __cplusplus
extern "C" {
#endif

enum { BOOK_MAX_INSTRUMENTS = 1 << 24, BOOK_MAX_BATCH = 1 << 20, BOOK_ERROR_TEXT_BYTES = 256 };

typedef enum {
    BOOK_OK = 0,
    BOOK_ERR_ARGUMENT,   /* an option, side or kind is unknown, or a call does not fit the book */
    BOOK_ERR_MEMORY,     /* an allocation failed, or 2^32 - 1 orders rest */
    BOOK_ERR_INSTRUMENT, /* the book has no instrument of that number */
    BOOK_ERR_PRICE,      /* the price is out of the book's range */
    BOOK_ERR_VOLUME,     /* the volume is not above zero, or above the book's largest */
    BOOK_ERR_DUPLICATE,  /* an order of that id rests, and the book keeps ids unique */
    BOOK_ERR_HANDLE,     /* no order of that handle rests (any more) */
    BOOK_ERR_OWN,        /* the order would trade with another order of the same owner, and the book refuses that */
    BOOK_ERR_CROSSED,    /* an order to be loaded would trade instead of resting */
    BOOK_ERR_DAMAGED     /* book_check: the book is inconsistent */
} book_err;

typedef enum { BOOK_BID, BOOK_ASK } book_side;

typedef enum {
    BOOK_LIMIT,  /* the volume that does not trade at once rests */
    BOOK_MARKET, /* trades at any price, and never rests; the field `price` is ignored */
    BOOK_IOC,    /* immediate or cancel: the volume that does not trade at once, up to the price, is dropped */
    BOOK_FOK,    /* fill or kill: trades the whole volume at once, up to the price, or does not trade */
    BOOK_KINDS
} book_kind;

struct book_order {
    uint64_t id;    /* the caller's */
    int64_t price;  /* ticks */
    int64_t volume; /* above 0 */
    uint32_t instrument;
    uint32_t owner; /* the caller's; 0: no owner */
    uint8_t side;   /* book_side */
    uint8_t kind;   /* book_kind */
};

/* --- events --- */

/*
 * One call gives events in this order: BOOK_REPLACED; the trades, for each price one BOOK_TRADE_MAKER for each resting
 * order and then one BOOK_TRADE_TAKER; BOOK_QUOTE; BOOK_CONFIRMED or BOOK_CANCELLED.
 */
typedef enum {
    BOOK_TRADE_MAKER, /* a fill: the resting order ORDER traded VOLUME at PRICE with the incoming order TAKER */
    BOOK_TRADE_TAKER, /* the incoming order ORDER traded VOLUME at PRICE, with all the makers before this event */
    BOOK_QUOTE,       /* the best prices changed: BID and ASK are the new ones, ORDER has changed them */
    BOOK_CONFIRMED,   /* ORDER rests with VOLUME at PRICE, and has not traded */
    BOOK_CANCELLED,   /* VOLUME of ORDER is dropped: cancelled, or the rest of an order that never rests */
    BOOK_REPLACED,    /* ORDER has PRICE and VOLUME from now on */
    BOOK_EVENT_KINDS
} book_event_kind;

/* An event. It has no padding, and fields that the kind does not use are 0, so equal events have equal bytes. */
struct book_event {
    uint8_t kind;   /* book_event_kind */
    uint8_t side;   /* book_side of ORDER */
    uint8_t last;   /* of a trade: 1 if ORDER has no volume left */
    uint8_t unused; /* 0 */
    uint32_t instrument;
    uint64_t order; /* the caller's id */
    union {
        uint64_t taker; /* BOOK_TRADE_MAKER: the caller's id of the incoming order; else 0 */
        int64_t ask;    /* BOOK_QUOTE: or BOOK_NO_ASK */
    };
    union {
        int64_t price;
        int64_t bid; /* BOOK_QUOTE: or BOOK_NO_BID */
    };
    int64_t volume; /* 0 in BOOK_QUOTE */
};

/* Takes COUNT events, in order. The book owns the events, which are valid until the function returns. The function must
 * not call the book. */
typedef void (*book_take)(void *context, const struct book_event *events, size_t count);

/* --- a book --- */

struct book;

/* Options of a book. Zero in any field except `instruments` means the default. */
struct book_options {
    uint32_t instruments; /* 1 to BOOK_MAX_INSTRUMENTS; instrument numbers start at 0 */
    int64_t least_price;  /* the range of prices; both 0: BOOK_LEAST_PRICE to BOOK_MOST_PRICE */
    int64_t most_price;
    int64_t most_volume; /* the largest volume of an order; 0: BOOK_MOST_VOLUME */
    int plain;           /* non-zero: the plain version, for checks of the fast version; the same events, slower */
    int unique_ids;      /* non-zero: refuses an order if its id rests already, and answers book_find */
    int refuse_own; /* non-zero: refuses an order that would trade with another order of the same owner, except owner 0
                     */
    size_t batch;   /* events handed to `take` at once, 1 to BOOK_MAX_BATCH; 0: 256 */
    book_take take; /* NULL: events are dropped */
    void *context;  /* for `take` */
};

/* Returns the message for a code. Static storage; never NULL. */
const char *book_strerror(book_err code);

/* Makes an empty book. The caller ends *book with book_free. After a failure (BOOK_ERR_ARGUMENT, BOOK_ERR_MEMORY) *book
 * is NULL. */
book_err book_new(const struct book_options *options, struct book **book);

/* Frees a book with all resting orders, and drops events that were not handed out. Accepts NULL. */
void book_free(struct book *book);

/* Changes the option `refuse_own` for later orders. */
void book_refuse_own(struct book *book, int refuse_own);

/* The result of an order when book_submit or book_replace returns. */
struct book_result {
    uint64_t handle; /* BOOK_NO_HANDLE if no volume rests */
    int64_t traded;  /* volume */
    int64_t rests;   /* volume */
};

/* Takes an order. RESULT may be NULL. */
book_err book_submit(struct book *book, const struct book_order *order, struct book_result *result);

/*
 * Takes COUNT orders as repeated calls of book_submit would, but faster. Writes the handle of each order, or
 * BOOK_NO_HANDLE, to HANDLES, which may be NULL. Stops at the first refused order and returns the code of that refusal;
 * *done counts the orders taken before.
 */
book_err book_submit_all(struct book *book, const struct book_order *orders, size_t count, uint64_t *handles,
                         size_t *done);

/* Cancels a resting order: drops the remaining volume. */
book_err book_cancel(struct book *book, uint64_t handle);

/*
 * Gives a resting order another price and volume; VOLUME is the volume to rest or trade from now on. At the same price
 * and with no more than the remaining volume, the order keeps its place and its handle. Otherwise the order leaves its
 * place and comes in again as a limit order of the same id and owner: the order may trade, and RESULT, which may be
 * NULL, has the new handle of the resting order.
 */
book_err book_replace(struct book *book, uint64_t handle, int64_t price, int64_t volume, struct book_result *result);

/*
 * Puts an order (of any kind) behind all resting orders of its price, without an event. So a program loads the resting
 * orders of another book, in the order of book_visit. Refuses an order that would trade (BOOK_ERR_CROSSED). HANDLE may
 * be NULL.
 */
book_err book_load(struct book *book, const struct book_order *order, uint64_t *handle);

/* Hands the events that wait for a full batch to `take`. */
void book_flush(struct book *book);

/* --- resting orders --- */

/* Returns the handle of the resting order ID, or BOOK_NO_HANDLE if there is no such order or the book keeps no table of
 * ids. */
uint64_t book_find(const struct book *book, uint64_t id);

/* Writes a resting order to ORDER, with the remaining volume and the kind BOOK_LIMIT. */
book_err book_look(const struct book *book, uint64_t handle, struct book_order *order);

/* Writes the best prices of an instrument to BID and ASK; BOOK_NO_BID and BOOK_NO_ASK for empty sides. */
book_err book_best(const struct book *book, uint32_t instrument, int64_t *bid, int64_t *ask);

/* A price level: the resting orders at one price. A volume above INT64_MAX is given as INT64_MAX. */
struct book_level {
    int64_t price;
    int64_t volume;
    uint64_t orders;
};

/* Writes at most ROOM price levels of a side to LEVELS, the best first. Returns the number of levels written; 0 for an
 * instrument that the book does not have. The time grows with the number of orders in these levels. */
size_t book_depth(const struct book *book, uint32_t instrument, book_side side, struct book_level *levels, size_t room);

/* Visits a resting order. Returns 0 to go on, any other value to end the visit. Must not change the book. */
typedef int (*book_visitor)(void *context, const struct book_order *order, uint64_t handle);

/* Calls VISITOR for all resting orders on a side of an instrument: the best price first, at one price the oldest order
 * first. Returns 0, or the value by which the visitor ended the visit. */
int book_visit(const struct book *book, uint32_t instrument, book_side side, book_visitor visitor, void *context);

/* Returns how many orders rest. */
uint64_t book_resting(const struct book *book);

/* Returns the number of bytes of memory that the book has allocated. */
size_t book_bytes(const struct book *book);

/*
 * Checks the whole book: the book is not crossed, best prices are right, the orders of each price are linked both ways,
 * no order is empty, each slot is either taken or free, and the table of ids matches the resting orders. Returns
 * BOOK_OK, BOOK_ERR_DAMAGED with the defect in TEXT, or BOOK_ERR_MEMORY. For tests: the time grows with the book.
 */
book_err book_check(const struct book *book, char text[BOOK_ERROR_TEXT_BYTES]);

/* --- digest of events --- */

/*
 * A digest of events in order: 64 bits that depend only on the sequence of events of each instrument, not on the layout
 * of messages, the cut into batches, or the mixing of instruments. The digest covers the fields of the reports'
 * messages: order, price and volume of a trade (maker or taker); both prices of a quote; the order of a confirmation;
 * order and volume of a cancellation; order, price and volume of a replacement. The digest detects accidental
 * differences of two streams. It does not withstand an attacker.
 */
struct book_digest;

/* Makes an empty digest. The caller ends *digest with book_digest_free; after a failure *digest is NULL. */
book_err book_digest_new(uint32_t instruments, struct book_digest **digest);

/*
 * Adds COUNT events. Refuses all of them if one has an instrument that the digest does not have (BOOK_ERR_INSTRUMENT).
 */
book_err book_digest_add(struct book_digest *digest, const struct book_event *events, size_t count);

/*
 * Returns the digest of all events: the sum, modulo 2^64, of the digests of the instruments. So digests of parts that
 * share no instrument may be added. An instrument without events adds 0.
 */
uint64_t book_digest_value(const struct book_digest *digest);

/* Frees a digest. Accepts NULL. */
void book_digest_free(struct book_digest *digest);

#ifdef __cplusplus
}
#endif

#endif
