/* SPDX-License-Identifier: Apache-2.0 */
#include "guard.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined __x86_64__
#define OWN_ARCH AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define OWN_ARCH AUDIT_ARCH_AARCH64
#elif defined __riscv && __riscv_xlen == 64
#define OWN_ARCH AUDIT_ARCH_RISCV64
#elif defined __powerpc64__ && defined __LITTLE_ENDIAN__
#define OWN_ARCH AUDIT_ARCH_PPC64LE
#endif

#ifndef OWN_ARCH

/*
 * A filter must know the ways in which a processor takes system calls, and the place of the low word of an argument.
 * This is unknown for this processor, so the run is limited by the other means only.
 */
int filter_calls(bool may_make_segments) {
    (void)may_make_segments;
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

#else

#define NEW_NAMESPACES                                                                                                 \
    (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET)

enum {
    SET_DELEGATION = 1024 + 16, /* F_SETDELEG of Linux 6.19, a lease under another name */
    NEW_TIME = 0x80,            /* CLONE_NEWTIME; clone has its signal in these bits */
    /* Calls with equal numbers on all architectures that older headers do not define. */
    CALL_IO_URING_SETUP = 425,
    CALL_OPEN_TREE = 428,
    CALL_MOVE_MOUNT,
    CALL_FSOPEN,
    CALL_FSCONFIG,
    CALL_FSMOUNT,
    CALL_FSPICK,
    CALL_CLONE3 = 435,
    CALL_MOUNT_SETATTR = 442,
    CALL_MEMFD_SECRET = 447,
    /* The first number above the calls that this filter knows. Calls of 32-bit programs (x32) are above it too. */
    CALL_UNKNOWN = 467,
};

/* The condition of a rule: every call, or a test of the low word of an argument. The kernel uses only the low word of
 * these arguments. */
enum when { ALWAYS, HAS_ANY_BIT, IS };

struct rule {
    int call;
    int answer;
    enum when when;
    unsigned argument, value;
};

static const struct rule rules[] = {
    /* A lease makes any process that opens the file wait. */
    {SYS_fcntl, EPERM, IS, 1, F_SETLEASE},
    {SYS_fcntl, EPERM, IS, 1, SET_DELEGATION},
    /* In a new user namespace a process could mount and serve a file system, block there, and survive a kill. clone3
     * has flags in memory, which a filter cannot read. So the filter denies clone3, and the C library then calls
     * clone. */
    {SYS_unshare, EPERM, HAS_ANY_BIT, 0, NEW_NAMESPACES | NEW_TIME},
    {SYS_clone, EPERM, HAS_ANY_BIT, 0, NEW_NAMESPACES},
    {CALL_CLONE3, ENOSYS, ALWAYS, 0, 0},
    {SYS_setns, EPERM, ALWAYS, 0, 0},
    {SYS_mount, EPERM, ALWAYS, 0, 0},
    {SYS_umount2, EPERM, ALWAYS, 0, 0},
    {SYS_pivot_root, EPERM, ALWAYS, 0, 0},
    {CALL_OPEN_TREE, EPERM, ALWAYS, 0, 0},
    {CALL_MOVE_MOUNT, EPERM, ALWAYS, 0, 0},
    {CALL_FSOPEN, EPERM, ALWAYS, 0, 0},
    {CALL_FSCONFIG, EPERM, ALWAYS, 0, 0},
    {CALL_FSMOUNT, EPERM, ALWAYS, 0, 0},
    {CALL_FSPICK, EPERM, ALWAYS, 0, 0},
    {CALL_MOUNT_SETATTR, EPERM, ALWAYS, 0, 0},
    /* Keys are shared by all processes of a user, and outlive a run. */
    {SYS_keyctl, EPERM, ALWAYS, 0, 0},
    {SYS_add_key, EPERM, ALWAYS, 0, 0},
    {SYS_request_key, EPERM, ALWAYS, 0, 0},
    /* Large parts of the kernel that no computation needs, and which have had many faults. A ring of io_uring also
     * holds files open where /proc does not show them. */
    {SYS_bpf, EPERM, ALWAYS, 0, 0},
    {SYS_perf_event_open, EPERM, ALWAYS, 0, 0},
    {SYS_userfaultfd, EPERM, ALWAYS, 0, 0},
    {CALL_IO_URING_SETUP, ENOSYS, ALWAYS, 0, 0},
    /* Memory that even the kernel cannot see, so that the guard could not measure it. */
    {CALL_MEMFD_SECRET, ENOSYS, ALWAYS, 0, 0},
};

/* For a run without a private IPC namespace: segments that no process maps would not be counted. */
static const struct rule no_segments = {SYS_shmget, EPERM, ALWAYS, 0, 0};

enum { RULES = sizeof rules / sizeof rules[0], OF_RULE = 5, OF_FRAME = 6 };

#define FIELD(member) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))
#define UNLESS(test, value, skip) BPF_JUMP(BPF_JMP | (test) | BPF_K, (value), 0, (skip))
#define ANSWER(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)(error))
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

/* Appends a rule to CODE, and returns the number of instructions added. */
static size_t add_rule(struct sock_filter *code, const struct rule *rule) {
    size_t n = 0;
    const bool looks = rule->when != ALWAYS;
    code[n++] = (struct sock_filter)FIELD(nr);
    code[n++] = (struct sock_filter)UNLESS(BPF_JEQ, (unsigned)rule->call, looks ? 3 : 1);
    if (looks) {
        const unsigned at = (unsigned)(offsetof(struct seccomp_data, args) + rule->argument * sizeof(__u64));
        code[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, at);
        code[n++] = (struct sock_filter)UNLESS((rule->when == IS ? BPF_JEQ : BPF_JSET), rule->value, 1);
    }
    code[n++] = (struct sock_filter)ANSWER(rule->answer);
    return n;
}

int filter_calls(bool may_make_segments) {
    struct sock_filter code[(RULES + 1) * OF_RULE + OF_FRAME + 1] = {
        FIELD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCH, 1, 0),
        ANSWER(ENOSYS),
        FIELD(nr),
        UNLESS(BPF_JGE, CALL_UNKNOWN, 1),
        ANSWER(ENOSYS),
    };
    size_t length = OF_FRAME;
    for (size_t i = 0; i < RULES; i++)
        length += add_rule(code + length, &rules[i]);
    if (!may_make_segments)
        length += add_rule(code + length, &no_segments);
    code[length++] = (struct sock_filter)ALLOW;
    const struct sock_fprog filter = {(unsigned short)length, code};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return -1;
    /* The flag keeps older kernels from slowing the run's memory accesses by a protection that matters only for
     * untrusted code. */
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &filter) == 0)
        return 0;
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter);
}

#endif
