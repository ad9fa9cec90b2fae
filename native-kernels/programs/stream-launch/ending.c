/* SPDX-License-Identifier: Apache-2.0 */
/* Follows units until they have ended, and ends all units when one fails. */
#include "launch.h"

#include "base/clock.h"
#include "stream/box.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    KILL_MORE_SECONDS = 3, /* time of mpirun beyond the grace to end its ranks */
    SHELL_FAILED = 255,    /* of ssh */
    CAUSE_SECONDS = 2      /* for which the others go on after a kernel reports the loss of another */
};

/* The state of a launch while the units run. */
struct following {
    int signals;    /* a signalfd */
    int stopped_by; /* a signal to the launcher, or 0 */
    double kill_at; /* of sw_clock_seconds; 0: the units are not being ended */
    bool killed;
    double end_at; /* time at which the units are to be ended; 0: not yet */
};

static bool is_relay(const struct unit *unit) {
    return unit->kernel == NOBODY;
}

static size_t running(const struct launch *launch, bool relays) {
    size_t count = 0;
    for (size_t i = 0; i < launch->unit_count; i++)
        count += launch->units[i].started && !launch->units[i].ended && is_relay(&launch->units[i]) == relays;
    return count;
}

static void signal_unit(struct unit *unit, int number) {
    if (!unit->started || unit->ended)
        return;
    unit->told_to_end = true;
    if (unit->hold >= 0) { /* the script on the other host ends the unit */
        close(unit->hold);
        unit->hold = -1;
    }
    if (unit->mpi && number == SIGKILL)
        kill(unit->pid, SIGTERM); /* mpirun that has not ended by now gets both */
    kill(-unit->pid, number);
}

static bool is_remote(const struct launch *launch, const struct unit *unit) {
    return !unit->mpi && !launch->document.hosts[unit->host].here;
}

/* Begins to end all units. A remote shell gets no signal at first: the script there ends the unit, and then the script
 * ends. */
static void begin_end(struct launch *launch, struct following *following) {
    bool slow = false;
    if (following->kill_at > 0)
        return;
    for (size_t i = 0; i < launch->unit_count; i++) {
        struct unit *unit = &launch->units[i];
        slow = slow || unit->mpi || is_remote(launch, unit);
        if (is_remote(launch, unit) && unit->hold >= 0) {
            close(unit->hold);
            unit->hold = -1;
            unit->told_to_end = true;
        } else
            signal_unit(unit, SIGTERM);
    }
    following->kill_at = sw_clock_seconds() + launch->options.grace + (slow ? KILL_MORE_SECONDS : 0);
}

static void print_last_words(const struct unit *unit) {
    const struct output *output = unit->outputs[1].lines > 0 ? &unit->outputs[1] : &unit->outputs[0];
    const unsigned count = output->lines < LAST_LINES ? output->lines : LAST_LINES;
    if (count > 0)
        fprintf(stderr, "stream-launch: last words of %s:\n", unit->name);
    for (unsigned i = output->lines - count; i < output->lines; i++)
        fprintf(stderr, "stream-launch:   %s\n", output->last[i % LAST_LINES]);
}

static void describe(const struct launch *launch, const struct unit *unit, char out[256]) {
    const char *kind = is_relay(unit) ? "" : "kernel ", *host = launch->document.hosts[unit->host].name;
    if (WIFSIGNALED(unit->status))
        snprintf(out, 256, "%s%s on host %s died by signal %d (%s)", kind, unit->name, host, WTERMSIG(unit->status),
                 strsignal(WTERMSIG(unit->status)));
    else if (unit->mpi)
        snprintf(out, 256, "kernel %s: its mpirun ended with status %d", unit->name, WEXITSTATUS(unit->status));
    else if (WEXITSTATUS(unit->status) == SHELL_FAILED && is_remote(launch, unit))
        snprintf(out, 256, "%s%s on host %s ended with status %d, as ssh does when it cannot connect or is cut", kind,
                 unit->name, host, SHELL_FAILED);
    else if (WEXITSTATUS(unit->status) > 128 && is_remote(launch, unit))
        snprintf(out, 256, "%s%s on host %s died by signal %d (%s)", kind, unit->name, host,
                 WEXITSTATUS(unit->status) - 128, strsignal(WEXITSTATUS(unit->status) - 128));
    else
        snprintf(out, 256, "%s%s on host %s ended with status %d", kind, unit->name, host, WEXITSTATUS(unit->status));
}

