/* SPDX-License-Identifier: Apache-2.0 */
#include "household.h"

#include "builtin.h"
#include "errors.h"
#include "porter.h"
#include "talk.h"
#include "world.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

enum { END_SECONDS = 8, LOST_SECONDS = 2, STACK_BYTES = 8 << 20 };

struct household {
    pthread_mutex_t lock;
    pthread_cond_t ended;
    struct object **objects; /* NULL: the number is free */
    size_t count, room;
    size_t threads;
    bool ending;
    struct object *host;
    struct proc_error noted;
};

/* Starts a thread that blocks all signals, which the threads of the program get. */
static int start_thread(void *(*run)(void *), void *argument) {
    pthread_t thread;
    pthread_attr_t as;
    sigset_t all, before;
    sigfillset(&all);
    pthread_attr_init(&as);
    pthread_attr_setdetachstate(&as, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&as, STACK_BYTES);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int refused = pthread_create(&thread, &as, run, argument);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&as);
    return refused;
}

proc_err household_start(struct household *household, void *(*run)(void *), void *argument, struct proc_error *error) {
    pthread_mutex_lock(&household->lock);
    const int refused = start_thread(run, argument);
    household->threads += refused == 0;
    pthread_mutex_unlock(&household->lock);
    return refused == 0 ? PROC_OK
                        : proc_fail(error, PROC_ERR_SYSTEM, "a thread cannot be started: %s", strerror(refused));
}

void household_count_end(struct household *household) {
    pthread_mutex_lock(&household->lock);
    household->threads--;
    pthread_cond_broadcast(&household->ended);
    pthread_mutex_unlock(&household->lock);
}

void household_note(struct household *household, const struct proc_error *why) {
    pthread_mutex_lock(&household->lock);
    if (household->noted.code == PROC_OK)
        household->noted = *why;
    pthread_mutex_unlock(&household->lock);
}

bool household_add(struct household *household, struct object *object) {
    pthread_mutex_lock(&household->lock);
    if (household->count == household->room) {
        const size_t room = household->room == 0 ? 64 : 2 * household->room;
        struct object **more = realloc(household->objects, room * sizeof(void *));
        if (more != NULL) {
            household->objects = more;
            household->room = room;
        }
    }
    const bool added = household->count < household->room;
    if (added) {
        object->number = (uint32_t)household->count;
        household->objects[household->count++] = object;
    }
    if (household->ending)
        object_end(object);
    pthread_mutex_unlock(&household->lock);
    return added;
}

void household_remove(struct household *household, struct object *object) {
    pthread_mutex_lock(&household->lock);
    household->objects[object->number] = NULL;
    if (household->host == object)
        household->host = NULL;
    pthread_mutex_unlock(&household->lock);
}

void household_answer(struct household *household, struct task *task) {
    pthread_mutex_lock(&household->lock);
    const bool heard = household->host != NULL;
    if (heard)
        object_add_answer(household->host, task);
    pthread_mutex_unlock(&household->lock);
    if (heard)
        return;
    task_free(task);
    free(task);
}

/* Returns the object with the number NUMBER and the stamp STAMP. The caller holds the lock. */
static struct object *find(const struct household *household, uint32_t number, uint64_t stamp) {
    struct object *object = number < household->count ? household->objects[number] : NULL;
    return object != NULL && object->stamp == stamp ? object : NULL;
}

uint32_t household_receive(struct household *household, uint32_t number, uint64_t stamp, struct proc_line *line,
                           int *bell_fd) {
    pthread_mutex_lock(&household->lock);
    struct object *object = find(household, number, stamp);
    uint32_t verdict = object != NULL ? TALK_WELCOME : TALK_NO_OBJECT;
    if (object != NULL && line->pump == NULL) {
        *bell_fd = fcntl(object->caller.bell_fd, F_DUPFD_CLOEXEC, 0);
        if (*bell_fd < 0)
            verdict = TALK_NO_MEMORY; /* no descriptor is free */
    }
    if (verdict == TALK_WELCOME) {
        line->own_bell = object->caller.bell;
        object_add_line(object, line);
    }
    pthread_mutex_unlock(&household->lock);
    return verdict;
}

