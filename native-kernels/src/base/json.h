/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of JSON that records and progress lines need: quotes texts, and finds the members of one object by name. */
#ifndef SLIPWAY_BASE_JSON_H
#define SLIPWAY_BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Writes TEXT as a JSON string, with quotes, to OUT of SIZE bytes (at least 16), and returns OUT. A text that does not
 * fit is cut between two characters, and the string is still closed. A byte outside of UTF-8 becomes U+FFFD, so the
 * result is valid JSON for any TEXT.
 */
const char *sw_json_quote(const char *text, char *out, size_t size);

/*
 * Finds the number of member KEY of the object at the start of JSON. Ignores members of nested objects. Returns false
 * without such a member or for a member that is not a number; OUT then stays as it was.
 */
bool sw_json_number(const char *json, const char *key, double *out);

/*
 * Copies the string of member KEY, found as above, to OUT of SIZE bytes (at least 1), and replaces the escapes of ASCII
 * characters. Returns false if there is no such member, or if the member is not a string, does not end, has another
 * escape or does not fit; OUT then has no meaning.
 */
bool sw_json_string(const char *json, const char *key, char *out, size_t size);

#endif
