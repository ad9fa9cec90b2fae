/* SPDX-License-Identifier: Apache-2.0 */
/* The ends of CSV records: a line end inside a quoted field does not end the record (RFC 4180). */
#ifndef SLIPWAY_CSV_QUOTES_H
#define SLIPWAY_CSV_QUOTES_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Returns whether position COUNT of BYTES lies inside a quoted field. INSIDE says whether the first byte does. Only the
 * number of quotes between the two positions counts: an odd number leads into or out of a quoted field. A doubled quote
 * inside a field is two quotes, and so has no effect.
 */
bool sw_csv_inside(bool inside, const char *bytes, size_t count);

/*
 * Returns the LF that ends the first record in BYTES, or NULL if BYTES do not hold the end of the record. The record
 * may have begun before BYTES. The caller sets *INSIDE to whether BYTES begin inside a quoted field. The function sets
 * *INSIDE to whether the position behind the LF, or without an LF the end of BYTES, lies inside a quoted field.
 */
const char *sw_csv_record_end(bool *inside, const char *bytes, size_t count);

#endif
