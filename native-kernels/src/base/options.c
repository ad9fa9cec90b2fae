/* SPDX-License-Identifier: Apache-2.0 */
#include "base/options.h"
#include "base/text.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void say(char message[SW_OPTION_MESSAGE_BYTES], const char *format, ...) __attribute__((format(printf, 2, 3)));

static void say(char message[SW_OPTION_MESSAGE_BYTES], const char *format, ...) {
    va_list args;
    va_start(args, format);
    sw_text_format(message, SW_OPTION_MESSAGE_BYTES, format, args);
    va_end(args);
}

static int cannot_be(const struct sw_option *row, const char *text, char *message) {
    say(message, "%s cannot be \"%s\"", row->name, text);
    return -1;
}

static int take_count(const struct sw_option *row, const char *text, void *field, char *message) {
    errno = 0;
    const uint64_t value = strtoull(text, NULL, 10);
    if (*text != '\0' && strspn(text, "0123456789") == strlen(text) && errno == 0 && value >= row->least &&
        value <= row->most) {
        memcpy(field, &value, sizeof value);
        return 0;
    }
    if (row->least == 0 && row->most == UINT64_MAX)
        return cannot_be(row, text, message);
    say(message, "%s is not a number from %" PRIu64 " to %" PRIu64 ": \"%s\"", row->name, row->least, row->most, text);
    return -1;
}

static int take_real(const struct sw_option *row, const char *text, void *field, char *message) {
    char *end;
    const double value = strtod(text, &end);
    const bool low = row->from_above ? value < row->above : value <= row->above;
    const bool is_decimal = end != text && strspn(text, "0123456789+-.eE") == strlen(text);
    if (!is_decimal || *end != '\0' || !isfinite(value) || low || value > row->at_most) {
        say(message, "%s is not %s %g and at most %g: \"%s\"", row->name, row->from_above ? "at least" : "above",
            row->above, row->at_most, text);
        return -1;
    }
    memcpy(field, &value, sizeof value);
    return 0;
}

static int take_choice(const struct sw_option *row, const char *text, void *field, char *message) {
    const int value = sw_text_find(row->choices, text);
    if (value < 0) {
        size_t used = 0;
        char names[SW_OPTION_MESSAGE_BYTES / 2] = "";
        for (int i = 0; row->choices[i] != NULL && used < sizeof names; i++)
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? ", " : "", row->choices[i]);
        say(message, "%s is one of %s, not \"%s\"", row->name, names, text);
        return -1;
    }
    memcpy(field, &value, sizeof value);
    return 0;
}

static int take_text(const struct sw_option *row, const char *text, void *field, char *message) {
    if (*text == '\0')
        return cannot_be(row, text, message);
    memcpy(field, &text, sizeof text);
    return 0;
}

static int take(const struct sw_option *row, const char *text, void *field, char *message) {
    switch (row->kind) {
    case SW_OPTION_COUNT:
        return take_count(row, text, field, message);
    case SW_OPTION_REAL:
        return take_real(row, text, field, message);
    case SW_OPTION_CHOICE:
        return take_choice(row, text, field, message);
    case SW_OPTION_TEXT:
    case SW_OPTION_FLAG:
        break;
    }
    return take_text(row, text, field, message);
}

static const struct sw_option *find(const struct sw_options *options, const char *name) {
    for (size_t i = 0; i < options->count; i++)
        if (strcmp(options->rows[i].name, name) == 0)
            return &options->rows[i];
    return NULL;
}

int sw_options_read(const struct sw_options *options, void *fields, int argc, char **argv, int *at,
                    char message[SW_OPTION_MESSAGE_BYTES]) {
    for (; *at < argc && strncmp(argv[*at], "--", 2) == 0 && argv[*at][2] != '\0'; ++*at) {
        const struct sw_option *row = find(options, argv[*at]);
        if (row == NULL) {
            say(message, "no such option: %s", argv[*at]);
            return -1;
        }
        char *field = (char *)fields + row->field;
        if (row->kind == SW_OPTION_FLAG) {
            const bool set = true;
            memcpy(field, &set, sizeof set);
            continue;
        }
        if (*at + 1 == argc) {
            say(message, "%s needs a value", row->name);
            return -1;
        }
        if (take(row, argv[*at + 1], field, message) != 0)
            return -1;
        ++*at;
    }
    return 0;
}

