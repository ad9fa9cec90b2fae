/* SPDX-License-Identifier: Apache-2.0 */
#include "porter.h"

#include "errors.h"
#include "guest.h"
#include "pump.h"
#include "world.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

enum { EVENTS = 64 };

struct unmapping {
    struct sw_memory memory;
    struct unmapping *next;
};

/* The porter of this process. */
static struct {
    struct guests guests;
    int wake; /* an eventfd */
    pthread_t thread;
    pthread_mutex_t users_lock;
    int users;
    pthread_mutex_t lock; /* protects the fields that follow */
    pthread_cond_t heard;
    struct proc_line *requests;
    struct unmapping *unmappings;
    struct proc_world *closing; /* the world with the listeners that the porter shall close */
    bool stopping, running;
} porter = {.users_lock = PTHREAD_MUTEX_INITIALIZER,
            .lock = PTHREAD_MUTEX_INITIALIZER,
            .heard = PTHREAD_COND_INITIALIZER,
            .guests = {.lock = PTHREAD_MUTEX_INITIALIZER}};

static void wake(void) {
    const uint64_t one = 1;
    while (write(porter.wake, &one, sizeof one) < 0 && errno == EINTR)
        ;
}

void porter_poke(struct proc_line *line) {
    if (atomic_exchange(&line->poked, true))
        return;
    pthread_mutex_lock(&porter.lock);
    line->next_request = porter.requests;
    porter.requests = line;
    pthread_mutex_unlock(&porter.lock);
    wake();
}

void porter_poke_starved(struct proc_line *line) {
    if (atomic_load(&line->pump->starved))
        porter_poke(line);
}

/* Only the owner calls porter_poke and porter_drop. A line that is dropped while in the list of requests is freed when
 * its turn comes. */
void porter_drop(struct proc_line *line) {
    pthread_mutex_lock(&porter.lock);
    const bool running = porter.running;
    line->dropped = true;
    if (running && !atomic_exchange(&line->poked, true)) {
        line->next_request = porter.requests;
        porter.requests = line;
    }
    pthread_mutex_unlock(&porter.lock);
    if (running)
        wake();
    else
        line_free(line);
}

void porter_drop_memory(struct sw_memory memory) {
    struct unmapping *unmapping = memory.base == NULL ? NULL : malloc(sizeof *unmapping);
    if (unmapping == NULL)
        return; /* if there is no memory for the request, the memory stays mapped */
    pthread_mutex_lock(&porter.lock);
    const bool running = porter.running;
    *unmapping = (struct unmapping){memory, porter.unmappings};
    if (running)
        porter.unmappings = unmapping;
    pthread_mutex_unlock(&porter.lock);
    if (running) {
        wake();
    } else {
        sw_memory_close(&memory);
        free(unmapping);
    }
}

static struct guest *guest_of(const struct proc_line *line) {
    pthread_mutex_lock(&porter.guests.lock);
    struct guest *guest = porter.guests.first;
    while (guest != NULL && guest->line != line)
        guest = guest->next;
    pthread_mutex_unlock(&porter.guests.lock);
    return guest;
}

/* Sends the other side the reason for the end of the line. */
static void say_farewell(struct proc_line *line, uint32_t kind) {
    struct line_farewell farewell = {.mark = FAREWELL_MARK, .kind = kind};
    if (kind == FAREWELL_NOTHING || atomic_load(&line->lost))
        return;
    if (kind == FAREWELL_BADLY)
        snprintf(farewell.text, sizeof farewell.text, "%.*s", LINE_WHY_BYTES - 1, line->world->lost_text);
    if (line->pump != NULL)
        pump_out(line); /* bytes in the ring are sent first, as far as the connection takes them */
    if (line->pump == NULL || line->pump->sent == 0)
        send(line->fd, &farewell, sizeof farewell, MSG_NOSIGNAL);
}

static void free_dropped(struct proc_line *line) {
    struct guest *guest = guest_of(line);
    if (guest != NULL) {
        say_farewell(line, line->farewell);
        guest_close(&porter.guests, guest);
        guest->line = NULL;
    }
    line_free(line);
}

/* Lets epoll watch for the events for which the pump of a line waits. */
static void watch_pump(struct guest *guest) {
    const struct pump *pump = guest->line->pump;
    uint32_t events = EPOLLRDHUP;
    if (!atomic_load(&pump->starved))
        events |= EPOLLIN;
    if (pump->writes)
        events |= EPOLLOUT;
    struct epoll_event event = {.events = atomic_load(&guest->line->lost) ? 0 : events, .data.ptr = guest};
    epoll_ctl(porter.guests.epoll, EPOLL_CTL_MOD, guest->fd, &event);
}

/* Tells the servers of WORLD which process has died. This process may end at once now, and no server takes it for the
 * dead one. */
