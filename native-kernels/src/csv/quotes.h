/* SPDX-License-Identifier: Apache-2.0 */
/* Where CSV records end: a line end inside a quoted field does not end the record (RFC 4180). */
#ifndef SLIPWAY_CSV_QUOTES_H
#define SLIPWAY_CSV_QUOTES_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Returns whether position COUNT of BYTES lies inside a quoted field, where INSIDE says the same of their beginning. A
 * doubled quote inside a field closes it and opens it again, so the number of quotes decides: it is odd where the two
 * differ.
 */
bool sw_csv_inside(bool inside, const char *bytes, size_t count);

/*
 * Returns the LF in BYTES that ends the record which they begin with or go on with, or NULL. *INSIDE says whether they
 * begin inside a quoted field; afterwards it says so of the place behind that LF, or of the end.
 */
const char *sw_csv_record_end(bool *inside, const char *bytes, size_t count);

#endif
