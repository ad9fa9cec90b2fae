/* SPDX-License-Identifier: Apache-2.0 */
#include "process/alone.h"

#include "process/household.h"
#include "process/porter.h"
#include "process/worlds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(proc_err code, const struct proc_error *error) {
    if (code == PROC_OK)
        return;
    fprintf(stderr, "no world: %s\n", error->text);
    exit(EXIT_FAILURE);
}

struct proc_world *alone_begin(const struct proc_class *const *classes, size_t count) {
    struct proc_error error = {.text = ""};
    struct proc_world *world = calloc(1, sizeof *world);
    struct member *self = calloc(1, sizeof *self);
    if (world == NULL || self == NULL)
        exit(EXIT_FAILURE);
    member_fill(self);
    world->id = 0x616c6f6e65;
    memset(world->key, 7, sizeof world->key);
    world->servers = self;
    world->server_count = 1;
    world->client = -1;
    world->ring_bytes = LINE_LEAST_RING;
    world->classes = classes;
    world->class_count = count;
    snprintf(world->machine, sizeof world->machine, "%s", self->machine);
    snprintf(world->who, sizeof world->who, "a test");
    must(porter_hold(&error), &error);
    world_enter(world);
    must(household_new(world, &error), &error);
    must(doors_open(world, self, false, NULL, &error), &error);
    return world;
}

void alone_end(struct proc_world *world) {
    struct proc_error error = {.text = ""};
    must(proc_world_end(world, &error), &error);
}
