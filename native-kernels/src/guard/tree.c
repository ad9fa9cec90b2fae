#include "guard.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void mark_of(const struct identity *guard, char out[96]) {
    snprintf(out, 96, "SLIPWAY_GUARD=%d.%llu", (int)guard->pid, guard->start);
}

/* An environment can be large; it is read in pieces with room for a mark that straddles two of them. */
static bool carries(pid_t pid, const char *mark) {
    char name[64], buffer[8192 + 128];
    const size_t length = strlen(mark) + 1; /* its NUL too, so that 12.3 is not found in 12.34 */
    size_t kept = 0;
    bool found = false;
    snprintf(name, sizeof name, "/proc/%d/environ", (int)pid);
    const int fd = open(name, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    for (ssize_t n; !found && (n = read(fd, buffer + kept, sizeof buffer - kept)) > 0;) {
        const size_t have = kept + (size_t)n;
        found = memmem(buffer, have, mark, length) != NULL;
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

int signal_marked(const char *mark, int signal) {
    DIR *proc = opendir("/proc");
    int count = 0;
    if (proc == NULL)
        return 0;
    for (pid_t pid; (pid = next_process(proc)) != 0;)
        if (pid != getpid() && start_of(pid) != 0 && carries(pid, mark)) {
            count++;
            if (signal != 0)
                kill(pid, signal);
        }
    closedir(proc);
    return count;
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

/* Chains of parents end at 1 or, for what vanishes meanwhile, at 0. */
static bool descends(pid_t pid, pid_t ancestor) {
    for (int depth = 0; pid > 1 && depth < 4096; depth++) {
        pid = parent_of(pid);
        if (pid == ancestor)
            return true;
    }
    return false;
}

int signal_descendants(pid_t ancestor, int signal) {
    DIR *proc = opendir("/proc");
    int count = 0;
    if (proc == NULL)
        return 0;
    for (pid_t pid; (pid = next_process(proc)) != 0;)
        if (pid != ancestor && descends(pid, ancestor)) {
            count++;
            kill(pid, signal);
        }
    closedir(proc);
    return count;
}