static void tell_servers(const struct proc_world *world) {
    pthread_mutex_lock(&porter.guests.lock);
    for (const struct guest *guest = porter.guests.first; guest != NULL; guest = guest->next)
        if (guest->kind == GUEST_LINE && guest->line != NULL && guest->line->is_presence && guest->line->world == world)
            say_farewell(guest->line, FAREWELL_BADLY);
    pthread_mutex_unlock(&porter.guests.lock);
}

/* Notes the death of the member on the other side of LINE, or the death that the other side has reported. Returns
 * whether this is the first note. */
static bool note_death(const struct proc_line *line) {
    if (atomic_load(&line->parted) == FAREWELL_BADLY)
        return world_lose(line->world, "%s", line->why);
    if (line->client >= 0)
        return world_lose(line->world, "client %d (%s) has died, or was cut off: %s", line->client, line->who,
                          line->why);
    return world_lose(line->world, "%s has died, or was cut off: %s", line->who, line->why);
}

/* Returns whether the end of LINE can mean that a member of the world has died. The end of a line for calls means this
 * only in a client. */
static bool tells_of_death(const struct proc_line *line) {
    return line->client >= 0 || line->is_presence || (line->noted && !proc_world_serves(line->world));
}

/* Notes the death or the normal end of a client or a server, if the end of LINE means one. */
static void mourn(const struct proc_line *line) {
    if (!tells_of_death(line))
        return;
    if (atomic_load(&line->parted) != FAREWELL_WELL) {
        if (note_death(line)) {
            tell_servers(line->world);
            world_show_loss(line->world);
        }
    } else if (line->client >= 0) {
        world_count_leaver(line->world);
    }
}

/* Stops watching a lost line. Notes a death before the owner of the line learns of the loss. */
static void hear_loss(struct guest *guest) {
    struct proc_line *line = guest->line;
    if (!line->noted && !atomic_load(&line->lost))
        return;
    epoll_ctl(porter.guests.epoll, EPOLL_CTL_DEL, guest->fd, NULL);
    mourn(line);
    if (line->noted)
        line_show_loss(line);
}

/* Carries out the requests of the owner of a line. */
static void serve(struct proc_line *line) {
    pthread_mutex_lock(&porter.lock);
    atomic_store(&line->poked, false); /* from now on the line may enter the list of requests again */
    const bool goes = line->dropped;
    pthread_mutex_unlock(&porter.lock);
    if (goes) {
        free_dropped(line);
        return;
    }
    struct guest *guest = guest_of(line);
    if (line->pump == NULL || guest == NULL || guest->kind != GUEST_LINE)
        return;
    if (atomic_load(&line->lost))
        return;
    pump_out(line);
    if (atomic_exchange(&line->pump->starved, false))
        pump_in(line);
    watch_pump(guest);
    hear_loss(guest);
}

static void close_listeners(const struct proc_world *world) {
    pthread_mutex_lock(&porter.guests.lock);
    for (struct guest *guest = porter.guests.first; guest != NULL; guest = guest->next)
        if (guest->world == world && (guest->kind == GUEST_LISTENER || guest->kind == GUEST_STRANGER))
            guest_close(&porter.guests, guest);
    pthread_mutex_unlock(&porter.guests.lock);
}

/* Carries out all requests. Returns whether the porter shall stop. */
static bool serve_all(void) {
    uint64_t count;
    while (read(porter.wake, &count, sizeof count) < 0 && errno == EINTR)
        ;
    pthread_mutex_lock(&porter.lock);
    struct proc_line *line = porter.requests;
    struct unmapping *unmapping = porter.unmappings;
    struct proc_world *closing = porter.closing;
    const bool stopping = porter.stopping;
    porter.requests = NULL;
    porter.unmappings = NULL;

    pthread_mutex_unlock(&porter.lock);
    for (struct proc_line *next; line != NULL; line = next) {
        next = line->next_request;
        serve(line);
    }
    for (struct unmapping *next; unmapping != NULL; unmapping = next) {
        next = unmapping->next;
        sw_memory_close(&unmapping->memory);
        free(unmapping);
    }
    if (closing != NULL) {
        close_listeners(closing);
        pthread_mutex_lock(&porter.lock);
        porter.closing = NULL;
        pthread_cond_broadcast(&porter.heard);
        pthread_mutex_unlock(&porter.lock);
    }
    return stopping;
}

