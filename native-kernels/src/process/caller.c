/* SPDX-License-Identifier: Apache-2.0 */
#include "caller.h"

#include "connect.h"
#include "errors.h"
#include "porter.h"
#include "sharing.h"
#include "world.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { SLEEP = 500000000, FIRST_SLOTS = 16 };

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool key_is_made;

static void end_with_thread(void *caller) {
    caller_end(caller);
    free(caller);
}

static void make_key(void) {
    key_is_made = pthread_key_create(&key, end_with_thread) == 0;
}

/* The caller of this thread. The key also has a caller that no object owns, so that the caller ends with its thread. */
static _Thread_local struct caller *current;

struct caller *caller_of_thread(struct proc_error *error) {
    if (current != NULL)
        return current;
    pthread_once(&once, make_key);
    struct caller *caller = calloc(1, sizeof *caller);
    if (caller == NULL || !key_is_made) {
        free(caller);
        errors_memory(error, "the calls of a thread");
        return NULL;
    }
    if (caller_start(caller, error) != PROC_OK) {
        free(caller);
        return NULL;
    }
    pthread_setspecific(key, caller);
    current = caller;
    return caller;
}

void caller_set(struct caller *caller) {
    current = caller;
}

proc_err caller_start(struct caller *caller, struct proc_error *error) {
    caller->bell_fd = sharing_new("bell", sizeof *caller->bell, &caller->memory, error);
    if (caller->bell_fd < 0)
        return PROC_ERR_SYSTEM;
    caller->bell = caller->memory.base;
    caller->spin = idling_first_spin();
    sw_bell_lighten(caller->bell);
    return PROC_OK;
}

static void end_line(struct proc_line *line) {
    line->farewell = FAREWELL_WELL;
    porter_drop(line);
}

/* Does not read the handles of calls, which may have ended with the stack of the thread. */
void caller_end(struct caller *caller) {
    for (size_t i = 0; i < caller->slot_count; i++)
        if (caller->slots[i] != NULL)
            end_line(caller->slots[i]);
    free(caller->slots);
    if (caller->bell_fd > 0)
        close(caller->bell_fd);
    porter_drop_memory(caller->memory);
    *caller = (struct caller){.bell_fd = -1};
}

static size_t slot_of(const struct caller *caller, struct proc_remote object) {
    const uint64_t mixed = (object.stamp ^ object.server ^ object.world) * UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(mixed >> 32) & (caller->slot_count - 1);
}

static struct proc_line **find(const struct caller *caller, struct proc_remote object) {
    size_t i = slot_of(caller, object);
    while (caller->slots[i] != NULL && !proc_is_same(caller->slots[i]->remote, object))
        i = (i + 1) & (caller->slot_count - 1);
    return &caller->slots[i];
}

/* Puts the lines that KEEPS says yes to into COUNT new slots, and drops the others. */
static bool rebuild(struct caller *caller, size_t count, const struct proc_world *without) {
    struct proc_line **const before = caller->slots;
    const size_t before_count = caller->slot_count;
    struct proc_line **slots = calloc(count, sizeof(void *));
    if (slots == NULL)
        return false;
    caller->slots = slots;
    caller->slot_count = count;
    caller->line_count = 0;
    caller->latest = NULL;
    for (size_t i = 0; i < before_count; i++) {
        struct proc_line *line = before[i];
        if (line == NULL)
            continue;
        const bool idle = line->first == NULL && atomic_load(&line->lost);
        if (line->world == without || idle) {
            line_fail_calls(line, PROC_ERR_WORLD, "the world was left");
            end_line(line);
            continue;
        }
        *find(caller, line->remote) = line;
        caller->line_count++;
    }
    free(before);
    return true;
}

void caller_leave(struct caller *caller, const struct proc_world *world) {
    if (caller->slot_count > 0)
        rebuild(caller, caller->slot_count, world);
}

/* Makes room for one more line: removes lost lines first, and then adds slots. */
static bool make_room(struct caller *caller) {
    if (caller->slot_count == 0)
        return rebuild(caller, FIRST_SLOTS, NULL);
    if (2 * (caller->line_count + 1) <= caller->slot_count)
        return true;
    return rebuild(caller, caller->slot_count, NULL) &&
           (3 * (caller->line_count + 1) <= caller->slot_count || rebuild(caller, 2 * caller->slot_count, NULL));
}

void caller_forget(struct caller *caller, struct proc_remote object) {
    struct proc_line *line = caller->slot_count == 0 ? NULL : *find(caller, object);
    if (line == NULL || line->first != NULL)
        return;
    size_t hole = (size_t)(find(caller, object) - caller->slots);
    caller->slots[hole] = NULL;
    caller->line_count--;
    caller->latest = NULL;
    end_line(line);
    /* A line behind the hole may stand there only because the place of the hole was taken. Such a line moves up. */
    for (size_t i = (hole + 1) & (caller->slot_count - 1); caller->slots[i] != NULL;
         i = (i + 1) & (caller->slot_count - 1)) {
        struct proc_line *moved = caller->slots[i];
        caller->slots[i] = NULL;
        *find(caller, moved->remote) = moved;
    }
}

proc_err caller_keep(struct caller *caller, struct proc_line *line, struct proc_error *error) {
    if (!make_room(caller)) {
        end_line(line);
        return errors_memory(error, "a line to an object");
    }
    *find(caller, line->remote) = line;
    caller->line_count++;
    return PROC_OK;
}

struct proc_line *caller_line(struct caller *caller, struct proc_remote object, struct proc_error *error) {
    if (caller->latest != NULL && proc_is_same(caller->latest->remote, object) && !atomic_load(&caller->latest->lost))
        return caller->latest;
    struct proc_line *line = caller->slot_count == 0 ? NULL : *find(caller, object);
    if (line != NULL && line->first == NULL && atomic_load(&line->lost)) {
        caller_leave(caller, NULL); /* ends all lost lines; connect_line then connects again or fails */
        line = NULL;
    }
    if (line == NULL) {
        line = connect_line(caller, object, error);
        if (line == NULL || caller_keep(caller, line, error) != PROC_OK)
            return NULL;
    }
    caller->latest = line;
    return line;
}

bool caller_drain(struct caller *caller) {
    bool any = false;
    for (size_t i = 0; i < caller->slot_count; i++)
        if (caller->slots[i] != NULL && caller->slots[i]->first != NULL)
            any |= line_drain(caller->slots[i]);
    return any;
}

void caller_pause(struct caller *caller) {
    struct idling *idling = &caller->idling;
    if (caller_drain(caller))
        return;
    if (!idling->begun) {
        idling->begun = true;
        idling->since = idling_now();
    }
    if (!idling->armed && idling_spin(caller->spin, idling))
        return;
    if (!idling->armed) { /* the caller checks for work once more before the sleep */
        idling->armed = true;
        idling->seen = sw_bell_watch(caller->bell);
        return;
    }
    sw_bell_sleep(caller->bell, idling->seen, SLEEP);
    idling->seen = atomic_load(&caller->bell->rings);
}

void caller_resume(struct caller *caller) {
    struct idling *idling = &caller->idling;
    if (!idling->begun)
        return;
    if (idling->armed)
        sw_bell_leave(caller->bell);
    caller->spin = idling_next_spin(caller->spin, idling);
    *idling = (struct idling){0};
}
