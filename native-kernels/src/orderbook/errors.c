/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text.h"
#include "internal.h"

#include <stdarg.h>

const char *book_strerror(book_err code) {
    static const char *const messages[] = {
        [BOOK_OK] = "no error",
        [BOOK_ERR_ARGUMENT] = "an option, side or kind is none, or the call does not fit the book",
        [BOOK_ERR_MEMORY] = "not enough memory",
        [BOOK_ERR_INSTRUMENT] = "the book has no instrument of that number",
        [BOOK_ERR_PRICE] = "the price is out of the book's range",
        [BOOK_ERR_VOLUME] = "the volume is not above zero, or above the book's largest",
        [BOOK_ERR_DUPLICATE] = "an order of that id rests already",
        [BOOK_ERR_HANDLE] = "no order of that handle rests",
        [BOOK_ERR_OWN] = "the order would trade with one of its own owner",
        [BOOK_ERR_CROSSED] = "the order would trade instead of resting",
        [BOOK_ERR_DAMAGED] = "the book is damaged",
    };
    return sw_text_of_code(messages, sizeof messages / sizeof messages[0], (int)code);
}

book_err book_damaged(char text[BOOK_ERROR_TEXT_BYTES], const char *format, ...) {
    va_list args;
    va_start(args, format);
    sw_text_format(text, BOOK_ERROR_TEXT_BYTES, format, args);
    va_end(args);
    return BOOK_ERR_DAMAGED;
}
