/*
 * slipway-guard: runs one program so that it can be found, followed and ended for certain, whatever becomes of its
 * caller. Linux only.
 *
 *   caller -> `run` (returns at once) -> guard -> inner process -> PROGRAM
 *
 * The guard lives in its own session and writes the records of the run folder. The inner process is the init of a PID
 * namespace where the kernel allows one (root: at once; else in a user namespace), so that its end is the end of every
 * process of the run; else it is a child subreaper that walks its descendants. It dies with the guard (PDEATHSIG).
 *
 * What a run has of its own, by the strongest namespaces that the kernel grants, is told by `isolation` in
 * started.json. "processes": a /proc that shows nothing but the run. "ipc": System V segments and message queues,
 * which end with the run. "network": a loopback, and no other network; what listens in the run, as mpirun does for its
 * ranks, is reached by no other process of the machine, and the run reaches no host and no database. "shm": a /dev/shm
 * that ends with the run and holds as much as --folder-bytes, beside what the folder holds, and no more than --memory.
 * "tmp": a folder in the run folder (--tmp) stands for /tmp and /var/tmp; not so where the run folder, PROGRAM,
 * --needs, --chdir or an output lies below one of them, for the run must see those. "sockets": no server of the
 * machine is reached by a socket's name: /run and other places where servers listen are empty, /tmp is the run's own,
 * and of what listens elsewhere when the run starts, the folder is empty, too, so that a server is not reached when it
 * begins again. Not so a folder that the run needs (run folder, PROGRAM, --needs, --chdir, outputs) or that a system
 * needs (those of sockets.c: /usr, /etc, those right in /, /home, /var, /opt and others): there the socket alone is
 * hidden, and a server that begins again is reached. Neither is a server hidden that begins to listen elsewhere later.
 * "sockets" is not claimed where a server has a relative name, which does not tell where it lies. Where the kernel
 * refuses network or ipc, a run goes on without; where it refuses all, a run has none of them, and other local users
 * can connect to its mpirun.
 *
 * Life of a run folder: `claim` (O_EXCL, before anything runs) -> `started.json` -> `ended.json`. The records are
 * whole files (temporary name, fsync, rename, fsync of the folder). Their bytes are taken with the claim, as files
 * `NAME.reserve` that they overwrite: a disk that is full, or a quota that is used up, shows before anything runs
 * (EXIT_FULL, and no claim is left), and an end can be written where nothing else can. Should a file system want room
 * even to overwrite, the guard stays, visible as running, until it has written the end or is killed. The claim names
 * the guard; the guard holds a lock on it for as long as it lives. The run's own identity must not be able to write the
 * run folder's records: give them a folder that only the guard's identity can write, and the program another one
 * (--chdir). The guard itself opens nothing else by a path that it was told: --stdout and --stderr are opened by the
 * program's process after it has dropped to --uid and --gid.
 *
 * Limits of a run. Time: --wall-time; then, as on a kill, TERM and after the grace KILL. Space: --folder-bytes and
 * --folder-entries, over which the run is killed at once (reason "quota"). The folder is measured every second, or
 * less often when a measure takes long: allocated blocks, each file once whatever names it has, and files without a
 * name that the run's processes hold open or mapped. What is mapped alone, only root measures; another user's guard
 * counts such a file up to the end of the mapped part. Two things count as more than any quota: a folder that the
 * guard may not read, and for a second or more a process that lets the guard not see its descriptors, or that has
 * descriptors under way in a socket (kernels before 5.6 do not tell of these). What a program writes outside of the
 * run folder is not measured. Memory: --memory, of all processes together (reason "memory"). With --cgroup the run has
 * a group of the kernel's (cgroup v2) of its own, which holds it to memory, processes and a share of the processors,
 * as far as the group's controllers reach, and by which it is killed. A run of the guard's own user, who owns the
 * group, sees no groups; where they cannot be hidden from it, its memory is measured. Where no group holds the memory,
 * it is measured four times a second, or less often when that takes long: pages of the processes, files in memory
 * without a name (memfd), segments of System V, and the run's own /dev/shm, which has no more room than --memory. Some
 * memory is not measured: buffers of pipes, sockets and message queues, huge pages, the machine's /dev/shm and other
 * file systems in memory where the run has none of its own, and, where the guard is not root, pages of a shared
 * mapping that are in no process now. Mapped shared memory and files in memory count by the larger of both sums, so
 * where the guard is not root a run may get up to twice its bound by them. Without a group and without "ipc", a run
 * makes no segments of System V. Without a group no process gets more than twice --memory of data (RLIMIT_DATA).
 * --process-memory is an RLIMIT_AS. --processes is an RLIMIT_NPROC, where no other process is counted with the run's.
 * --file-size is an RLIMIT_FSIZE that also holds sparse files (SIGXFSZ). Always: no core dumps, and at most 65536 open
 * files a process; with another identity, at most 4096 processes and threads of that user. The kernel, out of memory,
 * ends the run before others.
 *
 * Of its caller a run has nothing but --stdout and --stderr: no other descriptor, and no key of the caller's session.
 * No program of the run gains rights by a set-user-ID bit (no_new_privs). A seccomp filter, in which only calls of the
 * machine's own kind pass (no 32-bit programs), denies what would take a run out of the guard's reach: leases on files,
 * for which whoever opens the file waits, as the service does; new namespaces and mounts; keys; and parts of the kernel
 * that no computation needs. The table is in filter.c. On processors that filter.c does not name there is no filter.
 *
 * A process is signalled by a descriptor (pidfd), after a second look at whether it is the run's.
 *
 * The program's variables come on standard input of `run` (--env-stdin), as NAME=VALUE each ended by NUL, and are set
 * after the program's process has dropped its rights: they are on no command line, in no file, and the guard, which may
 * be root, does not act by them.
 */
