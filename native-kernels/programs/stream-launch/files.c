/* SPDX-License-Identifier: Apache-2.0 */
/* The files of a run: the graph, hostfiles and start scripts. */
#include "launch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Opens a new file of the folder. Only this user may read the file, because it may hold the key. */
static FILE *create(const struct launch *launch, const char *kind, const char *name, const char *end) {
    char path[4400];
    snprintf(path, sizeof path, "%s/%s%s%s", launch->folder, kind, name, end);
    unlink(path);
    const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    return fd < 0 ? NULL : fdopen(fd, "w");
}

static int finish(const struct launch *launch, FILE *file, struct sw_failure *f) {
    if (file == NULL || fflush(file) != 0 || ferror(file) || fclose(file) != 0)
        return sw_fail(f, STATUS_OUTPUT, "look at the space of the disk, or name another folder by TMPDIR",
                       "a file cannot be written in %s: %s", launch->folder, strerror(errno));
    return STATUS_OK;
}

/* Writes TEXT as one word for a shell. */
static void quote(FILE *out, const char *text) {
    fputc('\'', out);
    for (; *text != '\0'; text++)
        if (*text == '\'')
            fputs("'\\''", out);
        else
            fputc(*text, out);
    fputc('\'', out);
}

static void write_program(const struct launch *launch, const struct unit *unit, FILE *out) {
    const struct kernel *kernel = &launch->document.kernels[unit->kernel];
    const bool here = launch->document.hosts[unit->host].here;
    quote(out, kernel->path != NULL && (here || unit->mpi) ? kernel->path : kernel->program);
    for (const struct element *element = kernel->element->child; element != NULL; element = element->next)
        if (element->kind == ELEMENT_ARGUMENT) {
            fputc(' ', out);
            quote(out, element->text);
        }
    fputc('\n', out);
}

static void write_variables(const struct launch *launch, const struct unit *unit, FILE *out) {
    const struct kernel *kernel = &launch->document.kernels[unit->kernel];
    for (const struct element *element = kernel->element->child; element != NULL; element = element->next)
        if (element->kind == ELEMENT_VARIABLE) {
            fprintf(out, "export %s=", element->values[ATTRIBUTE_NAME]);
            quote(out, element->values[ATTRIBUTE_VALUE]);
            fputc('\n', out);
        }
    fprintf(out, "export OSF_KERNEL=%d OSF_COPY=%d\n", kernel->number, unit->copy);
    if (launch->options.report != NULL)
        fprintf(out, "export SLIPWAY_PROGRESS=\"$folder/progress-%s\"\n", unit->name);
}

static void write_mpirun(const struct launch *launch, const struct unit *unit, FILE *out) {
    const struct document *d = &launch->document;
    const struct kernel *kernel = &d->kernels[unit->kernel];
    bool elsewhere = false;
    for (size_t i = 0; i < kernel->host_count; i++)
        elsewhere = elsewhere || !d->hosts[kernel->hosts[i]].here;
    fprintf(out, "exec %s %s ", launch->options.mpirun, launch->open_mpi ? "--hostfile" : "-f");
    fprintf(out, "\"$folder\"/'hosts-%s' -n %d ", kernel->name, kernel->ranks);
    if (launch->open_mpi) {
        fputs("-x OSF_GRAPH -x OSF_KERNEL ", out);
        if (launch->options.report != NULL)
            fputs("-x SLIPWAY_PROGRESS ", out);
        for (const struct element *element = kernel->element->child; element != NULL; element = element->next)
            if (element->kind == ELEMENT_VARIABLE)
                fprintf(out, "-x %s ", element->values[ATTRIBUTE_NAME]);
        if (kernel->network != NOBODY && d->networks[kernel->network].subnet != NULL)
            fprintf(out, "--mca btl_tcp_if_include '%s' --mca oob_tcp_if_include '%s' ",
                    d->networks[kernel->network].subnet, d->networks[kernel->network].subnet);
        if (elsewhere && launch->options.shell != NULL) {
            fputs("--mca plm_rsh_agent ", out);
            quote(out, launch->options.shell);
            fputc(' ', out);
        }
    }
    write_program(launch, unit, out);
}