static bool ended_badly(const struct unit *unit) {
    return !WIFEXITED(unit->status) || WEXITSTATUS(unit->status) != 0;
}

/* Takes the output that the unit has written before its end. Later output of its leftover processes is ignored. */
static void drain(struct unit *unit) {
    for (int i = 0; i < 2; i++) {
        int waiting = 0;
        struct output *output = &unit->outputs[i];
        if (output->fd >= 0 && ioctl(output->fd, FIONREAD, &waiting) != 0)
            waiting = 0;
        for (const size_t until = output->taken + (size_t)waiting; output->fd >= 0 && output->taken < until;)
            output_take(unit, output, 1 + i);
        output_end(unit, output, 1 + i);
    }
}

/* Returns how likely a badly ended unit is the cause of the failure: 0 for a unit that reports the loss of another. */
static int blame(const struct unit *unit) {
    if (WIFSIGNALED(unit->status))
        return 2;
    for (int i = 0; i < LAST_LINES; i++)
        if (strstr(unit->outputs[1].last[i], "has failed or died") != NULL ||
            strstr(unit->outputs[1].last[i], " is lost: ") != NULL)
            return 0;
    return 1;
}

/* Returns whether PROCESS runs on this host. A rank of an MPI kernel may run elsewhere, even if mpirun runs here. */
static bool runs_here(const struct launch *launch, int process) {
    const struct document *d = &launch->document;
    for (size_t i = 0; i < d->host_count; i++)
        if (d->hosts[i].here && strcmp(d->hosts[i].name, launch->graph.processes[process].host) == 0)
            return true;
    return false;
}

/* Tells the others that the missing kernels of a unit will never come. */
static void tell_others(const struct launch *launch, const struct unit *unit) {
    const int first = launch->process_of_kernel[unit->kernel] + unit->copy;
    const int count = unit->mpi ? document_copies(&launch->document.kernels[unit->kernel]) : 1;
    for (int process = first; process < first + count; process++) {
        if (runs_here(launch, process))
            boxes_mark_dead(&launch->graph, process);
        mourn(launch, process);
    }
}

/* Records the end of a unit. */
static void note_end(struct launch *launch, struct following *following, struct unit *unit) {
    char text[256];
    unit->ended = true;
    kill(-unit->pid, SIGKILL); /* leftover processes of the unit */
    drain(unit);
    if (unit->told_to_end || (is_relay(unit) && !ended_badly(unit)))
        return;
    if (!ended_badly(unit)) { /* a program that is not part of a stream also ends well, while others wait for it */
        tell_others(launch, unit);
        return;
    }
    describe(launch, unit, text);
    if (!is_relay(unit) && launch->document.kernels[unit->kernel].tolerated) {
        unit->died = true;
        fprintf(stderr, "stream-launch: %s; the graph lets the others go on\n", text);
        tell_others(launch, unit);
        return;
    }
    fprintf(stderr, "stream-launch: %s\n", text);
    if (launch->failed == NOBODY || blame(unit) > blame(&launch->units[launch->failed]))
        launch->failed = (int)(unit - launch->units);
    if (blame(unit) > 0)
        begin_end(launch, following);
    else if (following->end_at == 0) /* the lost one ends about now */
        following->end_at = sw_clock_seconds() + CAUSE_SECONDS;
}

static void reap(struct launch *launch, struct following *following) {
    int status;
    for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;)
        for (size_t i = 0; i < launch->unit_count; i++)
            if (launch->units[i].pid == pid && !launch->units[i].ended) {
                launch->units[i].status = status;
                note_end(launch, following, &launch->units[i]);
            }
}

static void take_signals(struct launch *launch, struct following *following) {
    struct signalfd_siginfo info;
    while (read(following->signals, &info, sizeof info) == (ssize_t)sizeof info) {
        if (info.ssi_signo == SIGCHLD)
            continue;
        if (following->stopped_by == 0)
            fprintf(stderr, "stream-launch: ends all kernels, for signal %u came\n", info.ssi_signo);
        following->stopped_by = (int)info.ssi_signo;
        begin_end(launch, following);
    }
    reap(launch, following);
}

static void kill_late(struct launch *launch, struct following *following) {
    if (following->kill_at == 0 || sw_clock_seconds() < following->kill_at || following->killed)
        return;
    following->killed = true;
    for (size_t i = 0; i < launch->unit_count; i++)
        signal_unit(&launch->units[i], SIGKILL);
}

