/* SPDX-License-Identifier: Apache-2.0 */
/* The end of a replay of a ledger: an entry or a time. */
#ifndef EXCHANGE_AUDIT_UNTIL_H
#define EXCHANGE_AUDIT_UNTIL_H

#include <stdbool.h>

/* Returns whether TEXT is the number of an entry: 1 to 19 digits. */
bool until_is_entry(const char *text);

/*
 * Returns whether TEXT is a time: a date as in 2026-11-26, optionally followed by a blank or T and 14:00, 14:00:00 or
 * 14:00:00.5, optionally followed by Z, +00, +0000 or +00:00. PostgreSQL reads all of these.
 */
bool until_is_instant(const char *text);

#endif
