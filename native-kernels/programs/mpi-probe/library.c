/* SPDX-License-Identifier: Apache-2.0 */
#include "probe.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Copies the path of the executable that a shell would start. Returns whether there is one. */
static bool find_program(const char *name, char out[PATH_MAX]) {
    const char *path = getenv("PATH");
    if (strchr(name, '/') != NULL || path == NULL)
        return snprintf(out, PATH_MAX, "%s", name) < PATH_MAX;
    for (const char *at = path; *at != '\0'; at += strspn(at, ":")) {
        const int length = (int)strcspn(at, ":");
        if (snprintf(out, PATH_MAX, "%.*s/%s", length, at, name) < PATH_MAX && access(out, X_OK) == 0)
            return true;
        at += length;
    }
    errno = ENOENT;
    return false;
}

/* Reads the path of the loader from an executable of this machine. Returns whether the executable names a loader: a
 * script or a static program does not. */
static bool find_loader(int fd, char out[PATH_MAX]) {
    ElfW(Ehdr) header;
    ElfW(Phdr) part;
    if (pread(fd, &header, sizeof header, 0) != (ssize_t)sizeof header ||
        memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
        header.e_ident[EI_CLASS] != (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32))
        return false;
    for (unsigned i = 0; i < header.e_phnum; i++) {
        const off_t at = (off_t)header.e_phoff + (off_t)i * header.e_phentsize;
        if (pread(fd, &part, sizeof part, at) != (ssize_t)sizeof part)
            return false;
        if (part.p_type != PT_INTERP)
            continue;
        if (part.p_filesz == 0 || part.p_filesz >= PATH_MAX)
            return false;
        out[part.p_filesz] = '\0';
        return pread(fd, out, part.p_filesz, (off_t)part.p_offset) == (ssize_t)part.p_filesz;
    }
    return false;
}

/* Starts `LOADER --list PROGRAM`, which lists the libraries and does not run the program. Returns the list, or NULL
 * with errno. */
static FILE *list_libraries(const char *loader, const char *program, pid_t *pid) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return NULL;
    *pid = fork();
    if (*pid == 0) {
        dup2(ends[1], STDOUT_FILENO);
        execl(loader, loader, "--list", program, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    FILE *out = *pid < 0 ? NULL : fdopen(ends[0], "r");
    if (out == NULL)
        close(ends[0]);
    return out;
}

/* Reads a line such as "libmpi.so.40 => /usr/lib/libmpi.so.40 (0x7f00)". Returns whether an MPI library is named. */
static bool names_mpi(const char *line, char out[PATH_MAX]) {
    static const char *const names[] = {"libmpi.so", "libmpich.so", "libmpi_abi.so"};
    const char *name = line + strspn(line, " \t"), *arrow = strstr(name, " => /");
    for (size_t i = 0; arrow != NULL && i < sizeof names / sizeof names[0]; i++)
        if (strncmp(name, names[i], strlen(names[i])) == 0) {
            const char *path = arrow + strlen(" => "), *end = strstr(path, " (0x");
            const int length = end != NULL ? (int)(end - path) : (int)strcspn(path, "\n");
            return snprintf(out, PATH_MAX, "%.*s", length, path) < PATH_MAX;
        }
    return false;
}

int library_of(const char *program, char out[PATH_MAX]) {
    char path[PATH_MAX], loader[PATH_MAX], *line = NULL;
    size_t room = 0;
    pid_t pid = -1;
    int found = 0;
    const int fd = find_program(program, path) ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0)
        return -1;
    const bool is_dynamic = find_loader(fd, loader);
    close(fd);
    if (!is_dynamic)
        return 0;
    FILE *list = list_libraries(loader, path, &pid);
    if (list == NULL)
        return -1;
    while (getline(&line, &room, list) > 0)
        if (found == 0 && names_mpi(line, out))
            found = 1;
    free(line);
    fclose(list);
    waitpid(pid, NULL, 0);
    return found;
}
