/* SPDX-License-Identifier: Apache-2.0 */
/* Messages out of records: rows of our CSV files, and of LOBSTER's message files. */
#ifndef MATCH_ORDERS_MESSAGE_H
#define MATCH_ORDERS_MESSAGE_H

#include "csv/record.h"
#include "slipway/orderbook.h"

typedef enum {
    MESSAGE_ORDER,     /* a new order, of any book_kind */
    MESSAGE_CANCEL,    /* drops the rest of an order; a VOLUME other than 0 must equal the resting volume */
    MESSAGE_REPLACE,   /* gives an order another price and volume */
    MESSAGE_REDUCE,    /* reduces the volume of an order */
    MESSAGE_EXECUTION, /* the order traded VOLUME at PRICE, with an order that is not in the file */
    MESSAGE_NOTHING    /* changes no book */
} message_kind;

struct message {
    message_kind kind;
    struct book_order order; /* without an instrument */
    const char *instrument;  /* a name, valid as long as the record; NULL: the instrument of the file */
};

enum { MESSAGE_COLUMNS = 7, LOBSTER_COLUMNS = 6 };
extern const char *const message_columns[MESSAGE_COLUMNS];
extern const char *const lobster_columns[LOBSTER_COLUMNS];

/* Take or refuse a record. Both return the status of F. */
int take_message(const struct sw_record *record, struct message *message, struct sw_failure *f);
int take_lobster(const struct sw_record *record, struct message *message, struct sw_failure *f);

#endif
