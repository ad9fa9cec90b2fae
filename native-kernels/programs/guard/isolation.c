/* SPDX-License-Identifier: Apache-2.0 */
#include "guard.h"

#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <linux/magic.h>
#include <mntent.h>
#include <net/if.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

/* Maps only the user and the group of the run into its user namespace. */
static int map_identity(const struct launch *launch) {
    char text[64];
    write_text(AT_FDCWD, "/proc/self/setgroups", "deny");
    snprintf(text, sizeof text, "%u %u 1", launch->uid, launch->uid);
    if (write_text(AT_FDCWD, "/proc/self/uid_map", text) != 0)
        return -1;
    snprintf(text, sizeof text, "%u %u 1", launch->gid, launch->gid);
    return write_text(AT_FDCWD, "/proc/self/gid_map", text);
}

/* Raises the loopback of a new network namespace, over which mpirun and its ranks communicate. */
static int raise_loopback(void) {
    struct ifreq loopback;
    memset(&loopback, 0, sizeof loopback);
    memcpy(loopback.ifr_name, "lo", sizeof "lo");
    const int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    int bad = ioctl(fd, SIOCGIFFLAGS, &loopback);
    loopback.ifr_flags = (short)(loopback.ifr_flags | IFF_UP);
    if (bad == 0)
        bad = ioctl(fd, SIOCSIFFLAGS, &loopback);
    close(fd);
    return bad;
}

bool lies_below(const char *path, const char *above) {
    char own[PATH_MAX], other[PATH_MAX];
    const char *inner = realpath(path, own) != NULL ? own : path;
    const char *outer = realpath(above, other) != NULL ? other : above;
    const size_t length = strlen(outer);
    return strncmp(inner, outer, length) == 0 && (inner[length] == '\0' || inner[length] == '/');
}

/* A name without a folder is searched in folders without a mount. */
static bool is_path_below(const char *path, const char *folder) {
    return path != NULL && strchr(path, '/') != NULL && lies_below(path, folder);
}

bool program_needs(const struct run_options *options, const char *folder) {
    const char *const all[] = {options->folder, options->argv[0], options->chdir, options->out, options->err};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (is_path_below(all[i], folder))
            return true;
    for (const char *const *need = options->needs; need != NULL && *need != NULL; need++)
        if (is_path_below(*need, folder))
            return true;
    return false;
}

bool is_needed(const struct run_options *options, const char *folder) {
    return program_needs(options, folder) || is_path_below(munge_socket(options), folder);
}

/* Returns the size of the run's /dev/shm in bytes: at most the size of the run's folder and memory. 0: unlimited. */
static uint64_t shm_room(const struct run_options *options) {
    const bool is_memory_less = options->memory > 0 && options->memory < options->folder_bytes;
    return is_memory_less || options->folder_bytes == 0 ? options->memory : options->folder_bytes;
}

static bool mount_shm(const struct run_options *options) {
    char how[96] = "mode=1777";
    int used = (int)strlen(how);
    if (shm_room(options) > 0)
        used += snprintf(how + used, sizeof how - (size_t)used, ",size=%" PRIu64, shm_room(options));
    if (options->folder_entries > 0)
        snprintf(how + used, sizeof how - (size_t)used, ",nr_inodes=%" PRIu64, options->folder_entries);
    return !is_needed(options, "/dev/shm") && mount("tmpfs", "/dev/shm", "tmpfs", MS_NOSUID | MS_NODEV, how) == 0;
}

