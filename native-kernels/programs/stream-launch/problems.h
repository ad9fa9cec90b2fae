/* SPDX-License-Identifier: Apache-2.0 */
/* What is wrong with a document: each problem is printed with its line and its remedy. */
#ifndef SLIPWAY_STREAM_LAUNCH_PROBLEMS_H
#define SLIPWAY_STREAM_LAUNCH_PROBLEMS_H

struct problems {
    const char *path; /* of the document */
    int count;
};

/* Prints "PATH:LINE: what is wrong: REMEDY" to standard error, and counts it. */
void problem(struct problems *problems, int line, const char *remedy, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