/* Returns the milliseconds until the next due work; -1: no work is due. */
static int milliseconds_left(const struct launch *launch, const struct following *following) {
    const double due = following->killed ? 0 : following->kill_at > 0 ? following->kill_at : following->end_at;
    const double rest = due - sw_clock_seconds();
    const int left = due == 0 ? -1 : rest <= 0 ? 0 : (int)(rest * 1000) + 1, report = report_due(launch);
    return left < 0 || (report >= 0 && report < left) ? report : left;
}

/* Waits for an event, and handles the event. */
static void follow_once(struct launch *launch, struct following *following, struct pollfd *polls) {
    polls[0] = (struct pollfd){following->signals, POLLIN, 0};
    for (size_t i = 0; i < launch->unit_count; i++)
        for (int o = 0; o < 2; o++)
            polls[1 + 2 * i + (size_t)o] = (struct pollfd){launch->units[i].outputs[o].fd, POLLIN, 0};
    if (poll(polls, (nfds_t)(1 + 2 * launch->unit_count), milliseconds_left(launch, following)) < 0 && errno != EINTR)
        return;
    for (size_t i = 0; i < launch->unit_count; i++)
        for (int o = 0; o < 2; o++)
            if (polls[1 + 2 * i + (size_t)o].revents != 0 && launch->units[i].outputs[o].fd >= 0)
                output_take(&launch->units[i], &launch->units[i].outputs[o], 1 + o);
    if (polls[0].revents != 0)
        take_signals(launch, following);
    if (following->end_at > 0 && sw_clock_seconds() >= following->end_at)
        begin_end(launch, following);
    kill_late(launch, following);
    report_look(launch);
}

int signals_open(void) {
    struct sigaction hang_up;
    sigset_t set;
    signal(SIGCHLD, SIG_DFL); /* a parent may leave SIGCHLD ignored, which would lose the ends of children */
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    if (sigaction(SIGHUP, NULL, &hang_up) != 0 || hang_up.sa_handler != SIG_IGN) /* nohup(1) ignores SIGHUP */
        sigaddset(&set, SIGHUP);
    sigprocmask(SIG_BLOCK, &set, NULL);
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

static void tell_cause(const struct launch *launch) {
    char text[256];
    describe(launch, &launch->units[launch->failed], text);
    fprintf(stderr, "stream-launch: the chain ended because %s\n", text);
    print_last_words(&launch->units[launch->failed]);
}

int units_follow(struct launch *launch) {
    struct following following = {launch->signals, 0, 0, false, 0};
    struct pollfd *polls = calloc(1 + 2 * launch->unit_count, sizeof *polls);
    if (following.signals < 0 || polls == NULL) {
        free(polls);
        units_end(launch);
        return STATUS_COMPUTE;
    }
    reap(launch, &following);
    while (running(launch, false) > 0)
        follow_once(launch, &following, polls);
    begin_end(launch, &following); /* only relays are left, which never end by themselves */
    while (running(launch, true) > 0)
        follow_once(launch, &following, polls);
    free(polls);
    if (launch->failed != NOBODY) {
        launch->units[launch->failed].died = true;
        tell_cause(launch);
        return STATUS_COMPUTE;
    }
    return following.stopped_by != 0 ? 128 + following.stopped_by : STATUS_OK;
}

/* Kills all orphaned processes, which are now children of this process. */
static void kill_orphans(void) {
    char path[64], text[4096];
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    for (;;) {
        FILE *file = fopen(path, "r");
        const size_t bytes = file == NULL ? 0 : fread(text, 1, sizeof text - 1, file);
        if (file != NULL)
            fclose(file);
        text[bytes] = '\0';
        char *end, *at = text;
        for (long pid; (pid = strtol(at, &end, 10)) > 0 && end != at; at = end)
            kill((pid_t)pid, SIGKILL);
        if (waitpid(-1, NULL, 0) < 0 && errno != EINTR)
            return;
    }
}

void units_end(struct launch *launch) {
    struct sw_failure ignored = {0};
    char command[4700];
    for (size_t i = 0; i < launch->unit_count; i++)
        signal_unit(&launch->units[i], SIGKILL);
    kill_orphans();
    for (size_t i = 0; i < launch->document.host_count; i++)
        if (launch->document.hosts[i].here)
            boxes_remove_names(&launch->graph, launch->document.hosts[i].name);
    snprintf(command, sizeof command, "rm -rf '%s' /dev/shm/osf-%s-*", launch->folder, launch->graph.id);
    hosts_run(launch, command, &ignored);
}
