/* SPDX-License-Identifier: Apache-2.0 */
#include "words.h"

#include "base/text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

bool words_fail(const struct words *words, const char *hint, const char *format, ...) {
    char what[256];
    va_list args;
    va_start(args, format);
    sw_text_format(what, sizeof what, format, args);
    va_end(args);
    sw_fail(words->f, STATUS_CONTENT, hint, "%s, line %d: %s", words->path, words->line, what);
    return false;
}

static void skip_space(struct words *words) {
    for (;; words->at++) {
        if (*words->at == '#')
            words->at += strcspn(words->at, "\n");
        if (*words->at == '\n')
            words->line++;
        if (*words->at == '\0' || !isspace((unsigned char)*words->at))
            return;
    }
}

static bool is_part_of_name(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

bool words_next(struct words *words) {
    skip_space(words);
    const char *begin = words->at;
    size_t length = 0;
    if (strncmp(begin, "->", 2) == 0 || strncmp(begin, "[]", 2) == 0)
        length = 2;
    else if (*begin != '\0' && strchr("(),:", *begin) != NULL)
        length = 1;
    else
        while (is_part_of_name(begin[length]))
            length++;
    if (length == 0 && *begin != '\0')
        return words_fail(words, "Names have letters, digits and '_'; a comment begins with #.",
                          "'%c' stands for nothing", isprint((unsigned char)*begin) ? *begin : '?');
    if (length >= sizeof words->word)
        return words_fail(words, NULL, "a name has more than %d letters", NAME_BYTES - 1);
    memcpy(words->word, begin, length);
    words->word[length] = '\0';
    words->at += length;
    return true;
}

bool words_begin(struct words *words, const char *path, const char *text, struct sw_failure *f) {
    *words = (struct words){.path = path, .at = text, .line = 1, .f = f};
    return words_next(words);
}

bool words_is(const struct words *words, const char *text) {
    return strcmp(words->word, text) == 0;
}

bool words_take(struct words *words, const char *text) {
    if (words_is(words, text))
        return words_next(words);
    return words_fail(words, NULL, "'%s' stands where '%s' should", words->word[0] == '\0' ? "the end" : words->word,
                      text);
}

/* Names that the stubs use, and words of C. */
static const char *const taken[] = {
    "at",       "code",     "call",       "error",    "handle",   "made",  "object",   "self",    "server",
    "world",    "auto",     "break",      "case",     "char",     "const", "continue", "default", "do",
    "double",   "else",     "enum",       "extern",   "float",    "for",   "goto",     "if",      "inline",
    "int",      "long",     "register",   "restrict", "return",   "short", "signed",   "sizeof",  "static",
    "struct",   "switch",   "typedef",    "union",    "unsigned", "void",  "volatile", "while",   "class",
    "override", "function", "persistent", "remote",   "destroy",  "store", "load",     NULL};

bool words_take_name(struct words *words, const char *what, char out[NAME_BYTES]) {
    static const char hint[] = "Take another one.";
    const char *name = words->word;
    if (name[0] == '\0' || !is_part_of_name(name[0]) || isdigit((unsigned char)name[0]))
        return words_fail(words, NULL, "'%s' stands where the name of a %s should", name[0] == '\0' ? "the end" : name,
                          what);
    if (sw_text_find(taken, name) >= 0 || strncmp(name, "start_", 6) == 0 || strncmp(name, "do_", 3) == 0 ||
        strncmp(name, "method_", 7) == 0)
        return words_fail(words, hint, "a %s cannot have the name %s: stubs or C need it", what, name);
    memcpy(out, name, NAME_BYTES);
    return words_next(words);
}
