/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The market chain over ZeroMQ, of which the reports' application is an example: the rival of `slipway bench market`.
 * The kernels are those of market-chain; each message, or batch of them, is a ZeroMQ message. The engine is one
 * process, and generator and confirmation take turns in another, as in the measured chains.
 *
 *     bench-market-zeromq ENDPOINTS [OPTION of market-chain...]       ENDPOINTS: ipc or tcp
 */
#include "../../programs/market-chain/market-chain.h"

#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zmq.h>

enum { LINK_ROOM = 10000 }; /* messages that wait at either end */

struct zeromq_port {
    struct mkt_port port;
    void *socket;
    int sender;
};

static mkt_result fail_zeromq(const char *what, struct sw_failure *f) {
    sw_fail(f, STATUS_COMPUTE, NULL, "%s: %s", what, zmq_strerror(errno));
    return MKT_FAILED;
}

static mkt_result put(struct mkt_port *port, const unsigned char *bytes, size_t each, size_t count,
                      struct sw_failure *f) {
    void *socket = ((struct zeromq_port *)port)->socket;
    for (size_t i = 0; i < count; i++)
        if (zmq_send(socket, bytes + i * each, each, 0) < 0)
            return fail_zeromq("zmq_send", f);
    return MKT_OK;
}

/* An empty message ends a link. */
static mkt_result end(struct mkt_port *port, struct sw_failure *f) {
    return put(port, (const unsigned char *)"", 0, 1, f);
}

/* Takes one message: a look for more at once would cost the other side its turn. */
static mkt_result get_as(struct mkt_port *port, unsigned char *bytes, size_t room, size_t *got, int flags,
                         struct sw_failure *f) {
    const struct zeromq_port *self = (const struct zeromq_port *)port;
    const int count = zmq_recv(self->socket, bytes, room, flags);
    if (count < 0)
        return errno == EAGAIN || errno == EINTR ? MKT_NOTHING : fail_zeromq("zmq_recv", f);
    port->sender = self->sender;
    *got = (size_t)count;
    return count == 0 ? MKT_ENDED : MKT_OK;
}

static mkt_result get_waiting(struct mkt_port *port, unsigned char *bytes, size_t room, size_t *got,
                              int64_t nanoseconds, struct sw_failure *f) {
    (void)nanoseconds;
    return get_as(port, bytes, room, got, 0, f);
}

static mkt_result get_in_turns(struct mkt_port *port, unsigned char *bytes, size_t room, size_t *got,
                               int64_t nanoseconds, struct sw_failure *f) {
    (void)nanoseconds;
    return get_as(port, bytes, room, got, ZMQ_DONTWAIT, f);
}

static void *open_socket(void *context, int type, const char *endpoint, bool bind, struct sw_failure *f) {
    const int room = LINK_ROOM;
    void *socket = zmq_socket(context, type);
    if (socket == NULL || zmq_setsockopt(socket, ZMQ_SNDHWM, &room, sizeof room) != 0 ||
        zmq_setsockopt(socket, ZMQ_RCVHWM, &room, sizeof room) != 0 ||
        (bind ? zmq_bind(socket, endpoint) : zmq_connect(socket, endpoint)) != 0)
        fail_zeromq(endpoint, f);
    return socket;
}

/* --- the two processes --- */

static int run_engine(const struct request *request, const char *endpoints[2], struct sw_failure *f) {
    static struct kernels kernels;
    void *context = zmq_ctx_new();
    struct zeromq_port in = {.port = {.get = get_waiting, .end = end}, .sender = MKT_GENERATOR};
    struct zeromq_port out = {.port = {.put = put, .end = end}};
    mkt_result result = MKT_OK;
    kernels.request = request;
    in.socket = open_socket(context, ZMQ_PULL, endpoints[0], false, f);
    out.socket = open_socket(context, ZMQ_PUSH, endpoints[1], false, f);
    if (f->status == STATUS_OK && begin_kernel(&kernels, MKT_ENGINE, f) == STATUS_OK) {
        kernels.engine.in = &in.port;
        kernels.engine.out = &out.port;
        while (result != MKT_ENDED && result != MKT_FAILED)
            result = step_kernel(&kernels, MKT_ENGINE, f);
    }
    zmq_close(in.socket);
    zmq_close(out.socket);
    zmq_ctx_term(context); /* sends waiting messages */
    return end_kernels(&kernels, f);
}

/* Generator and confirmation exchange clock messages over a pair in the process; events come from the engine. */
struct confirmation_port {
    struct mkt_port port;
    struct zeromq_port events, clock;
    bool ended;
};

