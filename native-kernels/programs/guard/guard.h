/* SPDX-License-Identifier: Apache-2.0 */
/*
 * slipway-guard runs one program so that others can find, follow and reliably end the run, even if the caller fails.
 * Linux only. slipway-guard(8) is for users; this comment explains how the parts work together.
 *
 *   caller -> `run` (returns at once) -> guard -> inner process -> PROGRAM
 *   caller -> `run --foreground`, which is the guard -> inner process -> PROGRAM
 *
 * Processes. The guard has a separate session and writes the records of the run folder. If the kernel allows a PID
 * namespace, the inner process is the init of the namespace, and the end of the init ends every process of the run.
 * Root makes the namespace directly, other users in a user namespace. Otherwise the inner process is a child subreaper
 * and looks up its descendants. The inner process dies with the guard (PDEATHSIG). The guard signals a process through
 * a descriptor (pidfd), after a second check that the process belongs to the run.
 *
 * Foreground. `run --foreground` is for a caller that waits for the run, such as a batch script of Slurm or a command
 * over ssh. The guard then stays in the caller's session and process group, so that Slurm can signal the guard. The
 * guard exits with the status that a shell would give for the program. TERM, INT or HUP end the run as `kill` does, and
 * "by" in ended.json names the sender. The end of the caller ends the run, too (PDEATHSIG and a look at the parent), so
 * that no run outlives its step on a cluster. A batch script should `exec` the guard: a shell that dies of TERM before
 * its guard has ended lets Slurm believe that the job has ended.
 *
 * If the run folder is on a shared file system, `status` and `kill` may be called on another machine than that of the
 * guard. So the claim of a run in the foreground names the machine of the guard. On any other machine, `status` says
 * "elsewhere" and `kill` refuses.
 *
 * Later starts. Slurm may start a batch job again, for example after the loss of a host. With --again the claim names
 * the job and the start of the job. A later start of the same job takes the folder if the earlier run was cut off: that
 * run has no recorded end, or the end "killed". The guard of the later start first waits for the lock of the claim, so
 * that two guards never have the run at once. The guard then moves the records to start-N and the outputs to
 * OUTPUT.start-N, where N is the number of the earlier start. All other files stay as the earlier start left them.
 * After `close` no later start takes the folder.
 *
 * Other hosts. mpirun starts a daemon on each further host by srun or ssh. The daemon is the program of another guard
 * on that host: `join` makes a new folder hosts/HOST.N in the run folder, which all hosts share, and then acts as `run
 * --foreground --cluster` in the new folder. When the run ends, the guard of the first host makes the file "over". That
 * guard then waits for the records of all guards that still hold the lock of their claim. In its own record, that guard
 * writes the number of guards without a record, as "hosts_left". See hosts.c.
 *
 * Hosts by ssh. A run with --ssh and --hosts starts its daemons by `reach`. `reach` asks a process of the guard to call
 * ssh. That process is outside of the run, so the run cannot read the key. reach.h explains the request.
 *
 * Records. A run folder gets `claim` (created with O_EXCL before anything runs), then `started.json`, then
 * `ended.json`. The claim names the guard, and the guard holds a lock on the claim until the guard ends. Each record is
 * written whole: temporary name, fsync, rename, fsync of the folder. The guard reserves room for the records together
 * with the claim, as files `NAME.reserve` that the records later overwrite. So a full disk or an exhausted quota shows
 * before the run starts (EXIT_FULL, and no claim stays), and the end of a run can be written on a full disk. A file
 * system may need room even to overwrite; the guard then stays, visible as running, until the end is written or the
 * guard is killed.
 *
 * Write access. The identity of the run must not be able to write the records. Callers give the records a folder that
 * only the guard's identity can write, and the program another folder (--chdir). The guard opens no other path from the
 * arguments: the process of the program opens --stdout and --stderr after the drop to --uid and --gid.
 *
 * Isolation. `isolation` in started.json lists the private parts of the run, by the strongest namespaces that the
 * kernel grants. If the kernel refuses "network" or "ipc", the run starts without that part. If the kernel refuses all
 * parts, the run is not isolated, and other local users can connect to its mpirun.
 *
 * With --isolated, a run that would lack "processes", "ipc" or "network", or would have the identity of the guard, does
 * not start.
 *
 * "processes": a /proc that shows only the run.
 *
 * "ipc": System V segments and message queues that end with the run.
 *
 * "network": a loopback and no other network. No process outside can connect to a listener in the run, such as mpirun,
 * and the run reaches no host and no database.
 *
 * "shm": a /dev/shm that ends with the run. Its size is --folder-bytes, in addition to the folder, and at most
 * --memory.
 *
 * "tmp": a folder in the run folder (--tmp) replaces /tmp and /var/tmp, except if the run needs one of them: if the run
 * folder, PROGRAM, --needs, --chdir or an output lies below.
 *
 * "sockets": the run cannot reach a server of the machine by the name of a socket.
 *
 * Sockets. /run and other usual folders of sockets are empty for the run, and /tmp is private. If a server listens
 * elsewhere when the run starts, the folder of that server is empty too, so that the run cannot reach a restarted
 * server. A folder stays if the run needs the folder (run folder, PROGRAM, --needs, --chdir, outputs) or systems do
 * (the lists in sockets.c). In such a folder only the socket is hidden, and the run can reach a restarted server. A
 * server that starts to listen elsewhere later is not hidden. If a server has bound a relative name, which does not
 * show the folder, started.json does not list "sockets".
 *
 * Clusters. With --cluster the run keeps the network of the machine: mpirun must connect to other hosts of the
 * allocation, and srun, which starts the daemons on these hosts, must ask the controller of Slurm. The run sees the
 * folder of munge's socket (--munge) and Slurm's fetched settings in the otherwise empty /run. All processes with the
 * same network share sockets without a file ("abstract"). Landlock (Linux 6.12) keeps these sockets from the run. If
 * the kernel cannot do that, started.json does not list "sockets". All other parts of the isolation stay. ADR 0098
 * tells the servers that a run can reach.
 *
 * Limits of time and space. After --wall-time the guard ends the run as by a kill: TERM, and KILL after the grace. A
 * run over --folder-bytes or --folder-entries is killed at once (reason "quota"). The guard measures the folder every
 * second, or less often if measuring takes long: allocated blocks, each file once for all its names, and files without
 * a name that the processes of the run hold open or mapped. Only root measures files that are mapped and no longer
 * open; another user's guard counts such a file up to the end of the mapped part. Two things count as more than any
 * quota: a folder that the guard may not read, and, for longer than a second, a process with descriptors that the guard
 * cannot see or that are in transit in a socket (kernels before 5.6 do not show the latter). Files outside of the run
 * folder are not measured.
 *
 * Limits of memory. --memory bounds all processes of the run together (reason "memory"). With --cgroup the run has a
 * separate group of the kernel (cgroup v2). The group limits memory, processes and the share of the processors, as far
 * as its controllers allow, and serves to kill the run. A run of the guard's own user, who owns the group, sees no
 * groups; if the groups cannot be hidden, the guard measures the memory of the run. Without a limit by a group, the
 * guard measures memory four times a second, or less often if measuring takes long: pages of the processes, files in
 * memory without a name (memfd), segments of System V, and the run's private /dev/shm. Mapped shared memory and files
 * in memory count by the larger of both sums, so under a guard that is not root, a run can get up to twice the bound by
 * such memory.
 *
 * Memory that is not measured: buffers of pipes, sockets and message queues; huge pages; the machine's /dev/shm and
 * other file systems in memory, if the run has no private ones; and, if the guard is not root, pages of a shared
 * mapping that are in no process now. Without a group no process gets more than twice --memory of data (RLIMIT_DATA).
 * Without a group and without "ipc", a run cannot make segments of System V.
 *
 * Limits of each process. --process-memory is an RLIMIT_AS. --processes is an RLIMIT_NPROC, set if no other process
 * counts together with those of the run. --file-size is an RLIMIT_FSIZE, which also limits sparse files (SIGXFSZ).
 * Every run makes no core dumps and opens at most 65536 files a process; with another identity it has at most 4096
 * processes and threads. If the machine runs out of memory, the kernel ends the run before other processes.
 *
 * Inheritance. A run inherits --stdout and --stderr, no other descriptor, and no key of the caller's session. The
 * variables of the program come on the standard input of `run` (--env-stdin), as NAME=VALUE each ended by NUL. The
 * process of the program sets the variables after the drop of rights. So the variables are on no command line and in no
 * file, and do not influence the guard, which may be root.
 *
 * Denials. No program of the run gains rights by a set-user-ID bit (no_new_privs). A seccomp filter passes only native
 * system calls (no 32-bit programs). The filter denies calls that would take the run out of reach of the guard: leases
 * on files, which make other processes wait; new namespaces and mounts; keys; and parts of the kernel that no
 * computation needs. The table is in filter.c. On processors that filter.c does not name there is no filter.
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

/* --- environment.c: the variables of the program, which do not influence the guard --- */
struct environment {
    char *text; /* NAME=VALUE, each with a NUL */
    size_t length;
};
/* Reads all of standard input. Returns 0, or -1 with errno (EINVAL: the input has another form or more than 4 MiB). */
int environment_read(struct environment *environment);
/* Sets the variables of this process, which from now on uses the text of ENVIRONMENT. Returns 0, or -1 with errno. */
int environment_set(const struct environment *environment);

