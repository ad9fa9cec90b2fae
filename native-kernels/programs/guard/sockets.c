/* SPDX-License-Identifier: Apache-2.0 */
#include "guard.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Folders in which servers of a machine listen by name, and which programs do not need for their computing. */
static const char *const places[] = {"/run", "/var/run", "/var/lib/mysql", "/var/spool/postfix"};

int sockets_list(void) {
    return open("/proc/net/unix", O_RDONLY | O_CLOEXEC);
}

const char *munge_socket(const struct run_options *options) {
    if (!options->cluster)
        return NULL;
    return options->munge != NULL ? options->munge : "/run/munge/munge.socket.2";
}

/* A folder that commands of a cluster need, and that lies in one of the places. */
struct shown {
    char path[PATH_MAX]; /* "": no folder */
    int fd;              /* pins the folder, which a mount will hide; -1: no folder */
};

static void pin(struct shown *shown, const char *place) {
    shown->fd = -1;
    if (shown->path[0] != '\0' && lies_below(shown->path, place))
        shown->fd = open(shown->path, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

/* Makes the folders of the path in the empty folder PLACE, and mounts the pinned folder there. */
static bool show(const struct shown *shown, const char *place) {
    char folder[PATH_MAX], pinned[64];
    memcpy(folder, shown->path, sizeof folder);
    for (char *end = folder + strlen(place); end != NULL; end = strchr(end + 1, '/')) {
        const char kept = *end;
        *end = '\0';
        (void)mkdir(folder, 0755);
        *end = kept;
    }
    (void)mkdir(folder, 0755);
    snprintf(pinned, sizeof pinned, "/proc/self/fd/%d", shown->fd);
    return mount(pinned, folder, NULL, MS_BIND, NULL) == 0;
}

/*
 * Lists the folders that the run of a cluster sees in the places: the folder of munge's socket, so that the run also
 * reaches a restarted munge, and the folder with the settings that Slurm fetches from its controller.
 */
static void list_shown(const struct run_options *options, struct shown shown[2]) {
    const char *munge = munge_socket(options);
    memset(shown, 0, 2 * sizeof *shown);
    if (munge == NULL)
        return;
    if (realpath(munge, shown[0].path) == NULL)
        shown[0].path[0] = '\0';
    else
        *strrchr(shown[0].path, '/') = '\0';
    if (realpath("/run/slurm/conf", shown[1].path) == NULL)
        shown[1].path[0] = '\0';
}

/* Hides a folder behind an empty folder, but for the folders of a cluster. A link needs no hiding, because it leads to
 * another of the places. */
static bool hide_place(const struct run_options *options, const char *place) {
    enum { FLAGS = MS_NOSUID | MS_NODEV | MS_NOEXEC };
    struct stat status;
    struct shown shown[2];
    bool all = true;
    if (lstat(place, &status) != 0 || !S_ISDIR(status.st_mode))
        return true;
    if (program_needs(options, place))
        return false;
    list_shown(options, shown);
    for (size_t i = 0; i < 2; i++)
        pin(&shown[i], place);
    if (mount("tmpfs", place, "tmpfs", FLAGS, "mode=755,size=4k") != 0)
        all = false;
    for (size_t i = 0; i < 2; i++)
        if (shown[i].fd >= 0) {
            all = all && show(&shown[i], place);
            close(shown[i].fd);
        }
    return all && mount(NULL, place, NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | FLAGS, NULL) == 0;
}

/* Folders that programs need, with everything below. */
static const char *const trees[] = {"/usr", "/etc", "/dev", "/proc", "/sys", "/bin", "/sbin", "/lib", "/lib64"};
/* Folders that hold whole systems, homes or applications: their direct subfolders are not hidden. */
static const char *const shelves[] = {"/", "/home", "/var", "/opt", "/usr"};

static bool is_system_folder(const char *folder) {
    char above[PATH_MAX];
    snprintf(above, sizeof above, "%s", folder);
    char *last = strrchr(above, '/');
    if (last == NULL || strcmp(folder, "/var/tmp") == 0)
        return true;
    last[last == above ? 1 : 0] = '\0';
    for (size_t i = 0; i < sizeof trees / sizeof trees[0]; i++)
        if (lies_below(folder, trees[i]))
            return true;
    for (size_t i = 0; i < sizeof shelves / sizeof shelves[0]; i++)
        if (strcmp(above, shelves[i]) == 0)
            return true;
    return false;
}

/*
 * Hides the folder of a socket behind an empty folder, if the run does not need the folder. So a restarted server stays
 * hidden. A descriptor pins the folder, and the path of the descriptor decides.
 */
static bool hide_parent(const struct run_options *options, const char *path) {
    char folder[PATH_MAX], pinned[64];
    snprintf(folder, sizeof folder, "%s", path);
    char *last = strrchr(folder, '/');
    last[last == folder ? 1 : 0] = '\0';
    const int fd = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return false;
    snprintf(pinned, sizeof pinned, "/proc/self/fd/%d", fd);
    const ssize_t length = readlink(pinned, folder, sizeof folder - 1);
    folder[length > 0 ? length : 0] = '\0';
    const bool hidden =
        folder[0] == '/' && !is_system_folder(folder) && !is_needed(options, folder) &&
        !lies_below(folder, options->folder) &&
        mount("tmpfs", pinned, "tmpfs", MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC, "mode=555,size=4k") == 0;
    close(fd);
    return hidden;
}

/*
 * Hides a socket: by hiding its folder, or else by mounting /dev/null over the socket. The owner may replace the file
 * at any time, so a descriptor pins the file before the check.
 */
static bool hide_socket(const struct run_options *options, const char *path) {
    struct stat status;
    char pinned[64];
    const int fd = open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return true; /* gone, hidden already, or out of reach for the run as well */
    bool hidden = true;
    snprintf(pinned, sizeof pinned, "/proc/self/fd/%d", fd);
    if (fstat(fd, &status) == 0 && S_ISSOCK(status.st_mode) && !lies_below(path, options->folder))
        hidden = hide_parent(options, path) || mount("/dev/null", pinned, NULL, MS_BIND, NULL) == 0;
    close(fd);
    return hidden;
}

static bool is_munge(const struct run_options *options, const char *path) {
    char own[PATH_MAX], other[PATH_MAX];
    const char *munge = munge_socket(options);
    return munge != NULL && realpath(munge, own) != NULL && realpath(path, other) != NULL && strcmp(own, other) == 0;
}

bool leave_abstract_sockets(void) {
    enum { CREATE_RULESET = 444, RESTRICT_SELF = 446, SCOPE_ABSTRACT_SOCKETS = 1 };
    const uint64_t attributes[] = {0, 0, SCOPE_ABSTRACT_SOCKETS}; /* files and ports are not restricted */
    const int rules = (int)syscall(CREATE_RULESET, attributes, sizeof attributes, 0);
    if (rules < 0)
        return false;
    const bool left = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(RESTRICT_SELF, rules, 0) == 0;
    close(rules);
    return left;
}

/*
 * Returns the name in a line of the list, the last field. Returns "" for a socket without a file: without a name, or
 * with a name that begins with '@', which only the network namespace of the machine knows. Returns NULL for a line that
 * is the rest of a name with a line feed.
 */
static const char *name_in(char *line) {
    int fields = 0;
    line[strcspn(line, "\n")] = '\0';
    (void)sscanf(line, "%*[0-9A-Fa-f]: %*x %*x %*x %*x %*x %*u%n", &fields);
    if (fields == 0)
        return strncmp(line, "Num ", strlen("Num ")) == 0 ? "" : NULL;
    const char *name = line + fields + strspn(line + fields, " ");
    return name[0] == '@' ? "" : name;
}

bool hide_sockets(const struct launch *launch) {
    char *line = NULL;
    size_t room = 0;
    bool all = true;
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        all = hide_place(launch->options, places[i]) && all;
    FILE *list = launch->sockets < 0 ? NULL : fdopen(dup(launch->sockets), "r");
    if (list == NULL)
        return false;
    rewind(list);
    while (getline(&line, &room, list) > 0) {
        const char *name = name_in(line);
        if (name == NULL || (name[0] != '\0' && name[0] != '/'))
            all = false; /* a relative name does not show the folder */
        else if (name[0] == '/' && !is_munge(launch->options, name))
            all = hide_socket(launch->options, name) && all;
    }
    free(line);
    fclose(list);
    return all;
}
