/* SPDX-License-Identifier: Apache-2.0 */
/* The words of a description. */
#ifndef SLIPWAY_PROCESS_STUBS_WORDS_H
#define SLIPWAY_PROCESS_STUBS_WORDS_H

#include "model.h"

struct words {
    const char *path; /* for messages */
    const char *at;
    int line;
    char word[NAME_BYTES]; /* a name, or one of ( ) , : -> []; empty at the end */
    struct sw_failure *f;
};

/* Begins with TEXT. */
bool words_begin(struct words *words, const char *path, const char *text, struct sw_failure *f);

/* Goes to the next word. Returns false where there is none that can be. */
bool words_next(struct words *words);

/* Fills F with what is wrong at this word. Returns false. */
bool words_fail(const struct words *words, const char *hint, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Whether the word is TEXT; goes on behind it where it is. */
bool words_is(const struct words *words, const char *text);
bool words_take(struct words *words, const char *text);

/* Takes a name that C can have, which is none of those that stubs need. Returns false with F. */
bool words_take_name(struct words *words, const char *what, char out[NAME_BYTES]);

#endif
