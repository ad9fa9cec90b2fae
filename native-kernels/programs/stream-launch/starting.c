/* SPDX-License-Identifier: Apache-2.0 */
/* Starts units: units of this machine by their script, others through the remote shell. */
#include "launch.h"
#include "remote.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_WORDS = 64 };

static const char *shell_of(const struct launch *launch) {
    return launch->options.shell != NULL ? launch->options.shell
                                         : "ssh -o BatchMode=yes -o ServerAliveInterval=5 -o ServerAliveCountMax=3";
}

/* The plan of a child process. */
struct child_plan {
    const char *const *words;
    int in, out, err; /* -1: /dev/null, or the outputs of the launcher */
    bool is_mpirun;
};

/* Becomes the command. The command is killed with the launcher, but mpirun gets a request to end, so that mpirun can
 * end the ranks. */
static _Noreturn void become(const struct child_plan *plan, pid_t parent) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL); /* the launcher ignores it */
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, plan->is_mpirun ? SIGTERM : SIGKILL);
    const int in = plan->in >= 0 ? plan->in : open("/dev/null", O_RDONLY);
    if (getppid() != parent || in < 0 || dup2(in, 0) < 0 || (plan->out >= 0 && dup2(plan->out, 1) < 0) ||
        (plan->err >= 0 && dup2(plan->err, 2) < 0))
        _exit(125);
    execvp(plan->words[0], (char *const *)(uintptr_t)plan->words);
    dprintf(2, "%s cannot be started: %s\n", plan->words[0], strerror(errno));
    _exit(127);
}

static pid_t start(const struct child_plan *plan) {
    const pid_t parent = getpid(), pid = fork();
    if (pid == 0)
        become(plan, parent);
    if (pid > 0)
        setpgid(pid, pid);
    return pid;
}

/* Splits the command of the remote shell into words, and adds ADDRESS and COMMAND. Returns the text of the words, which
 * the caller frees, or NULL. */
static char *remote_words(const struct launch *launch, int host, const char *command, const char *words[MOST_WORDS]) {
    char *text = strdup(shell_of(launch)), *rest = NULL;
    int count = 0;
    for (char *word = text == NULL ? NULL : strtok_r(text, " ", &rest); word != NULL && count < MOST_WORDS - 3;
         word = strtok_r(NULL, " ", &rest))
        words[count++] = word;
    words[count++] = launch->document.hosts[host].address;
    words[count++] = command;
    words[count] = NULL;
    return text;
}

/* Writes into a pipe with a possibly slow reader. */
static bool send_bytes(int to, const char *bytes, size_t count) {
    while (count > 0) {
        const ssize_t sent = write(to, bytes, count);
        if (sent < 0 && errno != EINTR)
            return false;
        bytes += sent > 0 ? sent : 0;
        count -= sent > 0 ? (size_t)sent : 0;
    }
    return true;
}

/* Sends a file of the folder as described in remote.h: each line after "+", and then a line of one dot. */
static bool send_file(const struct launch *launch, const char *kind, const char *name, int to) {
    char path[4400], *line = NULL;
    size_t room = 0;
    ssize_t bytes;
    snprintf(path, sizeof path, "%s/%s%s", launch->folder, kind, name);
    FILE *file = fopen(path, "re");
    bool sent = file != NULL;
    while (sent && (bytes = getline(&line, &room, file)) > 0)
        sent = send_bytes(to, "+", 1) && send_bytes(to, line, (size_t)bytes);
    sent = sent && !ferror(file) && send_bytes(to, ".\n", 2);
    free(line);
    if (file != NULL)
        fclose(file);
    return sent;
}

static void close_all(int pipes[3][2]) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 2; j++)
            if (pipes[i][j] >= 0)
                close(pipes[i][j]);
}

/* Starts a unit with its pipes: [0] input of a remote shell, [1] output, [2] errors. */
static pid_t start_unit(const struct launch *launch, const struct unit *unit, int pipes[3][2]) {
    const bool remote = !unit->mpi && !launch->document.hosts[unit->host].here;
    char script[4400], command[sizeof remote_unit + 16];
    const char *words[MOST_WORDS] = {"/bin/sh", script, NULL};
    char *text = NULL;
    snprintf(script, sizeof script, "%s/start-%s.sh", launch->folder, unit->name);
    snprintf(command, sizeof command, "sh -c '%s'", remote_unit);
    if (remote && (text = remote_words(launch, unit->host, command, words)) == NULL)
        return -1;
    const struct child_plan plan = {words, remote ? pipes[0][0] : -1, pipes[1][1], pipes[2][1], unit->mpi};
    const pid_t pid = start(&plan);
    free(text);
    return pid;
}

