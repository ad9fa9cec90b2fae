/* SPDX-License-Identifier: Apache-2.0 */
/* The options of a program, as a table: one row says the name, the values it takes, and where a value is stored. */
#ifndef SLIPWAY_BASE_OPTIONS_H
#define SLIPWAY_BASE_OPTIONS_H

#include "base/failure.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* What an option takes, and the type of the field that it is stored in. */
typedef enum {
    SW_OPTION_FLAG,  /* no value; bool */
    SW_OPTION_TEXT,  /* not empty; const char *, which points into argv */
    SW_OPTION_COUNT, /* digits, `least` to `most`; uint64_t */
    SW_OPTION_REAL,  /* a decimal number, `above` to `at_most`; double */
    SW_OPTION_CHOICE /* one of `choices`; int, its position */
} sw_option_kind;

enum { SW_OPTION_NEEDED = 1, SW_OPTION_MESSAGE_BYTES = 256 };

struct sw_option {
    const char *name; /* with its dashes */
    sw_option_kind kind;
    size_t field;         /* offset in the struct of the program's options */
    const char *argument; /* the value's name in the help; NULL for flags */
    const char *help;
    uint64_t least, most;       /* of a count; 0 to UINT64_MAX: any */
    double above, at_most;      /* of a real number: ABOVE itself is not taken */
    int from_above;             /* non-zero: ABOVE itself is taken */
    const char *const *choices; /* ends with NULL */
    int needed;                 /* SW_OPTION_NEEDED: a text that must be given */
};

struct sw_options {
    const struct sw_option *rows;
    size_t count;
    const char *program; /* its name, for hints; sw_options_take alone needs it */
};

/*
 * Reads options into FIELDS from argv[*at] on. Stops at the end, at an argument that does not begin with "--", and at
 * "--" itself; *at is then that place. An option that comes twice has its last value. Returns 0, or -1 where an option
 * is unknown, lacks its value or does not take it; MESSAGE then says so, and argv[*at] is that option. Fields of the
 * options before it are set.
 */
int sw_options_read(const struct sw_options *options, void *fields, int argc, char **argv, int *at,
                    char message[SW_OPTION_MESSAGE_BYTES]);

/* Returns 0, or -1 where an option that is needed was not given, so that its field is NULL; MESSAGE then names it. */
int sw_options_complete(const struct sw_options *options, const void *fields, char message[SW_OPTION_MESSAGE_BYTES]);

/*
 * Reads all arguments of a program that takes nothing but options. Returns STATUS_OK where they are right, and also
 * where the program is asked for --help: the fields may then be incomplete. Otherwise fills F, and returns
 * STATUS_USAGE.
 */
int sw_options_take(const struct sw_options *options, void *fields, int argc, char **argv, struct sw_failure *f);

/* Returns whether ARGV, which sw_options_take has taken, gives the option NAME. */
bool sw_options_give(const struct sw_options *options, int argc, char **argv, const char *name);

/*
 * Returns the value of the next option NAME, which takes one, in ARGV from *AT on, and moves *AT behind it; NULL: there
 * is no more. sw_options_read has read these options: a program that takes one several times finds each value so.
 */
const char *sw_options_next(const struct sw_options *options, int argc, char **argv, const char *name, int *at);

/* Writes an option as a command line has it, with its value in FIELDS: a line of its name, a space and the value, from
 * which sw_options_read gets the same bits. Nothing is written for a text that was not given and a flag that is not
 * set. */
void sw_options_put(const struct sw_option *row, const void *fields, FILE *out);

/* Prints a line of help for each option. */
void sw_options_print(const struct sw_options *options, FILE *out);

#endif
