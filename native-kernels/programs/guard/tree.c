/* SPDX-License-Identifier: Apache-2.0 */
#include "guard.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

void mark_of(const struct identity *guard, char out[96]) {
    snprintf(out, 96, "SLIPWAY_GUARD=%d.%llu", (int)guard->pid, guard->start);
}

/*
 * Returns whether the process has the mark as a whole variable, from the first character to the NUL. So neither 12.34
 * nor a value that contains 12.3 counts as the mark 12.3. The environment, which can be large, is read in pieces that
 * overlap by the length of the mark, as if a NUL stood before it.
 */
static bool carries(pid_t pid, const char *mark) {
    char name[64], buffer[8192 + 128], variable[128];
    const size_t length = strnlen(mark, sizeof variable - 2) + 2;
    size_t kept = 1;
    bool found = false;
    variable[0] = buffer[0] = '\0';
    memcpy(variable + 1, mark, length - 2);
    variable[length - 1] = '\0';
    snprintf(name, sizeof name, "/proc/%d/environ", (int)pid);
    const int fd = open(name, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    for (ssize_t n; !found && (n = read(fd, buffer + kept, sizeof buffer - kept)) > 0;) {
        const size_t have = kept + (size_t)n;
        found = memmem(buffer, have, variable, length) != NULL;
        kept = have < length ? have : length;
        memmove(buffer, buffer + have - kept, kept);
    }
    close(fd);
    return found;
}

static pid_t next_process(DIR *proc) {
    for (const struct dirent *entry; (entry = readdir(proc)) != NULL;) {
        const pid_t pid = (pid_t)atol(entry->d_name);
        if (pid > 0)
            return pid;
    }
    return 0;
}

static pid_t parent_of(pid_t pid) {
    char name[64], text[512];
    snprintf(name, sizeof name, "/proc/%d/stat", (int)pid);
    const int fd = open(name, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    const ssize_t n = read(fd, text, sizeof text - 1);
    close(fd);
    if (n <= 0)
        return 0;
    text[n] = '\0';
    const char *at = strrchr(text, ')');
    return at != NULL && strlen(at) > 4 && at[2] != 'Z' ? (pid_t)atol(at + 4) : 0;
}

/* A chain of parents ends at 1, or at 0 if a process vanishes meanwhile. */
bool descends(pid_t pid, pid_t ancestor) {
    for (int depth = 0; pid > 1 && depth < 4096; depth++) {
        pid = parent_of(pid);
        if (pid == ancestor)
            return true;
    }
    return false;
}

/* Related processes: all with MARK or, if MARK is NULL, all descendants of ANCESTOR. */
struct kin {
    const char *mark;
    pid_t ancestor;
};

static bool is_of(pid_t pid, const struct kin *kin) {
    if (kin->mark == NULL)
        return pid != kin->ancestor && descends(pid, kin->ancestor);
    return pid != getpid() && carries(pid, kin->mark) && start_of(pid) != 0;
}

/*
 * Signals a process, unless its number has passed to another process since the last look: a descriptor pins the process
 * for a second look, and then carries the signal.
 */
static void signal_surely(pid_t pid, int signal, const struct kin *kin) {
    const int fd = (int)syscall(SYS_pidfd_open, pid, 0);
    if (fd < 0)
        return;
    if (is_of(pid, kin))
        syscall(SYS_pidfd_send_signal, fd, signal, NULL, 0);
    close(fd);
}

static int signal_kin(const struct kin *kin, int signal) {
    DIR *proc = opendir("/proc");
    int count = 0;
    if (proc == NULL)
        return 0;
    for (pid_t pid; (pid = next_process(proc)) != 0;)
        if (is_of(pid, kin)) {
            count++;
            if (signal != 0)
                signal_surely(pid, signal, kin);
        }
    closedir(proc);
    return count;
}

int signal_marked(const char *mark, int signal) {
    const struct kin kin = {.mark = mark};
    return signal_kin(&kin, signal);
}

int signal_descendants(pid_t ancestor, int signal) {
    const struct kin kin = {.ancestor = ancestor};
    return signal_kin(&kin, signal);
}

void each_descendant(pid_t ancestor, void (*visit)(pid_t pid, void *context), void *context) {
    DIR *proc = opendir("/proc");
    if (proc == NULL)
        return;
    for (pid_t pid; (pid = next_process(proc)) != 0;)
        if (pid != ancestor && descends(pid, ancestor))
            visit(pid, context);
    closedir(proc);
}
