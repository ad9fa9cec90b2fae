/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Attacks of a run on its guard and on the machine. usage:
 *   hostile calls               try each system call that a run may not make, and print the result
 *   hostile hold FILE BYTES     write FILE, remove the name, keep the file open in a thread with separate descriptors
 *   hostile map FILE BYTES      write FILE, remove the name, close the file, keep it mapped
 *   hostile fly FILE BYTES      write FILE, remove the name, and leave the descriptor in transit in a socket
 *   hostile shut FILE BYTES     hold FILE as hold does, in a process that its user's other processes cannot inspect
 *   hostile memfd BYTES         write BYTES to a file in memory without a name, then wait
 *   hostile segments BYTES      fill BYTES of System V segments, attached in turns, then wait
 *   hostile eat BYTES           touch BYTES of memory, then wait
 *   hostile keyed PROGRAM...    become PROGRAM with a key in the session keyring
 *   hostile connect PATH        connect to the socket at PATH
 *   hostile listen PATH         listen at PATH
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

static void tell(const char *name, long result) {
    printf("%s: %s\n", name, result >= 0 ? "done" : strerror((int)-result));
    fflush(stdout);
}

static long call(long number, long a, long b, long c) {
    const long result = syscall(number, a, b, c, 0, 0);
    if (result == 0 && (number == SYS_clone))
        _exit(0); /* the child */
    return result < 0 ? -errno : result;
}

/* The arguments make most of these calls fail for another reason, or succeed, without a filter. */
static const struct {
    const char *name;
    long number, a, b, c;
} calls[] = {
    {"unshare", SYS_unshare, CLONE_NEWUSER, 0, 0},
    {"unshare of time", SYS_unshare, 0x80, 0, 0},
    {"clone", SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0},
    {"clone with mounts", SYS_clone, CLONE_NEWUSER | CLONE_NEWNS | SIGCHLD, 0, 0},
    {"setns", SYS_setns, -1, 0, 0},
    {"mount", SYS_mount, 1, 1, 1},
    {"umount2", SYS_umount2, 1, -1, 0},
    {"pivot_root", SYS_pivot_root, 1, 1, 0},
    {"fsopen", SYS_fsopen, 1, -1, 0},
    {"fsconfig", SYS_fsconfig, -1, -1, 0},
    {"fsmount", SYS_fsmount, -1, -1, -1},
    {"fspick", SYS_fspick, -1, 1, -1},
    {"move_mount", SYS_move_mount, -1, 1, -1},
    {"open_tree", SYS_open_tree, -1, 1, 0},
    {"mount_setattr", 442, -1, 1, 0},
    {"keyctl", SYS_keyctl, 9999, 0, 0},
    {"add_key", SYS_add_key, 1, 0, 0},
    {"request_key", SYS_request_key, 1, 0, 0},
    {"bpf", SYS_bpf, 9999, 0, 0},
    {"userfaultfd", SYS_userfaultfd, 1, 0, 0},
    {"perf_event_open", SYS_perf_event_open, 1, 0, 0},
    {"clone3", 435, 1, 0, 0},
    {"io_uring_setup", 425, 1, 1, 0},
    {"a call of a later kernel", 467, -1, 1, 0},
#if defined __x86_64__
    {"unshare of x32", 0x40000000 + SYS_unshare, CLONE_NEWUSER, 0, 0},
#endif
};

static int try_calls(void) {
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
        tell(calls[i].name, call(calls[i].number, calls[i].a, calls[i].b, calls[i].c));
    return 0;
}

static _Noreturn void wait_for_ever(void) {
    for (;;)
        pause();
}

static int fill(int fd, size_t bytes) {
    static char block[1 << 16];
    memset(block, 'x', sizeof block);
    for (size_t written = 0; written < bytes; written += sizeof block)
        if (write(fd, block, sizeof block) != (ssize_t)sizeof block)
            _exit(3);
    tell("written", 0);
    return fd;
}

static int nameless(const char *file, size_t bytes) {
    const int fd = open(file, O_RDWR | O_CREAT | O_EXCL, 0600);
    if (fd < 0 || unlink(file) != 0)
        _exit(2);
    return fill(fd, bytes);
}

static int send_to_itself(const char *file, size_t bytes) {
    int ends[2];
    char byte = 'x';
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(int))];
    } control = {.header = {CMSG_LEN(sizeof(int)), SOL_SOCKET, SCM_RIGHTS}};
    struct iovec text = {&byte, 1};
    const struct msghdr message = {
        .msg_iov = &text, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    const int fd = nameless(file, bytes);
    memcpy(CMSG_DATA(&control.header), &fd, sizeof fd);
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0 || sendmsg(ends[0], &message, 0) != 1 || close(fd) != 0)
        return 2;
    wait_for_ever();
}

