/* SPDX-License-Identifier: Apache-2.0 */
#include "guard.h"

#include "base/files.h"
#include "base/json.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Reads a whole file, as far as OUT has room. Returns the length, or -1 with errno. */
static ssize_t read_small(int folder, const char *name, char *out, size_t size) {
    const int fd = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0)
        return -1;
    const ssize_t length = sw_file_read_at(fd, out, size - 1, 0);
    const int reason = errno;
    close(fd);
    errno = reason;
    out[length > 0 ? length : 0] = '\0';
    return length;
}

int write_text(int folder, const char *name, const char *text) {
    const int fd = openat(folder, name, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    const ssize_t written = write(fd, text, strlen(text));
    const int reason = errno;
    close(fd);
    errno = reason;
    return written < 0 ? -1 : 0;
}

unsigned long long start_of(pid_t pid) {
    char name[64], text[1024];
    snprintf(name, sizeof name, "/proc/%d/stat", (int)pid);
    if (read_small(AT_FDCWD, name, text, sizeof text) <= 0)
        return 0;
    char *at = strrchr(text, ')'); /* the name of the program, which comes before, may hold any character */
    if (at == NULL || at[1] == '\0' || at[2] == 'Z')
        return 0;
    for (int field = 2; field < 22 && at != NULL; field++)
        at = strchr(at + 1, ' ');
    return at != NULL ? strtoull(at, NULL, 10) : 0;
}

void boot_id(char out[64]) {
    if (read_small(AT_FDCWD, "/proc/sys/kernel/random/boot_id", out, 64) < 0)
        out[0] = '\0';
    out[strcspn(out, "\n")] = '\0';
}

bool disk_full(int error) {
    return error == ENOSPC || error == EDQUOT;
}

static const char *reserve_of(const char *name, char out[64]) {
    snprintf(out, 64, "%s.reserve", name);
    return out;
}

/* Replaces the contents of the file by TEXT, durably, and closes FD. Returns 0, or -1 with errno. */
static int fill(int fd, const char *text, size_t length) {
    if (sw_file_write_at(fd, text, length, 0) == 0 && ftruncate(fd, (off_t)length) == 0)
        return sw_file_finish(fd);
    const int reason = errno;
    close(fd);
    errno = reason;
    return -1;
}

static int create(int folder, const char *name) {
    return openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
}

int record_reserve(int folder, const char *name) {
    char reserve[64], bytes[RECORD_BYTES];
    record_unreserve(folder, name);
    const int fd = create(folder, reserve_of(name, reserve));
    if (fd < 0)
        return -1;
    memset(bytes, ' ', sizeof bytes); /* written, because not every file system can reserve room */
    return fill(fd, bytes, sizeof bytes);
}

void record_unreserve(int folder, const char *name) {
    char reserve[64];
    unlinkat(folder, reserve_of(name, reserve), 0);
}

/* Opens a new record in the reserved room. The rename claims the room for this process: a kill and a guard may want the
 * room at the same time. */
static int open_temporary(int folder, const char *name, const char *temporary) {
    char reserve[64];
    unlinkat(folder, temporary, 0);
    if (renameat(folder, reserve_of(name, reserve), folder, temporary) == 0)
        return openat(folder, temporary, O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
    return create(folder, temporary);
}

int record_write(int folder, const char *name, const char *text) {
    char temporary[64];
    snprintf(temporary, sizeof temporary, ".%s.%d", name, (int)getpid());
    const int fd = open_temporary(folder, name, temporary);
    if (fd < 0)
        return -1;
    if (fill(fd, text, strlen(text)) == 0 && renameat(folder, temporary, folder, name) == 0)
        return fsync(folder);
    const int reason = errno;
    unlinkat(folder, temporary, 0);
    errno = reason;
    return -1;
}

ssize_t record_read(int folder, const char *name, char out[RECORD_BYTES]) {
    return read_small(folder, name, out, RECORD_BYTES);
}

int record_ended(int folder, const struct ended *ended) {
    char text[RECORD_BYTES], error[TEXT_BYTES];
    size_t used = (size_t)snprintf(text, sizeof text,
                                   "{\"exit_status\":%d,\"signal\":%d,\"reason\":\"%s\",\"ended_ms\":%lld,"
                                   "\"user_s\":%.6f,\"system_s\":%.6f,\"max_rss_bytes\":%lld,\"survivors\":%d",
                                   ended->exit_status, ended->signal, ended->reason, ended->at_ms, ended->user,
                                   ended->system, ended->max_rss, ended->survivors);
    if (ended->hosts_left > 0)
        used += (size_t)snprintf(text + used, sizeof text - used, ",\"hosts_left\":%d", ended->hosts_left);
    if (ended->error[0] != '\0')
        used += (size_t)snprintf(text + used, sizeof text - used, ",\"error\":%s",
                                 sw_json_quote(ended->error, error, sizeof error));
    if (ended->by[0] != '\0')
        used += (size_t)snprintf(text + used, sizeof text - used, ",\"by\":%s",
                                 sw_json_quote(ended->by, error, sizeof error));
    snprintf(text + used, sizeof text - used, "}\n");
    if (record_write(folder, "ended.json", text) != 0)
        return -1;
    record_unreserve(folder, "started.json"); /* a run that never started has not used this room */
    return 0;
}
