/* SPDX-License-Identifier: Apache-2.0 */
/* The values of a request's items: whether they can be what they stand for. */
#ifndef SLIPWAY_EXCHANGE_VALUES_H
#define SLIPWAY_EXCHANGE_VALUES_H

#include "protocol.h"

/* Reads an account's number: 1 to 19 digits, no leading zero, at most 2^63 - 1. TEXT may be NULL. Returns NULL, or what
 * is wrong. */
const char *xch_read_account(const char *text, uint64_t *account);

/* Reads the values of an item out of its texts, and says in its `error` what is wrong first. VALUE is the text that is
 * not echoed: the balance of an account, or the shares inside of a symbol's; else NULL. */
void xch_item_read(struct xch_item *item, const char *value);

#endif
