/* SPDX-License-Identifier: Apache-2.0 */
/* Checks and reads the values of a request's items. */
#ifndef SLIPWAY_EXCHANGE_VALUES_H
#define SLIPWAY_EXCHANGE_VALUES_H

#include "protocol.h"

/* Reads an account number: 1 to 19 digits, no leading zero, at most 2^63 - 1. TEXT may be NULL. Returns NULL, or the
 * text of the defect. */
const char *xch_read_account(const char *text, uint64_t *account);

/* Reads the values of an item from the texts, and writes the first defect to the item's `error`. VALUE is the text that
 * is not echoed: the balance of an account, or the shares inside a symbol's element; else NULL. */
void xch_item_read(struct xch_item *item, const char *value);

#endif
