/* SPDX-License-Identifier: Apache-2.0 */
#include "reach.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

void reach_address(int folder, struct sockaddr_un *address) {
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    snprintf(address->sun_path, sizeof address->sun_path, "/proc/self/fd/%d/%s", folder, REACH_SOCKET);
}

static int failed(const char *what, const char *name) {
    fprintf(stderr, "slipway-guard: cannot %s %s: %s\n", what, name, strerror(errno));
    return REACH_FAILED;
}

static bool send_all(int fd, const char *bytes, size_t length) {
    while (length > 0) {
        const ssize_t n = send(fd, bytes, length, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        bytes += n;
        length -= (size_t)n;
    }
    return true;
}

/* Joins the words by spaces, as ssh does, for the shell on the host. */
static bool send_command(int fd, char **words) {
    for (char **word = words; *word != NULL; word++)
        if (!send_all(fd, *word, strlen(*word)) || !send_all(fd, word[1] != NULL ? " " : "", 1))
            return false;
    return true;
}

/* Prints the arriving answer without the last two bytes: a NUL and the status. Returns the status. */
static int print_answer(int fd) {
    unsigned char bytes[4096 + 2];
    size_t kept = 0;
    for (;;) {
        const ssize_t n = read(fd, bytes + kept, sizeof bytes - kept);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        const size_t have = kept + (size_t)n, ready = have > 2 ? have - 2 : 0;
        if (fwrite(bytes, 1, ready, stderr) < ready)
            break;
        kept = have - ready;
        memmove(bytes, bytes + ready, kept);
    }
    return kept == 2 && bytes[0] == '\0' ? bytes[1] : REACH_FAILED;
}

int command_reach(const struct run_options *options, char **words) {
    struct sockaddr_un address;
    const int folder = open(options->folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (folder < 0 || fd < 0)
        return failed("open folder", options->folder);
    reach_address(folder, &address);
    if (connect(fd, (const struct sockaddr *)&address, sizeof address) != 0)
        return failed("reach hosts from the run in", options->folder);
    if (!send_all(fd, words[0], strlen(words[0]) + 1) || !send_command(fd, words + 1) || shutdown(fd, SHUT_WR) != 0)
        return failed("ask for a daemon on", words[0]);
    return print_answer(fd);
}
