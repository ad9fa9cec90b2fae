/* SPDX-License-Identifier: Apache-2.0 */
#include "run.h"

#include "base/clock.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The names in the run folder of the folder for guards on other hosts, and of the file that tells these guards that the
 * run is over. */
static const char hosts[] = "hosts", over[] = "over";
enum { MOST_OF_HOST = 1000 };

static bool exists(int folder, const char *name) {
    return faccessat(folder, name, F_OK, 0) == 0;
}

bool run_is_over(int head) {
    return exists(head, over) || exists(head, "ended.json");
}

/* Makes a new folder for a guard on this host. A host can have several guards, because each mpirun of a run may start a
 * daemon there. NAME gets the name of the folder below HEAD. Returns 0, or -1 with errno. */
static int make_folder(int head, char name[PATH_MAX]) {
    char host[HOST_NAME_MAX + 1] = "";
    gethostname(host, HOST_NAME_MAX);
    if (mkdirat(head, hosts, 0755) != 0 && errno != EEXIST)
        return -1;
    for (int number = 0; number < MOST_OF_HOST; number++) {
        snprintf(name, PATH_MAX, "%s/%s.%d", hosts, host, number);
        if (mkdirat(head, name, 0755) == 0)
            return 0;
        if (errno != EEXIST)
            return -1;
    }
    return -1;
}

/* Makes the folder of --tmp, which belongs to the identity of the program. Returns 0, or -1 with errno. */
static int make_tmp(const struct run_options *options) {
    const int folder = open(options->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int bad = folder < 0 ? -1 : mkdirat(folder, options->tmp, 0700);
    if (bad == 0 && is_other_user(options))
        bad = fchownat(folder, options->tmp, (uid_t)options->uid, (gid_t)options->gid, AT_SYMLINK_NOFOLLOW);
    const int reason = errno;
    if (folder >= 0)
        close(folder);
    errno = reason;
    return bad;
}

int command_join(struct run_options *options) {
    static char path[2 * PATH_MAX];
    char name[PATH_MAX];
    options->head = open(options->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (options->head < 0 || !exists(options->head, "claim")) {
        fprintf(stderr, "slipway-guard: there is no run in %s to join: %s\n", options->folder, strerror(errno));
        return EXIT_ERROR;
    }
    if (run_is_over(options->head)) {
        fprintf(stderr, "slipway-guard: the run in %s is over; nothing was started\n", options->folder);
        return EXIT_CLAIMED;
    }
    if (make_folder(options->head, name) == 0) {
        snprintf(path, sizeof path, "%s/%s", options->folder, name);
        options->folder = path;
        options->foreground = options->cluster = true;
        if (options->tmp == NULL || make_tmp(options) == 0)
            return command_run(options);
    }
    fprintf(stderr, "slipway-guard: cannot make a folder in %s/%s: %s\n", options->folder, hosts, strerror(errno));
    return disk_full(errno) ? EXIT_FULL : EXIT_ERROR;
}

/*
 * Counts the guards on other hosts without a record of their end. A folder without a claim does not count: the guard of
 * that folder has just come, and will see that the run is over. ALIVE gets the number of counted guards that hold the
 * lock of their claim. A file system may hide the locks of one host from other hosts, so a guard without a visible lock
 * counts too.
 */
static int count_left(int folder, int *alive) {
    const int fd = openat(folder, hosts, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *all = fd < 0 ? NULL : fdopendir(fd);
    int left = 0;
    *alive = 0;
    if (all == NULL)
        return 0;
    for (const struct dirent *entry; (entry = readdir(all)) != NULL;) {
        const int one = entry->d_name[0] == '.' ? -1 : openat(fd, entry->d_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (one >= 0 && exists(one, "claim")) {
            const bool is_alive = claim_is_locked(one); /* first: a guard writes the record before it ends */
            if (!exists(one, "ended.json")) {
                left++;
                *alive += is_alive ? 1 : 0;
            }
        }
        if (one >= 0)
            close(one);
    }
    closedir(all);
    return left;
}

void hosts_tell(int folder) {
    const int fd = exists(folder, hosts) ? openat(folder, over, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644) : -1;
    if (fd >= 0)
        close(fd);
}

int hosts_left(int folder, double seconds) {
    const struct timespec wait = {0, 20000000};
    const double until = sw_clock_seconds() + seconds;
    int left = 0, alive = 0;
    hosts_tell(folder);
    while ((left = count_left(folder, &alive)) > 0 && alive > 0 && sw_clock_seconds() < until)
        nanosleep(&wait, NULL);
    return left;
}
