/* SPDX-License-Identifier: Apache-2.0 */
/* Declares functions that the three writers share. */
#ifndef SLIPWAY_PROCESS_STUBS_WRITE_H
#define SLIPWAY_PROCESS_STUBS_WRITE_H

#include "model.h"

#include <stdio.h>

/* Whether a result of TYPE goes to memory of the caller's. */
bool type_is_bulk(field_type type);

/* Return the C text before the name of an argument, or of a result in the struct of a call. */
const char *type_of_argument(field_type type);
const char *type_of_result(field_type type);

/* Returns the name of the type in the library's tables. */
const char *type_constant(field_type type);

/* Write the prototypes of a declaration for callers, without the end of the line. */
void put_call(FILE *out, const struct class *class, const struct declaration *declaration);
void put_start(FILE *out, const struct class *class, const struct declaration *declaration);

/* Returns the text of a file: the name of the class, and the output of PUT_ALL. NULL without memory. */
char *write_text(const struct class *class, void (*put_all)(FILE *out, const struct class *class));

#endif
