/* SPDX-License-Identifier: Apache-2.0 */
#include "lock.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Says whether FD is still the folder of that name: a run that has ended removes the folder of a checkpoint. */
static bool is_still_there(int fd, const char *folder) {
    struct stat mine, named;
    return fstat(fd, &mine) == 0 && stat(folder, &named) == 0 && mine.st_ino == named.st_ino &&
           mine.st_dev == named.st_dev;
}

static int failed(const char *folder, struct sw_failure *f) {
    return sw_fail(f, STATUS_FILE, "name a folder below one that is there and can be written",
                   "folder %s: cannot be opened or made: %s", folder, strerror(errno));
}

int lock_take(const char *folder, struct lock *lock, struct sw_failure *f) {
    for (;;) {
        const bool made = mkdir(folder, 0777) == 0;
        if (!made && errno != EEXIST)
            return failed(folder, f);
        const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (fd < 0 && errno == ENOENT)
            continue;
        if (fd < 0)
            return failed(folder, f);
        /* File systems without locks of folders are left to the lock of the page set. */
        if (flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
            close(fd);
            return sw_fail(f, STATUS_COMPUTE, "wait for its end, or take another folder",
                           "folder %s: another run has it", folder);
        }
        *lock = (struct lock){.number = fd + 1, .made = made};
        if (is_still_there(fd, folder))
            return f->status;
        close(fd);
        lock->number = 0;
    }
}

void lock_drop(const char *folder, struct lock *lock) {
    if (lock->number == 0)
        return;
    if (lock->made && is_still_there(lock->number - 1, folder))
        rmdir(folder);
    close(lock->number - 1);
    lock->number = 0;
}
