/* SPDX-License-Identifier: Apache-2.0 */
#include "guard.h"

#include "base/files.h"
#include "base/json.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

enum { CLAIM_BYTES = 512, HOST_BYTES = 64 };

/* Reserves room for all records of a run, and for the claim. */
static int reserve(int claim, int folder) {
    char blank[CLAIM_BYTES];
    memset(blank, ' ', sizeof blank);
    if (sw_file_write_at(claim, blank, sizeof blank, 0) != 0 || fsync(claim) != 0)
        return -1;
    return record_reserve(folder, "started.json") == 0 ? record_reserve(folder, "ended.json") : -1;
}

int claim_take(int folder) {
    const int fd = openat(folder, "claim", O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        return -1;
    if (flock(fd, LOCK_EX) != 0 || /* claim_look holds the lock for a moment at most */
        reserve(fd, folder) != 0 || fsync(folder) != 0) {
        const int reason = errno;
        claim_release(fd, folder);
        errno = reason;
        return -1;
    }
    return fd;
}

/* Removes the claim last: the next process that claims the folder reserves new room. */
void claim_release(int claim, int folder) {
    record_unreserve(folder, "started.json");
    record_unreserve(folder, "ended.json");
    unlinkat(folder, "claim", 0);
    fsync(folder);
    close(claim);
}

/* Copies the name of this machine. */
static void host_name(char out[HOST_BYTES + 1]) {
    memset(out, 0, HOST_BYTES + 1);
    gethostname(out, HOST_BYTES);
}

/* Writes the first byte last: until then a reader finds no object, and afterwards a whole object. */
int claim_identify(int claim, int folder, const struct run_options *options) {
    char text[CLAIM_BYTES], boot[64], host[HOST_BYTES + 1], quoted[4 * HOST_BYTES] = "", job[64] = "";
    struct batch_start start;
    if (options->foreground) {
        host_name(host);
        sw_json_quote(host, quoted, sizeof quoted);
    }
    if (options->again && start_of_job(&start))
        snprintf(job, sizeof job, ",\"job\":\"%s\",\"start\":%ld", start.job, start.count);
    boot_id(boot);
    snprintf(text, sizeof text, "{\"guard_pid\":%d,\"guard_start\":%llu,\"boot_id\":\"%s\",\"grace_s\":%.3f%s%s%s}\n",
             (int)getpid(), start_of(getpid()), boot, options->grace, quoted[0] != '\0' ? ",\"host\":" : "", quoted,
             job);
    if (sw_file_write_at(claim, text + 1, strlen(text) - 1, 1) != 0 || sw_file_write_at(claim, text, 1, 0) != 0 ||
        fsync(claim) != 0)
        return -1;
    return fsync(folder);
}

/* Finds the number of the guard in the claim. Returns false for a claim without a guard. */
static bool names_guard(const char *text, double *pid) {
    return text[0] == '{' && sw_json_number(text, "guard_pid", pid);
}

/* Returns whether the claim names another machine than this one. The claim of a run in the background names no machine:
 * the caller and the guard are on one machine, and the name of the machine may change at a boot. */
static bool is_elsewhere(const char *text, struct identity *guard) {
    char own[HOST_BYTES + 1];
    host_name(own);
    if (sw_json_string(text, "host", guard->host, sizeof guard->host) && strcmp(guard->host, own) != 0)
        return true;
    guard->host[0] = '\0';
    return false;
}

bool claim_is_locked(int folder) {
    const int fd = openat(folder, "claim", O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0)
        return false;
    const bool held = flock(fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    close(fd);
    return held;
}

/*
 * Returns whether a claim without a guard stays unlocked. The maker of the claim is between two steps, or has died
 * there. The maker locks the file just after creating it, so a claim that stays unlocked is lost. For an even slower
 * maker, guard_main (run.c) and finish (kill.c) check again.
 */
static bool stays_unlocked(int folder, char text[RECORD_BYTES]) {
    for (int round = 0; round < 10 && faccessat(folder, "ended.json", F_OK, 0) != 0; round++) {
        const struct timespec wait = {0, 20000000};
        double pid;
        if (claim_is_locked(folder) || (record_read(folder, "claim", text) >= 0 && names_guard(text, &pid)))
            return false;
        nanosleep(&wait, NULL);
    }
    return true;
}

/* Returns the state of a claim that named no guard at the first reading. */
static claim_state nameless(int folder) {
    char text[RECORD_BYTES];
    if (!stays_unlocked(folder, text))
        return CLAIM_STARTING;
    return record_read(folder, "claim", text) < 0 ? CLAIM_NONE : CLAIM_LOST; /* the claim may have been released */
}

claim_state claim_look(int folder, struct identity *guard) {
    char text[RECORD_BYTES], boot[64];
    double pid, start;
    memset(guard, 0, sizeof *guard);
    if (record_read(folder, "claim", text) < 0)
        return CLAIM_NONE;
    if (!names_guard(text, &pid) || !sw_json_number(text, "guard_start", &start) ||
        !sw_json_string(text, "boot_id", guard->boot, sizeof guard->boot) ||
        !sw_json_number(text, "grace_s", &guard->grace))
        return nameless(folder);
    guard->pid = (pid_t)pid;
    guard->start = (unsigned long long)start;
    if (is_elsewhere(text, guard))
        return CLAIM_ELSEWHERE;
    boot_id(boot);
    return strcmp(boot, guard->boot) == 0 && start_of(guard->pid) == guard->start ? CLAIM_ALIVE : CLAIM_LOST;
}
