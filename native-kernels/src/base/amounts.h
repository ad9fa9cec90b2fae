/* SPDX-License-Identifier: Apache-2.0 */
/* Amounts as people read them: bytes and seconds in units of a fitting size. */
#ifndef SLIPWAY_BASE_AMOUNTS_H
#define SLIPWAY_BASE_AMOUNTS_H

enum { SW_AMOUNT_BYTES = 48 };

/* Writes BYTES, fewer than 2^63, as "1.5 GB" to TEXT, and returns TEXT. A KB is 1024 bytes, as in options. */
const char *sw_bytes_text(double bytes, char text[SW_AMOUNT_BYTES]);

/* Writes SECONDS as "9.5 s", "2 min 5 s", "3 h 20 min" or "6 d 12 h" to TEXT, and returns TEXT. */
const char *sw_seconds_text(double seconds, char text[SW_AMOUNT_BYTES]);

#endif