/* Handles an event of a line: the other side has ended, or bytes have come from another host. */
static void hear_line(struct guest *guest, uint32_t events) {
    struct proc_line *line = guest->line;
    struct line_farewell farewell = {0};
    if (atomic_load(&line->lost)) { /* the owner has marked the line as lost, and has not yet dropped the line */
        epoll_ctl(porter.guests.epoll, EPOLL_CTL_DEL, guest->fd, NULL);
        return;
    }
    if (line->pump != NULL) {
        pump_in(line);
        if ((events & EPOLLOUT) != 0)
            pump_out(line);
        watch_pump(guest);
    } else {
        if (recv(guest->fd, &farewell, sizeof farewell, 0) > 0)
            line_hear_farewell(line, &farewell);
        else
            line_note_loss(line, "the process on the other side has ended");
    }
    hear_loss(guest);
}

static void hear(struct guest *guest, uint32_t events) {
    char nothing[64];
    switch (guest->kind) {
    case GUEST_LISTENER:
        guest_accept(&porter.guests, guest);
        break;
    case GUEST_STRANGER:
        guest_listen(&porter.guests, guest);
        break;
    case GUEST_LINE:
        if (guest->line != NULL)
            hear_line(guest, events);
        break;
    case GUEST_BUFFER:
        if (recv(guest->fd, nothing, sizeof nothing, 0) <= 0)
            guest_close(&porter.guests, guest);
        break;
    case GUEST_GONE:
        break;
    }
}

static void *run(void *unused) {
    struct epoll_event events[EVENTS];
    (void)unused;
    for (int due = -1;;) {
        const int count = epoll_wait(porter.guests.epoll, events, EVENTS, due);
        bool asked = false;
        for (int i = 0; i < count; i++)
            if (events[i].data.ptr == NULL)
                asked = true;
            else
                hear(events[i].data.ptr, events[i].events);
        if (asked && serve_all())
            return NULL;
        due = guests_sweep(&porter.guests);
    }
}

static proc_err start(struct proc_error *error) {
    porter.stopping = false;
    porter.guests.epoll = epoll_create1(EPOLL_CLOEXEC);
    porter.wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};
    int refused = 0;
    if (porter.guests.epoll < 0 || porter.wake < 0 ||
        epoll_ctl(porter.guests.epoll, EPOLL_CTL_ADD, porter.wake, &event) != 0)
        refused = errno;
    if (refused == 0) { /* signals are for the threads of the program */
        sigset_t all, before;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        refused = pthread_create(&porter.thread, NULL, run, NULL);
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    if (refused == 0) {
        porter.running = true;
        return PROC_OK;
    }
    if (porter.guests.epoll >= 0)
        close(porter.guests.epoll);
    if (porter.wake >= 0)
        close(porter.wake);
    return proc_fail(error, PROC_ERR_SYSTEM, "sockets cannot be watched: %s", strerror(refused));
}

proc_err porter_hold(struct proc_error *error) {
    pthread_mutex_lock(&porter.users_lock);
    const proc_err code = porter.users > 0 ? PROC_OK : start(error);
    porter.users += code == PROC_OK;
    pthread_mutex_unlock(&porter.users_lock);
    return code;
}

void porter_let_go(void) {
    pthread_mutex_lock(&porter.users_lock);
    if (--porter.users == 0) {
        pthread_mutex_lock(&porter.lock);
        porter.stopping = true;
        porter.running = false;
        pthread_mutex_unlock(&porter.lock);
        wake();
        pthread_join(porter.thread, NULL);
        serve_all();
        guests_sweep(&porter.guests);
        guests_dismiss(&porter.guests);
        close(porter.guests.epoll);
        close(porter.wake);
    }
    pthread_mutex_unlock(&porter.users_lock);
}

proc_err porter_listen(struct proc_world *world, int listener, bool is_tcp, struct proc_error *error) {
    const struct guest guest = {
        .kind = GUEST_LISTENER, .fd = listener, .is_tcp = is_tcp, .world = world, .shared = {-1, -1}};
    if (guests_enter(&porter.guests, &guest, EPOLLIN) != NULL)
        return PROC_OK;
    close(listener);
    return proc_fail(error, PROC_ERR_SYSTEM, "callers cannot be let in: %s", strerror(errno));
}

void porter_listen_no_more(struct proc_world *world) {
    pthread_mutex_lock(&porter.lock);
    while (porter.closing != NULL)
        pthread_cond_wait(&porter.heard, &porter.lock);
    porter.closing = world;
    wake();
    while (porter.closing == world)
        pthread_cond_wait(&porter.heard, &porter.lock);
    pthread_mutex_unlock(&porter.lock);
}

proc_err porter_take(struct proc_line *line, struct proc_error *error) {
    const struct guest guest = {
        .kind = GUEST_LINE, .fd = line->fd, .is_tcp = line->pump != NULL, .line = line, .shared = {-1, -1}};
    if (guests_enter(&porter.guests, &guest, EPOLLIN | EPOLLRDHUP) != NULL)
        return PROC_OK;
    return proc_fail(error, PROC_ERR_SYSTEM, "a line to an object cannot be watched: %s", strerror(errno));
}
