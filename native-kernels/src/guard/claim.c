#include "guard.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

int claim_take(int folder) {
    const int fd = openat(folder, "claim", O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0644);
    if (fd < 0)
        return -1;
    if (flock(fd, LOCK_EX) != 0 || /* a look holds it for a moment at most */
        fsync(fd) != 0 || fsync(folder) != 0) {
        const int reason = errno;
        close(fd);
        errno = reason;
        return -1;
    }
    return fd;
}

int claim_identify(int claim, int folder, double grace) {
    char text[256], boot[64];
    boot_id(boot);
    const int length =
        snprintf(text, sizeof text, "{\"guard_pid\":%d,\"guard_start\":%llu,\"boot_id\":\"%s\",\"grace_s\":%.3f}\n",
                 (int)getpid(), start_of(getpid()), boot, grace);
    if (pwrite(claim, text, (size_t)length, 0) != length || fsync(claim) != 0)
        return -1;
    return fsync(folder);
}

/* Whoever holds the lock is a guard, or the `run` that is about to become one. */
static bool locked(int folder) {
    const int fd = openat(folder, "claim", O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0)
        return false;
    const bool held = flock(fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    close(fd);
    return held;
}

/*
 * A claim that names no guard yet: its maker is between two steps, or has died there. The lock comes just after the
 * file, so only a claim that stays unlocked is taken for lost; kill.c and run.c close what is left of that gap.
 */
static bool stays_unlocked(int folder, char text[RECORD_BYTES]) {
    for (int round = 0; round < 10 && faccessat(folder, "ended.json", F_OK, 0) != 0; round++) {
        const struct timespec wait = {0, 20000000};
        double pid;
        if (locked(folder) || (record_read(folder, "claim", text) >= 0 && json_number(text, "guard_pid", &pid)))
            return false;
        nanosleep(&wait, NULL);
    }
    return true;
}

claim_state claim_look(int folder, struct identity *guard) {
    char text[RECORD_BYTES], boot[64];
    double pid, start;
    memset(guard, 0, sizeof *guard);
    if (record_read(folder, "claim", text) < 0)
        return CLAIM_NONE;
    if (!json_number(text, "guard_pid", &pid) || !json_number(text, "guard_start", &start) ||
        !json_string(text, "boot_id", guard->boot, sizeof guard->boot) || !json_number(text, "grace_s", &guard->grace))
        return stays_unlocked(folder, text) ? CLAIM_LOST : CLAIM_STARTING;
    guard->pid = (pid_t)pid;
    guard->start = (unsigned long long)start;
    boot_id(boot);
    return strcmp(boot, guard->boot) == 0 && start_of(guard->pid) == guard->start ? CLAIM_ALIVE : CLAIM_LOST;
}
