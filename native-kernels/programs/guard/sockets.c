/* SPDX-License-Identifier: Apache-2.0 */
#include "guard.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

/* Folders in which servers of a machine listen by name, and which hold nothing that programs compute with. */
static const char *const places[] = {"/run", "/var/run", "/var/lib/mysql", "/var/spool/postfix"};

int sockets_list(void) {
    return open("/proc/net/unix", O_RDONLY | O_CLOEXEC);
}

/* Hides a folder behind an empty folder. A link needs no hiding, because it leads to another of the places. */
static bool hide_place(const struct run_options *options, const char *place) {
    struct stat status;
    if (lstat(place, &status) != 0 || !S_ISDIR(status.st_mode))
        return true;
    return !is_needed(options, place) &&
           mount("tmpfs", place, "tmpfs", MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC, "mode=555,size=4k") == 0;
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
        else if (name[0] == '/')
            all = hide_socket(launch->options, name) && all;
    }
    free(line);
    fclose(list);
    return all;
}
