/* SPDX-License-Identifier: Apache-2.0 */
/*
 * progress: reports the progress of a program to Slipway. The header stands alone: a program links no library for the
 * reports, and needs no MPI.
 *
 *     struct slipway_progress progress;
 *     slipway_progress_open(&progress);                              // on rank 0 only
 *     for (long step = 1; step <= steps; step++) {
 *         ...
 *         if (slipway_progress_due(&progress) || step == steps) {
 *             slipway_progress_begin(&progress, step, steps);
 *             slipway_progress_figure(&progress, "residual", residual);
 *             slipway_progress_end(&progress);
 *         }
 *     }
 *     slipway_progress_close(&progress);
 *
 * Each report is one line of JSON, which is appended to the file that the variable SLIPWAY_PROGRESS names. The service
 * shows the last line while the program runs. Without the variable, calls have no effect. Without this header, a line
 * of a shell or of Python does the same:
 *
 *     echo '{"done":3,"of":10}' >>"$SLIPWAY_PROGRESS"
 *     print('{"done":3,"of":10}', file=open(os.environ["SLIPWAY_PROGRESS"], "a"))
 *
 * No call fails: after an error of the file, for example on a full disk, the program goes on without progress. A struct
 * belongs to one thread. The functions need only the standard library of C11 or C++17.
 */
#ifndef SLIPWAY_PROGRESS_H
#define SLIPWAY_PROGRESS_H

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The progress file of a program, and the line of the present report. Only the functions below use the members. */
struct slipway_progress {
    FILE *file;           /* NULL: no progress is wanted */
    struct timespec last; /* the end of the last report */
    int length;           /* bytes of the line so far */
    bool figures;         /* whether the line has begun its figures */
    char line[4096];
};

/* Opens the file that SLIPWAY_PROGRESS names. One process of the program calls this, usually rank 0. The caller ends
 * PROGRESS by slipway_progress_close. A struct of zeros has no file, and may be used and closed too. */
static inline void slipway_progress_open(struct slipway_progress *progress) {
    const char *path = getenv("SLIPWAY_PROGRESS");
    memset(progress, 0, sizeof *progress);
    if (path != NULL && *path != '\0')
        progress->file = fopen(path, "a");
}

/* Returns whether progress is wanted. */
static inline bool slipway_progress_wanted(const struct slipway_progress *progress) {
    return progress->file != NULL;
}

/* Returns whether progress is wanted and the last report is a quarter of a second old. A report is also due after the
 * clock was set back. */
static inline bool slipway_progress_due(const struct slipway_progress *progress) {
    struct timespec now;
    if (progress->file == NULL || timespec_get(&now, TIME_UTC) == 0)
        return false;
    return fabs(difftime(now.tv_sec, progress->last.tv_sec) + (double)(now.tv_nsec - progress->last.tv_nsec) / 1e9) >=
           0.25;
}

/* Begins a report: DONE of OF units of work are finished, 0 <= DONE <= OF. */
static inline void slipway_progress_begin(struct slipway_progress *progress, long long done, long long of) {
    progress->length = snprintf(progress->line, sizeof progress->line, "{\"done\":%lld,\"of\":%lld", done, of);
    progress->figures = false;
}

/* Returns whether TEXT needs no escapes in JSON. */
static inline bool slipway_progress_plain(const char *text) {
    for (const char *c = text; *c != '\0'; c++)
        if ((unsigned char)*c < 0x20 || *c == '"' || *c == '\\')
            return false;
    return *text != '\0';
}

/* Appends LENGTH bytes of TEXT to the line, and keeps room for the end of the line. A text without room is left out. */
static inline bool slipway_progress_append(struct slipway_progress *progress, const char *text, int length) {
    if (length < 0 || progress->length + length > (int)sizeof progress->line - 4)
        return false;
    memcpy(progress->line + progress->length, text, (size_t)length);
    progress->length += length;
    return true;
}

/* Adds the present phase of the program in its own words: UTF-8 on one line without quotes and backslashes, at most 100
 * characters. Call this at most once in a report, before the figures. A text of another form is left out. */
static inline void slipway_progress_phase(struct slipway_progress *progress, const char *phase) {
    char member[512];
    if (!slipway_progress_plain(phase) || strlen(phase) > 400)
        return;
    const int length = snprintf(member, sizeof member, ",\"phase\":\"%s\"", phase);
    slipway_progress_append(progress, member, length);
}

/* Adds the figure NAME, in the form of a phase, with ten significant digits of VALUE. The 95 % interval of a figure has
 * the names NAME_lower and NAME_upper. A value that is not finite is left out. The service takes 64 figures. */
static inline void slipway_progress_figure(struct slipway_progress *progress, const char *name, double value) {
    char number[32], member[512];
    if (!isfinite(value) || !slipway_progress_plain(name) || strlen(name) > 400)
        return;
    snprintf(number, sizeof number, "%.10g", value);
    for (char *c = number; *c != '\0'; c++) /* a program may have set a locale with another decimal point */
        if (strchr("+-.0123456789e", *c) == NULL)
            *c = '.';
    const int length =
        snprintf(member, sizeof member, "%s\"%s\":%s", progress->figures ? "," : ",\"figures\":{", name, number);
    progress->figures |= slipway_progress_append(progress, member, length);
}

/* Ends PROGRESS. Later calls have no effect. */
static inline void slipway_progress_close(struct slipway_progress *progress) {
    if (progress->file != NULL)
        fclose(progress->file);
    progress->file = NULL;
}

/* Ends the report, and writes the whole line at once, so that a reader never sees two lines mixed. */
static inline void slipway_progress_end(struct slipway_progress *progress) {
    const char *end = progress->figures ? "}}\n" : "}\n";
    if (progress->file == NULL)
        return;
    memcpy(progress->line + progress->length, end, strlen(end)); /* slipway_progress_append keeps this room */
    progress->length += (int)strlen(end);
    const bool written =
        fwrite(progress->line, (size_t)progress->length, 1, progress->file) == 1 && fflush(progress->file) == 0;
    if (!written || timespec_get(&progress->last, TIME_UTC) == 0)
        slipway_progress_close(progress);
}

#ifdef __cplusplus
}
#endif

#endif
