/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the code that servers of a class link: the dispatch. */
#include "write.h"

#include <inttypes.h>
#include <string.h>

/* Returns the class, among CLASS and all parents, that runs METHOD for objects of CLASS. */
static const struct class *runner(const struct class *class, const char *method) {
    for (const struct class *each = class; each != NULL; each = each->parent)
        for (uint32_t i = 0; i < each->count; i++) {
            const declaration_kind kind = each->declarations[i].kind;
            if ((kind == KIND_METHOD || kind == KIND_OVERRIDE) && strcmp(each->declarations[i].name, method) == 0)
                return each;
        }
    return class;
}

static void put_wrapper(FILE *out, const struct class *class, const struct declaration *declaration) {
    const char *name = declaration->name;
    fprintf(out, "static proc_err run_%s(void *self, void *call, struct proc_error *error) {\n", name);
    switch (declaration->kind) {
    case KIND_NEW:
        fprintf(out,
                "    struct %s *made = NULL;\n    const proc_err code = %s_do_%s(&made, call, error);\n"
                "    *(void **)self = made;\n    return code;\n}\n\n",
                class->name, class->name, name);
        break;
    case KIND_FUNCTION:
        fprintf(out, "    (void)self;\n    return %s_do_%s(call, error);\n}\n\n", class->name, name);
        break;
    default:
        fprintf(out, "    return %s_do_%s(self, call, error);\n}\n\n", runner(class, name)->name, name);
    }
}

/* Calls PUT for each method of the table of TOP, those of the parents first. */
static void for_each_method(FILE *out, const struct class *top, const struct class *class,
                            void (*put)(FILE *, const struct class *, const struct declaration *,
                                        const struct class *)) {
    if (class->parent != NULL)
        for_each_method(out, top, class->parent, put);
    for (uint32_t i = 0; i < class->count; i++)
        if (class->declarations[i].kind == KIND_METHOD)
            put(out, class, &class->declarations[i], top);
}

static void put_method_wrapper(FILE *out, const struct class *owner, const struct declaration *declaration,
                               const struct class *top) {
    (void)owner;
    put_wrapper(out, top, declaration);
}

static void put_method_entry(FILE *out, const struct class *owner, const struct declaration *declaration,
                             const struct class *top) {
    (void)top;
    fprintf(out, "    {&%s_method_%s, run_%s},\n", owner->name, declaration->name, declaration->name);
}

/* Writes the table of all declarations of KIND. Returns how many there are. */
static uint32_t put_entries(FILE *out, const struct class *class, declaration_kind kind, const char *table) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < class->count; i++)
        if (class->declarations[i].kind == kind) {
            if (count == 0)
                fprintf(out, "static const struct proc_entry %s[] = {\n", table);
            fprintf(out, "    {&%s_method_%s, run_%s},\n", class->name, class->declarations[i].name,
                    class->declarations[i].name);
            count++;
        }
    if (count > 0)
        fputs("};\n\n", out);
    return count;
}

static void put_persistence(FILE *out, const struct class *class) {
    fprintf(out,
            "static proc_err store(void *self, void **bytes, size_t *count, struct proc_error *error) {\n"
            "    return %s_do_store(self, bytes, count, error);\n}\n\n"
            "static proc_err load(void **self, const struct proc_context *at, struct proc_bytes stored,\n"
            "                     struct proc_error *error) {\n"
            "    struct %s *made = NULL;\n    const proc_err code = %s_do_load(&made, at, stored, error);\n"
            "    *self = made;\n    return code;\n}\n\n",
            class->name, class->name, class->name);
}

static void put_class(FILE *out, const struct class *class, uint32_t constructors, uint32_t functions) {
    fprintf(out,
            "const struct proc_class %s_class = {\n    .name = \"%s\",\n    .version = UINT64_C(0x%016" PRIx64 "),\n",
            class->name, class->name, class->version);
    if (class->parent != NULL)
        fprintf(out, "    .parent = &%s_class,\n", class->parent->name);
    fprintf(out, "    .constructors = constructors,\n    .constructor_count = %u,\n", constructors);
    if (class->method_count > 0)
        fprintf(out, "    .methods = methods,\n    .method_count = %u,\n", class->method_count);
    if (functions > 0)
        fprintf(out, "    .functions = functions,\n    .function_count = %u,\n", functions);
    fprintf(out, "    .destroy = destroy,\n%s};\n",
            class->persistent ? "    .store = store,\n    .load = load,\n" : "");
}

static void put_all(FILE *out, const struct class *class) {
    fprintf(out, "#include \"%s.h\"\n\n", class->name);
    for (uint32_t i = 0; i < class->count; i++)
        if (class->declarations[i].kind == KIND_NEW || class->declarations[i].kind == KIND_FUNCTION)
            put_wrapper(out, class, &class->declarations[i]);
    for_each_method(out, class, class, put_method_wrapper);
    const uint32_t constructors = put_entries(out, class, KIND_NEW, "constructors");
    const uint32_t functions = put_entries(out, class, KIND_FUNCTION, "functions");
    if (class->method_count > 0) {
        fputs("static const struct proc_entry methods[] = {\n", out);
        for_each_method(out, class, class, put_method_entry);
        fputs("};\n\n", out);
    }
    fprintf(out, "static void destroy(void *self) {\n    %s_do_destroy(self);\n}\n\n", class->name);
    if (class->persistent)
        put_persistence(out, class);
    put_class(out, class, constructors, functions);
}

char *write_server(const struct class *class) {
    return write_text(class, put_all);
}
