/* SPDX-License-Identifier: Apache-2.0 */
/* JSON, as far as records and progress lines need it: quotes texts, and finds the members of one object by name. */
#ifndef SLIPWAY_BASE_JSON_H
#define SLIPWAY_BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Writes TEXT as a JSON string, with its quotes, to OUT of SIZE bytes (at least 16), and returns OUT. A text that does
 * not fit is cut between two characters; the string is closed all the same. A byte that is no part of UTF-8 becomes
 * U+FFFD, so that the result is JSON whatever TEXT is.
 */
const char *sw_json_quote(const char *text, char *out, size_t size);

/*
 * Finds the number of member KEY of the object that JSON begins with. Members of objects within it are not looked at.
 * Returns false where there is no such member or it is no number; OUT then stays as it was.
 */
bool sw_json_number(const char *json, const char *key, double *out);

/*
 * Copies the string of member KEY, found as above, to OUT of SIZE bytes (at least 1), with the escapes of ASCII
 * characters undone. Returns false where there is no such member, it is no string, it does not end, it holds another
 * escape, or it does not fit; what OUT holds then has no meaning.
 */
bool sw_json_string(const char *json, const char *key, char *out, size_t size);

#endif