#ifndef SLIPWAY_GUARD_H
#define SLIPWAY_GUARD_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

enum { EXIT_DONE = 0, EXIT_ERROR = 1, EXIT_USAGE = 2, EXIT_CLAIMED = 3, EXIT_CANNOT_KILL = 4, EXIT_FULL = 5 };
enum { RECORD_BYTES = 4096, TEXT_BYTES = 512 };

/* --- environment.c: the program's own variables, of which this program takes no notice --- */
struct environment {
    char *text; /* NAME=VALUE, each with its NUL */
    size_t length;
};
/* All of standard input. 0, or -1 with errno (EINVAL: not such a text, or longer than 4 MiB). */
int environment_read(struct environment *environment);
/* For this process; ENVIRONMENT must stay. 0, or -1 with errno. */
int environment_set(const struct environment *environment);

/* --- options.c --- */
struct run_options {
    const char *folder, *out, *err, *chdir;
    const char *tmp, *needs; /* NULL: none */
    double wall_time;        /* seconds; 0: none */
    double grace;            /* seconds from TERM to KILL */
    long uid, gid;           /* -1: stay */
    double file_size;        /* bytes; 0: no limit */
    double folder_bytes;
    double folder_entries; /* files and folders in it; 0: any number */
    double memory;         /* bytes of all processes of the run; 0: no limit */
    double process_memory; /* bytes of address space of each */
    double processes;      /* processes and threads of the run; 0: as many as any run */
    double cpu_weight;     /* 1 to 10000, in the group; 0: that of others */
    const char *cgroup;    /* NULL: none */
    bool env_stdin;
    struct environment environment;
    bool no_namespace;
    char **argv;
};
/* Returns the exit status of a complete command line. */
int guard_command(int argc, char **argv);

/* --- record.c: files and facts --- */
long long now_ms(void);
double monotonic_seconds(void);
/* Start time of a process in clock ticks after boot; 0 when there is no such process. */
unsigned long long start_of(pid_t pid);
void boot_id(char out[64]);
/* Text as a JSON string, with its quotes, cut to fit. */
const char *json_text(const char *text, char *out, size_t size);
/* A number or string member of a flat object that this program wrote. */
bool json_number(const char *json, const char *key, double *out);
bool json_string(const char *json, const char *key, char *out, size_t size);
/* Whether errno says that there is no space, which passes. */
bool disk_full(int error);
/* All of TEXT at that place of the file. 0, or -1 with errno. */
int write_at(int fd, const char *text, size_t length, off_t at);
/* Takes the bytes of the record NAME. 0, or -1 with errno. */
int record_reserve(int folder, const char *name);
void record_unreserve(int folder, const char *name);
/* Atomic and durable; in the bytes reserved for it, where they are. 0, or -1 with errno. */
int record_write(int folder, const char *name, const char *text);
/* Length, or -1 with errno (ENOENT: there is none). */
ssize_t record_read(int folder, const char *name, char out[RECORD_BYTES]);

struct ended {
    int exit_status; /* -1: none */
    int signal;      /* 0: none */
    const char *reason;
    double user, system;
    long long max_rss;
    int survivors;
    long long at_ms;   /* as now_ms() */
    const char *error; /* "" : none */
};
int record_ended(int folder, const struct ended *ended);

/* --- claim.c --- */
struct identity {
    pid_t pid;
    unsigned long long start;
    char boot[64];
    double grace;
};
/* The locked descriptor of a new claim, with the reserves of all records; -1 with errno: EEXIST when there is one
 * already; after anything else no claim is left. */
