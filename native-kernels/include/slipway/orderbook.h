/* SPDX-License-Identifier: Apache-2.0 */
/*
 * orderbook: matches the buy and sell orders of some instruments by price and time.
 *
 * An order that comes in trades with resting orders of the other side: the best price first, at one price the oldest
 * order first, always at the price of the resting order. What is left of a limit order then rests. The rules are the
 * Ask_Order_Routine and the Bid_Order_Routine of Mancini, Villano and others, "Hybrid MPI-Stream" (the report whose
 * title speaks of 32 %, appendix); cancelling, replacing, and orders that never rest are ours.
 *
 *     struct book_options options = {.instruments = 1, .take = write_events, .context = file};
 *     if (book_new(&options, &book) != BOOK_OK)
 *         return report();
 *     struct book_order order = {.id = 7, .side = BOOK_BID, .kind = BOOK_LIMIT, .price = 500, .volume = 10};
 *     book_submit(book, &order, &result);           // write_events gets what happened, in batches
 *     book_cancel(book, result.handle);             // what rests is named by its handle
 *     book_flush(book);                             // hands out the events that fill no batch yet
 *     book_free(book);
 *
 * Units. A price is a number of ticks, a volume a number of lots or shares; what a tick is worth is the caller's.
 *
 * Handles. A resting order has a handle, a slot and the slot's generation. Cancelling by handle costs no search. A
 * handle ends with its order: once the order is filled, cancelled, or has lost its place in a replacement, calls with
 * the handle fail (BOOK_ERR_HANDLE). Only after 2^31 further orders in one slot would a stale handle be taken for
 * another's.
 *
 * Ids. The caller's id of an order and its owner are kept and given back. The book does not look orders up by id;
 * with {.unique_ids = 1} it also keeps a table of the ids that rest, and refuses an id that rests already.
 *
 * Errors. Every call checks its arguments first: a refused call has no effect and gives no event. A call that lacks
 * memory (BOOK_ERR_MEMORY) has no effect either. Nothing here exits, aborts or prints.
 *
 * Threads. A book belongs to one thread at a time. There is no state outside of books; different books serve different
 * threads at the same time. No call blocks, unless `take` does.
 *
 * Memory. 36 bytes for each order that rests, and at most 1/16 more for growth; the room of orders that are gone serves
 * later ones. A price at which orders rest takes 9 bytes where its neighbours are taken too, and at most 500 bytes
 * where it stands alone. The table of ids takes 8 to 16 bytes for each order more. book_bytes says how much it is.
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

/* In place of the best price of a side on which nothing rests. */
#define BOOK_NO_BID INT64_MIN
#define BOOK_NO_ASK INT64_MAX

/* In place of a handle: nothing rests. */
#define BOOK_NO_HANDLE UINT64_C(0)

