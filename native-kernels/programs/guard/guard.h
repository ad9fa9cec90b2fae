/* SPDX-License-Identifier: Apache-2.0 */
/*
 * slipway-guard runs one program so that it can be found, followed and ended for certain, whatever becomes of the
 * caller. Linux only. slipway-guard(8) tells users of it; this comment tells what holds the parts together.
 *
 *   caller -> `run` (returns at once) -> guard -> inner process -> PROGRAM
 *
 * Processes. The guard lives in a session of its own and writes the records of the run folder. Where the kernel allows
 * a PID namespace, the inner process is its init, so that its end is the end of every process of the run. Root makes
 * the namespace directly, others in a user namespace. Elsewhere the inner process is a child subreaper and looks its
 * descendants up. It dies with the guard (PDEATHSIG). A process is signalled through a descriptor (pidfd), after a
 * second look at whether it belongs to the run.
 *
 * Records. A run folder gets `claim` (created with O_EXCL before anything runs), then `started.json`, then
 * `ended.json`. The claim names the guard, and the guard holds a lock on it for as long as it lives. Each record is
 * written whole: temporary name, fsync, rename, fsync of the folder. The room for the records is taken with the claim,
 * as files `NAME.reserve` that they later overwrite. So a full disk or a used-up quota shows before anything runs
 * (EXIT_FULL, and no claim stays), and the end of a run can be written where nothing else can. A file system may want
 * room even to overwrite; the guard then stays, visible as running, until it has written the end or is killed.
 *
 * Who may write. The identity of the run must not be able to write the records. Callers give the records a folder that
 * only the guard's identity can write, and the program another one (--chdir). The guard opens nothing else by a path
 * that it was told: the process of the program opens --stdout and --stderr after it has dropped to --uid and --gid.
 *
 * Isolation. `isolation` in started.json lists what the run has of its own, by the strongest namespaces that the kernel
 * grants. Where the kernel refuses "network" or "ipc", the run goes on without it. Where it refuses all, the run has
 * nothing of its own, and other local users can connect to its mpirun.
 *
 * "processes": a /proc that shows the run and nothing else.
 *
 * "ipc": System V segments and message queues that end with the run.
 *
 * "network": a loopback and no other network. No process outside reaches what listens in the run, such as mpirun does
 * for its ranks, and the run reaches no host and no database.
 *
 * "shm": a /dev/shm that ends with the run. It holds as much as --folder-bytes, beside what the folder holds, and no
 * more than --memory.
 *
 * "tmp": a folder in the run folder (--tmp) stands for /tmp and /var/tmp. Not so where the run folder, PROGRAM,
 * --needs,
 * --chdir or an output lies below one of them: the run must see those.
 *
 * "sockets": the run reaches no server of the machine by the name of a socket.
 *
 * Sockets. /run and other places where servers listen are empty, and /tmp is the run's own. Of what listens elsewhere
 * when the run starts, the folder is empty too, so that the run does not reach a server that begins again. A folder
 * stays where the run needs it (run folder, PROGRAM, --needs, --chdir, outputs) or systems do (the lists in sockets.c).
 * There the socket alone is hidden, and a server that begins again is reached. A server that begins to listen elsewhere
 * later is not hidden. "sockets" is not claimed where a server has a relative name, which does not tell where it lies.
 *
 * Limits of time and space. After --wall-time the run is ended as by a kill: TERM, and KILL after the grace. Over
 * --folder-bytes or --folder-entries it is killed at once (reason "quota"). The folder is measured every second, or
 * less often where a measure takes long: allocated blocks, each file once whatever names it has, and files without a
 * name that the processes of the run hold open or mapped. Only root measures files that are mapped and no longer open;
 * another user's guard counts such a file up to the end of the mapped part. Two things count as more than any quota: a
 * folder that the guard may not read, and, when it lasts for a second, a process whose descriptors the guard cannot see
 * or that has descriptors under way in a socket (kernels before 5.6 do not tell of these). Files outside of the run
 * folder are not measured.
 *
 * Limits of memory. --memory bounds all processes of the run together (reason "memory"). With --cgroup the run has a
 * group of the kernel (cgroup v2) of its own, which holds it to memory, processes and a share of the processors as far
 * as the controllers of the group reach, and by which it is killed. A run of the guard's own user, who owns the group,
 * sees no groups; where they cannot be hidden from it, its memory is measured. Where no group holds the memory, it is
 * measured four times a second, or less often where that takes long: pages of the processes, files in memory without a
 * name (memfd), segments of System V, and the run's own /dev/shm. Shared memory that is mapped and files in memory
 * count by the larger of both sums, so where the guard is not root a run may get up to twice its bound by them.
 *
 * Memory that is not measured: buffers of pipes, sockets and message queues; huge pages; where the run has none of its
 * own, the machine's /dev/shm and other file systems in memory; and, where the guard is not root, pages of a shared
 * mapping that are in no process now. Without a group no process gets more than twice --memory of data (RLIMIT_DATA).
 * Without a group and without "ipc", a run makes no segments of System V.
 *
 * Limits of each process. --process-memory is an RLIMIT_AS. --processes is an RLIMIT_NPROC, set where no other process
 * is counted with those of the run. --file-size is an RLIMIT_FSIZE, which also holds sparse files (SIGXFSZ). Every run
 * makes no core dumps and opens at most 65536 files a process; with another identity it has at most 4096 processes and
 * threads. When the machine has no memory left, the kernel ends the run before others.
 *
 * What a run has of its caller: --stdout and --stderr, no other descriptor, and no key of the caller's session. The
 * variables of the program come on the standard input of `run` (--env-stdin), as NAME=VALUE each ended by NUL. They are
 * set after the process of the program has dropped its rights. So they are on no command line and in no file, and the
 * guard, which may be root, does not act by them.
 *
 * What a run cannot do. None of its programs gains rights by a set-user-ID bit (no_new_privs). A seccomp filter lets
 * only system calls of the machine's own kind pass (no 32-bit programs). It denies what would take the run out of reach
 * of the guard: leases on files, for which whoever opens the file waits; new namespaces and mounts; keys; and parts of
 * the kernel that no computation needs. The table is in filter.c. On processors that filter.c does not name there is no
 * filter.
 */
