/* SPDX-License-Identifier: Apache-2.0 */
/* The lines that answer requests without a ledger: each readable item has some answer. */
#ifndef SLIPWAY_TESTS_EXCHANGE_LINES_H
#define SLIPWAY_TESTS_EXCHANGE_LINES_H

#include "exchange/protocol.h"

/* Returns the line that answers COUNT bytes of XML, followed by a NUL; the caller frees the line. Accounts and shares
 * are created, orders open with 1, 2, 3, and 1 share of a queried or canceled order is open or canceled. */
char *line_of_bytes(struct xch_parser *parser, const char *xml, size_t count);

/* Checks that XML is answered <results>WANTED</results>. */
void check_line(struct xch_parser *parser, const char *xml, const char *wanted);

#endif
