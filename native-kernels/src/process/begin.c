/* SPDX-License-Identifier: Apache-2.0 */
#include "connect.h"
#include "errors.h"
#include "household.h"
#include "porter.h"
#include "worlds.h"

#include <stdlib.h>

proc_err world_begin(struct proc_world *world, struct proc_error *error) {
    world_enter(world);
    world->presence = calloc(1, sizeof *world->presence);
    if (world->presence == NULL)
        return errors_memory(error, "a world");
    proc_err code = caller_start(world->presence, error);
    for (int i = 0; i < world->server_count && code == PROC_OK; i++)
        if (i != world->server)
            code = connect_presence(world->presence, world, i, error);
    return code;
}

void world_give_up(struct proc_world *world) {
    atomic_store(&world->ending, true);
    atomic_store(&world->stopping, true);
    proc_world_end(world, NULL);
}