int sw_options_complete(const struct sw_options *options, const void *fields, char message[SW_OPTION_MESSAGE_BYTES]) {
    for (size_t i = 0; i < options->count; i++) {
        const struct sw_option *row = &options->rows[i];
        const char *text;
        if (row->needed != SW_OPTION_NEEDED)
            continue;
        memcpy(&text, (const char *)fields + row->field, sizeof text);
        if (text == NULL) {
            say(message, "%s is missing", row->name);
            return -1;
        }
    }
    return 0;
}

static bool asks_for_help(const struct sw_options *options, const void *fields) {
    const struct sw_option *row = find(options, "--help");
    bool help = false;
    if (row != NULL)
        memcpy(&help, (const char *)fields + row->field, sizeof help);
    return help;
}

int sw_options_take(const struct sw_options *options, void *fields, int argc, char **argv, struct sw_failure *f) {
    char hint[64], message[SW_OPTION_MESSAGE_BYTES];
    int at = 1, wrong = sw_options_read(options, fields, argc, argv, &at, message);
    if (asks_for_help(options, fields))
        return STATUS_OK;
    if (wrong == 0 && at < argc) {
        say(message, "no such option: %s", argv[at]);
        wrong = -1;
    }
    if (wrong == 0)
        wrong = sw_options_complete(options, fields, message);
    snprintf(hint, sizeof hint, "%s --help lists the options", options->program);
    return wrong == 0 ? STATUS_OK : sw_fail(f, STATUS_USAGE, hint, "%s", message);
}

bool sw_options_give(const struct sw_options *options, int argc, char **argv, const char *name) {
    for (int at = 1; at < argc; at++) {
        if (strcmp(argv[at], name) == 0)
            return true;
        const struct sw_option *row = find(options, argv[at]);
        at += row != NULL && row->kind != SW_OPTION_FLAG ? 1 : 0;
    }
    return false;
}

const char *sw_options_next(const struct sw_options *options, int argc, char **argv, const char *name, int *at) {
    while (*at < argc) {
        const struct sw_option *row = find(options, argv[*at]);
        const char *value = row != NULL && row->kind != SW_OPTION_FLAG ? argv[*at + 1] : NULL;
        *at += value != NULL ? 2 : 1;
        if (value != NULL && strcmp(row->name, name) == 0)
            return value;
    }
    return NULL;
}

void sw_options_put(const struct sw_option *row, const void *fields, FILE *out) {
    const char *field = (const char *)fields + row->field, *text;
    uint64_t count;
    double real;
    int choice;
    bool flag;
    switch (row->kind) {
    case SW_OPTION_FLAG:
        memcpy(&flag, field, sizeof flag);
        if (flag)
            fprintf(out, "%s\n", row->name);
        break;
    case SW_OPTION_TEXT:
        memcpy(&text, field, sizeof text);
        if (text != NULL)
            fprintf(out, "%s %s\n", row->name, text);
        break;
    case SW_OPTION_COUNT:
        memcpy(&count, field, sizeof count);
        fprintf(out, "%s %" PRIu64 "\n", row->name, count);
        break;
    case SW_OPTION_REAL:
        memcpy(&real, field, sizeof real);
        fprintf(out, "%s %.17g\n", row->name, real);
        break;
    case SW_OPTION_CHOICE:
        memcpy(&choice, field, sizeof choice);
        fprintf(out, "%s %s\n", row->name, row->choices[choice]);
        break;
    }
}

void sw_options_print(const struct sw_options *options, FILE *out) {
    for (size_t i = 0; i < options->count; i++) {
        const struct sw_option *row = &options->rows[i];
        fprintf(out, "  %-15s %-5s %s%s\n", row->name, row->argument != NULL ? row->argument : "", row->help,
                row->needed == SW_OPTION_NEEDED ? " (required)" : "");
    }
}
