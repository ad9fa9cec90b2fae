/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the code that callers of a class link: the tables of methods, and the stubs. */
#include "write.h"

#include <inttypes.h>

static void put_fields(FILE *out, const struct class *class, const struct declaration *declaration, bool results) {
    const struct field *fields = results ? declaration->out : declaration->in;
    const uint32_t count = results ? declaration->out_count : declaration->in_count;
    const bool makes = results && declaration->kind == KIND_NEW;
    if (count == 0 && !makes)
        return;
    fprintf(out, "static const struct proc_field %s_%s[] = {\n", declaration->name, results ? "out" : "in");
    for (uint32_t i = 0; i < count; i++)
        fprintf(out, "    {\"%s\", %s, offsetof(struct %s_%s, %s)},\n", fields[i].name, type_constant(fields[i].type),
                class->name, declaration->name, fields[i].name);
    if (makes)
        fprintf(out, "    {\"object\", PROC_REMOTE, offsetof(struct %s_%s, object)},\n", class->name,
                declaration->name);
    fputs("};\n", out);
}

static void put_table(FILE *out, const struct class *class, const struct declaration *declaration) {
    const uint32_t results = declaration->kind == KIND_NEW ? 1 : declaration->out_count;
    put_fields(out, class, declaration, false);
    put_fields(out, class, declaration, true);
    fprintf(out,
            "const struct proc_method %s_method_%s = {\n    \"%s\", \"%s\", UINT64_C(0x%016" PRIx64
            "), %u, sizeof(struct %s_%s), ",
            class->name, declaration->name, class->name, declaration->name, declaration->id, declaration->index,
            class->name, declaration->name);
    fprintf(out, declaration->in_count > 0 ? "%s_in, " : "NULL, ", declaration->name);
    fprintf(out, results > 0 ? "%s_out, " : "NULL, ", declaration->name);
    fprintf(out, "%u, %u};\n\n", declaration->in_count, results);
}

/* Returns the library's function for a call of this kind, with the first arguments. */
static const char *library_call(declaration_kind kind) {
    return kind == KIND_NEW      ? "proc_create(world, server, "
           : kind == KIND_METHOD ? "proc_call(object, "
                                 : "proc_run_function(world, server, ";
}

static const char *library_start(declaration_kind kind) {
    return kind == KIND_NEW      ? "proc_start_create(world, server, "
           : kind == KIND_METHOD ? "proc_start(object, "
                                 : "proc_start_function(world, server, ";
}

static void put_call_body(FILE *out, const struct class *class, const struct declaration *declaration) {
    const char *name = declaration->name;
    fprintf(out, " {\n    struct %s_%s call = {.at = NULL", class->name, name);
    for (uint32_t i = 0; i < declaration->in_count; i++)
        fprintf(out, ", .%s = %s", declaration->in[i].name, declaration->in[i].name);
    for (uint32_t i = 0; i < declaration->out_count; i++)
        if (type_is_bulk(declaration->out[i].type))
            fprintf(out, ", .%s = *%s", declaration->out[i].name, declaration->out[i].name);
    fprintf(out, "};\n    const proc_err code = %s&%s_method_%s, &call, error);\n", library_call(declaration->kind),
            class->name, name);
    if (declaration->kind == KIND_NEW)
        fputs("    if (code == PROC_OK)\n        *object = call.object;\n", out);
    for (uint32_t i = 0; i < declaration->out_count; i++)
        fprintf(out, "    if (code == PROC_OK)\n        *%s = call.%s;\n", declaration->out[i].name,
                declaration->out[i].name);
    fputs("    return code;\n}\n\n", out);
}

static void put_all(FILE *out, const struct class *class) {
    fprintf(out, "#include \"%s.h\"\n\n#include <stddef.h>\n\n", class->name);
    for (uint32_t i = 0; i < class->count; i++) {
        const struct declaration *each = &class->declarations[i];
        if (each->kind == KIND_OVERRIDE)
            continue;
        put_table(out, class, each);
        put_call(out, class, each);
        put_call_body(out, class, each);
        put_start(out, class, each);
        fprintf(out, " {\n    return %s&%s_method_%s, call, handle, error);\n}\n\n", library_start(each->kind),
                class->name, each->name);
    }
}

char *write_client(const struct class *class) {
    return write_text(class, put_all);
}