/* --- options.c --- */
#define SAME_IDENTITY UINT64_MAX

struct run_options {
    const char *folder, *out, *err, *chdir;
    const char *tmp, *need;  /* NULL: not given; NEED is the last of NEEDS */
    const char **needs;      /* ends with NULL; NULL: not given */
    double wall_time;        /* seconds; 0: no limit */
    double grace;            /* seconds from TERM to KILL */
    uint64_t uid, gid;       /* SAME_IDENTITY: the identity of the guard */
    uint64_t file_size;      /* bytes; 0: no limit */
    uint64_t folder_bytes;   /* 0: no limit */
    uint64_t folder_entries; /* files and folders in the folder; 0: any number */
    uint64_t memory;         /* bytes of all processes of the run; 0: no limit */
    uint64_t process_memory; /* bytes of address space of each; 0: no limit */
    uint64_t processes;      /* processes and threads of the run; 0: the usual limit */
    uint64_t cpu_weight;     /* 1 to 10000, in the group; 0: the default weight */
    const char *cgroup;      /* NULL: no group */
    bool env_stdin;
    struct environment environment;
    bool no_namespace;
    bool foreground;
    bool cluster;
    bool isolated;     /* refuse a run that lacks a private part or would have the identity of the guard */
    bool again;        /* a later start of the same batch job may follow a start that was cut off */
    const char *munge; /* the socket of munge for --cluster; NULL: the usual one */
    const char *ssh;   /* the settings of ssh for the other hosts; NULL: the run starts no daemons by ssh */
    const char *hosts; /* the file that lists these hosts */
    const char *hide;  /* a folder that is empty for the run, or NULL */
    int head;          /* join: the folder of the run on its first host; -1: this is the first host */
    char **argv;
};
/* Returns the exit status of a complete command line. */
int guard_command(int argc, char **argv);

