/* SPDX-License-Identifier: Apache-2.0 */
#include "porter.h"

#include "guests.h"
#include "waiting.h"
#include "wire/sockets.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { EVENTS = 64 };

/* A request of a kernel's thread to the porter's thread. */
struct request {
    struct tcp *tcp;
    bool leave; /* otherwise: connect */
    struct request *next;
};

struct porter {
    struct guests guests;
    int wake; /* an eventfd */
    pthread_t thread;
    bool running;
    pthread_mutex_t lock; /* for the fields below */
    struct request *requests;
    bool stopping;
    struct tcp *sides; /* all ends over TCP of this process */
    size_t side_count;
};

static void wake(const struct porter *porter) {
    const uint64_t one = 1;
    while (write(porter->wake, &one, sizeof one) < 0 && errno == EINTR)
        ;
}

struct tcp *porter_side(int end, bool sends) {
    struct porter *porter = stream_app.porter;
    for (size_t i = 0; porter != NULL && i < porter->side_count; i++)
        if (porter->sides[i].index == end && porter->sides[i].sends == sends)
            return &porter->sides[i];
    return NULL;
}

static void ask(struct tcp *tcp, bool leave) {
    struct porter *porter = stream_app.porter;
    struct request *request = malloc(sizeof *request);
    if (request == NULL) {
        tcp_break(tcp, "there is no memory for a connection");
        return;
    }
    pthread_mutex_lock(&porter->lock);
    *request = (struct request){tcp, leave, porter->requests};
    porter->requests = request;
    pthread_mutex_unlock(&porter->lock);
    wake(porter);
}

void porter_connect(struct tcp *tcp) {
    ask(tcp, false);
}

void porter_release(struct tcp *tcp) {
    ask(tcp, true);
}

void porter_watch(const struct tcp *tcp, bool write) {
    /* The event's data identify the guest, so each change must pass the data again. */
    struct epoll_event event = {.events = write ? EPOLLIN | EPOLLOUT : EPOLLIN | EPOLLONESHOT, .data.ptr = tcp->guest};
    epoll_ctl(stream_app.porter->guests.epoll, EPOLL_CTL_MOD, atomic_load(&tcp->fd), &event);
}

static void connect_side(struct porter *porter, struct tcp *tcp) {
    struct guest *guest = guests_add(&porter->guests, GUEST_CALLER, -1, tcp);
    if (guest == NULL)
        tcp_break(tcp, "there is no memory for a connection");
    else
        guest_call(&porter->guests, guest);
}

/* Does the requested work. Returns whether the porter is to stop. */
static bool serve(struct porter *porter) {
    uint64_t count;
    if (read(porter->wake, &count, sizeof count) < 0 && errno != EAGAIN && errno != EINTR)
        return true;
    pthread_mutex_lock(&porter->lock);
    struct request *request = porter->requests;
    porter->requests = NULL;
    const bool stopping = porter->stopping;
    pthread_mutex_unlock(&porter->lock);
    while (request != NULL) {
        struct request *next = request->next;
        if (request->leave)
            guests_leave(&porter->guests, request->tcp);
        else
            connect_side(porter, request->tcp);
        free(request);
        request = next;
    }
    return stopping;
}

static void *run(void *argument) {
    struct porter *porter = argument;
    struct epoll_event events[EVENTS];
    int64_t until = INT64_MAX; /* latest time to stop */
    for (int due = -1;;) {
        const int count = epoll_wait(porter->guests.epoll, events, EVENTS, due);
        bool stopping = false;
        for (int i = 0; i < count; i++)
            if (events[i].data.ptr == NULL)
                stopping = serve(porter);
            else
                guest_event(&porter->guests, events[i].data.ptr, events[i].events);
        if (stopping)
            until = idling_now() + 2000000000;
        due = guests_due(&porter->guests);
        if (until != INT64_MAX && (!guests_linger(&porter->guests) || idling_now() >= until))
            return NULL;
        if (until != INT64_MAX && (due < 0 || due > 100))
            due = 100;
    }
}

