/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A run of a graph: the data made from the document of the graph, and the started processes. A unit is one process of a
 * kernel, mpirun with all ranks of an MPI kernel, or a relay. One command starts each unit.
 *
 * The folder of the run has the file `graph`, which osf_Init reads, a file `hosts-KERNEL` for each MPI kernel, and a
 * script `start-UNIT.sh` for each unit. The scripts start the units of this machine. For a unit on another host, the
 * remote shell starts a fixed script (remote.h), which reads the graph and the start script from its standard input.
 * The key of the run is therefore on no command line.
 */
#ifndef SLIPWAY_STREAM_LAUNCH_LAUNCH_H
#define SLIPWAY_STREAM_LAUNCH_LAUNCH_H

#include "document.h"

#include "base/failure.h"
#include "stream/graph.h"

#include <stdint.h>
#include <sys/types.h>

enum { UNIT_NAME_BYTES = 96, LINE_BYTES = 8192, LAST_LINES = 4, LAST_BYTES = 400 };

struct options {
    const char *programs; /* folders with programs, with ':' between them; may be NULL */
    const char *shell;    /* the command that runs a command on another host: SHELL ADDRESS COMMAND */
    const char *mpirun;
    const char *write;  /* a folder for the files, which are then written without a start; NULL: start */
    const char *report; /* the file for the report of the run; NULL: no report */
    double grace;       /* seconds from TERM to KILL */
    bool check, help;
    const char *document;
};

/* An output of a unit, with its incomplete last line. */
struct output {
    int fd; /* the descriptor; -1: closed */
    char line[LINE_BYTES];
    size_t used, taken; /* bytes of the incomplete line, and of all output */
    char last[LAST_LINES][LAST_BYTES];
    unsigned lines;
};

struct unit {
    char name[UNIT_NAME_BYTES];
    int kernel; /* the number of the kernel in the document; NOBODY: the unit is a relay */
    int copy, host;
    bool mpi, started, ended, told_to_end;
    bool died; /* the unit ended badly, and no loss of another unit came before */
    pid_t pid;
    int status; /* the status that waitpid gave */
    int hold;   /* the standard input of a remote shell; closing it ends the unit */
    struct output outputs[2];
};

/* A port of a relay, and its destination. */
struct relay {
    int host;
    const char *address, *to_address;
    int port, to_port;
};

struct launch {
    struct options options;
    struct document document;
    struct stream_graph graph;
    int *process_of_kernel; /* the first process of each kernel of the document */
    int *member_of_kernel;  /* the first member in the graph of each kernel of the document */
    struct relay *relays;
    size_t relay_count;
    struct unit *units;
    size_t unit_count;
    char folder[4096];
    bool open_mpi;
    int signals;           /* a signalfd */
    int failed;            /* the first failed unit; NOBODY: no unit has failed */
    struct report *report; /* NULL: no report */
};

/* --- plan.c, ports.c --- */

/* Makes the graph for osf_Init, with a new key, and the relays. */
int plan_make(struct launch *launch, struct sw_failure *f);

/* Returns a port of HOST at ADDRESS that this run does not use yet. On this machine the port must also be free now.
 * Returns 0 if there is no such port. */
int port_take(const struct launch *launch, int host, const char *address);

/* Fills OUT with random bytes. Returns 0, or -1 with errno. */
int random_bytes(void *out, size_t bytes);

/* --- units.c --- */

/* Makes the units of a planned launch. */
int units_make(struct launch *launch, struct sw_failure *f);

/* Finds the programs of kernels on this machine; reports missing ones. */
void units_find_programs(struct launch *launch, struct problems *problems);

/* --- files.c --- */

/* Writes graph, hostfiles and start scripts into the folder of the launch. */
int files_write(const struct launch *launch, struct sw_failure *f);

/* Removes the folder with the files of files_write. */
void files_remove(const struct launch *launch);

/* --- starting.c --- */

/* Starts all units. After a failure some may run. */
int units_start(struct launch *launch, struct sw_failure *f);

/* Runs COMMAND, a line of shell, on each other host of the launch, with the graph on its standard input, and waits. */
int hosts_run(const struct launch *launch, const char *command, struct sw_failure *f);

/* --- report.c, told.c --- */

/* Begins the report of a launch after its files are written, with no unit started yet. */
int report_open(struct launch *launch, struct sw_failure *f);

/* Updates the report when due. A full disk does not fail the run: the file keeps its old contents. */
void report_look(struct launch *launch);

/* Returns the milliseconds until the report is due; -1: no report. */
int report_due(const struct launch *launch);

/* Writes the last state of the run, after the end of all units, and ends the report. */
void report_close(struct launch *launch);

/* The progress of the programs of the run, from lines in the form of progress lines of MPI programs. */
struct told {
    bool any;
    double done, of;
    char figures[8192]; /* members of an object: "p50_us":1.5,"p99_us":3 */
    size_t bytes;
    unsigned count;
};

/* Reads the last whole line of the file PATH into TOLD. `done` and `of` come from the first file that has them. Adds
 * figures, except values that are not numbers and names that exist already. Without such a line, leaves TOLD as
 * before. */
void told_take(struct told *told, const char *path);

/* --- following.c --- */

/* Reads new bytes of an output, and prints whole lines after the name of the unit to TO. Closes the output at its
 * end. */
void output_take(const struct unit *unit, struct output *output, int to);

/* Prints an incomplete last line, at the end of a unit. */
void output_end(const struct unit *unit, struct output *output, int to);

/* --- mourning.c --- */

/* Forks a child that tells processes waiting for a connection from PROCESS of the graph that PROCESS is dead. */
void mourn(const struct launch *launch, int process);

/* --- ending.c --- */

/* Blocks the signals that end a launch (SIGHUP unless ignored) and SIGCHLD. Returns a signalfd for these signals, or -1
 * with errno. */
int signals_open(void);

/* Follows all units until they have ended. Ends all units when one fails or a signal comes. Returns an exit status. */
int units_follow(struct launch *launch);

/* Ends units that still run, and all leftover processes. */
void units_end(struct launch *launch);

#endif
