/* SPDX-License-Identifier: Apache-2.0 */
#include "words.h"

#include "base/files.h"
#include "base/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_BYTES = 1 << 20, PATH_BYTES = 1024 };

static const struct {
    const char *word;
    field_type type;
    int list; /* the type of a list of such values, or -1 */
} types[] = {{"i32", TYPE_I32, -1},
             {"i64", TYPE_I64, TYPE_I64S},
             {"u64", TYPE_U64, -1},
             {"f64", TYPE_F64, TYPE_F64S},
             {"text", TYPE_TEXT, -1},
             {"bytes", TYPE_BYTES, -1},
             {"remote", TYPE_REMOTE, TYPE_REMOTES}};

/* Reads a type. */
static bool read_type(struct words *words, field_type *type) {
    size_t i = 0;
    while (i < sizeof types / sizeof types[0] && !words_is(words, types[i].word))
        i++;
    if (i == sizeof types / sizeof types[0])
        return words_fail(words,
                          "Types are i32, i64, u64, f64, text, bytes, f64[], i64[], remote CLASS, remote CLASS[].",
                          "'%s' is no type", words->word);
    *type = types[i].type;
    char class_name[NAME_BYTES];
    if (!words_next(words) || (*type == TYPE_REMOTE && !words_take_name(words, "class", class_name)))
        return false;
    if (!words_is(words, "[]"))
        return true;
    if (types[i].list < 0)
        return words_fail(words, "Take bytes, or one of f64[], i64[] and remote CLASS[].", "there is no list of %s",
                          types[i].word);
    *type = (field_type)types[i].list;
    return words_next(words);
}

static bool has_name(const struct field *fields, uint32_t count, const char *name) {
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(fields[i].name, name) == 0)
            return true;
    return false;
}

/* Reads the fields in brackets. */
static bool read_fields(struct words *words, struct declaration *declaration, struct field *fields, uint32_t *count) {
    if (!words_take(words, "("))
        return false;
    while (!words_is(words, ")")) {
        if (*count == MOST_FIELDS)
            return words_fail(words, NULL, "%s has more than %d arguments or results", declaration->name, MOST_FIELDS);
        struct field field = {.type = TYPE_I32};
        if ((*count > 0 && !words_take(words, ",")) || !read_type(words, &field.type) ||
            !words_take_name(words, "argument or result", field.name))
            return false;
        if (has_name(declaration->in, declaration->in_count, field.name) ||
            has_name(declaration->out, declaration->out_count, field.name))
            return words_fail(words, NULL, "%s has %s twice", declaration->name, field.name);
        fields[(*count)++] = field;
    }
    return words_next(words);
}

static bool read_signature(struct words *words, struct declaration *declaration) {
    if (!read_fields(words, declaration, declaration->in, &declaration->in_count))
        return false;
    if (declaration->kind == KIND_NEW || !words_is(words, "->"))
        return true;
    return words_next(words) && read_fields(words, declaration, declaration->out, &declaration->out_count);
}

/* Reads a declaration other than `persistent`. */
static bool read_declaration(struct words *words, struct declaration *declaration) {
    if (words_is(words, "new")) {
        declaration->kind = KIND_NEW;
        snprintf(declaration->name, sizeof declaration->name, "new");
        if (!words_next(words) || (!words_is(words, "(") && !words_take_name(words, "constructor", declaration->name)))
            return false;
        return read_signature(words, declaration);
    }
    declaration->kind = words_is(words, "override")   ? KIND_OVERRIDE
                        : words_is(words, "function") ? KIND_FUNCTION
                                                      : KIND_METHOD;
    if ((declaration->kind != KIND_METHOD && !words_next(words)) ||
        !words_take_name(words, "method", declaration->name))
        return false;
    return declaration->kind == KIND_OVERRIDE || read_signature(words, declaration);
}

const struct declaration *class_inherited(const struct class *class, const char *method, const struct class **owner) {
    for (const struct class *each = class->parent; each != NULL; each = each->parent)
        for (uint32_t i = 0; i < each->count; i++)
            if (each->declarations[i].kind == KIND_METHOD && strcmp(each->declarations[i].name, method) == 0) {
                *owner = each;
                return &each->declarations[i];
            }
    return NULL;
}

