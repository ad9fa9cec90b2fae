/* SPDX-License-Identifier: Apache-2.0 */
#include "guard.h"

#include "base/json.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Bounds the wait for the lock of an earlier guard. If the host of that guard is cut off, the file system frees the
 * lock after some time. */
enum { LOCK_ROUNDS = 600, LOCK_REST_MS = 100, MOST_STARTS = 1000000 };

static const char closed[] = "closed";

bool start_of_job(struct batch_start *start) {
    const char *job = getenv("SLURM_JOB_ID"), *count = getenv("SLURM_RESTART_COUNT");
    char *end = NULL;
    memset(start, 0, sizeof *start);
    if (job == NULL || job[0] == '\0' || strlen(job) >= sizeof start->job || job[strspn(job, "0123456789")] != '\0')
        return false;
    strcpy(start->job, job);
    start->count = count != NULL ? strtol(count, &end, 10) : 0;
    return count == NULL || (end != count && *end == '\0' && start->count >= 0 && start->count < MOST_STARTS);
}

/* Returns whether FD is the present claim of FOLDER. */
static bool is_claim(int folder, int fd) {
    struct stat now, own;
    return fstatat(folder, "claim", &now, AT_SYMLINK_NOFOLLOW) == 0 && fstat(fd, &own) == 0 &&
           now.st_ino == own.st_ino && now.st_dev == own.st_dev;
}

/* Waits for the lock of the claim. The guard of an earlier start holds the lock until that guard ends. Returns the
 * descriptor of the claim, or -1 with errno (EEXIST: the earlier guard may still be there). */
static int lock_earlier(int folder) {
    for (int round = 0; round < LOCK_ROUNDS; round++) {
        const struct timespec rest = {0, LOCK_REST_MS * 1000000L};
        const int fd = openat(folder, "claim", O_RDWR | O_CLOEXEC | O_NOFOLLOW);
        if (fd < 0)
            return -1;
        if (flock(fd, LOCK_EX | LOCK_NB) == 0 && is_claim(folder, fd))
            return fd;
        close(fd);
        nanosleep(&rest, NULL);
    }
    errno = EEXIST;
    return -1;
}

/* Returns whether START may follow the start that made the claim: an earlier start of the same job made the claim, and
 * the run of that start was cut off. COUNT then gets the number of the earlier start. */
static bool may_follow(int folder, const struct batch_start *start, long *count) {
    char text[RECORD_BYTES], job[sizeof start->job], reason[32];
    double earlier;
    if (is_closed(folder) || record_read(folder, "claim", text) < 0 || !sw_json_string(text, "job", job, sizeof job) ||
        !sw_json_number(text, "start", &earlier) || strcmp(job, start->job) != 0 || earlier >= (double)start->count)
        return false;
    *count = (long)earlier;
    if (record_read(folder, "ended.json", text) < 0)
        return errno == ENOENT;
    return sw_json_string(text, "reason", reason, sizeof reason) && strcmp(reason, "killed") == 0;
}

static int move(int from, const char *name, int to, const char *new_name) {
    return renameat(from, name, to, new_name) == 0 || errno == ENOENT ? 0 : -1;
}

/* Renames an output of an earlier start, so that the new start can make a file of the same name. */
static int keep_output(const char *path, long count) {
    char kept[PATH_MAX];
    if (path == NULL)
        return 0;
    if (snprintf(kept, sizeof kept, "%s.start-%ld", path, count) >= (int)sizeof kept) {
        errno = ENAMETOOLONG;
        return -1;
    }
    return move(AT_FDCWD, path, AT_FDCWD, kept);
}

/* Moves the records and outputs of an earlier start aside. The claim goes last, so that after a crash the next start
 * can move the remaining files. */
static int set_aside(int folder, const struct run_options *options, long count) {
    static const char *const names[] = {"started.json", "ended.json", "hosts", "over"};
    char name[32];
    snprintf(name, sizeof name, "start-%ld", count);
    if (mkdirat(folder, name, 0700) != 0 && errno != EEXIST)
        return -1;
    const int aside = openat(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    if (aside < 0)
        return -1;
    int bad = keep_output(options->out, count) != 0 || keep_output(options->err, count) != 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0] && !bad; i++)
        bad = move(folder, names[i], aside, names[i]) != 0;
    bad = bad || fsync(aside) != 0 || move(folder, "claim", aside, "claim") != 0 || fsync(folder) != 0;
    const int reason = errno;
    close(aside);
    errno = reason;
    return bad ? -1 : 0;
}

int claim_take_again(int folder, const struct run_options *options) {
    struct batch_start start;
    long earlier;
    int claim = -1, reason = EEXIST;
    if (!start_of_job(&start) || start.count == 0) {
        errno = EEXIST;
        return -1;
    }
    const int lock = lock_earlier(folder);
    if (lock < 0)
        return errno == ENOENT ? claim_take(folder) : -1;
    if (may_follow(folder, &start, &earlier)) {
        claim = set_aside(folder, options, earlier) == 0 ? claim_take(folder) : -1;
        reason = errno;
    }
    close(lock);
    errno = reason;
    return claim;
}

bool is_closed(int folder) {
    return faccessat(folder, closed, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

int command_close(const char *path) {
    const int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const int fd = folder < 0 ? -1 : openat(folder, closed, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    const bool bad = fd < 0 || fsync(fd) != 0 || fsync(folder) != 0;
    const int reason = errno;
    if (fd >= 0)
        close(fd);
    if (folder >= 0)
        close(folder);
    if (!bad)
        return EXIT_DONE;
    fprintf(stderr, "slipway-guard: cannot close %s: %s\n", path, strerror(reason));
    return disk_full(reason) ? EXIT_FULL : EXIT_ERROR;
}
