/* SPDX-License-Identifier: Apache-2.0 */
#include "reach.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_AT_ONCE = 256 };

/* The run that the starter serves. */
struct starter {
    const struct run_options *options;
    pid_t inner;
};

/* Dies with its parent, so that no ssh outlives the guard. */
static void die_with(pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    if (getppid() != parent)
        _exit(1);
}

static void say(int fd, const char *what, const char *name) {
    char text[TEXT_BYTES];
    const int length = snprintf(text, sizeof text, "slipway-guard: %s %.300s\n", what, name);
    (void)send(fd, text, (size_t)length, MSG_NOSIGNAL);
}

/* Returns whether the file of --hosts has a line that begins with the word HOST. */
static bool is_host(const char *file, const char *host) {
    FILE *lines = fopen(file, "re");
    char *line = NULL;
    size_t room = 0;
    bool found = false;
    const bool is_name = host[0] != '-' && host[0] != '\0' && host[0] != '#'; /* no option of ssh, and no comment */
    while (is_name && lines != NULL && !found && getline(&line, &room, lines) > 0) {
        line[strcspn(line, " \t\r\n")] = '\0';
        found = strcmp(line, host) == 0;
    }
    free(line);
    if (lines != NULL)
        fclose(lines);
    return found;
}

/* --- the command on the host --- */

struct command {
    char text[2 * REACH_BYTES];
    size_t length;
    bool is_long;
};

static void append(struct command *command, const char *text) {
    const size_t length = strlen(text);
    if (command->length + length >= sizeof command->text) {
        command->is_long = true;
        return;
    }
    memcpy(command->text + command->length, text, length + 1);
    command->length += length;
}

/* Appends a word that no shell changes. */
static void append_word(struct command *command, const char *word) {
    append(command, " '");
    for (const char *at = word; *at != '\0'; at++) {
        const char one[] = {*at, '\0'};
        append(command, *at == '\'' ? "'\\''" : one);
    }
    append(command, "'");
}

static void append_number(struct command *command, const char *option, uint64_t value) {
    char text[64];
    snprintf(text, sizeof text, " %s %" PRIu64, option, value);
    if (value > 0)
        append(command, text);
}