/* Refuses a declaration that does not go with the others. */
static bool check(const struct words *words, const struct class *class, const struct declaration *new) {
    const struct class *owner;
    for (uint32_t i = 0; i < class->count; i++)
        if (strcmp(class->declarations[i].name, new->name) == 0)
            return words_fail(words, NULL, "%s has %s twice", class->name, new->name);
    const bool inherited = class_inherited(class, new->name, &owner) != NULL;
    if (new->kind == KIND_OVERRIDE && !inherited)
        return words_fail(words, "Leave the word override out, and give the method its arguments.",
                          "no parent of %s has a method %s", class->name, new->name);
    if (new->kind == KIND_METHOD && inherited)
        return words_fail(words, "Write: override NAME", "%s has the method %s from its parent %s", class->name,
                          new->name, owner->name);
    return true;
}

static bool read_declarations(struct words *words, struct class *class) {
    bool has_new = false;
    while (words->word[0] != '\0') {
        if (words_is(words, "persistent")) {
            class->persistent = true;
            if (!words_next(words))
                return false;
            continue;
        }
        if (class->count == MOST_METHODS)
            return words_fail(words, NULL, "%s has more than %d declarations", class->name, MOST_METHODS);
        struct declaration *new = &class->declarations[class->count];
        if (!read_declaration(words, new) || !check(words, class, new))
            return false;
        has_new |= new->kind == KIND_NEW;
        class->count++;
    }
    return has_new || words_fail(words, "Write: new ()", "%s has no constructor", class->name);
}

/* Reads all of PATH, or returns NULL with errno. */
static char *read_text(const char *path) {
    struct stat status;
    const int fd = sw_file_open(path, &status);
    if (fd < 0)
        return NULL;
    char *text = status.st_size <= MOST_BYTES ? calloc(1, (size_t)status.st_size + 1) : NULL;
    if (text != NULL && sw_file_read_at(fd, text, (size_t)status.st_size, 0) < 0) {
        free(text);
        text = NULL;
    }
    const int reason = status.st_size <= MOST_BYTES ? errno : EFBIG;
    close(fd);
    errno = reason;
    return text;
}

/* Finds the description of a parent. Returns its text, and its path in PATH. */
static char *find_parent(const char *beside, const char *name, const struct folders *folders, char path[PATH_BYTES]) {
    const char *slash = strrchr(beside, '/');
    const int length = slash == NULL ? 0 : (int)(slash - beside) + 1;
    snprintf(path, PATH_BYTES, "%.*s%s.class", length, beside, name);
    char *text = read_text(path);
    for (size_t i = 0; text == NULL && i < folders->count; i++) {
        snprintf(path, PATH_BYTES, "%s/%s.class", folders->paths[i], name);
        text = read_text(path);
    }
    return text;
}

static struct class *parse(const char *path, const char *text, const struct folders *folders, int depth,
                           struct sw_failure *f);

static bool read_parent(struct words *words, struct class *class, const struct folders *folders, int depth) {
    char path[PATH_BYTES];
    if (depth == MOST_PARENTS)
        return words_fail(words, "Does a class derive from itself?", "there are more than %d parents", MOST_PARENTS);
    char *text = find_parent(words->path, class->parent_name, folders, path);
    if (text == NULL)
        return words_fail(words, "Name its folder: --classes FOLDER", "there is no %s.class: %s", class->parent_name,
                          strerror(errno));
    class->parent = parse(path, text, folders, depth + 1, words->f);
    free(text);
    return class->parent != NULL;
}

static bool parse_into(struct class *class, struct words *words, const struct folders *folders, int depth) {
    if (!words_take(words, "class") || !words_take_name(words, "class", class->name))
        return false;
    if (words_is(words, ":") && (!words_next(words) || !words_take_name(words, "class", class->parent_name) ||
                                 !read_parent(words, class, folders, depth)))
        return false;
    return read_declarations(words, class);
}

static struct class *parse(const char *path, const char *text, const struct folders *folders, int depth,
                           struct sw_failure *f) {
    struct words words;
    struct class *class = calloc(1, sizeof *class);
    if (class != NULL)
        class->declarations = calloc(MOST_METHODS, sizeof *class->declarations);
    if (class == NULL || class->declarations == NULL)
        sw_fail(f, STATUS_COMPUTE, NULL, "there is no memory for %s", path);
    else if (words_begin(&words, path, text, f) && parse_into(class, &words, folders, depth)) {
        class_number(class);
        return class;
    }
    class_free(class);
    return NULL;
}

struct class *class_read(const char *path, const struct folders *folders, struct sw_failure *f) {
    char *text = read_text(path);
    if (text == NULL) {
        sw_fail(f, STATUS_FILE, NULL, "%s cannot be read: %s", path, strerror(errno));
        return NULL;
    }
    struct class *class = parse(path, text, folders, 0, f);
    free(text);
    return class;
}

void class_free(struct class *class) {
    if (class == NULL)
        return;
    class_free(class->parent);
    free(class->declarations);
    free(class);
}
