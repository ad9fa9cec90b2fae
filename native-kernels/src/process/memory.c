/* SPDX-License-Identifier: Apache-2.0 */
/* Plain remote memory: arrays of doubles in a server. */
#include "builtin.h"
#include "errors.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct memory {
    size_t count;
    double values[];
};

struct memory_new {
    struct proc_context *at;
    uint64_t count;
    struct proc_remote object;
};
struct memory_write {
    struct proc_context *at;
    uint64_t first;
    struct proc_f64s values;
};
struct memory_read {
    struct proc_context *at;
    uint64_t first;
    struct proc_into values;
};

static proc_err make(void *self, void *call, struct proc_error *error) {
    const struct memory_new *wanted = call;
    const uint64_t most = (SIZE_MAX - sizeof(struct memory)) / sizeof(double);
    struct memory *memory =
        wanted->count > most ? NULL : calloc(1, sizeof *memory + (size_t)wanted->count * sizeof(double));
    if (memory == NULL)
        return errors_memory(error, "the elements");
    memory->count = (size_t)wanted->count;
    *(void **)self = memory;
    return PROC_OK;
}

static proc_err check(const struct memory *memory, uint64_t first, size_t count, struct proc_error *error) {
    if (first <= memory->count && count <= memory->count - first)
        return PROC_OK;
    return proc_fail(error, PROC_ERR_ARGUMENT, "element %llu is beyond the end: there are %zu",
                     (unsigned long long)(first < memory->count ? memory->count : first), memory->count);
}

static proc_err put(void *self, void *call, struct proc_error *error) {
    struct memory *memory = self;
    const struct memory_write *write = call;
    const proc_err code = check(memory, write->first, write->values.count, error);
    if (code == PROC_OK)
        memcpy(memory->values + write->first, write->values.at, write->values.count * sizeof(double));
    return code;
}

static proc_err get(void *self, void *call, struct proc_error *error) {
    const struct memory *memory = self;
    struct memory_read *read = call;
    const size_t count = read->values.room / sizeof(double);
    const proc_err code = check(memory, read->first, count, error);
    if (code != PROC_OK)
        return code;
    proc_put(&read->values, memory->values + read->first, count * sizeof(double));
    return PROC_OK;
}

static const struct proc_field new_in[] = {{"count", PROC_U64, offsetof(struct memory_new, count)}};
static const struct proc_field new_out[] = {{"object", PROC_REMOTE, offsetof(struct memory_new, object)}};
static const struct proc_field write_in[] = {{"first", PROC_U64, offsetof(struct memory_write, first)},
                                             {"values", PROC_F64S, offsetof(struct memory_write, values)}};
static const struct proc_field read_in[] = {{"first", PROC_U64, offsetof(struct memory_read, first)}};
static const struct proc_field read_out[] = {{"values", PROC_F64S, offsetof(struct memory_read, values)}};

#define ID(number) (UINT64_C(0x6d656d6f72790000) + (number))
static const struct proc_method new_method = {"memory", "new",   ID(1), 0, sizeof(struct memory_new),
                                              new_in,   new_out, 1,     1};
static const struct proc_method write_method = {"memory", "set", ID(2), 0, sizeof(struct memory_write),
                                                write_in, NULL,  2,     0};
static const struct proc_method read_method = {"memory", "get",    ID(3), 1, sizeof(struct memory_read),
                                               read_in,  read_out, 1,     1};
static const struct proc_entry constructors[] = {{&new_method, make}};
static const struct proc_entry methods[] = {{&write_method, put}, {&read_method, get}};
const struct proc_class memory_class = {.name = "memory",
                                        .constructors = constructors,
                                        .constructor_count = 1,
                                        .methods = methods,
                                        .method_count = 2,
                                        .destroy = free};

proc_err proc_memory_new(struct proc_world *world, int server, size_t count, struct proc_remote *memory,
                         struct proc_error *error) {
    struct memory_new call = {.count = count};
    const proc_err code = proc_create(world, server, &new_method, &call, error);
    *memory = call.object;
    return code;
}

proc_err proc_memory_write(struct proc_remote memory, size_t first, struct proc_f64s values, struct proc_error *error) {
    struct memory_write call = {.first = first, .values = values};
    return proc_call(memory, &write_method, &call, error);
}

proc_err proc_memory_read(struct proc_remote memory, size_t first, size_t count, double *values,
                          struct proc_error *error) {
    struct memory_read call = {.first = first, .values = {values, count * sizeof(double), 0}};
    return proc_call(memory, &read_method, &call, error);
}

proc_err proc_memory_set(struct proc_remote memory, size_t index, double value, struct proc_error *error) {
    return proc_memory_write(memory, index, (struct proc_f64s){&value, 1}, error);
}

proc_err proc_memory_get(struct proc_remote memory, size_t index, double *value, struct proc_error *error) {
    return proc_memory_read(memory, index, 1, value, error);
}
