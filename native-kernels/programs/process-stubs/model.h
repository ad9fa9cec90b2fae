/* SPDX-License-Identifier: Apache-2.0 */
/* The model of a class, from the class's description. */
#ifndef SLIPWAY_PROCESS_STUBS_MODEL_H
#define SLIPWAY_PROCESS_STUBS_MODEL_H

#include "base/failure.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NAME_BYTES = 64, MOST_FIELDS = 24, MOST_METHODS = 256, MOST_PARENTS = 8 };

/* In the order of proc_type. */
typedef enum {
    TYPE_I32,
    TYPE_I64,
    TYPE_U64,
    TYPE_F64,
    TYPE_REMOTE,
    TYPE_TEXT,
    TYPE_BYTES,
    TYPE_F64S,
    TYPE_I64S,
    TYPE_REMOTES
} field_type;

struct field {
    char name[NAME_BYTES];
    field_type type;
};

typedef enum { KIND_NEW, KIND_METHOD, KIND_OVERRIDE, KIND_FUNCTION } declaration_kind;

struct declaration {
    declaration_kind kind;
    char name[NAME_BYTES];
    struct field in[MOST_FIELDS], out[MOST_FIELDS];
    uint32_t in_count, out_count;
    uint64_t id;
    uint32_t index; /* of a method in the table of the class */
};

struct class {
    char name[NAME_BYTES];
    struct class *parent; /* or NULL */
    char parent_name[NAME_BYTES];
    bool persistent;
    struct declaration *declarations;
    uint32_t count;
    uint32_t method_count; /* with those of the parents */
    uint64_t version;
};

/* Folders to search for the descriptions of parents, after the folder of the class. */
struct folders {
    const char *const *paths;
    size_t count;
};

/* Reads the description PATH, and the descriptions of the parents. Returns the class, or NULL with F. The caller frees
 * the class with class_free. */
struct class *class_read(const char *path, const struct folders *folders, struct sw_failure *f);

void class_free(struct class *class);

/* Returns the declaration of METHOD of a class that the class derives from, or NULL. *OWNER is then that class. */
const struct declaration *class_inherited(const struct class *class, const char *method, const struct class **owner);

/* Numbers the methods of CLASS after the methods of the parents, and computes the version of the class and all ids. */
void class_number(struct class *class);

/* Write the files of CLASS into texts, which the caller frees; NULL without memory. */
char *write_header(const struct class *class);
char *write_client(const struct class *class);
char *write_server(const struct class *class);

#endif
