#include "guard.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

long long now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (long long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

double monotonic_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static ssize_t read_small(int folder, const char *name, char *out, size_t size) {
    const int fd = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    size_t filled = 0;
    if (fd < 0)
        return -1;
    while (filled < size - 1) {
        const ssize_t n = read(fd, out + filled, size - 1 - filled);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        filled += (size_t)n;
    }
    close(fd);
    out[filled] = '\0';
    return (ssize_t)filled;
}

unsigned long long start_of(pid_t pid) {
    char name[64], text[1024];
    snprintf(name, sizeof name, "/proc/%d/stat", (int)pid);
    if (read_small(AT_FDCWD, name, text, sizeof text) <= 0)
        return 0;
    char *at = strrchr(text, ')'); /* the name before it may hold anything */
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

const char *json_text(const char *text, char *out, size_t size) {
    size_t used = 0;
    out[used++] = '"';
    for (; *text != '\0' && used + 8 < size; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') {
            out[used++] = '\\';
            out[used++] = (char)c;
        } else if (c < 0x20) {
            used += (size_t)snprintf(out + used, size - used, "\\u%04x", c);
        } else {
            out[used++] = (char)c;
        }
    }
    out[used++] = '"';
    out[used] = '\0';
    return out;
}

static const char *member(const char *json, const char *key) {
    char wanted[64];
    snprintf(wanted, sizeof wanted, "\"%s\":", key);
    const char *at = strstr(json, wanted);
    return at != NULL ? at + strlen(wanted) : NULL;
}

bool json_number(const char *json, const char *key, double *out) {
    const char *at = member(json, key);
    char *end;
    if (at == NULL)
        return false;
    *out = strtod(at, &end);
    return end != at;
}

bool json_string(const char *json, const char *key, char *out, size_t size) {
    const char *at = member(json, key);
    if (at == NULL || *at != '"')
        return false;
    const size_t length = strcspn(at + 1, "\"");
    if (length >= size)
        return false;
    memcpy(out, at + 1, length);
    out[length] = '\0';
    return true;
}

bool disk_full(int error) {
    return error == ENOSPC || error == EDQUOT;
}

static const char *reserve_of(const char *name, char out[64]) {
    snprintf(out, 64, "%s.reserve", name);
    return out;
}

int write_at(int fd, const char *text, size_t length, off_t at) {
    const ssize_t written = pwrite(fd, text, length, at);
    if (written >= 0 && written != (ssize_t)length)
        errno = ENOSPC; /* a part fitted */
    return written == (ssize_t)length ? 0 : -1;
}

/* TEXT is all that the file holds, durably; FD is closed. 0, or -1 with errno. */
static int fill(int fd, const char *text, size_t length) {
    const bool bad = write_at(fd, text, length, 0) != 0 || ftruncate(fd, (off_t)length) != 0 || fsync(fd) != 0;
    const int reason = errno;
    close(fd);
    errno = reason;
    return bad ? -1 : 0;
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
    memset(bytes, ' ', sizeof bytes); /* written, not only asked for: not every file system can be asked */
    return fill(fd, bytes, sizeof bytes);
}

void record_unreserve(int folder, const char *name) {
    char reserve[64];
    unlinkat(folder, reserve_of(name, reserve), 0);
}

/* The rename makes the reserve this process's alone: a kill and a guard may want it at the same time. */
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
    const bool bad = fill(fd, text, strlen(text)) != 0;
    const int reason = errno;
    if (!bad && renameat(folder, temporary, folder, name) == 0)
        return fsync(folder);
    if (bad)
        errno = reason;
    const int kept = errno;
    unlinkat(folder, temporary, 0);
    errno = kept;
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
    if (ended->error[0] != '\0')
        used += (size_t)snprintf(text + used, sizeof text - used, ",\"error\":%s",
                                 json_text(ended->error, error, sizeof error));
    snprintf(text + used, sizeof text - used, "}\n");
    if (record_write(folder, "ended.json", text) != 0)
        return -1;
    record_unreserve(folder, "started.json"); /* of a run that never started */
    return 0;
}