/* Writes the command of the guard on the host, with the identity and the limits of the run. TEXT is a line of shell. */
static void make_command(const struct run_options *options, const char *text, struct command *command) {
    char self[PATH_MAX], folder[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    self[length > 0 ? length : 0] = '\0';
    append(command, "exec");
    append_word(command, self);
    append(command, " join --folder");
    append_word(command, realpath(options->folder, folder) != NULL ? folder : options->folder);
    append_number(command, "--grace", (uint64_t)options->grace + 1);
    append_number(command, "--memory", options->memory);
    append_number(command, "--process-memory", options->process_memory);
    append_number(command, "--processes", options->processes);
    append_number(command, "--file-size", options->file_size);
    if (options->uid != SAME_IDENTITY) {
        append_number(command, "--uid", options->uid);
        append_number(command, "--gid", options->gid);
    }
    append(command, " --tmp tmp --hide");
    append_word(command, options->hide);
    for (const char *const *need = options->needs; need != NULL && *need != NULL; need++) {
        append(command, " --needs");
        append_word(command, *need);
    }
    append(command, " -- sh -c");
    append_word(command, text);
}

/* --- one request --- */

/* Reads a request, which is two texts, each ended by a NUL. Returns whether the input is a whole request. */
static bool read_request(int fd, char request[REACH_BYTES], const char **text) {
    size_t length = 0;
    for (;;) {
        const ssize_t n = read(fd, request + length, REACH_BYTES - 1 - length);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        length += (size_t)n;
    }
    const char *end = memchr(request, '\0', length);
    if (end == NULL || length >= REACH_BYTES - 1 || (size_t)(end + 1 - request) == length)
        return false;
    request[length] = '\0';
    *text = end + 1;
    return strlen(*text) + 1 == (size_t)(request + length - *text);
}

static _Noreturn void become_ssh(const struct run_options *options, const char *host, const char *command, int fd) {
    const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    dup2(nothing, STDIN_FILENO);
    dup2(fd, STDOUT_FILENO);
    dup2(fd, STDERR_FILENO);
    execlp("ssh", "ssh", "-F", options->ssh, "-T", "-o", "BatchMode=yes", "-o", "ForwardAgent=no", "-o",
           "ClearAllForwardings=yes", "--", host, command, (char *)NULL);
    say(fd, "cannot start ssh:", strerror(errno));
    _exit(REACH_FAILED);
}

/* Waits for ssh, and ends ssh if the process that made the request has gone. Returns the exit status of ssh. */
static int wait_for_ssh(pid_t ssh, int fd) {
    int status = 0;
    const int watched = (int)syscall(SYS_pidfd_open, ssh, 0);
    struct pollfd both[] = {{.fd = watched, .events = POLLIN}, {.fd = fd, .events = 0}};
    while (poll(both, 2, -1) < 0 && errno == EINTR)
        continue;
    if ((both[0].revents & POLLIN) == 0)
        kill(ssh, SIGTERM);
    waitpid(ssh, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : REACH_FAILED;
}

static _Noreturn void answer(const struct starter *starter, int fd) {
    static char request[REACH_BYTES];
    static struct command command;
    const char *text = NULL;
    int status = REACH_FAILED;
    if (!read_request(fd, request, &text)) {
        say(fd, "this is no host and command:", request);
    } else if (!is_host(starter->options->hosts, request)) {
        say(fd, "this is no host of the run:", request);
    } else {
        make_command(starter->options, text, &command);
        const pid_t self = getpid(), ssh = command.is_long ? -1 : fork();
        if (ssh == 0) {
            die_with(self);
            become_ssh(starter->options, request, command.text, fd);
        }
        if (ssh < 0)
            say(fd, "cannot start ssh to", request);
        else
            status = wait_for_ssh(ssh, fd);
    }
    const char last[] = {'\0', (char)status};
    (void)send(fd, last, sizeof last, MSG_NOSIGNAL);
    _exit(0);
}

/* Returns whether the other end is a process of the run. */
static bool is_of_run(int fd, const struct starter *starter) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && descends(peer.pid, starter->inner);
}

/* Reaps the processes that have answered. If too many are left, waits for the end of one: the limit on processes of the
 * run does not count these processes, so the run could ask for any number of them. */
static void reap(int *count) {
    while (*count > 0 && waitpid(-1, NULL, *count >= MOST_AT_ONCE ? 0 : WNOHANG) > 0)
        (*count)--;
}

static _Noreturn void starter_main(const struct starter *starter, int listener) {
    const struct timespec wait = {0, 100000000};
    int count = 0;
    for (;;) {
        reap(&count);
        const int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
        const pid_t self = getpid(), pid = fd >= 0 && is_of_run(fd, starter) ? fork() : -1;
        count += pid > 0 ? 1 : 0;
        if (pid == 0) {
            die_with(self);
            close(listener);
            answer(starter, fd);
        }
        if (fd >= 0)
            close(fd);
        else if (errno != EINTR && errno != ECONNABORTED)
            nanosleep(&wait, NULL); /* out of descriptors: some will become free */
    }
}

/* Makes the socket, which only the run's identity may use. Returns a descriptor, or -1 with errno. */
static int listen_for(const struct guard *guard) {
    struct sockaddr_un address;
    const struct run_options *options = guard->options;
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    reach_address(guard->folder, &address);
    if (fd < 0)
        return -1;
    const mode_t mask = umask(0177);
    const int bad = bind(fd, (const struct sockaddr *)&address, sizeof address);
    umask(mask);
    if (bad == 0 &&
        (!is_other_user(options) ||
         fchownat(guard->folder, REACH_SOCKET, (uid_t)options->uid, (gid_t)options->gid, AT_SYMLINK_NOFOLLOW) == 0) &&
        listen(fd, SOMAXCONN) == 0)
        return fd;
    const int reason = errno;
    close(fd);
    errno = reason;
    return -1;
}

/* Returns whether the run could read the folder of --hide. A user other than the guard's has no right to read that
 * folder. */
static bool shows_hidden(const struct guard *guard) {
    const char *folder = guard->options->hide;
    return folder != NULL && !is_other_user(guard->options) && (guard->own & OWN_HIDDEN) == 0 &&
           (access(folder, F_OK) == 0 || errno != ENOENT);
}

bool starter_begin(struct guard *guard) {
    const struct starter starter = {guard->options, guard->inner};
    if (shows_hidden(guard)) {
        snprintf(guard->over, sizeof guard->over, "cannot hide the folder %.300s from the run", guard->options->hide);
        return false;
    }
    if (guard->options->ssh == NULL)
        return true;
    const int listener = listen_for(guard);
    const pid_t self = getpid();
    guard->starter = listener < 0 ? -1 : fork();
    if (guard->starter == 0) {
        die_with(self);
        close(guard->claim);
        starter_main(&starter, listener);
    }
    if (guard->starter < 0)
        snprintf(guard->over, sizeof guard->over, "cannot start daemons on other hosts: %s", strerror(errno));
    if (listener >= 0)
        close(listener);
    return guard->starter > 0;
}

void starter_end(struct guard *guard) {
    if (guard->starter <= 0)
        return;
    kill(guard->starter, SIGKILL);
    waitpid(guard->starter, NULL, 0);
    guard->starter = 0;
    unlinkat(guard->folder, REACH_SOCKET, 0);
}