/* Mounts the run's own folder over the folders that all users share. Follows no path that the run could change. */
static bool mount_tmp(const struct run_options *options) {
    static const char *const shared[] = {"/tmp", "/var/tmp"};
    if (options->tmp == NULL)
        return false;
    /* opened again: the guard's descriptor belongs to a mount of another namespace, which cannot be bound here */
    const int folder = open(options->folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    const int tmp = openat(folder, options->tmp, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    const int here = open(".", O_PATH | O_CLOEXEC);
    bool all = tmp >= 0 && here >= 0 && fchdir(tmp) == 0;
    for (size_t i = 0; all && i < sizeof shared / sizeof shared[0]; i++)
        if (access(shared[i], F_OK) == 0)
            all = !is_needed(options, shared[i]) && mount(".", shared[i], NULL, MS_BIND, NULL) == 0;
    if (here >= 0 && fchdir(here) != 0)
        all = false;
    close(folder);
    close(tmp);
    close(here);
    return all;
}

/*
 * Mounts the run's message queues over those of the machine, which would outlive the run. Does not mount if mounts are
 * not private, because the machine would lose its queues.
 */
static bool hide_queues(bool private) {
    enum { MQUEUE_MAGIC = 0x19800202 };
    struct statfs status;
    if (statfs("/dev/mqueue", &status) != 0 || status.f_type != MQUEUE_MAGIC)
        return true;
    return private && mount("mqueue", "/dev/mqueue", "mqueue", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) == 0;
}

/*
 * Bounds the number of terminals, which the whole machine shares. If the run uses up all terminals, mpirun uses pipes
 * for the ranks.
 */
static void bound_terminals(void) {
    struct stat status;
    if (stat("/dev/pts/ptmx", &status) == 0)
        (void)mount("devpts", "/dev/pts", "devpts", MS_NOSUID | MS_NOEXEC,
                    "newinstance,ptmxmode=0666,mode=620,max=256");
}

bool is_other_user(const struct run_options *options) {
    return options->uid != SAME_IDENTITY && (uid_t)options->uid != geteuid();
}

/* Hides each tree of groups behind an empty folder. A run of the guard's user could otherwise write its own bounds. */
static bool hide_groups(void) {
    FILE *mounts = setmntent("/proc/self/mounts", "re");
    bool all = mounts != NULL;
    const struct mntent *entry;
    while (all && (entry = getmntent(mounts)) != NULL) {
        struct statfs status;
        if (strcmp(entry->mnt_type, "cgroup2") == 0 && statfs(entry->mnt_dir, &status) == 0 &&
            status.f_type == CGROUP2_SUPER_MAGIC)
            all = mount("tmpfs", entry->mnt_dir, "tmpfs", MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC,
                        "mode=555,size=4k") == 0;
    }
    if (mounts != NULL)
        endmntent(mounts);
    return all;
}

/* Hides the folder of --hide behind an empty folder. */
static bool hide_folder(const struct run_options *options) {
    const char *folder = options->hide;
    if (folder == NULL || access(folder, F_OK) != 0)
        return true;
    return !is_needed(options, folder) &&
           mount("tmpfs", folder, "tmpfs", MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC, "mode=555,size=4k") == 0;
}

/*
 * Mounts all private parts of the run. Goes on if mounts are not allowed, as in a container that masks /proc: then
 * /proc shows the processes of the machine, and shared memory of killed ranks stays in /dev/shm.
 */
static int mount_own(const struct launch *launch) {
    const bool private = mount(NULL, "/", NULL, MS_REC | MS_SLAVE, NULL) == 0;
    int own = (launch->namespaces & CLONE_NEWIPC) != 0 && hide_queues(private) ? OWN_IPC : 0;
    if (!private)
        return own;
    if (mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) == 0)
        own |= OWN_PROCESSES;
    bound_terminals();
    if (mount_shm(launch->options))
        own |= OWN_SHM;
    if (mount_tmp(launch->options))
        own |= OWN_TMP;
    if (hide_folder(launch->options))
        own |= OWN_HIDDEN;
    if (hide_sockets(launch) && (own & OWN_TMP) != 0)
        own |= OWN_SOCKETS;
    if (launch->options->cgroup != NULL && !is_other_user(launch->options) && (own & OWN_PROCESSES) != 0 &&
        hide_groups())
        own |= OWN_GROUP;
    return own;
}

int isolate(const struct launch *launch) {
    const unsigned long given = launch->namespaces;
    const int group = is_other_user(launch->options) ? OWN_GROUP : 0;
    if (given == 0)
        return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0 ? group : -1;
    if ((given & CLONE_NEWUSER) != 0 && map_identity(launch) != 0)
        return -1;
    if ((given & CLONE_NEWNET) != 0 && raise_loopback() != 0)
        return -1;
    const int own = group | mount_own(launch);
    if ((given & CLONE_NEWNET) != 0)
        return own | OWN_NETWORK;
    return leave_abstract_sockets() ? own : own & ~OWN_SOCKETS;
}

const char *isolation_text(int own, char out[64]) {
    static const char *const names[] = {"processes", "ipc", "network", "shm", "tmp", "sockets"};
    out[0] = '\0';
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if ((own & 1 << i) != 0) {
            strcat(out, out[0] != '\0' ? " " : "");
            strcat(out, names[i]);
        }
    return out;
}
