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

/* Goes to the next word. Returns false with F at a sign that no description can have. */
bool words_next(struct words *words);

/* Fills F with the error at this word. Returns false. */
bool words_fail(const struct words *words, const char *hint, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Return whether the word is TEXT. words_take then goes to the next word, and fails with F at another word. */
bool words_is(const struct words *words, const char *text);
bool words_take(struct words *words, const char *text);

/* Takes a name that is valid in C and that the stubs do not need. Returns false with F. */
bool words_take_name(struct words *words, const char *what, char out[NAME_BYTES]);

#endif