#ifndef SLIPWAY_GUARD_H
#define SLIPWAY_GUARD_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

enum { EXIT_DONE = 0, EXIT_ERROR = 1, EXIT_USAGE = 2, EXIT_CLAIMED = 3, EXIT_CANNOT_KILL = 4, EXIT_FULL = 5 };
enum { RECORD_BYTES = 4096, TEXT_BYTES = 512 };

/* --- environment.c: the variables of the program, by which the guard itself does not act --- */
struct environment {
    char *text; /* NAME=VALUE, each with its NUL */
    size_t length;
};
/* Reads standard input whole. Returns 0, or -1 with errno (EINVAL: not such a text, or longer than 4 MiB). */
int environment_read(struct environment *environment);
/* Sets the variables of this process, which from now on uses the text of ENVIRONMENT. Returns 0, or -1 with errno. */
int environment_set(const struct environment *environment);

/* --- options.c --- */
#define SAME_IDENTITY UINT64_MAX

struct run_options {
    const char *folder, *out, *err, *chdir;
    const char *tmp, *need;  /* NULL: none; NEED is the last of NEEDS */
    const char **needs;      /* ends with NULL; NULL: none */
    double wall_time;        /* seconds; 0: none */
    double grace;            /* seconds from TERM to KILL */
    uint64_t uid, gid;       /* SAME_IDENTITY: those of the guard */
    uint64_t file_size;      /* bytes; 0: no limit */
    uint64_t folder_bytes;   /* 0: no limit */
    uint64_t folder_entries; /* files and folders in it; 0: any number */
    uint64_t memory;         /* bytes of all processes of the run; 0: no limit */
    uint64_t process_memory; /* bytes of address space of each; 0: no limit */
    uint64_t processes;      /* processes and threads of the run; 0: as many as any run */
    uint64_t cpu_weight;     /* 1 to 10000, in the group; 0: that of others */
    const char *cgroup;      /* NULL: none */
    bool env_stdin;
    struct environment environment;
    bool no_namespace;
    char **argv;
};
/* Returns the exit status of a complete command line. */
int guard_command(int argc, char **argv);

/* --- record.c: files and facts --- */
/* Returns the start time of a process in clock ticks after boot; 0 where there is no such process. */
unsigned long long start_of(pid_t pid);
/* Copies the name of this boot of the machine; "" where the kernel has none. */
void boot_id(char out[64]);
/* Returns whether ERROR says that there is no space, which passes. */
bool disk_full(int error);
/* Writes TEXT to a file that exists, such as one of /proc, in one write. Returns 0, or -1 with errno. */
int write_text(int folder, const char *name, const char *text);
/* Takes the room of the record NAME. Returns 0, or -1 with errno. */
int record_reserve(int folder, const char *name);
/* Gives that room back. */
void record_unreserve(int folder, const char *name);
/* Writes the record NAME whole and durably, in the room that was taken for it. Returns 0, or -1 with errno. */
int record_write(int folder, const char *name, const char *text);
/* Reads a record, or another small file. Returns its length, or -1 with errno (ENOENT: there is none). */
ssize_t record_read(int folder, const char *name, char out[RECORD_BYTES]);

