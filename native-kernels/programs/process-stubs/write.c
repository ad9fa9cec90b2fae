/* SPDX-License-Identifier: Apache-2.0 */
#include "write.h"

#include <stdlib.h>

static const struct {
    const char *constant, *argument, *result;
} types[] = {{"PROC_I32", "int32_t ", "int32_t "},
             {"PROC_I64", "int64_t ", "int64_t "},
             {"PROC_U64", "uint64_t ", "uint64_t "},
             {"PROC_F64", "double ", "double "},
             {"PROC_REMOTE", "struct proc_remote ", "struct proc_remote "},
             {"PROC_TEXT", "const char *", "struct proc_into "},
             {"PROC_BYTES", "struct proc_bytes ", "struct proc_into "},
             {"PROC_F64S", "struct proc_f64s ", "struct proc_into "},
             {"PROC_I64S", "struct proc_i64s ", "struct proc_into "},
             {"PROC_REMOTES", "struct proc_remotes ", "struct proc_into "}};

bool type_is_bulk(field_type type) {
    return type >= TYPE_TEXT;
}

const char *type_of_argument(field_type type) {
    return types[type].argument;
}

const char *type_of_result(field_type type) {
    return types[type].result;
}

const char *type_constant(field_type type) {
    return types[type].constant;
}

static void put_top(FILE *out, const char *name) {
    fprintf(out,
            "/* SPDX-License-Identifier: Apache-2.0 */\n/* Made by process-stubs of %s.class: change that, not this. "
            "*/\n/* NOLINTBEGIN */\n",
            name);
}

static void put_arguments(FILE *out, const struct declaration *declaration) {
    for (uint32_t i = 0; i < declaration->in_count; i++)
        fprintf(out, "%s%s, ", type_of_argument(declaration->in[i].type), declaration->in[i].name);
    for (uint32_t i = 0; i < declaration->out_count; i++)
        fprintf(out, "%s*%s, ", type_of_result(declaration->out[i].type), declaration->out[i].name);
}

/* Returns the first parameters: the object, or the place of a new object. */
static const char *target(const struct declaration *declaration) {
    return declaration->kind == KIND_METHOD ? "struct proc_remote object, " : "struct proc_world *world, int server, ";
}

void put_call(FILE *out, const struct class *class, const struct declaration *declaration) {
    fprintf(out, "proc_err %s_%s(%s", class->name, declaration->name, target(declaration));
    put_arguments(out, declaration);
    fprintf(out, "%sstruct proc_error *error)", declaration->kind == KIND_NEW ? "struct proc_remote *object, " : "");
}

void put_start(FILE *out, const struct class *class, const struct declaration *declaration) {
    fprintf(out, "proc_err %s_start_%s(%sstruct %s_%s *call, struct proc_handle *handle, struct proc_error *error)",
            class->name, declaration->name, target(declaration), class->name, declaration->name);
}

char *write_text(const struct class *class, void (*put_all)(FILE *out, const struct class *class)) {
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    if (out == NULL)
        return NULL;
    put_top(out, class->name);
    put_all(out, class);
    fputs("/* NOLINTEND */\n", out);
    const int failed = ferror(out);
    if (fclose(out) == 0 && !failed)
        return text;
    free(text);
    return NULL;
}