#ifdef __cplusplus
extern "C" {
#endif

enum { BOOK_MAX_INSTRUMENTS = 1 << 24, BOOK_MAX_BATCH = 1 << 20, BOOK_ERROR_TEXT_BYTES = 256 };

typedef enum {
    BOOK_OK = 0,
    BOOK_ERR_ARGUMENT,   /* an option, side or kind is none, or a call does not fit the book */
    BOOK_ERR_MEMORY,     /* an allocation failed, or 2^32 - 1 orders rest */
    BOOK_ERR_INSTRUMENT, /* the book has no instrument of that number */
    BOOK_ERR_PRICE,      /* the price is out of the book's range */
    BOOK_ERR_VOLUME,     /* the volume is not above zero, or above the book's largest */
    BOOK_ERR_DUPLICATE,  /* an order of that id rests, and the book keeps ids unique */
    BOOK_ERR_HANDLE,     /* no order of that handle rests: it is gone, or never was */
    BOOK_ERR_OWN,        /* the order would trade with one of its own owner, and the book refuses that */
    BOOK_ERR_CROSSED,    /* an order to be loaded would trade instead of resting */
    BOOK_ERR_DAMAGED     /* book_check: the book is not what it must be */
} book_err;

typedef enum { BOOK_BID, BOOK_ASK } book_side;

typedef enum {
    BOOK_LIMIT,  /* what does not trade at once rests */
    BOOK_MARKET, /* trades at any price, and never rests; its price is not looked at */
    BOOK_IOC,    /* immediate or cancel: what does not trade at once, up to its price, is dropped */
    BOOK_FOK,    /* fill or kill: trades all of its volume at once, up to its price, or nothing */
    BOOK_KINDS
} book_kind;

struct book_order {
    uint64_t id;    /* the caller's */
    int64_t price;  /* ticks */
    int64_t volume; /* above 0 */
    uint32_t instrument;
    uint32_t owner; /* the caller's; 0 is nobody's */
    uint8_t side;   /* book_side */
    uint8_t kind;   /* book_kind */
};

/* --- events --- */

/*
 * The events of one call come in this order: BOOK_REPLACED; the trades, for each price one BOOK_TRADE_MAKER for each
 * resting order and then one BOOK_TRADE_TAKER; BOOK_QUOTE; BOOK_CONFIRMED or BOOK_CANCELLED.
 */
typedef enum {
    BOOK_TRADE_MAKER, /* a fill: the resting order ORDER traded VOLUME at PRICE with the incoming order TAKER */
    BOOK_TRADE_TAKER, /* the incoming order ORDER traded VOLUME at PRICE, with all the makers before this event */
    BOOK_QUOTE,       /* the best prices changed: BID and ASK are the new ones, ORDER has changed them */
    BOOK_CONFIRMED,   /* ORDER rests with VOLUME at PRICE, and nothing of it was traded */
    BOOK_CANCELLED,   /* VOLUME of ORDER is dropped: cancelled, or what is left of an order that never rests */
    BOOK_REPLACED,    /* ORDER has PRICE and VOLUME from now on */
    BOOK_EVENT_KINDS
} book_event_kind;

/* An event has no padding, and fields that its kind does not use are 0: equal events have equal bytes. */
struct book_event {
    uint8_t kind;   /* book_event_kind */
    uint8_t side;   /* book_side of ORDER */
    uint8_t last;   /* of a trade: 1 where ORDER has no volume left */
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

/* Takes COUNT events, in order. They are the book's, until the function returns; it must not call the book. */
typedef void (*book_take)(void *context, const struct book_event *events, size_t count);

/* --- a book --- */

struct book;

/* All zero means the defaults, but for `instruments`. */
struct book_options {
    uint32_t instruments; /* 1 to BOOK_MAX_INSTRUMENTS; their numbers count from 0 */
    int64_t least_price;  /* the range of prices; both 0: BOOK_LEAST_PRICE to BOOK_MOST_PRICE */
    int64_t most_price;
    int64_t most_volume; /* the largest volume of an order; 0: BOOK_MOST_VOLUME */
    int plain;           /* non-zero: the plain version, to check the fast one against; the same events, slower */
    int unique_ids;      /* non-zero: refuses an order whose id rests, and answers book_find */
    int refuse_own;      /* non-zero: refuses an order that would trade with one of the same owner, but for owner 0 */
    size_t batch;        /* events handed to `take` at once, 1 to BOOK_MAX_BATCH; 0: 256 */
    book_take take;      /* NULL: events are dropped */
    void *context;       /* for `take` */
};

/* Returns the message for a code. Static storage; never NULL. */
const char *book_strerror(book_err code);

/* Makes an empty book. The caller ends *book with book_free. After a failure (BOOK_ERR_ARGUMENT, BOOK_ERR_MEMORY) *book
 * is NULL. */
book_err book_new(const struct book_options *options, struct book **book);

/* Frees a book, with all that rests in it. Events that were not handed out are dropped. Accepts NULL. */
void book_free(struct book *book);

/* Changes the option `refuse_own` for what comes from now on. */
void book_refuse_own(struct book *book, int refuse_own);

/* What has become of an order when book_submit or book_replace returns. */
struct book_result {
    uint64_t handle; /* BOOK_NO_HANDLE where nothing rests */
    int64_t traded;  /* volume */
    int64_t rests;   /* volume */
};

/* Takes an order. RESULT may be NULL. */
book_err book_submit(struct book *book, const struct book_order *order, struct book_result *result);

/*
 * Takes COUNT orders, as many calls of book_submit would, but faster. Writes the handle of each, or BOOK_NO_HANDLE, to
 * HANDLES, which may be NULL. Stops at the first order that is refused, and returns its code; *done is how many were
 * taken before it.
 */
book_err book_submit_all(struct book *book, const struct book_order *orders, size_t count, uint64_t *handles,
                         size_t *done);

/* Drops what rests of an order. */
book_err book_cancel(struct book *book, uint64_t handle);

/*
 * Gives a resting order another price and volume; VOLUME is what is to rest or trade from now on. At the same price and
 * with no more volume than is left of it, the order keeps its place and its handle. Else it leaves its place and comes
 * in again as a limit order of the same id and owner: it may trade, and the handle of what rests is a new one, in
 * RESULT, which may be NULL.
 */
book_err book_replace(struct book *book, uint64_t handle, int64_t price, int64_t volume, struct book_result *result);

/*
 * Puts an order (its kind is not looked at) behind all that rest at its price, without an event: so a book is loaded
 * with what rested in another one, in the order of book_visit. Refuses an order that would trade (BOOK_ERR_CROSSED).
 * HANDLE may be NULL.
 */
book_err book_load(struct book *book, const struct book_order *order, uint64_t *handle);

/* Hands the events that wait for a full batch to `take`. */
void book_flush(struct book *book);

/* --- what rests --- */

/* Returns the handle of the order of that id, or BOOK_NO_HANDLE; also where the book keeps no table of ids. */
uint64_t book_find(const struct book *book, uint64_t id);

/* Tells what rests of an order: its volume is what is left. Its kind is BOOK_LIMIT. */
book_err book_look(const struct book *book, uint64_t handle, struct book_order *order);

/* Tells the best prices of an instrument; BOOK_NO_BID and BOOK_NO_ASK where nothing rests. */
book_err book_best(const struct book *book, uint32_t instrument, int64_t *bid, int64_t *ask);

/* What rests at one price. The volume stays at INT64_MAX where it would be larger. */
struct book_level {
    int64_t price;
    int64_t volume;
    uint64_t orders;
};

/* Writes the price levels of a side, the best one first, to the ROOM of LEVELS, and returns how many were written; 0
 * for an instrument that the book does not have. Its time grows with the number of orders that it adds up. */
size_t book_depth(const struct book *book, uint32_t instrument, book_side side, struct book_level *levels, size_t room);

/* Is told a resting order; another value than 0 ends the visit. It must not change the book. */
typedef int (*book_visitor)(void *context, const struct book_order *order, uint64_t handle);

/* Tells all orders that rest on a side of an instrument, the best price first and the oldest order first. Returns 0, or
 * what the visitor returned. */
int book_visit(const struct book *book, uint32_t instrument, book_side side, book_visitor visitor, void *context);

/* Returns how many orders rest. */
uint64_t book_resting(const struct book *book);

/* Returns the bytes of memory that the book has. */
size_t book_bytes(const struct book *book);

/*
 * Looks at everything: that the book is not crossed, best prices are right, the orders of each price are linked both
 * ways and none is empty, all room is either taken or free, and the table of ids has what rests. Returns BOOK_OK, or
 * BOOK_ERR_DAMAGED with what is wrong in TEXT, or BOOK_ERR_MEMORY. For tests: its time grows with the book.
 */
book_err book_check(const struct book *book, char text[BOOK_ERROR_TEXT_BYTES]);

/* --- digest of events --- */

/*
 * A digest of events in order: 64 bits that are the same for the same events of each instrument, whatever messages
 * carried them, however they were cut into batches, and however events of different instruments are mixed. It is made
 * of what the reports' messages say: of a trade (maker's or taker's alike) order, price and volume; of a quote both
 * prices; of a confirmation the order; of a cancellation order and volume; of a replacement order, price and volume. It
 * tells whether two streams are the same; it does not withstand anybody who wants two to look alike.
 */
struct book_digest;

/* Makes the digest of no events. The caller ends *digest with book_digest_free; NULL after a failure. */
book_err book_digest_new(uint32_t instruments, struct book_digest **digest);

/* Adds COUNT events. Those of an instrument that the digest does not have are BOOK_ERR_INSTRUMENT; none is then added.
 */
book_err book_digest_add(struct book_digest *digest, const struct book_event *events, size_t count);

/*
 * Returns the digest of all events: the sum, modulo 2^64, of those of the instruments. So the digests of parts that
 * share no instrument may be added up. An instrument without events adds 0.
 */
uint64_t book_digest_value(const struct book_digest *digest);

/* Frees a digest. Accepts NULL. */
void book_digest_free(struct book_digest *digest);

#ifdef __cplusplus
}
#endif

#endif
