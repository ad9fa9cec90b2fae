/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The exchange's protocol: bytes to requests, and answers to bytes. The protocol knows no ledger: other parts decide
 * whether an account exists or has enough.
 *
 * A client sends a length line (1 to 10 digits and a line feed) and that many bytes of XML, repeatedly on one
 * connection, and need not wait for the answers. Each answer is one line: `<results>...</results>` and a line feed. On
 * request the server sends a length line before, which counts the line feed too.
 *
 *     xch_frame_find(&frame, bytes, count, most);         // XCH_FRAME_WHOLE: frame.document, frame.bytes, frame.taken
 *     request = xch_request_read(parser, frame.document, frame.bytes, error);
 *     if (request == NULL)
 *         xch_write_error(&out, error);                   // no part of the document is processed
 *     else
 *         xch_write_results(&out, request, answers);      // one answer for each item, in the order of the request
 *
 * Two kinds of error. An error of form spoils the document: invalid XML, a doctype, a misplaced element, attribute or
 * text, too much depth, too many items, or an invalid ref. The only answer is `<results><error>TEXT</error></results>`.
 * An error of value spoils one item: the answer has an `<error>` with the attributes of the item as received, and the
 * other items are served.
 *
 * Threads. A parser and a request belong to one thread at a time; there is no other state.
 */
#ifndef SLIPWAY_EXCHANGE_PROTOCOL_H
#define SLIPWAY_EXCHANGE_PROTOCOL_H

#include "amount.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    XCH_PORT = 12345,
    XCH_MOST_BYTES = 1 << 20, /* of a document, by default */
    XCH_MOST_LENGTH = 10,     /* digits of a length line */
    XCH_MOST_ITEMS = 10000,   /* of a document */
    XCH_MOST_REF = 64,        /* printable ASCII characters */
    XCH_MOST_SYMBOL = 32,     /* letters and digits */
    XCH_MOST_VALUE = 256,     /* bytes of an attribute */
    XCH_ERROR_BYTES = 160     /* of the text of an error of form, with the NUL */
};

/* --- bytes that grow --- */

/* Bytes that are written at the end. All zero: empty. After a lack of memory `failed` stays set, and no more bytes are
 * added. */
struct xch_bytes {
    char *data; /* freed by xch_bytes_free */
    size_t count, room;
    bool failed;
};

void xch_bytes_add(struct xch_bytes *bytes, const char *data, size_t count);
void xch_bytes_text(struct xch_bytes *bytes, const char *text);
/* Adds TEXT, escaped for an attribute or an element; line feeds and tabs also become references. */
void xch_bytes_escaped(struct xch_bytes *bytes, const char *text);
void xch_bytes_count(struct xch_bytes *bytes, uint64_t number);
/* Removes the first COUNT bytes. */
void xch_bytes_drop(struct xch_bytes *bytes, size_t count);
void xch_bytes_free(struct xch_bytes *bytes);

/* --- framing --- */

typedef enum {
    XCH_FRAME_MORE,  /* the document is incomplete */
    XCH_FRAME_WHOLE, /* a document is there */
    XCH_FRAME_BROKEN /* a wrong length line: the bytes behind it are useless. Answer `error`, then close. */
} xch_frame_state;

struct xch_frame {
    const char *document; /* WHOLE: in the given bytes */
    size_t bytes;         /* of the document; MORE: 0 while the length line is not whole */
    size_t taken;         /* WHOLE: bytes of length line and document */
    const char *error;    /* BROKEN: static text */
};

/* Looks for a document of at most MOST bytes in the COUNT received bytes that were not taken yet. */
xch_frame_state xch_frame_find(struct xch_frame *frame, const char *bytes, size_t count, size_t most);

/* --- requests --- */

typedef enum { XCH_CREATE, XCH_TRANSACTIONS } xch_request_kind;

typedef enum {
    XCH_CREATE_ACCOUNT, /* account, balance (not below 0) */
    XCH_CREATE_SYMBOL,  /* symbol: a symbol element without accounts */
    XCH_CREATE_SHARES,  /* symbol, account, amount (above 0): one for each account in a symbol element */
    XCH_ORDER,          /* symbol, amount (below 0: sells; never 0), limit (above 0) */
    XCH_QUERY,          /* order */
    XCH_CANCEL          /* order */
} xch_item_kind;

/* The attributes that an item has as text. */
typedef enum { XCH_TEXT_SYM, XCH_TEXT_ID, XCH_TEXT_AMOUNT, XCH_TEXT_LIMIT, XCH_TEXTS } xch_text_kind;

struct xch_item {
    xch_item_kind kind;
    const char *error;            /* NULL: the values are valid; else a static text, and the values must not be used */
    const char *texts[XCH_TEXTS]; /* as received, for the echo; NULL: not given. The symbol is texts[XCH_TEXT_SYM]. */
    uint64_t account;             /* of CREATE_ACCOUNT and CREATE_SHARES */
    uint64_t order;               /* the id in QUERY and CANCEL */
    int64_t amount;               /* shares of ORDER and CREATE_SHARES */
    int64_t limit;                /* price of ORDER */
    xch_money balance;            /* of CREATE_ACCOUNT */
};

/* One document. The texts live as long as the document. */
struct xch_request {
    xch_request_kind kind;
    const char *ref;  /* NULL: no ref */
    uint64_t account; /* of TRANSACTIONS; after an invalid account number each item has that error */
    struct xch_item *items;
    size_t count, room;
    char *texts; /* of all items */
};

struct xch_parser;

/* Returns a parser, which serves one document after another, or NULL without memory. */
struct xch_parser *xch_parser_new(void);
/* Accepts NULL. */
void xch_parser_free(struct xch_parser *parser);

/* Parses COUNT bytes of XML into a request, which the caller frees. Returns NULL for an error of form or a lack of
 * memory, with the text in ERROR. Takes time and memory in proportion to COUNT. */
struct xch_request *xch_request_read(struct xch_parser *parser, const char *xml, size_t count,
                                     char error[XCH_ERROR_BYTES]);
/* Accepts NULL. */
void xch_request_free(struct xch_request *request);

/* --- answers --- */

typedef enum {
    XCH_ANSWER_ERROR,   /* error */
    XCH_ANSWER_CREATED, /* no further data */
    XCH_ANSWER_OPENED,  /* id */
    XCH_ANSWER_STATUS,  /* id, open, canceled, executed */
    XCH_ANSWER_CANCELED /* likewise, of an order that was just canceled */
} xch_answer_kind;

struct xch_execution {
    int64_t shares, price, time; /* microseconds since 1970; the answer has whole seconds */
};

/* The answer to one item. All zero: an error without a text. */
struct xch_answer {
    xch_answer_kind kind;
    const char *error;     /* of ERROR */
    uint64_t id;           /* the order's */
    int64_t open;          /* open shares, as an absolute number, or 0 */
    int64_t canceled;      /* canceled shares, likewise */
    int64_t canceled_time; /* microseconds since 1970 */
    const struct xch_execution *executed;
    size_t executed_count;
};

/* Adds the line `<results>...</results>` with one answer for each item. An item with an error of value gets that error
 * in place of its answer. */
void xch_write_results(struct xch_bytes *out, const struct xch_request *request, const struct xch_answer *answers);

/* Adds the default error answer, `<results><error>TEXT</error></results>`, as a line. */
void xch_write_error(struct xch_bytes *out, const char *text);

#endif
