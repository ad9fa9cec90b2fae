/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the header of a class. */
#include "write.h"

#include <ctype.h>

static void put_struct(FILE *out, const struct class *class, const struct declaration *declaration) {
    fprintf(out, "struct %s_%s {\n    struct proc_context *at;\n", class->name, declaration->name);
    for (uint32_t i = 0; i < declaration->in_count; i++)
        fprintf(out, "    %s%s;\n", type_of_argument(declaration->in[i].type), declaration->in[i].name);
    for (uint32_t i = 0; i < declaration->out_count; i++)
        fprintf(out, "    %s%s;\n", type_of_result(declaration->out[i].type), declaration->out[i].name);
    if (declaration->kind == KIND_NEW)
        fputs("    struct proc_remote object;\n", out);
    fputs("};\n\n", out);
}

static void put_callers(FILE *out, const struct class *class) {
    fputs("/* --- for callers --- */\n\n", out);
    for (uint32_t i = 0; i < class->count; i++) {
        const struct declaration *each = &class->declarations[i];
        if (each->kind == KIND_OVERRIDE)
            continue;
        put_struct(out, class, each);
        put_call(out, class, each);
        fputs(";\n", out);
        put_start(out, class, each);
        fprintf(out, ";\nextern const struct proc_method %s_method_%s;\n\n", class->name, each->name);
    }
}

/* Declares the function that runs a declaration. */
static void put_run(FILE *out, const struct class *class, const struct declaration *declaration) {
    const struct class *owner = class;
    if (declaration->kind == KIND_OVERRIDE)
        class_inherited(class, declaration->name, &owner);
    fprintf(out, "proc_err %s_do_%s(", class->name, declaration->name);
    if (declaration->kind == KIND_NEW)
        fprintf(out, "struct %s **self, ", class->name);
    else if (declaration->kind != KIND_FUNCTION)
        fprintf(out, "struct %s *self, ", class->name);
    fprintf(out, "struct %s_%s *call, struct proc_error *error);\n", owner->name, declaration->name);
}

static void put_author(FILE *out, const struct class *class) {
    fprintf(out, "/* --- what the author of the class writes --- */\n\nstruct %s;\n", class->name);
    for (uint32_t i = 0; i < class->count; i++)
        put_run(out, class, &class->declarations[i]);
    fprintf(out, "void %s_do_destroy(struct %s *self);\n", class->name, class->name);
    if (class->persistent)
        fprintf(out,
                "proc_err %s_do_store(struct %s *self, void **bytes, size_t *count, struct proc_error *error);\n"
                "proc_err %s_do_load(struct %s **self, const struct proc_context *at, struct proc_bytes stored, "
                "struct proc_error *error);\n",
                class->name, class->name, class->name, class->name);
    fprintf(out, "\n/* For the plan of servers. */\nextern const struct proc_class %s_class;\n", class->name);
}

static void put_all(FILE *out, const struct class *class) {
    fprintf(out, "#ifndef PROCESS_CLASS_%s_H\n#define PROCESS_CLASS_%s_H\n\n#include \"slipway/process_class.h\"\n",
            class->name, class->name);
    if (class->parent != NULL)
        fprintf(out, "\n#include \"%s.h\"\n", class->parent->name);
    fputs("\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n", out);
    put_callers(out, class);
    put_author(out, class);
    fputs("\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n", out);
}

char *write_header(const struct class *class) {
    return write_text(class, put_all);
}