static int shut(const char *file, size_t bytes) {
    if (prctl(PR_SET_DUMPABLE, 0) != 0)
        return 2;
    nameless(file, bytes);
    wait_for_ever();
}

static int fill_memory(size_t bytes) {
    fill(memfd_create("hostile", 0), bytes);
    wait_for_ever();
}

static int fill_segments(size_t bytes) {
    enum { SEGMENT = 10000000 };
    for (size_t filled = 0; filled < bytes; filled += SEGMENT) {
        const int segment = shmget(IPC_PRIVATE, SEGMENT, IPC_CREAT | 0600);
        if (segment < 0) {
            tell("segment", -errno);
            return 1;
        }
        void *at = shmat(segment, NULL, 0);
        if (at == (void *)-1)
            return 2;
        memset(at, 'x', SEGMENT);
        if (shmdt(at) != 0)
            return 3;
    }
    tell("filled", 0);
    wait_for_ever();
}

struct wish {
    const char *file;
    size_t bytes;
};

static void *hold(void *argument) {
    const struct wish *wish = argument;
    if (unshare(CLONE_FILES) != 0)
        _exit(4);
    nameless(wish->file, wish->bytes);
    wait_for_ever();
}

static int hold_open(const char *file, size_t bytes) {
    struct wish wish = {file, bytes};
    pthread_t thread;
    if (pthread_create(&thread, NULL, hold, &wish) != 0)
        return 2;
    wait_for_ever();
}

static int keep_mapped(const char *file, size_t bytes) {
    const int fd = nameless(file, bytes);
    if (mmap(NULL, bytes, PROT_READ, MAP_SHARED, fd, 0) == MAP_FAILED || close(fd) != 0)
        return 2;
    wait_for_ever();
}

static int eat(size_t bytes) {
    char *memory = malloc(bytes);
    if (memory == NULL) {
        tell("memory", -errno);
        return 1;
    }
    memset(memory, 'x', bytes);
    tell("memory", memory[bytes / 2] == 'x' ? 0 : -1);
    wait_for_ever();
}

static int keyed(char **argv) {
    enum { JOIN_SESSION = 1, SESSION = -3 };
    if (syscall(SYS_keyctl, JOIN_SESSION, NULL) < 0 ||
        syscall(SYS_add_key, "user", "hostile-canary", "secret", 6, SESSION) < 0)
        return 2;
    execvp(argv[0], argv);
    return 3;
}

static int name_socket(const char *path, bool listens) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (strlen(path) >= sizeof address.sun_path)
        return 2;
    strcpy(address.sun_path, path);
    if (!listens) {
        tell("connect", connect(fd, (struct sockaddr *)&address, sizeof address) == 0 ? 0 : -errno);
        return 0;
    }
    const mode_t before = umask(0);
    if (bind(fd, (struct sockaddr *)&address, sizeof address) != 0 || listen(fd, 8) != 0)
        return 3;
    umask(before);
    wait_for_ever();
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "calls") == 0)
        return try_calls();
    if (argc == 4 && strcmp(argv[1], "hold") == 0)
        return hold_open(argv[2], strtoull(argv[3], NULL, 10));
    if (argc == 4 && strcmp(argv[1], "map") == 0)
        return keep_mapped(argv[2], strtoull(argv[3], NULL, 10));
    if (argc == 4 && strcmp(argv[1], "fly") == 0)
        return send_to_itself(argv[2], strtoull(argv[3], NULL, 10));
    if (argc == 4 && strcmp(argv[1], "shut") == 0)
        return shut(argv[2], strtoull(argv[3], NULL, 10));
    if (argc == 3 && strcmp(argv[1], "memfd") == 0)
        return fill_memory(strtoull(argv[2], NULL, 10));
    if (argc == 3 && strcmp(argv[1], "segments") == 0)
        return fill_segments(strtoull(argv[2], NULL, 10));
    if (argc == 3 && strcmp(argv[1], "eat") == 0)
        return eat(strtoull(argv[2], NULL, 10));
    if (argc > 2 && strcmp(argv[1], "keyed") == 0)
        return keyed(argv + 2);
    if (argc == 3 && (strcmp(argv[1], "connect") == 0 || strcmp(argv[1], "listen") == 0))
        return name_socket(argv[2], argv[1][0] == 'l');
    return 2;
}