/* --- record.c: files and facts --- */
/* Returns the start time of a process in clock ticks after boot; 0 without such a process. */
unsigned long long start_of(pid_t pid);
/* Copies the identity of this boot of the machine; "" if the kernel tells no identity. */
void boot_id(char out[64]);
/* Returns whether ERROR says that there is no space, a state that may pass. */
bool disk_full(int error);
/* Writes TEXT to an existing file, such as one of /proc, in one write. Returns 0, or -1 with errno. */
int write_text(int folder, const char *name, const char *text);
/* Reserves the room of the record NAME. Returns 0, or -1 with errno. */
int record_reserve(int folder, const char *name);
/* Gives the reserved room of the record NAME back. */
void record_unreserve(int folder, const char *name);
/* Writes the record NAME whole and durably, in the reserved room. Returns 0, or -1 with errno. */
int record_write(int folder, const char *name, const char *text);
/* Reads a record, or another small file. Returns the length, or -1 with errno (ENOENT: no such file). */
ssize_t record_read(int folder, const char *name, char out[RECORD_BYTES]);

struct ended {
    int exit_status; /* -1: no exit status */
    int signal;      /* 0: no signal */
    const char *reason;
    double user, system;
    long long max_rss;
    int survivors;
    int hosts_left;    /* guards on other hosts that have not recorded their end */
    long long at_ms;   /* as sw_clock_day_ms() */
    const char *error; /* "": no error */
    const char *by;    /* the sender of the signal that ended a run in the foreground; "": no such signal */
};
/* Writes ended.json. Returns 0, or -1 with errno. */
int record_ended(int folder, const struct ended *ended);