struct ended {
    int exit_status; /* -1: none */
    int signal;      /* 0: none */
    const char *reason;
    double user, system;
    long long max_rss;
    int survivors;
    long long at_ms;   /* as sw_clock_day_ms() */
    const char *error; /* "" : none */
};
/* Writes ended.json. Returns 0, or -1 with errno. */
int record_ended(int folder, const struct ended *ended);

/* --- claim.c --- */
struct identity {
    pid_t pid;
    unsigned long long start;
    char boot[64];
    double grace;
};
/* Claims FOLDER and takes the room of all records. Returns the locked descriptor of the claim, or -1 with errno: EEXIST
 * where there is a claim already; after any other no claim is left. */
int claim_take(int folder);
/* Writes this process into its claim, in the room that the claim has. Returns 0, or -1 with errno. */
int claim_identify(int claim, int folder, double grace);
/* Removes a claim of this process under which nothing was started. */
void claim_release(int claim, int folder);
typedef enum { CLAIM_NONE, CLAIM_STARTING, CLAIM_ALIVE, CLAIM_LOST } claim_state;
/* Tells how it stands with the claim of FOLDER, and which guard it names; all zero where it names none. */
claim_state claim_look(int folder, struct identity *guard);

/* --- tree.c: the processes of a run --- */
/* Formats the variable that every process of the run inherits, and whose value names the guard. */
void mark_of(const struct identity *guard, char out[96]);
/* Sends SIGNAL (0: none) to each process that carries the mark. Returns their number. */
int signal_marked(const char *mark, int signal);
/* Sends SIGNAL (0: none) to each living descendant of PID. Returns their number. */
int signal_descendants(pid_t pid, int signal);
/* Calls VISIT with each living descendant of PID. */
void each_descendant(pid_t pid, void (*visit)(pid_t pid, void *context), void *context);

/* --- held.c: what the processes of a run hold without a name --- */
struct held_file {
    dev_t device;
    ino_t number;
    long long bytes; /* allocated */
    bool in_memory;  /* on a tmpfs */
    bool is_guess;   /* the bytes are the end of the part that is mapped */
};
struct held {
    struct held_file *files; /* each once; to be freed */
    size_t length, room;
    bool hides; /* a living process lets the guard not look, or descriptors are under way in one of its sockets */
};
/* Lists the removed files that descendants of ROOT have open or mapped, and their files in memory that never had a
 * name. */
struct held files_held(pid_t root);

/* --- usage.c, memory.c: what a run has --- */
/* Of a folder whose size cannot be told; more than any quota. */
#define UNMEASURED LLONG_MAX

struct usage {
    long long bytes;   /* allocated, or UNMEASURED */
    long long entries; /* files and folders */
    bool hides;        /* a process holds something where it cannot be seen; quota.c bears that for a second */
};
/* Why a run that goes on hiding something is over its quota. */
#define HIDES_TEXT "a process lets nobody see what it holds or left open files under way in a socket"
/* Measures what lies in the run folder, each file once whatever names it has, and the files of its file system that
 * have no name any more and are open or mapped in a descendant of ROOT. Gives up counting above --folder-entries. */
struct usage folder_usage(const struct run_options *options, pid_t root);
/* Measures the memory of the descendants of ROOT. The calling process takes on the IPC namespace of ROOT. */
struct usage memory_usage(const struct run_options *options, pid_t root);
/* Returns whether USED is more than the options allow; OUT then says so. */
bool folder_is_over(const struct run_options *options, const struct usage *used, char out[TEXT_BYTES]);
bool memory_is_over(const struct run_options *options, const struct usage *used, char out[TEXT_BYTES]);

/* --- quota.c: measures one of them again and again, in a process of its own, since that may take long --- */
struct quota {
    struct usage (*measure)(const struct run_options *options, pid_t root);
    bool (*is_over)(const struct run_options *options, const struct usage *used, char out[TEXT_BYTES]);
    const char *reason; /* of the end of a run that is over it */
    double rest;        /* seconds between two measures, at least; 0: this is not measured */
    pid_t measurer;     /* 0: none now */
    int from;
    double begun, next;
    double hides_since; /* 0: the last measure saw all */
    struct usage used;  /* as last measured */
};
/* Begins a measure, if a process can be had for it. ROOT is the first process of the run. The new process closes CLAIM.
 */
