/* SPDX-License-Identifier: Apache-2.0 */
/* Texts: formats messages into a fixed room, joins, finds and hashes names. */
#ifndef SLIPWAY_BASE_TEXT_H
#define SLIPWAY_BASE_TEXT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

/* Formats into TEXT, which has ROOM bytes, and cuts a text that does not fit. TEXT always ends with a NUL. */
void sw_text_format(char *text, size_t room, const char *format, va_list args) __attribute__((format(printf, 3, 0)));

/* Returns FIRST and SECOND as one text, which the caller frees; NULL without memory. */
char *sw_text_join(const char *first, const char *second);

/* Returns the position of NAME in NAMES, an array that ends with NULL, or -1. */
int sw_text_find(const char *const *names, const char *name);

/* The basis of FNV-1a of 64 bits: Fowler, Noll and Vo, RFC 9923. */
#define SW_HASH_BASIS UINT64_C(0xcbf29ce484222325)

/* Returns the hash FNV-1a of the COUNT bytes of BYTES, starting at BASIS: SW_HASH_BASIS, or another basis for other
 * hashes. */
uint64_t sw_bytes_hash(uint64_t basis, const char *bytes, size_t count);

/* Returns the hash FNV-1a of TEXT, starting at SW_HASH_BASIS. */
uint64_t sw_text_hash(const char *text);

/*
 * Defines NAME(ERROR, CODE, FORMAT, ...), the function by which a library fills in errors: the function puts CODE and a
 * text into ERROR, a pointer of the type ERROR_TYPE, unless ERROR is NULL, and returns CODE, so that callers can write
 * `return blk_fail(...)`. A header of the library declares the function, with the attribute for formats.
 */
#define SW_DEFINES_FAIL(name, error_type, code_type)                                                                   \
    code_type name(error_type error, code_type code, const char *format, ...) {                                        \
        if (error != NULL) {                                                                                           \
            va_list args;                                                                                              \
            error->code = code;                                                                                        \
            va_start(args, format);                                                                                    \
            sw_text_format(error->text, sizeof error->text, format, args);                                             \
            va_end(args);                                                                                              \
        }                                                                                                              \
        return code;                                                                                                   \
    }

/* Returns entry CODE of a table of messages, or "unknown error" for any other code. Never NULL. */
const char *sw_text_of_code(const char *const *table, size_t count, int code);

#endif