/* --- claim.c --- */
struct identity {
    pid_t pid;
    unsigned long long start;
    char boot[64];
    char host[80]; /* the machine of the guard; "": this machine */
    double grace;
};
/* Claims FOLDER and reserves the room of all records. Returns the locked descriptor of the claim, or -1 with errno:
 * EEXIST if there is a claim already; after any other error no claim is left. */
int claim_take(int folder);
/* Writes the identity of this process into its claim, in the room of the claim. Returns 0, or -1 with errno. */
int claim_identify(int claim, int folder, const struct run_options *options);
/* Returns whether a guard, or the `run` that is about to become one, holds the lock of the claim. */
bool claim_is_locked(int folder);
/* Removes a claim of this process before the run has started. */
void claim_release(int claim, int folder);
/* CLAIM_ELSEWHERE: the guard is on another machine that shares the folder, so this machine cannot see the guard's
 * process. */
typedef enum { CLAIM_NONE, CLAIM_STARTING, CLAIM_ALIVE, CLAIM_LOST, CLAIM_ELSEWHERE } claim_state;
/* Returns the state of the claim of FOLDER. GUARD gets the identity that the claim names, or zeros if the claim names
 * no guard. */
claim_state claim_look(int folder, struct identity *guard);

/* --- again.c: a batch job that Slurm starts again --- */
struct batch_start {
    char job[24]; /* Slurm's number of the job */
    long count;   /* how often Slurm has started the job before */
};
/* Reads the number of the batch job, and the number of the present start, from Slurm's variables. Returns false outside
 * of a batch job. */
bool start_of_job(struct batch_start *start);
/* Claims FOLDER, which an earlier start of the same batch job has claimed: waits until the guard of the earlier start
 * is gone, and moves the records and outputs of that start aside. Returns as claim_take() does. The error is EEXIST if
 * the earlier run ended without a kill, the folder is closed, the guard of the earlier start is left, or this start is
 * no later start of the same job. */
int claim_take_again(int folder, const struct run_options *options);
/* Returns whether `close` was called for the folder, so that no later start may take the folder. */
bool is_closed(int folder);
/* Closes FOLDER, so that no later start takes the folder. Returns the exit status. */
int command_close(const char *folder);

/* --- tree.c: the processes of a run --- */
/* Formats the variable that every process of the run inherits. Its value names the guard. */
void mark_of(const struct identity *guard, char out[96]);
/* Sends SIGNAL (0: no signal) to each process with the mark. Returns the number of these processes. */
int signal_marked(const char *mark, int signal);
/* Sends SIGNAL (0: no signal) to each living descendant of PID. Returns the number of these processes. */
int signal_descendants(pid_t pid, int signal);
/* Returns whether ANCESTOR is among the parents of PID. */
bool descends(pid_t pid, pid_t ancestor);
/* Calls VISIT with each living descendant of PID. */
void each_descendant(pid_t pid, void (*visit)(pid_t pid, void *context), void *context);

/* --- cgroup.c: a group of the kernel (cgroup v2) for one run, below a group that the operator has set aside --- */
struct cgroup {
    int fd; /* -1: no group */
    bool holds_memory;
    char path[512];
};
/* Makes the group, with the bounds of the options that its controllers support. Returns 0, also if no group is
 * requested, or -1 with errno. */