bool household_queue(struct household *household, uint32_t number, uint64_t stamp, uint64_t *calls) {
    pthread_mutex_lock(&household->lock);
    struct object *object = find(household, number, stamp);
    *calls = 0;
    if (object != NULL) {
        pthread_mutex_lock(&object->lock);
        for (size_t i = 0; i < object->line_count; i++) {
            const struct proc_line *line = object->lines[i];
            const uint64_t sent = atomic_load(&line->memory->sent), done = atomic_load(&line->done);
            *calls += sent > done ? sent - done : 0;
        }
        pthread_mutex_unlock(&object->lock);
    }
    pthread_mutex_unlock(&household->lock);
    return object != NULL;
}

/* Raises the limit on descriptors to the limit of the system, because each object and each line has a descriptor. */
static void raise_descriptors(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max)
        return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

proc_err household_new(struct proc_world *world, struct proc_error *error) {
    struct household *household = calloc(1, sizeof *household);
    if (household == NULL)
        return errors_memory(error, "the objects of a server");
    pthread_mutex_init(&household->lock, NULL);
    pthread_cond_init(&household->ended, NULL);
    world->household = household;
    raise_descriptors();
    struct object *host = object_new(world, &host_class, error);
    if (host == NULL)
        return PROC_ERR_SYSTEM;
    host->stamp = world_host_object(world, world->server).stamp;
    household->host = host;
    if (!household_add(household, host)) {
        object_discard(host);
        household->host = NULL;
        return errors_memory(error, "the objects of a server");
    }
    const proc_err code = object_start(host, error);
    if (code != PROC_OK) {
        household->count = 0;
        object_discard(host);
        household->host = NULL;
    }
    return code;
}

/* Ends the objects from number FIRST on. */
static void end_objects(struct household *household, size_t first) {
    pthread_mutex_lock(&household->lock);
    household->ending = true;
    for (size_t i = first; i < household->count; i++)
        if (household->objects[i] != NULL)
            object_end(household->objects[i]);
    pthread_mutex_unlock(&household->lock);
}

/* Waits until only LEFT threads run. Returns false after SECONDS without success, and names a running object in
 * ERROR. */
static bool wait_for_ends(struct household *household, size_t left, int seconds, struct proc_error *error) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += seconds;
    pthread_mutex_lock(&household->lock);
    int waited = 0;
    while (household->threads > left && waited != ETIMEDOUT)
        waited = pthread_cond_timedwait(&household->ended, &household->lock, &until);
    const bool ended = household->threads <= left;
    for (size_t i = 1; !ended && i < household->count; i++)
        if (household->objects[i] != NULL)
            proc_fail(error, PROC_ERR_METHOD, "object %zu, a %s, is in a method that does not end: it is left", i,
                      household->objects[i]->class->name);
    pthread_mutex_unlock(&household->lock);
    return ended;
}

proc_err household_end(struct proc_world *world, struct proc_error *error) {
    struct household *household = world->household;
    bool ended = true;
    if (household == NULL)
        return PROC_OK;
    if (atomic_load(&world->lost)) { /* all objects end at once, so that other processes learn of the death at once */
        end_objects(household, 0);
        ended = wait_for_ends(household, 0, LOST_SECONDS, error);
    } else {
        end_objects(household, 1);
        ended = wait_for_ends(household, 1, END_SECONDS, error);
        end_objects(household, 0);
        ended &= wait_for_ends(household, ended ? 0 : household->threads - 1, END_SECONDS, error);
    }
    if (!ended)
        return PROC_ERR_METHOD; /* running threads still use the household, so its memory stays */
    world->household = NULL;
    const proc_err noted = household->noted.code == PROC_OK ? PROC_OK : errors_copy(error, &household->noted);
    pthread_mutex_destroy(&household->lock);
    pthread_cond_destroy(&household->ended);
    free(household->objects);
    free(household);
    return noted;
}
