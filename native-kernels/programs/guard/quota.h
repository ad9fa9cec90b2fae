/* SPDX-License-Identifier: Apache-2.0 */
/* Measures the files and the memory of a run, and compares them with the bounds of the run. */
#ifndef SLIPWAY_GUARD_QUOTA_H
#define SLIPWAY_GUARD_QUOTA_H

#include "guard.h"

/* --- held.c: files without a name that the processes of a run hold --- */
struct held_file {
    dev_t device;
    ino_t number;
    long long bytes; /* allocated */
    bool in_memory;  /* on a tmpfs */
    bool is_guess;   /* the size is the end of the mapped part */
};
struct held {
    struct held_file *files; /* each once; freed by the caller */
    size_t length, room;
    bool hides; /* a living process hides its files from the guard, or has descriptors in transit in a socket */
};
/* Stands for the first process of a run that has ended. */
enum { NO_ROOT = 0 };

/* Lists the removed files that descendants of ROOT have open or mapped, and their files in memory that never had a
 * name. A run that has ended holds no such files. */
struct held files_held(pid_t root);

/* --- usage.c, memory.c: the resources of a run --- */
/* Stands for the size of a folder that cannot be measured; more than any quota. */
#define UNMEASURED LLONG_MAX

struct usage {
    long long bytes;   /* allocated, or UNMEASURED */
    long long entries; /* files and folders */
    bool hides;        /* a process hides files; quota.c tolerates that for a second */
    bool starved;      /* the measure stopped for lack of memory; quota.c ignores it */
};
/* The reason why a run that goes on hiding files is over its quota. */
#define HIDES_TEXT "a process lets nobody see what it holds or left open files under way in a socket"
/* Measures the run folder, each file once for all names. Also measures files without a name on the same file system
 * that are open or mapped in a descendant of ROOT. Stops counting above --folder-entries. */
struct usage folder_usage(const struct run_options *options, pid_t root);
/* Measures the memory of the descendants of ROOT. The calling process takes on the IPC namespace of ROOT. */
struct usage memory_usage(const struct run_options *options, pid_t root);
/* Returns whether USED is more than the options allow; OUT then has the text. */
bool folder_is_over(const struct run_options *options, const struct usage *used, char out[TEXT_BYTES]);
bool memory_is_over(const struct run_options *options, const struct usage *used, char out[TEXT_BYTES]);

/* --- quota.c: measures a resource repeatedly, in a separate process, since measuring may take long --- */
struct quota {
    struct usage (*measure)(const struct run_options *options, pid_t root);
    bool (*is_over)(const struct run_options *options, const struct usage *used, char out[TEXT_BYTES]);
    const char *reason; /* of the end of a run that is over this quota */
    double rest;        /* least seconds between two measures; 0: not measured */
    pid_t measurer;     /* 0: not running */
    int from;
    double begun, next;
    double hides_since; /* 0: the last measure saw all files */
    struct usage used;  /* from the last measure */
};
/*
 * Begins a measure, if the system grants a process. ROOT is the first process of the run. The new process closes CLAIM.
 */
void quota_start(struct quota *quota, const struct run_options *options, pid_t root, int claim);
/* Returns whether a measure has just ended. quota->used then has the result, and quota->next the time of the next
 * measure. */
bool quota_measured(struct quota *quota);
/* Measures a run that has ended, and waits for the result. Returns whether quota->used has the result: a file system
 * may not answer. */
bool quota_measure_last(struct quota *quota, const struct run_options *options, int claim);
/* Ends a running measure. */
void quota_stop(struct quota *quota);

#endif