static osf_Result_t add_side(struct porter *porter, int index, bool sends) {
    const struct stream_graph *graph = &stream_app.graph;
    const struct stream_end *plan = &graph->ends[index];
    struct tcp *tcp = &porter->sides[porter->side_count];
    const struct stream_member *member = sends ? stream_end_from(graph, plan) : stream_end_to(graph, plan);
    if (plan->carrier != STREAM_BY_TCP || member->process != stream_app.process)
        return OSF_ERR_SUCCESS;
    tcp->plan = plan;
    tcp->index = index;
    tcp->sends = sends;
    tcp->bell = &boxes_head(&stream_app.boxes, stream_graph_place(graph, member))->bell;
    atomic_store(&tcp->fd, -1);
    tcp->room = graph->links[plan->link].room;
    tcp->bytes = malloc(2 * tcp->room);
    if (tcp->bytes == NULL)
        return stream_fault(OSF_ERR_MEMORY, "there is no memory for links over TCP");
    porter->side_count++;
    return OSF_ERR_SUCCESS;
}

static osf_Result_t add_sides(struct porter *porter) {
    const size_t count = stream_app.graph.end_count;
    osf_Result_t result = OSF_ERR_SUCCESS;
    porter->sides = calloc(2 * count + 1, sizeof *porter->sides);
    if (porter->sides == NULL)
        return stream_fault(OSF_ERR_MEMORY, "there is no memory for links over TCP");
    for (size_t i = 0; i < 2 * count && result == OSF_ERR_SUCCESS; i++)
        result = add_side(porter, (int)(i / 2), i % 2 == 0);
    return result;
}

static osf_Result_t listen_all(struct porter *porter) {
    const struct stream_graph *graph = &stream_app.graph;
    for (size_t i = 0; i < graph->listener_count; i++) {
        const struct stream_listener *listener = &graph->listeners[i];
        if (listener->process != stream_app.process)
            continue;
        const int fd = socket_listen(listener->address, listener->port);
        if (fd < 0)
            return stream_fault(
                OSF_ERR_SYSTEM, "host %s cannot listen at %s:%d for links: %s: give the host other ports in the graph",
                graph->processes[stream_app.process].host, listener->address, listener->port, strerror(errno));
        if (guests_add(&porter->guests, GUEST_LISTENER, fd, NULL) == NULL)
            return stream_fault(OSF_ERR_MEMORY, "there is no memory to listen for links");
    }
    return OSF_ERR_SUCCESS;
}

/* Starts the thread with all signals blocked, which leaves signals to the program's threads. */
static osf_Result_t start_thread(struct porter *porter) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int refused = pthread_create(&porter->thread, NULL, run, porter);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    porter->running = refused == 0;
    return refused == 0 ? OSF_ERR_SUCCESS
                        : stream_fault(OSF_ERR_SYSTEM, "a thread cannot be started: %s", strerror(refused));
}

osf_Result_t porter_start(void) {
    struct porter *porter = calloc(1, sizeof *porter);
    if (porter == NULL)
        return stream_fault(OSF_ERR_MEMORY, "there is no memory for links over TCP");
    stream_app.porter = porter;
    pthread_mutex_init(&porter->lock, NULL);
    porter->guests.side = porter_side;
    porter->guests.epoll = epoll_create1(EPOLL_CLOEXEC);
    porter->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};
    if (porter->guests.epoll < 0 || porter->wake < 0 ||
        epoll_ctl(porter->guests.epoll, EPOLL_CTL_ADD, porter->wake, &event) != 0)
        return stream_fault(OSF_ERR_SYSTEM, "sockets cannot be watched: %s", strerror(errno));
    osf_Result_t result = add_sides(porter);
    if (result == OSF_ERR_SUCCESS)
        result = listen_all(porter);
    return result == OSF_ERR_SUCCESS ? start_thread(porter) : result;
}

void porter_stop(void) {
    struct porter *porter = stream_app.porter;
    if (porter == NULL)
        return;
    if (porter->running) {
        pthread_mutex_lock(&porter->lock);
        porter->stopping = true;
        pthread_mutex_unlock(&porter->lock);
        wake(porter);
        pthread_join(porter->thread, NULL);
    }
    guests_free(&porter->guests);
    if (porter->guests.epoll >= 0)
        close(porter->guests.epoll);
    if (porter->wake >= 0)
        close(porter->wake);
    for (size_t i = 0; i < porter->side_count; i++)
        free(porter->sides[i].bytes);
    free(porter->sides);
    pthread_mutex_destroy(&porter->lock);
    free(porter);
    stream_app.porter = NULL;
}