static mkt_result get_event_or_clock(struct mkt_port *port, unsigned char *bytes, size_t room, size_t *got,
                                     int64_t nanoseconds, struct sw_failure *f) {
    struct confirmation_port *self = (struct confirmation_port *)port;
    struct zeromq_port *ports[] = {&self->events, &self->clock};
    mkt_result result = MKT_NOTHING;
    for (int i = 0; i < 2 && result == MKT_NOTHING; i++) {
        result = get_in_turns(&ports[i]->port, bytes, room, got, nanoseconds, f);
        port->sender = ports[i]->sender;
    }
    return result;
}

static void connect_rest(void *context, const char *endpoints[2], struct kernels *kernels, struct zeromq_port *ports,
                         struct confirmation_port *events, struct sw_failure *f) {
    ports[0] = (struct zeromq_port){.port = {.put = put, .end = end},
                                    .socket = open_socket(context, ZMQ_PUSH, endpoints[0], true, f)};
    void *generator = open_socket(context, ZMQ_PAIR, "inproc://clock", true, f);
    void *confirmation = open_socket(context, ZMQ_PAIR, "inproc://clock", false, f);
    ports[1] = (struct zeromq_port){
        .port = {.put = put, .get = get_in_turns, .end = end}, .socket = generator, .sender = MKT_CONFIRMER};
    ports[2] = (struct zeromq_port){.port = {.put = put, .end = end}, .socket = confirmation};
    events->port = (struct mkt_port){.get = get_event_or_clock};
    events->events =
        (struct zeromq_port){.socket = open_socket(context, ZMQ_PULL, endpoints[1], true, f), .sender = MKT_ENGINE};
    events->clock = (struct zeromq_port){.socket = confirmation, .sender = MKT_GENERATOR};
    kernels->generator.out = &ports[0].port;
    kernels->generator.clock = kernels->generator.answers = &ports[1].port;
    kernels->confirmation.in = &events->port;
    kernels->confirmation.answers = &ports[2].port;
}

static int take_turns(struct kernels *kernels, struct sw_failure *f) {
    static const int numbers[] = {MKT_GENERATOR, MKT_CONFIRMER};
    while (!kernels->ended[MKT_CONFIRMER] || !kernels->ended[MKT_GENERATOR])
        for (int i = 0; i < 2; i++) {
            if (kernels->ended[numbers[i]])
                continue;
            mkt_result result = step_kernel(kernels, numbers[i], f);
            while (result == MKT_OK && numbers[i] != MKT_GENERATOR)
                result = step_kernel(kernels, numbers[i], f);
            if (result == MKT_FAILED)
                return f->status;
        }
    return STATUS_OK;
}

static int run_rest(const struct request *request, const char *endpoints[2], struct sw_failure *f) {
    static struct kernels kernels;
    struct zeromq_port ports[3];
    struct confirmation_port events;
    void *context = zmq_ctx_new();
    kernels.request = request;
    if (begin_kernel(&kernels, MKT_GENERATOR, f) == STATUS_OK &&
        begin_kernel(&kernels, MKT_CONFIRMER, f) == STATUS_OK) {
        connect_rest(context, endpoints, &kernels, ports, &events, f);
        if (f->status == STATUS_OK)
            take_turns(&kernels, f);
    }
    return end_kernels(&kernels, f);
}

int main(int argc, char **argv) {
    static const char *ipc[] = {"ipc:///tmp/slipway-bench-market-orders", "ipc:///tmp/slipway-bench-market-events"};
    static const char *tcp[] = {"tcp://127.0.0.1:28711", "tcp://127.0.0.1:28712"};
    struct sw_failure f = {.status = STATUS_OK};
    struct request request;
    if (argc < 2 || take_options(argc - 1, argv + 1, &request, &f) != STATUS_OK) {
        sw_failure_print("bench-market-zeromq", &f);
        return STATUS_USAGE;
    }
    const char **endpoints = strcmp(argv[1], "tcp") == 0 ? tcp : ipc;
    const pid_t engine = fork();
    if (engine == 0) {
        run_engine(&request, endpoints, &f);
    } else {
        int status;
        run_rest(&request, endpoints, &f);
        if (f.status == STATUS_OK && (waitpid(engine, &status, 0) != engine || status != 0))
            sw_fail(&f, STATUS_COMPUTE, NULL, "the engine has failed");
    }
    if (f.status != STATUS_OK)
        sw_failure_print("bench-market-zeromq", &f);
    fflush(stdout);
    return f.status;
}