static int launch_unit(struct launch *launch, struct unit *unit, struct sw_failure *f) {
    int pipes[3][2] = {{-1, -1}, {-1, -1}, {-1, -1}};
    const bool remote = !unit->mpi && !launch->document.hosts[unit->host].here;
    bool made = true;
    for (int i = 0; i < 3 && made; i++)
        made = pipe2(pipes[i], O_CLOEXEC) == 0;
    unit->pid = made ? start_unit(launch, unit, pipes) : -1;
    if (unit->pid < 0) {
        const int reason = errno;
        close_all(pipes);
        return sw_fail(f, STATUS_COMPUTE, NULL, "kernel %s cannot be started: %s", unit->name, strerror(reason));
    }
    unit->started = true;
    unit->outputs[0].fd = pipes[1][0];
    unit->outputs[1].fd = pipes[2][0];
    pipes[1][0] = pipes[2][0] = -1;
    if (remote) {
        char script[UNIT_NAME_BYTES + 8];
        snprintf(script, sizeof script, "%s.sh", unit->name);
        unit->hold = pipes[0][1];
        pipes[0][1] = -1;
        /* If the files cannot be sent, the shell has failed, and its end tells the reason. */
        if (send_file(launch, "graph", "", unit->hold))
            send_file(launch, "start-", script, unit->hold);
    }
    close_all(pipes);
    return STATUS_OK;
}

/* Returns whether ranks of MPI kernels run on the host, so that the host needs the graph in the folder of the run. */
static bool has_ranks(const struct launch *launch, int host) {
    for (size_t i = 0; i < launch->document.kernel_count; i++)
        for (size_t j = 0; j < launch->document.kernels[i].host_count; j++)
            if (launch->document.kernels[i].ranks > 0 && launch->document.kernels[i].hosts[j] == host)
                return true;
    return false;
}

static int run_at(const struct launch *launch, int host, const char *command, struct sw_failure *f) {
    int in[2], status = -1;
    const char *words[MOST_WORDS];
    char *text = pipe2(in, O_CLOEXEC) == 0 ? remote_words(launch, host, command, words) : NULL;
    if (text == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "the remote shell cannot be started: %s", strerror(errno));
    const struct child_plan plan = {words, in[0], -1, -1, false};
    const pid_t pid = start(&plan);
    close(in[0]);
    if (pid > 0)
        send_file(launch, "graph", "", in[1]);
    close(in[1]);
    free(text);
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return pid > 0 && status == 0
               ? STATUS_OK
               : sw_fail(f, STATUS_COMPUTE, "try the command of --shell, or ssh, by hand",
                         "host %s cannot be reached by the remote shell", launch->document.hosts[host].name);
}

int hosts_run(const struct launch *launch, const char *command, struct sw_failure *f) {
    int status = STATUS_OK;
    for (size_t i = 0; i < launch->document.host_count; i++)
        if (!launch->document.hosts[i].here && has_ranks(launch, (int)i) && status == STATUS_OK)
            status = run_at(launch, (int)i, command, f);
    return status;
}

int units_start(struct launch *launch, struct sw_failure *f) {
    char command[4900];
    /* Other users may know the name of the folder before it exists: the folder must belong to this user. */
    snprintf(command, sizeof command,
             "sh -c 'umask 077; d=\"%s\"; mkdir -p \"${d%%/*}\"; mkdir \"$d\" 2>/dev/null || { [ -O \"$d\" ] && [ ! -L "
             "\"$d\" ]; } || exit 125; "
             "%s; mv \"$d/new\" \"$d/graph\"'",
             launch->folder, REMOTE_TAKE("\"$d/new\""));
    int status = hosts_run(launch, command, f);
    for (size_t i = 0; i < launch->unit_count && status == STATUS_OK; i++)
        status = launch_unit(launch, &launch->units[i], f);
    return status;
}
