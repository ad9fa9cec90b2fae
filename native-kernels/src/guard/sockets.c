#include "guard.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

/* Where servers of a machine listen by name, and nothing lies that a program computes with. */
static const char *const places[] = {"/run", "/var/run", "/var/lib/mysql", "/var/spool/postfix"};

int sockets_list(void) {
    return open("/proc/net/unix", O_RDONLY | O_CLOEXEC);
}

/* An empty folder in the place of one that is there; a link leads to another of the places. */
static bool hide_place(const struct run_options *options, const char *place) {
    struct stat status;
    if (lstat(place, &status) != 0 || !S_ISDIR(status.st_mode))
        return true;
    return !is_needed(options, place) &&
           mount("tmpfs", place, "tmpfs", MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC, "mode=555,size=4k") == 0;
}

/*
 * Puts /dev/null in the place of a socket, to which nothing connects. Whoever owns the socket may put something else
 * there meanwhile, so it is pinned by a descriptor before it is looked at.
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
        hidden = mount("/dev/null", pinned, NULL, MS_BIND, NULL) == 0;
    close(fd);
    return hidden;
}

/* The name in a line of the list, its last field; NULL if there is none that begins at the root. */
static const char *name_in(char *line) {
    line[strcspn(line, "\n")] = '\0';
    const char *name = strchr(line, '/');
    return name != NULL && name[-1] == ' ' ? name : NULL;
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
        if (name != NULL)
            all = hide_socket(launch->options, name) && all;
    }
    free(line);
    fclose(list);
    return all;
}
