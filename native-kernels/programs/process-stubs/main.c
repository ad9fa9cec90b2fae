/* SPDX-License-Identifier: Apache-2.0 */
/* process-stubs [--classes FOLDER]... --out FOLDER NAME.class: makes the stubs and the dispatch of a class. */
#include "model.h"

#include "base/files.h"
#include "base/options.h"
#include "base/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FOLDERS = 64, PATH_BYTES = 1024 };

struct options {
    bool help;
    const char *classes, *out;
};

static const struct sw_option rows[] = {
    {.name = "--classes",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, classes),
     .argument = "FOLDER",
     .help = "look for the descriptions of parents there, too; may be given several times"},
    {.name = "--out",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct options, out),
     .argument = "FOLDER",
     .help = "the folder for NAME.h, NAME-client.c and NAME-server.c",
     .needed = SW_OPTION_NEEDED},
    {.name = "--help", .kind = SW_OPTION_FLAG, .field = offsetof(struct options, help), .help = "prints this"},
};
static const struct sw_options table = {rows, sizeof rows / sizeof rows[0], "process-stubs"};

static void print_help(void) {
    puts("usage: process-stubs [--classes FOLDER]... --out FOLDER NAME.class\n"
         "Makes the stubs and the dispatch of the class that NAME.class describes (process-stubs(1)).");
    sw_options_print(&table, stdout);
    sw_statuses_print(stdout, STATUS_OUTPUT, NULL);
}

/* Writes TEXT as FOLDER/NAME ENDING. */
static int write_file(const char *folder, const char *name, const char *ending, char *text, struct sw_failure *f) {
    char path[PATH_BYTES];
    struct sw_part part;
    if (text == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "there is no memory for %s%s", name, ending);
    snprintf(path, sizeof path, "%s/%s%s", folder, name, ending);
    if (sw_part_create(path, &part) != 0 || sw_file_write(part.fd, text, strlen(text)) != 0 ||
        sw_part_finish(&part) != 0 || sw_part_publish(&part) != 0)
        sw_fail(f, STATUS_OUTPUT, NULL, "%s cannot be written: %s", path, strerror(errno));
    sw_part_drop(&part);
    free(text);
    return f->status;
}

static int make(const struct options *options, const struct folders *folders, const char *path, struct sw_failure *f) {
    const char *slash = strrchr(path, '/'), *base = slash == NULL ? path : slash + 1;
    const size_t length = strlen(base);
    char name[NAME_BYTES];
    if (length < 7 || length - 6 >= sizeof name || strcmp(base + length - 6, ".class") != 0)
        return sw_fail(f, STATUS_USAGE, NULL, "%s is no description of a class: its name ends in .class", path);
    snprintf(name, sizeof name, "%.*s", (int)(length - 6), base);
    struct class *class = class_read(path, folders, f);
    if (class == NULL)
        return f->status;
    if (strcmp(class->name, name) != 0)
        sw_fail(f, STATUS_CONTENT, "Name the file after the class.", "%s describes the class %s", path, class->name);
    if (f->status == STATUS_OK)
        write_file(options->out, name, ".h", write_header(class), f);
    if (f->status == STATUS_OK)
        write_file(options->out, name, "-client.c", write_client(class), f);
    if (f->status == STATUS_OK)
        write_file(options->out, name, "-server.c", write_server(class), f);
    class_free(class);
    return f->status;
}

/* Reads the command line, and makes the files. */
static int run(int argc, char **argv, struct sw_failure *f) {
    struct options options = {0};
    const char *paths[MOST_FOLDERS];
    struct folders folders = {paths, 0};
    char message[SW_OPTION_MESSAGE_BYTES];
    int at = 1, from = 1;
    if (sw_options_read(&table, &options, argc, argv, &at, message) != 0)
        return sw_fail(f, STATUS_USAGE, NULL, "%s", message);
    if (options.help) {
        print_help();
        return STATUS_OK;
    }
    if (sw_options_complete(&table, &options, message) != 0)
        return sw_fail(f, STATUS_USAGE, NULL, "%s", message);
    for (const char *path;
         folders.count < MOST_FOLDERS && (path = sw_options_next(&table, at, argv, "--classes", &from)) != NULL;)
        paths[folders.count++] = path;
    if (at != argc - 1)
        return sw_fail(f, STATUS_USAGE, NULL, "there must be one description, after the options");
    return make(&options, &folders, argv[at], f);
}

int main(int argc, char **argv) {
    struct sw_failure f = {.status = STATUS_OK};
    if (run(argc, argv, &f) != STATUS_OK)
        sw_failure_print("process-stubs", &f);
    return f.status;
}
