#include "guard.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { REST_TIMES_COST = 20 };

/*
 * Bytes allocated below FOLDER, a file with several names counted once. No link is followed and no mount point crossed;
 * fts steps from folder to folder, so it is not led astray by folders that move meanwhile. What cannot be measured, as
 * a tree too deep for fts or a folder shut to the guard, counts as more than any quota: else it would be the way around
 * it.
 */
static long long allocated(const char *folder) {
    char path[4096];
    snprintf(path, sizeof path, "%s", folder);
    char *const paths[] = {path, NULL};
    FTS *tree = fts_open(paths, FTS_PHYSICAL | FTS_XDEV, NULL);
    long long bytes = 0;
    bool unmeasured = false;
    if (tree == NULL)
        return -1;
    for (const FTSENT *entry; (errno = 0, entry = fts_read(tree)) != NULL;)
        if (entry->fts_info == FTS_DNR || entry->fts_info == FTS_ERR)
            unmeasured = unmeasured || entry->fts_errno != ENOENT;
        else if (entry->fts_info == FTS_D)
            bytes += entry->fts_statp->st_blocks * 512;
        else if (entry->fts_info != FTS_DP && entry->fts_info != FTS_NS && entry->fts_statp->st_nlink > 0)
            bytes += entry->fts_statp->st_blocks * 512 / (long long)entry->fts_statp->st_nlink;
    unmeasured = unmeasured || errno != 0;
    fts_close(tree);
    return unmeasured ? UNMEASURED : bytes;
}

void quota_start(struct quota *quota, const char *folder, int claim) {
    int ends[2];
    quota->begun = monotonic_seconds();
    quota->next = quota->begun + 1; /* if there is no process for it now */
    if (pipe2(ends, O_CLOEXEC) != 0)
        return;
    quota->measurer = fork();
    if (quota->measurer == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
        close(claim);
        const long long bytes = allocated(folder);
        _exit(write(ends[1], &bytes, sizeof bytes) == (ssize_t)sizeof bytes ? 0 : 1);
    }
    close(ends[1]);
    quota->from = ends[0];
    if (quota->measurer < 0) {
        close(quota->from);
        quota->measurer = 0;
    }
}

bool quota_measured(struct quota *quota) {
    if (quota->measurer == 0 || waitpid(quota->measurer, NULL, WNOHANG) == 0)
        return false;
    const double now = monotonic_seconds(), rest = REST_TIMES_COST * (now - quota->begun);
    const bool told = read(quota->from, &quota->bytes, sizeof quota->bytes) == (ssize_t)sizeof quota->bytes;
    close(quota->from);
    quota->measurer = 0;
    quota->next = now + (rest > 1 ? rest : 1);
    return told;
}

void quota_stop(struct quota *quota) {
    if (quota->measurer == 0)
        return;
    kill(quota->measurer, SIGKILL);
    waitpid(quota->measurer, NULL, 0);
    close(quota->from);
    quota->measurer = 0;
}
