/* SPDX-License-Identifier: Apache-2.0 */
#include "sharing.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SEALS = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL, MOST_FDS = 4 };

static bool map(int fd, size_t bytes, struct sw_memory *memory) {
    void *base = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (base == MAP_FAILED)
        return false;
    *memory = (struct sw_memory){base, bytes};
    return true;
}

int sharing_new(const char *what, size_t bytes, struct sw_memory *memory, struct proc_error *error) {
    const int fd = memfd_create(what, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd >= 0 && ftruncate(fd, (off_t)bytes) == 0 && fcntl(fd, F_ADD_SEALS, SEALS) == 0 && map(fd, bytes, memory))
        return fd;
    proc_fail(error, PROC_ERR_SYSTEM, "%zu bytes of memory to share cannot be had for a %s: %s", bytes, what,
              strerror(errno));
    if (fd >= 0)
        close(fd);
    return -1;
}

bool sharing_map(int fd, size_t bytes, struct sw_memory *memory) {
    struct stat status;
    const int seals = fcntl(fd, F_GET_SEALS);
    return bytes > 0 && seals >= 0 && (seals & F_SEAL_SHRINK) != 0 && fstat(fd, &status) == 0 &&
           (uint64_t)status.st_size >= bytes && map(fd, bytes, memory);
}

int64_t sharing_send(int fd, const void *bytes, size_t count, const int *fds, int fd_count) {
    union {
        struct cmsghdr head;
        char room[CMSG_SPACE(MOST_FDS * sizeof(int))];
    } control;
    memset(&control, 0, sizeof control);
    struct iovec piece = {(void *)(uintptr_t)bytes, count};
    struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
    if (fd_count > 0) {
        message.msg_control = &control;
        message.msg_controllen = CMSG_SPACE((size_t)fd_count * sizeof(int));
        struct cmsghdr *head = CMSG_FIRSTHDR(&message);
        head->cmsg_level = SOL_SOCKET;
        head->cmsg_type = SCM_RIGHTS;
        head->cmsg_len = CMSG_LEN((size_t)fd_count * sizeof(int));
        memcpy(CMSG_DATA(head), fds, (size_t)fd_count * sizeof(int));
    }
    return sendmsg(fd, &message, MSG_NOSIGNAL);
}

/* Keeps the descriptors of HEAD for which there is room, and closes the others. Returns the number of kept ones. */
static int keep_fds(struct cmsghdr *head, int *fds, int had, int most) {
    const size_t count = (head->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < count; i++) {
        int fd;
        memcpy(&fd, CMSG_DATA(head) + i * sizeof fd, sizeof fd);
        if (had < most)
            fds[had++] = fd;
        else
            close(fd);
    }
    return had;
}

int64_t sharing_receive(int fd, void *bytes, size_t count, int *fds, int most) {
    union {
        struct cmsghdr head;
        char room[CMSG_SPACE(MOST_FDS * sizeof(int))];
    } control;
    struct iovec piece = {bytes, count};
    struct msghdr message = {
        .msg_iov = &piece, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    for (int i = 0; i < most; i++)
        fds[i] = -1;
    const int64_t got = recvmsg(fd, &message, MSG_CMSG_CLOEXEC);
    int had = 0;
    for (struct cmsghdr *head = got < 0 ? NULL : CMSG_FIRSTHDR(&message); head != NULL;
         head = CMSG_NXTHDR(&message, head))
        if (head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS)
            had = keep_fds(head, fds, had, most);
    return got;
}
