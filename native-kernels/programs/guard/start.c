/* SPDX-License-Identifier: Apache-2.0 */
#include "run.h"

#include "base/clock.h"
#include "base/json.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * Forks into new namespaces. glibc has no function for this that returns twice. The fork handlers are not needed here.
 */
static pid_t fork_with(unsigned long flags) {
    return (pid_t)syscall(SYS_clone, flags | SIGCHLD, NULL, NULL, NULL, NULL);
}

static bool spawn_inner(struct guard *guard, unsigned long flags) {
    int go[2], report[2];
    int own = -1;
    if (pipe2(go, O_CLOEXEC) != 0)
        return false;
    if (pipe2(report, O_CLOEXEC) != 0) {
        close(go[0]);
        close(go[1]);
        return false;
    }
    guard->launch.namespaces = flags;
    guard->launch.go = go[0];
    guard->launch.report = report[1];
    guard->inner = fork_with(flags);
    if (guard->inner == 0) {
        close(go[1]);
        close(report[0]);
        inner_main(&guard->launch);
    }
    close(go[0]);
    close(report[1]);
    if (guard->inner > 0 && read(report[0], &own, sizeof own) == (ssize_t)sizeof own && own >= 0) {
        guard->own = own;
        guard->go = go[1];
        guard->report = report[0];
        return true;
    }
    if (guard->inner > 0)
        waitpid(guard->inner, NULL, 0);
    close(go[1]);
    close(report[0]);
    return false;
}

/* Starts the inner process in the strongest namespaces that the kernel grants. A user namespace maps one identity only,
 * so that a program in the namespace cannot become another user. */
bool start_inner(struct guard *guard) {
    const unsigned long least = CLONE_NEWPID | CLONE_NEWNS, network = guard->options->cluster ? 0 : CLONE_NEWNET;
    const unsigned long own[] = {least | CLONE_NEWIPC | network, least | CLONE_NEWIPC, least};
    const bool drops = is_other_user(guard->options);
    guard->launch.sockets = sockets_list();
    for (size_t i = 0; i < sizeof own / sizeof own[0] && !guard->options->no_namespace; i++) {
        if (geteuid() == 0 && spawn_inner(guard, own[i]))
            return true;
        if (!drops && spawn_inner(guard, own[i] | CLONE_NEWUSER))
            return true;
    }
    return spawn_inner(guard, 0);
}

bool is_isolated_as_asked(struct guard *guard) {
    const int least = OWN_PROCESSES | OWN_IPC | OWN_NETWORK;
    char own[64];
    if (!guard->options->isolated)
        return true;
    if (!is_other_user(guard->options))
        snprintf(guard->over, sizeof guard->over, "--isolated: the run would have the identity of the guard");
    else if ((guard->own & least) != least)
        snprintf(guard->over, sizeof guard->over,
                 "--isolated: the kernel does not give the run processes, ipc and network of its own, only: %s",
                 isolation_text(guard->own, own));
    else
        return true;
    return false;
}

int write_started(const struct guard *guard, const struct identity *self) {
    char text[RECORD_BYTES], host[256] = "", quoted[300], own[64];
    gethostname(host, sizeof host - 1);
    snprintf(text, sizeof text,
             "{\"guard_pid\":%d,\"guard_start\":%llu,\"boot_id\":\"%s\",\"host\":%s,\"started_ms\":%lld,"
             "\"isolation\":\"%s\",\"cgroup\":\"%s\"}\n",
             (int)self->pid, self->start, self->boot, sw_json_quote(host, quoted, sizeof quoted),
             (long long)sw_clock_day_ms(), isolation_text(guard->own, own), guard->group.path);
    return record_write(guard->folder, "started.json", text);
}

bool start_group(struct guard *guard, const struct identity *self) {
    if (cgroup_make(guard->options, self, &guard->group) == 0) {
        guard->launch.memory_is_held = guard->group.holds_memory;
        return true;
    }
    snprintf(guard->over, sizeof guard->over, "cannot make a group in --cgroup %.300s: %s", guard->options->cgroup,
             strerror(errno));
    return false;
}
