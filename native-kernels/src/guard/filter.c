#include "guard.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined __x86_64__
#define OWN_ARCH AUDIT_ARCH_X86_64
#define FOREIGN_CALLS 0x40000000u /* x32 */
#elif defined __aarch64__
#define OWN_ARCH AUDIT_ARCH_AARCH64
#elif defined __riscv && __riscv_xlen == 64
#define OWN_ARCH AUDIT_ARCH_RISCV64
#elif defined __powerpc64__ && defined __LITTLE_ENDIAN__
#define OWN_ARCH AUDIT_ARCH_PPC64LE
#else
#error "say which AUDIT_ARCH_ this little-endian architecture has, and by what other ways it takes system calls"
#endif
#ifndef FOREIGN_CALLS
#define FOREIGN_CALLS 0xffffffffu
#endif

enum { SET_DELEGATION = 1024 + 16 }; /* F_SETDELEG of Linux 6.19: a lease by another name */

#define FIELD(member) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))
#define UNLESS(test, value, skip) BPF_JUMP(BPF_JMP | (test) | BPF_K, (value), 0, (skip))
#define ANSWER(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))

int deny_leases(void) {
    struct sock_filter code[] = {
        FIELD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCH, 1, 0),
        ANSWER(ENOSYS),
        FIELD(nr),
        UNLESS(BPF_JGE, FOREIGN_CALLS, 1),
        ANSWER(ENOSYS),
        UNLESS(BPF_JEQ, SYS_fcntl, 5),
        FIELD(args[1]), /* its low word, which is all that the kernel takes of it */
        UNLESS(BPF_JEQ, F_SETLEASE, 1),
        ANSWER(EPERM),
        UNLESS(BPF_JEQ, SET_DELEGATION, 1),
        ANSWER(EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog filter = {sizeof code / sizeof code[0], code};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return -1;
    /* Without that flag older kernels would slow the run's memory down, which matters only to code it does not trust.
     */
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &filter) == 0)
        return 0;
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter);
}
