/* SPDX-License-Identifier: Apache-2.0 */
#include "document.h"

#include "base/files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_BYTES = 1 << 20, MOST_NAMED = 256 };

static const char *value(const struct element *element, attribute_kind attribute) {
    return element->values[attribute];
}

static bool is(const struct element *element, attribute_kind attribute, const char *wanted) {
    return value(element, attribute) != NULL && strcmp(value(element, attribute), wanted) == 0;
}

static int number(const struct element *element, attribute_kind attribute, int otherwise) {
    return value(element, attribute) == NULL ? otherwise : (int)strtol(value(element, attribute), NULL, 10);
}

/* COUNT rows of SIZE bytes to search, each with its name at OFFSET. */
struct rows {
    const void *rows;
    size_t count, size, offset;
    const char *what;
};

static int find(const struct rows *rows, const char *name, size_t bytes) {
    for (size_t i = 0; i < rows->count; i++) {
        const char *at = *(const char *const *)((const char *)rows->rows + i * rows->size + rows->offset);
        if (strlen(at) == bytes && strncmp(at, name, bytes) == 0)
            return (int)i;
    }
    return NOBODY;
}

static struct rows networks_of(const struct document *d) {
    return (struct rows){d->networks, d->network_count, sizeof *d->networks, offsetof(struct network, name), "network"};
}

static struct rows hosts_of(const struct document *d) {
    return (struct rows){d->hosts, d->host_count, sizeof *d->hosts, offsetof(struct host, name), "host"};
}

static struct rows kernels_of(const struct document *d) {
    return (struct rows){d->kernels, d->kernel_count, sizeof *d->kernels, offsetof(struct kernel, name), "kernel"};
}

/* Finds the thing that an attribute names; reports a missing one. */
static int named(const struct element *element, attribute_kind attribute, const struct rows *rows,
                 struct problems *problems) {
    const char *name = value(element, attribute);
    const int found = name == NULL ? NOBODY : find(rows, name, strlen(name));
    if (name != NULL && found == NOBODY)
        problem(problems, element->line, "add it, or mend the name", "there is no %s \"%s\"", rows->what, name);
    return found;
}

/* Finds all things that an attribute names. Returns an array of *COUNT, or NULL. */
static int *all_named(const struct element *element, attribute_kind attribute, const struct rows *rows,
                      struct problems *problems, size_t *count) {
    const char *names = value(element, attribute);
    int *found = names == NULL ? NULL : calloc(strlen(names) + 1, sizeof *found);
    *count = 0;
    while (found != NULL && *names != '\0') {
        if (*count == MOST_NAMED) {
            problem(problems, element->line, "name fewer", "more than %d of one kind are named", MOST_NAMED);
            break;
        }
        const size_t bytes = strcspn(names, " ");
        const int at = bytes == 0 ? NOBODY : find(rows, names, bytes);
        if (at != NOBODY)
            found[(*count)++] = at;
        else if (bytes > 0)
            problem(problems, element->line, "add it, or mend the name", "there is no %s \"%.*s\"", rows->what,
                    (int)bytes, names);
        names += bytes;
        names += strspn(names, " ");
    }
    return found;
}

static void take_host(struct document *d, const struct element *element, struct problems *problems) {
    struct host *host = &d->hosts[d->host_count];
    const struct rows networks = networks_of(d);
    *host = (struct host){.line = element->line,
                          .name = value(element, ATTRIBUTE_NAME),
                          .address = value(element, ATTRIBUTE_ADDRESS),
                          .launcher = value(element, ATTRIBUTE_LAUNCHER),
                          .here = is(element, ATTRIBUTE_HERE, "yes"),
                          .slots = number(element, ATTRIBUTE_SLOTS, 1),
                          .first_port = 20000,
                          .last_port = 29999};
    if (value(element, ATTRIBUTE_PORTS) != NULL &&
        sscanf(value(element, ATTRIBUTE_PORTS), "%5d-%5d", &host->first_port, &host->last_port) != 2)
        return;
    for (const struct element *on = element->child; on != NULL; on = on->next) {
        struct on_network *grown = realloc(host->on, (host->on_count + 1) * sizeof *grown);
        if (grown == NULL)
            break;
        host->on = grown;
        host->on[host->on_count++] =
            (struct on_network){named(on, ATTRIBUTE_NETWORK, &networks, problems), value(on, ATTRIBUTE_ADDRESS)};
    }
    d->host_count++;
}

static void take_kernel(struct document *d, struct element *element, struct problems *problems) {
    struct kernel *kernel = &d->kernels[d->kernel_count];
    const struct rows hosts = hosts_of(d), networks = networks_of(d);
    *kernel = (struct kernel){.line = element->line,
                              .number = number(element, ATTRIBUTE_NUMBER, (int)d->kernel_count),
                              .name = value(element, ATTRIBUTE_NAME),
                              .program = value(element, ATTRIBUTE_PROGRAM),
                              .copies = number(element, ATTRIBUTE_COPIES, 1),
                              .ranks = number(element, ATTRIBUTE_RANKS, 0),
                              .all_ranks = is(element, ATTRIBUTE_STREAMS, "all"),
                              .turns = is(element, ATTRIBUTE_TURNS, "yes"),
                              .tolerated = is(element, ATTRIBUTE_LOSS, "tolerate"),
                              .network = named(element, ATTRIBUTE_NETWORK, &networks, problems),
                              .with = NOBODY,
                              .core = number(element, ATTRIBUTE_CORE, NOBODY),
                              .element = element};
    const attribute_kind where = value(element, ATTRIBUTE_HOSTS) != NULL ? ATTRIBUTE_HOSTS : ATTRIBUTE_HOST;
    kernel->hosts = all_named(element, where, &hosts, problems, &kernel->host_count);
    d->kernel_count++;
}

