/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Preparation before the measurement: creates accounts and symbols, over one connection. An account of a load has a
 * mark, which is another account, created in the same request. An existing account without a mark belongs to another
 * user, and is left alone.
 */
#include "load.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CREATION_ITEMS = 5000, LOOKS = 2000, PREPARE_SECONDS = 120 };

/* A connection with its requests and answers. */
struct talk {
    int fd;
    struct xch_bytes out, in;
};

static int send_and_receive(struct talk *talk, size_t *sent, struct sw_failure *f) {
    char buffer[65536];
    struct pollfd ready = {talk->fd, (short)(POLLIN | (*sent < talk->out.count ? POLLOUT : 0)), 0};
    if (poll(&ready, 1, PREPARE_SECONDS * 1000) != 1)
        return sw_fail(f, STATUS_COMPUTE, NULL, "no answer within %d s to what creates accounts", PREPARE_SECONDS);
    if ((ready.revents & POLLOUT) != 0) {
        const ssize_t count = send(talk->fd, talk->out.data + *sent, talk->out.count - *sent, MSG_NOSIGNAL);
        *sent += count > 0 ? (size_t)count : 0;
    }
    if ((ready.revents & ~POLLOUT) == 0)
        return STATUS_OK;
    const ssize_t count = recv(talk->fd, buffer, sizeof buffer, 0);
    if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR))
        return sw_fail(f, STATUS_FILE, NULL, "the connection broke while accounts were created");
    xch_bytes_add(&talk->in, buffer, count > 0 ? (size_t)count : 0);
    return STATUS_OK;
}

/* Sends the COUNT requests in `out`, and takes their answers into `in`. */
static int ask(struct talk *talk, uint64_t count, struct sw_failure *f) {
    const char *line;
    size_t sent = 0, found = 0, bytes;
    talk->in.count = 0;
    while (count > 0) {
        if (talk->out.failed || talk->in.failed)
            return sw_fail(f, STATUS_COMPUTE, NULL, "no memory to create accounts");
        const size_t rest = talk->in.count - found;
        const size_t taken = rest == 0 ? 0 : load_find_answer(talk->in.data + found, rest, &line, &bytes);
        found += taken;
        count -= taken > 0;
        if (taken == 0 && send_and_receive(talk, &sent, f) != STATUS_OK)
            return f->status;
    }
    return STATUS_OK;
}

/* Refuses an account that existed before any load. */
static int refuse_foreign(uint64_t account, struct sw_failure *f) {
    return sw_fail(f, STATUS_CONTENT,
                   "give the load an exchange of its own, or --prepare no to trade with what is there",
                   "account %" PRIu64 " is there already, and no load has made it", account);
}

/* Looks at the accounts that the load trades with, without creating accounts or opening orders. */
static int look_for_foreign(struct talk *talk, const struct load_options *options, struct sw_failure *f) {
    uint64_t last, foreign = 0;
    for (uint64_t at = 1; at <= load_last_account(options) && f->status == STATUS_OK && foreign == 0; at = last + 1) {
        last = load_last_account(options) - at < LOOKS ? load_last_account(options) : at + LOOKS - 1;
        talk->out.count = 0;
        load_make_looks(at, last, &talk->out);
        if (ask(talk, 2 * (last - at + 1), f) == STATUS_OK)
            foreign = load_find_foreign(at, talk->in.data, talk->in.count);
    }
    return foreign == 0 ? f->status : refuse_foreign(foreign, f);
}

/* Shares must be created; an account may exist already. */
static int check_creation(const struct xch_bytes *in, struct sw_failure *f) {
    static const char wrong_shares[] = "<error sym=", wrong_form[] = "<results><error>";
    const char *found = memmem(in->data, in->count, wrong_shares, sizeof wrong_shares - 1);
    if (found == NULL)
        found = memmem(in->data, in->count, wrong_form, sizeof wrong_form - 1);
    if (found == NULL)
        return STATUS_OK;
    const size_t rest = (size_t)(in->data + in->count - found);
    return sw_fail(f, STATUS_CONTENT, NULL, "what the load needs cannot be created: %.*s",
                   (int)(rest < 200 ? rest : 200), found);
}

static int create(struct talk *talk, const struct load_options *options, struct sw_failure *f) {
    for (uint64_t at = 0; f->status == STATUS_OK; at += CREATION_ITEMS) {
        talk->out.count = 0;
        if (at >= load_make_creation(options, at, CREATION_ITEMS, &talk->out))
            break;
        if (ask(talk, 1, f) == STATUS_OK)
            check_creation(&talk->in, f);
    }
    return f->status;
}

int load_prepare(struct load *load, struct sw_failure *f) {
    struct talk talk = {.fd = load_connect(&load->options, f)};
    if (talk.fd < 0)
        return f->status;
    if (look_for_foreign(&talk, &load->options, f) == STATUS_OK)
        create(&talk, &load->options, f);
    xch_bytes_free(&talk.out);
    xch_bytes_free(&talk.in);
    close(talk.fd);
    return f->status;
}