int cgroup_make(const struct run_options *options, const struct identity *guard, struct cgroup *group);
/* Puts process PID into the group, if there is one. Returns 0, or -1 with errno. */
int cgroup_enter(const struct cgroup *group, pid_t pid);
/* Returns whether the kernel has ended a process because of the group's bound on memory. */
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
    int go, report;      /* the inner process's ends of two pipes */
    int claim;           /* closed by the inner process, which must not hold the guard's lock */
    int sockets;         /* sockets_list(), or -1 */
    bool memory_is_held; /* whether a group of the kernel limits the memory */
};
struct report {
    int started;
    char error[TEXT_BYTES];
    int status; /* as wait(2) gives it */
    double user, system;
    long long max_rss;
};
/* Denies system calls, by the table of filter.c, to this process and its future children, permanently. Denies shmget
 * only if MAY_MAKE_SEGMENTS is false. Returns 0, or -1 with errno. */
int filter_calls(bool may_make_segments);
/* The private parts of a run. isolation_text() leaves two of them out: OWN_GROUP (the run cannot change the bounds of
 * its group) and OWN_HIDDEN (the folder of --hide is empty for the run). */
enum {
    OWN_PROCESSES = 1,
    OWN_IPC = 2,
    OWN_NETWORK = 4,
    OWN_SHM = 8,
    OWN_TMP = 16,
    OWN_SOCKETS = 32,
    OWN_GROUP = 64,
    OWN_HIDDEN = 128
};
/* Makes this process, which is new in the namespaces of LAUNCH, the root of the run. Returns OWN_..., or -1 if the
 * namespaces are useless. */
int isolate(const struct launch *launch);
/* Writes the names of OWN to OUT, with spaces between them. Returns OUT. */
const char *isolation_text(int own, char out[64]);
/* Returns whether the program will be another user than the guard. */
bool is_other_user(const struct run_options *options);
/* Returns whether PATH is FOLDER or lies below it, following links. */
bool lies_below(const char *path, const char *folder);
/* Returns whether a mount on FOLDER would hide a path that the program needs. */
bool program_needs(const struct run_options *options, const char *folder);
/* Returns whether a mount on FOLDER would hide a path that the program needs, or the socket of munge if the run is to
 * reach munge. */
bool is_needed(const struct run_options *options, const char *folder);
/* Returns the path of the socket of munge, or NULL for a run that is not to reach munge. */
const char *munge_socket(const struct run_options *options);
/* Opens the list of this machine's sockets that have a name. In another network namespace, a process would see another
 * list. Returns a descriptor, or -1. */
int sockets_list(void);
/* Keeps this process and its future children from the servers of this machine that listen by a name without a file
 * ("abstract"), which all processes with the same network share. Returns whether the kernel can do that (Linux 6.12).
 */
bool leave_abstract_sockets(void);
/* Hides the sockets of the machine's servers from this mount namespace. Returns whether all are hidden. */
bool hide_sockets(const struct launch *launch);
/* Becomes PROGRAM: takes on its identity, then with the rights of that identity opens the outputs, enters the folder
 * and executes PROGRAM. After a failure writes the failed step to ERROR_FD, and exits. */
_Noreturn void become_program(const struct launch *launch, int error_fd);
/* Runs as the inner process: writes the result of isolate() to `report`, waits for a byte on `go`, runs the program,
 * reaps, reports. On SIGTERM sends TERM to all processes of the run, on SIGUSR1 KILL. */
_Noreturn void inner_main(const struct launch *launch);

/* --- the verbs: each returns an exit status --- */
int command_run(const struct run_options *options);
/* Runs a daemon of a run on a host other than the run's first host, in a new folder below the run folder. */
int command_join(struct run_options *options);
/* Runs a command on another host, for a run with --ssh. WORDS are the host and a command for its shell: reach.h. */
int command_reach(const struct run_options *options, char **words);
int command_kill(const char *folder);
int command_status(const char *folder);

#endif