/* Finds the folder of this program, which also has the relay. */
static bool own_folder(char *out, size_t room) {
    const ssize_t got = readlink("/proc/self/exe", out, room - 1);
    out[got > 0 ? got : 0] = '\0';
    char *slash = strrchr(out, '/');
    if (slash != NULL)
        *slash = '\0';
    return slash != NULL;
}

/* Writes the relays of a host. */
static void write_relay(const struct launch *launch, const struct unit *unit, FILE *out) {
    const char *folder = launch->document.hosts[unit->host].launcher;
    char own[4096] = "";
    if (folder == NULL && launch->document.hosts[unit->host].here && own_folder(own, sizeof own))
        folder = own;
    fputs("exec ", out);
    if (folder != NULL) {
        quote(out, folder);
        fputc('/', out);
    }
    fputs("stream-relay", out);
    for (size_t i = 0; i < launch->relay_count; i++)
        if (launch->relays[i].host == unit->host)
            fprintf(out, " '%s' %d '%s' %d", launch->relays[i].address, launch->relays[i].port,
                    launch->relays[i].to_address, launch->relays[i].to_port);
    fputc('\n', out);
}

static int write_script(const struct launch *launch, const struct unit *unit, struct sw_failure *f) {
    FILE *out = create(launch, "start-", unit->name, ".sh");
    if (out == NULL)
        return finish(launch, out, f);
    fputs("#!/bin/sh\n# Starts a part of a stream application; the graph lies beside this file.\n"
          "folder=$(cd \"$(dirname \"$0\")\" && pwd)\nexport OSF_GRAPH=\"$folder/graph\"\n",
          out);
    if (unit->kernel == NOBODY)
        write_relay(launch, unit, out);
    else {
        write_variables(launch, unit, out);
        if (unit->mpi)
            write_mpirun(launch, unit, out);
        else {
            fputs("exec ", out);
            write_program(launch, unit, out);
        }
    }
    return finish(launch, out, f);
}

static int write_hostfile(const struct launch *launch, const struct kernel *kernel, struct sw_failure *f) {
    const struct document *d = &launch->document;
    FILE *out = create(launch, "hosts-", kernel->name, "");
    for (size_t i = 0; out != NULL && i < kernel->host_count; i++) {
        const struct host *host = &d->hosts[kernel->hosts[i]];
        const char *on_network =
            kernel->network == NOBODY ? NULL : document_address(d, kernel->hosts[i], kernel->network);
        const char *address = on_network != NULL ? on_network : host->address != NULL ? host->address : "localhost";
        fprintf(out, launch->open_mpi ? "%s slots=%d\n" : "%s:%d\n", address, host->slots);
    }
    return finish(launch, out, f);
}

static int write_graph(const struct launch *launch, struct sw_failure *f) {
    FILE *out = create(launch, "graph", "", "");
    if (out != NULL)
        stream_graph_write(&launch->graph, out);
    return finish(launch, out, f);
}

int files_write(const struct launch *launch, struct sw_failure *f) {
    int status = write_graph(launch, f);
    for (size_t i = 0; i < launch->document.kernel_count && status == STATUS_OK; i++)
        if (launch->document.kernels[i].ranks > 0)
            status = write_hostfile(launch, &launch->document.kernels[i], f);
    for (size_t i = 0; i < launch->unit_count && status == STATUS_OK; i++)
        status = write_script(launch, &launch->units[i], f);
    return status;
}

static void remove_file(const struct launch *launch, const char *kind, const char *name, const char *end) {
    char path[4400];
    snprintf(path, sizeof path, "%s/%s%s%s", launch->folder, kind, name, end);
    unlink(path);
}

void files_remove(const struct launch *launch) {
    if (launch->folder[0] == '\0')
        return;
    remove_file(launch, "graph", "", "");
    for (size_t i = 0; i < launch->document.kernel_count; i++)
        if (launch->document.kernels[i].ranks > 0)
            remove_file(launch, "hosts-", launch->document.kernels[i].name, "");
    for (size_t i = 0; i < launch->unit_count; i++) {
        remove_file(launch, "start-", launch->units[i].name, ".sh");
        remove_file(launch, "progress-", launch->units[i].name, "");
    }
    rmdir(launch->folder);
}
