/* SPDX-License-Identifier: Apache-2.0 */
/* The problems of a document: each is printed with line and remedy. */
#ifndef SLIPWAY_STREAM_LAUNCH_PROBLEMS_H
#define SLIPWAY_STREAM_LAUNCH_PROBLEMS_H

struct problems {
    const char *path; /* of the document */
    int count;
};

/* Prints "PATH:LINE: PROBLEM: REMEDY" to standard error, and counts the problem. */
void problem(struct problems *problems, int line, const char *remedy, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
