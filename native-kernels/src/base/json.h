/*
 * JSON, as far as records and progress lines need it: texts are written with their escapes; members of one flat object
 * are found by name.
 */
#ifndef SLIPWAY_BASE_JSON_H
#define SLIPWAY_BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Writes TEXT as a JSON string, with its quotes, to OUT of SIZE bytes (at least 16), and returns OUT. A text that does
 * not fit is cut; the string is closed all the same.
 */
const char *sw_json_quote(const char *text, char *out, size_t size);

/* Finds the number of member KEY. False where there is no such member, or it is no number. */
bool sw_json_number(const char *json, const char *key, double *out);

/*
 * Copies the string of member KEY to OUT of SIZE bytes, with its escapes undone (those of sw_json_quote). False where
 * there is no such member, it is no string, or it does not fit.
 */
bool sw_json_string(const char *json, const char *key, char *out, size_t size);

#endif
