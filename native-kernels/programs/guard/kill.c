/* SPDX-License-Identifier: Apache-2.0 */
#include "guard.h"

#include "base/clock.h"
#include "base/json.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { STARTING_SECONDS = 5, REST_SECONDS = 15 };

static void pause_briefly(void) {
    const struct timespec wait = {0, 20000000};
    nanosleep(&wait, NULL);
}

static int write_killed(int folder, int survivors) {
    const struct ended ended = {.exit_status = -1,
                                .reason = "killed",
                                .survivors = survivors,
                                .at_ms = sw_clock_day_ms(),
                                .error = "",
                                .by = ""};
    return record_ended(folder, &ended);
}

/* Sends SIGTERM to that guard only: the descriptor pins the process before its start time is compared. */
static void end_guard(const struct identity *guard) {
    const int fd = (int)syscall(SYS_pidfd_open, guard->pid, 0);
    if (fd < 0)
        return;
    if (start_of(guard->pid) == guard->start && syscall(SYS_pidfd_send_signal, fd, SIGTERM, NULL, 0) == 0) {
        struct pollfd wait = {.fd = fd, .events = POLLIN};
        while (poll(&wait, 1, (int)((guard->grace + REST_SECONDS) * 1000)) < 0 && errno == EINTR)
            continue;
        if ((wait.revents & POLLIN) == 0)
            syscall(SYS_pidfd_send_signal, fd, SIGKILL, NULL, 0); /* the inner process dies with the guard */
        poll(&wait, 1, 1000);
    }
    close(fd);
}

static int killed(int folder, int survivors) {
    if (write_killed(folder, survivors) == 0)
        return EXIT_DONE;
    return disk_full(errno) ? EXIT_FULL : EXIT_CANNOT_KILL;
}

/*
 * Kills all remaining processes in the group of the run, if the run had a group and the machine has not rebooted since.
 */
static void end_group(int folder, const struct identity *guard) {
    char text[RECORD_BYTES], path[512], boot[64];
    boot_id(boot);
    if (strcmp(boot, guard->boot) == 0 && record_read(folder, "started.json", text) > 0 &&
        sw_json_string(text, "cgroup", path, sizeof path) && path[0] == '/')
        cgroup_end(path);
}

/* Ends the rest of the run, with or without records of the guard, and records the end if the guard has not. */
static int finish(int folder, struct identity *guard) {
    char mark[96], text[RECORD_BYTES];
    const double until = sw_clock_seconds() + 5;
    int left = 0;
    end_group(folder, guard);
    mark_of(guard, mark);
    while (guard->pid > 0 && (left = signal_marked(mark, SIGKILL)) > 0 && sw_clock_seconds() < until)
        pause_briefly();
    if (record_read(folder, "ended.json", text) < 0) {
        const int written = errno == ENOENT ? killed(folder, left) : EXIT_CANNOT_KILL;
        if (written != EXIT_DONE)
            return written;
    }
    if (guard->pid == 0 && claim_look(folder, guard) == CLAIM_ALIVE) /* slow, but not lost */
        end_guard(guard);
    return left == 0 ? EXIT_DONE : EXIT_CANNOT_KILL;
}

static int kill_run(int folder, struct identity *guard) {
    const double until = sw_clock_seconds() + STARTING_SECONDS;
    for (;;) {
        const int claim = claim_take(folder);
        if (claim >= 0) {
            const int written = killed(folder, 0);
            close(claim);
            return written;
        }
        if (errno != EEXIST)
            return disk_full(errno) ? EXIT_FULL : EXIT_ERROR;
        switch (claim_look(folder, guard)) {
        case CLAIM_ALIVE:
            end_guard(guard);
            return claim_look(folder, guard) == CLAIM_ALIVE ? EXIT_CANNOT_KILL : finish(folder, guard);
        case CLAIM_LOST:
            return finish(folder, guard);
        case CLAIM_ELSEWHERE:
            return faccessat(folder, "ended.json", F_OK, 0) == 0 ? EXIT_DONE : EXIT_CANNOT_KILL;
        case CLAIM_NONE:
        case CLAIM_STARTING:
            if (sw_clock_seconds() > until)
                return EXIT_CANNOT_KILL;
            pause_briefly();
        }
    }
}

int command_kill(const char *folder) {
    struct identity guard = {0};
    const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) {
        fprintf(stderr, "slipway-guard: cannot open folder %s: %s\n", folder, strerror(errno));
        return EXIT_ERROR;
    }
    const int status = kill_run(fd, &guard);
    if (status == EXIT_ERROR)
        fprintf(stderr, "slipway-guard: cannot claim %s: %s\n", folder, strerror(errno));
    if (status == EXIT_FULL)
        fprintf(stderr, "slipway-guard: cannot write that the run in %s is killed: %s\n", folder, strerror(errno));
    if (status == EXIT_CANNOT_KILL && guard.host[0] != '\0')
        fprintf(stderr, "slipway-guard: cannot end the run in %s from here: its guard is on %s\n", folder, guard.host);
    else if (status == EXIT_CANNOT_KILL)
        fprintf(stderr, "slipway-guard: cannot end the run in %s (guard %d): try again, or as its owner or root\n",
                folder, (int)guard.pid);
    close(fd);
    return status;
}