static void take_link(struct document *d, const struct element *element, struct problems *problems) {
    static const char *const transports[] = {"auto", "process", "memory", "tcp"};
    struct link *link = &d->links[d->link_count++];
    const struct rows kernels = kernels_of(d), hosts = hosts_of(d), networks = networks_of(d);
    *link = (struct link){.line = element->line,
                          .from = named(element, ATTRIBUTE_FROM, &kernels, problems),
                          .has_kind = value(element, ATTRIBUTE_KIND) != NULL,
                          .divide = is(element, ATTRIBUTE_KIND, "divide"),
                          .feedback = is(element, ATTRIBUTE_FEEDBACK, "yes"),
                          .network = named(element, ATTRIBUTE_NETWORK, &networks, problems),
                          .room = (uint32_t)number(element, ATTRIBUTE_ROOM, 262144)};
    for (int i = 0; i < 4; i++)
        if (is(element, ATTRIBUTE_TRANSPORT, transports[i]))
            link->transport = (transport_kind)i;
    link->to = all_named(element, ATTRIBUTE_TO, &kernels, problems, &link->to_count);
    link->via = all_named(element, ATTRIBUTE_VIA, &hosts, problems, &link->via_count);
}

static size_t count_children(const struct element *root) {
    size_t count = 0;
    for (const struct element *element = root->child; element != NULL; element = element->next)
        count++;
    return count;
}

static void take_all(struct document *d, struct problems *problems) {
    for (const struct element *element = d->root->child; element != NULL; element = element->next)
        if (element->kind == ELEMENT_NETWORK)
            d->networks[d->network_count++] =
                (struct network){element->line, value(element, ATTRIBUTE_NAME), value(element, ATTRIBUTE_SUBNET)};
    for (const struct element *element = d->root->child; element != NULL; element = element->next)
        if (element->kind == ELEMENT_HOST)
            take_host(d, element, problems);
    for (struct element *element = d->root->child; element != NULL; element = element->next)
        if (element->kind == ELEMENT_KERNEL)
            take_kernel(d, element, problems);
    const struct rows kernels = kernels_of(d);
    for (size_t i = 0; i < d->kernel_count; i++)
        d->kernels[i].with = named(d->kernels[i].element, ATTRIBUTE_WITH, &kernels, problems);
    for (const struct element *element = d->root->child; element != NULL; element = element->next)
        if (element->kind == ELEMENT_LINK)
            take_link(d, element, problems);
}

/* Reads a small file whole. Returns NULL with a message. */
static char *read_file(const char *path, size_t *bytes) {
    struct stat status;
    const int fd = sw_file_open(path, &status);
    char *text = fd < 0 ? NULL : malloc(MOST_BYTES + 1);
    const ssize_t got = text == NULL ? -1 : sw_file_read_at(fd, text, MOST_BYTES + 1, 0);
    const char *why = got < 0 ? strerror(errno) : "it is longer than 1 MiB, which no graph needs";
    if (fd >= 0)
        close(fd);
    if (got >= 0 && got <= MOST_BYTES) {
        *bytes = (size_t)got;
        return text;
    }
    fprintf(stderr, "stream-launch: %s cannot be read: %s\n", path, why);
    free(text);
    return NULL;
}

bool document_read(const char *path, struct document *document, struct problems *problems) {
    size_t bytes;
    *document = (struct document){0};
    char *text = read_file(path, &bytes);
    if (text == NULL)
        return false;
    document->root = xml_read(text, bytes, problems);
    free(text);
    if (problems->count > 0 || document->root == NULL)
        return true;
    const size_t count = count_children(document->root) + 1;
    document->name = value(document->root, ATTRIBUTE_NAME);
    document->networks = calloc(count, sizeof *document->networks);
    document->hosts = calloc(count, sizeof *document->hosts);
    document->kernels = calloc(count, sizeof *document->kernels);
    document->links = calloc(count, sizeof *document->links);
    if (document->networks == NULL || document->hosts == NULL || document->kernels == NULL || document->links == NULL) {
        problem(problems, 0, "end other programs", "there is no memory to read it");
        return true;
    }
    take_all(document, problems);
    if (problems->count == 0)
        document_check(document, problems);
    return true;
}

void document_free(struct document *document) {
    for (size_t i = 0; i < document->host_count; i++)
        free(document->hosts[i].on);
    for (size_t i = 0; i < document->kernel_count; i++) {
        free(document->kernels[i].hosts);
        free(document->kernels[i].path);
    }
    for (size_t i = 0; i < document->link_count; i++) {
        free(document->links[i].to);
        free(document->links[i].via);
    }
    free(document->networks);
    free(document->hosts);
    free(document->kernels);
    free(document->links);
    xml_free(document->root);
    *document = (struct document){0};
}