int claim_take(int folder);
/* The claim names this process from now on, in bytes that it has. 0, or -1 with errno. */
int claim_identify(int claim, int folder, double grace);
/* Gives up a claim of one's own under which nothing was started. */
void claim_release(int claim, int folder);
typedef enum { CLAIM_NONE, CLAIM_STARTING, CLAIM_ALIVE, CLAIM_LOST } claim_state;
claim_state claim_look(int folder, struct identity *guard);

/* --- tree.c: the processes of a run --- */
/* Environment variable that every process of the run inherits: its value names the guard. */
void mark_of(const struct identity *guard, char out[96]);
/* Number of processes that carry the mark; SIGNAL (0: none) is sent to each. */
int signal_marked(const char *mark, int signal);
/* Number of living descendants of PID; SIGNAL is sent to each. */
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
/* The removed files that descendants of ROOT have open or mapped, and their files in memory that never had a name. */
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
/* What lies in the run folder, each file once whatever names it has and wherever, and the files of its file system that
 * have no name any more and are open or mapped in a descendant of ROOT. Gives up counting above --folder-entries. */
struct usage folder_usage(const struct run_options *options, pid_t root);
/* The memory of the descendants of ROOT. The process that calls this takes on the IPC namespace of ROOT. */
struct usage memory_usage(const struct run_options *options, pid_t root);
/* Whether that is more than the options allow; OUT then says so. */
bool folder_is_over(const struct run_options *options, const struct usage *used, char out[TEXT_BYTES]);
bool memory_is_over(const struct run_options *options, const struct usage *used, char out[TEXT_BYTES]);

/* --- quota.c: one of them measured again and again, by a process of its own, for that may take long --- */
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
/* Begins a measure, if a process can be had for it; ROOT is the run's first process. CLAIM is closed there. */
void quota_start(struct quota *quota, const struct run_options *options, pid_t root, int claim);
/* Whether a measure has just ended; it is in quota->used, and quota->next says when to begin another. */
bool quota_measured(struct quota *quota);
void quota_stop(struct quota *quota);

/* --- cgroup.c: a group of the kernel's (cgroup v2) for one run, below one that the operator has set aside --- */
struct cgroup {
    int fd; /* -1: none */
    bool holds_memory;
    char path[512];
};
/* Makes it with what bounds of the options its controllers offer. 0, also where no group is asked for, or -1 with
 * errno. */
int cgroup_make(const struct run_options *options, const struct identity *guard, struct cgroup *group);
/* 0, or -1 with errno. */
int cgroup_enter(const struct cgroup *group, pid_t pid);
/* Whether the kernel ended a process for the group's bound on memory. */
bool cgroup_was_full(const struct cgroup *group);
/* Kills all that is in it, and removes it. */
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
/* What a run may have of its own. OWN_GROUP: it cannot change the bounds of its group; isolation_text() does not say
 * it. */
enum { OWN_PROCESSES = 1, OWN_IPC = 2, OWN_NETWORK = 4, OWN_SHM = 8, OWN_TMP = 16, OWN_SOCKETS = 32, OWN_GROUP = 64 };
/* Makes this process, new in the namespaces of LAUNCH, the root of the run's processes. OWN_..., or -1: not fit. */
int isolate(const struct launch *launch);
/* Their names, with spaces between them. */
const char *isolation_text(int own, char out[64]);
/* Whether PATH is FOLDER or lies below it, links followed. */
bool lies_below(const char *path, const char *folder);
/* Whether the run would lose sight of what it needs if something were mounted on FOLDER. */
bool is_needed(const struct run_options *options, const char *folder);
/* The list of this machine's sockets that have a name, which another network namespace does not have. -1: none. */
int sockets_list(void);
/* Hides from this mount namespace the sockets by which servers of the machine are reached. Whether none is left. */
bool hide_sockets(const struct launch *launch);
/* 0, or -1 with errno. */
int write_text(const char *path, const char *text);
/* Become PROGRAM: identity, then with its rights alone outputs, folder, exec. Returns only by _exit; writes what failed
 * to ERROR_FD. */
_Noreturn void become_program(const struct launch *launch, int error_fd);
/* The inner process: says on `report` what isolate() returned, waits for a byte on `go`, runs the program, reaps,
 * reports. SIGTERM: TERM all; SIGUSR1: KILL all. */
_Noreturn void inner_main(const struct launch *launch);

/* --- the verbs --- */
int command_run(const struct run_options *options);
int command_kill(const char *folder);
int command_status(const char *folder);

#endif
