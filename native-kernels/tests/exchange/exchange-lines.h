/* SPDX-License-Identifier: Apache-2.0 */
/* The lines that answer requests where no ledger is there: each item that can be read has some answer. */
#ifndef SLIPWAY_TESTS_EXCHANGE_LINES_H
#define SLIPWAY_TESTS_EXCHANGE_LINES_H

#include "exchange/protocol.h"

/* Returns the line that answers COUNT bytes of XML, with a NUL behind it; the caller frees it. Accounts and shares are
 * created, orders open with 1, 2, 3, and of an order that is asked for or canceled 1 share is open or canceled. */
char *line_of_bytes(struct xch_parser *parser, const char *xml, size_t count);

/* Checks that XML is answered <results>WANTED</results>. */
void check_line(struct xch_parser *parser, const char *xml, const char *wanted);

#endif