void quota_start(struct quota *quota, const struct run_options *options, pid_t root, int claim);
/* Returns whether a measure has just ended. quota->used then holds it, and quota->next says when to begin another. */
bool quota_measured(struct quota *quota);
/* Measures a run that has ended, and waits for the result. Returns whether quota->used holds it: a file system may not
 * answer. */
bool quota_measure_last(struct quota *quota, const struct run_options *options, pid_t root, int claim);
/* Ends a measure that is under way. */
void quota_stop(struct quota *quota);

/* --- cgroup.c: a group of the kernel's (cgroup v2) for one run, below one that the operator has set aside --- */
struct cgroup {
    int fd; /* -1: none */
    bool holds_memory;
    char path[512];
};
/* Makes the group, with those bounds of the options that its controllers offer. Returns 0, also where no group is asked
 * for, or -1 with errno. */
int cgroup_make(const struct run_options *options, const struct identity *guard, struct cgroup *group);
/* Puts process PID into the group, if there is one. Returns 0, or -1 with errno. */
int cgroup_enter(const struct cgroup *group, pid_t pid);
/* Returns whether the kernel ended a process for the bound of the group on memory. */
bool cgroup_was_full(const struct cgroup *group);
/* Kills all processes of the group at PATH, and removes the group. */
void cgroup_end(const char *path);

/* --- program.c, filter.c, isolation.c, sockets.c, inner.c --- */
struct launch {
    const struct run_options *options;
    char mark[96];
    unsigned long namespaces; /* CLONE_NEW... of the inner process */
    uid_t uid;                /* of the guard, for the map of a user namespace */
    gid_t gid;
    int go, report;      /* inner's ends */
    int claim;           /* to be closed by the inner process, which must not hold the guard's lock */
    int sockets;         /* sockets_list(), or -1 */
    bool memory_is_held; /* by the kernel, in a group */
};
struct report {
    int started;
    char error[TEXT_BYTES];
    int status; /* as wait gives it */
    double user, system;
    long long max_rss;
};
/* Denies system calls, by the table of filter.c, to this process and all that it starts, for good; shmget only without
 * MAY_MAKE_SEGMENTS. 0, or -1 with errno. */
int filter_calls(bool may_make_segments);
/* What a run may have of its own. OWN_GROUP, which isolation_text() does not name: the run cannot change the bounds of
 * its group. */
enum { OWN_PROCESSES = 1, OWN_IPC = 2, OWN_NETWORK = 4, OWN_SHM = 8, OWN_TMP = 16, OWN_SOCKETS = 32, OWN_GROUP = 64 };
/* Makes this process, which is new in the namespaces of LAUNCH, the root of the run. Returns OWN_..., or -1 where the
 * namespaces are of no use. */
int isolate(const struct launch *launch);
/* Writes the names of OWN to OUT, with spaces between them. Returns OUT. */
const char *isolation_text(int own, char out[64]);
/* Returns whether the program will be another user than the guard. */
bool is_other_user(const struct run_options *options);
/* Returns whether PATH is FOLDER or lies below it, links followed. */
bool lies_below(const char *path, const char *folder);
/* Returns whether the run would lose sight of what it needs if something were mounted on FOLDER. */
bool is_needed(const struct run_options *options, const char *folder);
/* Opens the list of the sockets of this machine that have a name; another network namespace shows another list. Returns
 * a descriptor, or -1. */
int sockets_list(void);
/* Hides from this mount namespace the sockets by which servers of the machine are reached. Returns whether all are
 * hidden. */
bool hide_sockets(const struct launch *launch);
/* Becomes PROGRAM: takes on its identity, then with its rights alone opens the outputs, enters the folder and executes
 * it. Writes what failed to ERROR_FD, and exits. */
_Noreturn void become_program(const struct launch *launch, int error_fd);
/* Is the inner process: writes to `report` what isolate() returned, waits for a byte on `go`, runs the program, reaps,
 * reports. SIGTERM makes it send TERM to all processes of the run, SIGUSR1 KILL. */
_Noreturn void inner_main(const struct launch *launch);

/* --- the verbs: each returns an exit status --- */
int command_run(const struct run_options *options);
int command_kill(const char *folder);
int command_status(const char *folder);

#endif
