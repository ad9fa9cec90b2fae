/* SPDX-License-Identifier: Apache-2.0 */
/* The options of a program as a table: each row states a name, the values, and the field for the value. */
#ifndef SLIPWAY_BASE_OPTIONS_H
#define SLIPWAY_BASE_OPTIONS_H

#include "base/failure.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The values of an option, and the type of the field that stores them. */
typedef enum {
    SW_OPTION_FLAG,  /* no value; bool */
    SW_OPTION_TEXT,  /* not empty; const char *, which points into argv */
    SW_OPTION_COUNT, /* digits, `least` to `most`; uint64_t */
    SW_OPTION_REAL,  /* a decimal number, `above` to `at_most`; double */
    SW_OPTION_CHOICE /* one of `choices`; int, the position */
} sw_option_kind;

enum { SW_OPTION_NEEDED = 1, SW_OPTION_MESSAGE_BYTES = 256 };

struct sw_option {
    const char *name; /* with the dashes */
    sw_option_kind kind;
    size_t field;         /* offset of the field in the struct of the program's options */
    const char *argument; /* the value's name in the help; NULL for flags */
    const char *help;
    uint64_t least, most;       /* of a count; 0 to UINT64_MAX: any */
    double above, at_most;      /* of a real number: values above ABOVE, at most AT_MOST */
    int from_above;             /* non-zero: ABOVE is a value too */
    const char *const *choices; /* ends with NULL */
    int needed;                 /* SW_OPTION_NEEDED: a required text */
};

struct sw_options {
    const struct sw_option *rows;
    size_t count;
    const char *program; /* name of the program, for hints; only sw_options_take needs it */
};

/*
 * Reads options into FIELDS from argv[*at] on. Stops at the end, at an argument that does not begin with "--", and at
 * "--"; *at is then that place. The last value of a repeated option counts. Returns 0, or -1 for an option that is
 * unknown, lacks a value or refuses the value; MESSAGE then states the defect, argv[*at] is that option, and the fields
 * of earlier options are set.
 */
int sw_options_read(const struct sw_options *options, void *fields, int argc, char **argv, int *at,
                    char message[SW_OPTION_MESSAGE_BYTES]);

/* Returns 0, or -1 if a required option is missing, so that its field is NULL; MESSAGE then names the option. */
int sw_options_complete(const struct sw_options *options, const void *fields, char message[SW_OPTION_MESSAGE_BYTES]);

/*
 * Reads all arguments of a program that takes only options. Returns STATUS_OK for valid arguments, and also for --help:
 * the fields may then be incomplete. Otherwise fills F, and returns STATUS_USAGE.
 */
int sw_options_take(const struct sw_options *options, void *fields, int argc, char **argv, struct sw_failure *f);

/* Returns whether ARGV, after sw_options_take, has the option NAME. */
bool sw_options_give(const struct sw_options *options, int argc, char **argv, const char *name);

/*
 * Returns the value of the next option NAME in ARGV from *AT on, and moves *AT behind the value; NULL: there is no
 * more. sw_options_read has read these options, and NAME takes a value. So a program finds each value of a repeated
 * option.
 */
const char *sw_options_next(const struct sw_options *options, int argc, char **argv, const char *name, int *at);

/* Writes an option with its value in FIELDS as on a command line: a line with the name, a space and the value, from
 * which sw_options_read gets the same bits. Writes no line for a text that was not given or a flag that is not set. */
void sw_options_put(const struct sw_option *row, const void *fields, FILE *out);

/* Prints a line of help for each option. */
void sw_options_print(const struct sw_options *options, FILE *out);

#endif
