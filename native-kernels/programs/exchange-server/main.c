/* SPDX-License-Identifier: Apache-2.0 */
/* exchange-server: matches orders that come as XML over TCP, and keeps accounts, positions and orders in PostgreSQL. */
#include "server.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <unistd.h>

static struct xch_shard *shard_of(void *context, const char *symbol) {
    return crew_shard_of(&((struct server *)context)->crew, symbol);
}

static int take_ref(void *context, uint64_t hash) {
    return refs_add(&((struct server *)context)->refs, hash);
}

/* SIGTERM and SIGINT arrive as bytes that the front reads. A client that has gone must not end the server. */
static int take_signals(struct server *server, struct sw_failure *f) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    signal(SIGPIPE, SIG_IGN);
    server->signals = sigprocmask(SIG_BLOCK, &set, NULL) == 0 ? signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK) : -1;
    server->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (server->signals < 0 || server->epoll < 0 || server_watch(server, server->signals, &server->signals) != 0)
        return sw_fail(f, STATUS_COMPUTE, NULL, "cannot wait for clients: %s", strerror(errno));
    return STATUS_OK;
}

/* Takes as many file descriptors as the system allows for a process, because each client needs one. */
static void take_descriptors(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static int make(struct server *server, struct sw_failure *f) {
    const struct xch_shard_options shard = {.refuse_own = server->options.refuse_own};
    uint64_t seed = 0;
    server->refs.most = server->options.refs;
    server->ledger = xch_ledger_new();
    server->parser = xch_parser_new();
    if (server->ledger == NULL || server->parser == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "no memory for a server");
    if (getrandom(&seed, sizeof seed, 0) != (ssize_t)sizeof seed)
        return sw_fail(f, STATUS_COMPUTE, NULL, "the system has no random number: %s", strerror(errno));
    server->works[0].refs.seed = server->works[1].refs.seed = seed;
    if (crew_start(&server->crew, server->ledger, (unsigned)server->options.shards, &shard) != 0)
        return sw_fail(f, STATUS_COMPUTE, NULL, "cannot start the threads of the shards: %s", strerror(errno));
    return STATUS_OK;
}

static int load(struct server *server, struct sw_failure *f) {
    const struct xch_store_options options = {.database = server->options.database,
                                              .password_file = server->options.password_file,
                                              .program = "exchange-server",
                                              .replace = server->options.replace,
                                              .refs = server->options.refs};
    const struct xch_sink sink = {
        .ledger = server->ledger, .shard_of = shard_of, .take_ref = take_ref, .context = server};
    server->store = xch_store_open(&options, f);
    if (server->store == NULL)
        return f->status;
    return xch_store_load(server->store, &sink, f);
}

static int run(struct server *server, struct sw_failure *f) {
    take_descriptors();
    if (take_signals(server, f) != STATUS_OK || make(server, f) != STATUS_OK)
        return f->status;
    if (!server->options.no_store && load(server, f) != STATUS_OK)
        return f->status;
    if (connections_open(&server->connections, &server->options, server->epoll, f) != STATUS_OK)
        return f->status;
    printf("ready on %s\n", server->connections.address);
    fflush(stdout);
    return server_run(server, f);
}

static void end(struct server *server) {
    connections_free(&server->connections);
    xch_store_free(server->store);
    crew_end(&server->crew);
    xch_ledger_free(server->ledger);
    xch_parser_free(server->parser);
    refs_free(&server->refs);
    free(server);
}

int main(int argc, char **argv) {
    struct sw_failure f = {.status = STATUS_OK};
    struct server *server = calloc(1, sizeof *server);
    if (server == NULL) {
        fputs("exchange-server: no memory for a server\n", stderr);
        return STATUS_COMPUTE;
    }
    server->connections = (struct connections){.listeners = {-1, -1}, .spare = -1};
    if (options_take(argc, argv, &server->options, &f) == STATUS_OK && server->options.help)
        options_explain(stdout);
    else if (f.status == STATUS_OK)
        run(server, &f);
    if (f.status != STATUS_OK)
        sw_failure_print("exchange-server", &f);
    end(server);
    return f.status;
}
