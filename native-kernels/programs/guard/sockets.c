/* SPDX-License-Identifier: Apache-2.0 */
#include "guard.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

/* Places where servers of a machine listen by name, and where no program finds anything to compute with. */
static const char *const places[] = {"/run", "/var/run", "/var/lib/mysql", "/var/spool/postfix"};

int sockets_list(void) {
    return open("/proc/net/unix", O_RDONLY | O_CLOEXEC);
}

/* Puts an empty folder in the place of one that is there. A link needs nothing: it leads to another of the places. */
static bool hide_place(const struct run_options *options, const char *place) {
    struct stat status;
    if (lstat(place, &status) != 0 || !S_ISDIR(status.st_mode))
        return true;
    return !is_needed(options, place) &&
           mount("tmpfs", place, "tmpfs", MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC, "mode=555,size=4k") == 0;
}

/* Folders that programs need, with all that lies below them. */
static const char *const trees[] = {"/usr", "/etc", "/dev", "/proc", "/sys", "/bin", "/sbin", "/lib", "/lib64"};
/* Folders that hold whole systems, homes or applications: a folder that lies right in one of them is not hidden. */
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
 * Puts an empty folder in the place of the one that a socket lies in, where the run does without that folder. So a
 * server that listens there again later stays hidden. A descriptor pins the folder, and the path of the descriptor
 * decides.
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
 * Hides a socket: by its folder, or else by /dev/null in its place, to which nothing connects. The owner may put
 * another file in its place at any time, so a descriptor pins it before it is looked at.
 */
static bool hide_socket(const struct run_options *options, const char *path) {
    struct stat status;
    char pinned[64];
    const int fd = open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return true; /* gone, hidden already, or where the run does not get either */
    bool hidden = true;
    snprintf(pinned, sizeof pinned, "/proc/self/fd/%d", fd);
    if (fstat(fd, &status) == 0 && S_ISSOCK(status.st_mode) && !lies_below(path, options->folder))
        hidden = hide_parent(options, path) || mount("/dev/null", pinned, NULL, MS_BIND, NULL) == 0;
    close(fd);
    return hidden;
}

/*
 * Returns the name in a line of the list, which is its last field. Returns "" where the socket has no file: it has no
 * name, or one that begins with '@', which only the network namespace of the machine knows. Returns NULL where the line
 * is no entry but the rest of a name with a line feed.
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
            all = false; /* it does not tell where it lies */
        else if (name[0] == '/')
            all = hide_socket(launch->options, name) && all;
    }
    free(line);
    fclose(list);
    return all;
}
