/* SPDX-License-Identifier: Apache-2.0 */
/* The units to start, and the places of their programs. */
#include "launch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_program(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

/* Searches NAME in the folders of LIST. Returns the path, which the caller frees, or NULL. */
static char *find_in(const char *list, const char *name) {
    while (list != NULL && *list != '\0') {
        const size_t bytes = strcspn(list, ":");
        char *path = NULL;
        if (bytes > 0 && asprintf(&path, "%.*s/%s", (int)bytes, list, name) < 0)
            return NULL;
        if (path != NULL && is_program(path))
            return path;
        free(path);
        list += bytes + (list[bytes] == ':');
    }
    return NULL;
}

static char *find_program(const struct launch *launch, const char *name) {
    if (strchr(name, '/') != NULL)
        return is_program(name) ? realpath(name, NULL) : NULL;
    char *found = find_in(launch->options.programs, name);
    return found != NULL ? found : find_in(getenv("PATH"), name);
}

void units_find_programs(struct launch *launch, struct problems *problems) {
    for (size_t i = 0; i < launch->document.kernel_count; i++) {
        struct kernel *kernel = &launch->document.kernels[i];
        bool here = false;
        for (size_t j = 0; j < kernel->host_count; j++)
            here = here || launch->document.hosts[kernel->hosts[j]].here;
        if (kernel->program == NULL)
            continue;
        kernel->path = find_program(launch, kernel->program);
        if (here && kernel->path == NULL)
            problem(problems, kernel->line, "mend the path, or name its folder by --programs",
                    "kernel \"%s\": there is no program \"%s\"", kernel->name, kernel->program);
    }
}

static struct unit *add_unit(struct launch *launch) {
    struct unit *grown = realloc(launch->units, (launch->unit_count + 1) * sizeof *grown);
    if (grown == NULL)
        return NULL;
    launch->units = grown;
    struct unit *unit = &grown[launch->unit_count++];
    memset(unit, 0, sizeof *unit);
    unit->kernel = unit->host = NOBODY;
    unit->hold = unit->outputs[0].fd = unit->outputs[1].fd = -1;
    return unit;
}

static bool add_units(struct launch *launch, int number) {
    const struct kernel *kernel = &launch->document.kernels[number];
    const int count = kernel->ranks > 0 ? 1 : kernel->copies;
    for (int copy = 0; copy < count; copy++) {
        struct unit *unit = add_unit(launch);
        if (unit == NULL)
            return false;
        unit->kernel = number;
        unit->copy = copy;
        unit->mpi = kernel->ranks > 0;
        unit->host = document_host(&launch->document, number, copy);
        if (count > 1)
            snprintf(unit->name, sizeof unit->name, "%s.%d", kernel->name, copy);
        else
            snprintf(unit->name, sizeof unit->name, "%s", kernel->name);
    }
    return true;
}

static bool add_relay(struct launch *launch, int host) {
    for (size_t i = 0; i < launch->relay_count; i++)
        if (launch->relays[i].host == host) {
            struct unit *unit = add_unit(launch);
            if (unit == NULL)
                return false;
            unit->host = host;
            snprintf(unit->name, sizeof unit->name, "relay@%s", launch->document.hosts[host].name);
            return true;
        }
    return true;
}

int units_make(struct launch *launch, struct sw_failure *f) {
    bool whole = true;
    for (size_t i = 0; i < launch->document.host_count && whole; i++)
        whole = add_relay(launch, (int)i);
    for (size_t i = 0; i < launch->document.kernel_count && whole; i++)
        whole = launch->document.kernels[i].with != NOBODY || add_units(launch, (int)i);
    return whole ? STATUS_OK : sw_fail(f, STATUS_COMPUTE, NULL, "there is no memory for the graph");
}
