/* SPDX-License-Identifier: Apache-2.0 */
/* What the three writers share. */
#ifndef SLIPWAY_PROCESS_STUBS_WRITE_H
#define SLIPWAY_PROCESS_STUBS_WRITE_H

#include "model.h"

#include <stdio.h>

/* Whether a result of TYPE goes to memory of the caller's. */
bool type_is_bulk(field_type type);

/* Returns the type of an argument, and of a result in the struct of a call, as C has it, with what stands before the
 * name. */
const char *type_of_argument(field_type type);
const char *type_of_result(field_type type);

/* Returns the name of the type in the library's tables. */
const char *type_constant(field_type type);

/* The prototypes of what callers use of a declaration, without what ends them. */
void put_call(FILE *out, const struct class *class, const struct declaration *declaration);
void put_start(FILE *out, const struct class *class, const struct declaration *declaration);

/* Returns the text of a file: of which class it is made, and what PUT_ALL puts. NULL without memory. */
char *write_text(const struct class *class, void (*put_all)(FILE *out, const struct class *class));

#endif
