/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the progress of programs: the last line of a file of JSON lines. */
#include "launch.h"

#include "base/files.h"
#include "base/json.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MOST_BYTES = 16384, MOST_FIGURES = 64, NAME_BYTES = 100, NUMBER_BYTES = 40 };

/* Reads the end of the file into TEXT, and returns its last whole line, or NULL. */
static char *last_line(const char *path, char text[MOST_BYTES + 1]) {
    struct stat status;
    const int fd = sw_file_open(path, &status);
    if (fd < 0)
        return NULL;
    const uint64_t from = status.st_size > MOST_BYTES ? (uint64_t)status.st_size - MOST_BYTES : 0;
    const ssize_t got = sw_file_read_at(fd, text, MOST_BYTES, from);
    close(fd);
    text[got > 0 ? got : 0] = '\0';
    char *end = strrchr(text, '\n');
    if (end == NULL)
        return NULL;
    *end = '\0';
    char *before = strrchr(text, '\n');
    return before != NULL ? before + 1 : text;
}

static bool is_name(const char *text, size_t bytes) {
    for (size_t i = 0; i < bytes; i++)
        if (!isprint((unsigned char)text[i]) || text[i] == '\\')
            return false;
    return bytes > 0 && bytes <= NAME_BYTES;
}

/* Adds a figure, unless its name exists already. NAME includes the quotes. */
static void add(struct told *told, const char *name, size_t name_bytes, const char *number, size_t number_bytes) {
    char member[NAME_BYTES + 4];
    snprintf(member, sizeof member, "%.*s:", (int)name_bytes, name);
    const size_t needed = name_bytes + number_bytes + 3;
    if (told->count == MOST_FIGURES || told->bytes + needed > sizeof told->figures ||
        strstr(told->figures, member) != NULL)
        return;
    told->bytes += (size_t)snprintf(told->figures + told->bytes, sizeof told->figures - told->bytes, "%s%s%.*s",
                                    told->count > 0 ? "," : "", member, (int)number_bytes, number);
    told->count++;
}

/* Returns the bytes of the JSON number at TEXT; 0 for any other text. */
static size_t number_bytes(const char *text) {
    const size_t bytes = strspn(text, "-+.0123456789eE");
    char object[NUMBER_BYTES + 16];
    double value;
    if (bytes == 0 || bytes > NUMBER_BYTES)
        return 0;
    snprintf(object, sizeof object, "{\"n\":%.*s}", (int)bytes, text);
    return sw_json_number(object, "n", &value) ? bytes : 0;
}

/* Takes members of the object at TEXT as long as they are numbers. */
static void take_figures(struct told *told, const char *text) {
    const char *at = text;
    while (*at == '{' || *at == ',') {
        const char *name = at + 1 + strspn(at + 1, " ");
        const char *end = *name == '"' ? strchr(name + 1, '"') : NULL;
        if (end == NULL || !is_name(name + 1, (size_t)(end - name - 1)))
            return;
        const char *number = end + 1 + strspn(end + 1, " ");
        number += *number == ':' ? 1 + strspn(number + 1, " ") : 0;
        const size_t bytes = number_bytes(number);
        if (bytes == 0)
            return;
        add(told, name, (size_t)(end - name + 1), number, bytes);
        at = number + bytes + strspn(number + bytes, " ");
    }
}

void told_take(struct told *told, const char *path) {
    static char text[MOST_BYTES + 1];
    const char *line = last_line(path, text);
    double done, of;
    if (line == NULL || !sw_json_number(line, "done", &done) || !sw_json_number(line, "of", &of) || done < 0 ||
        of < done || of > 9e15)
        return;
    if (!told->any) {
        told->done = done;
        told->of = of;
    }
    told->any = true;
    const char *figures = strstr(line, "\"figures\":");
    if (figures != NULL)
        take_figures(told, figures + strlen("\"figures\":"));
}
