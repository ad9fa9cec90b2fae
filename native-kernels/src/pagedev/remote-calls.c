/* SPDX-License-Identifier: Apache-2.0 */
/* Calls to page devices of servers. The pages of a call travel as one run of bytes. If all pages lie in one buffer that
 * the server maps, the run is the part of the buffer from the first page to the last, and no page is copied. Otherwise
 * the run has the pages one behind the other. */
#include "remote.h"

#include "PageLane.h"
#include "set.h"

#include <stdlib.h>
#include <string.h>

/* The greatest number of bytes that a call to another host moves. A larger page travels alone. */
enum { MOST_CALL_BYTES = 64 << 20 };

/* A call that is under way. */
struct errand {
    struct pgd_errand errand;
    uint32_t disk;
    size_t answers;
    enum pgd_kind kind;
    struct proc_handle handle;
    struct proc_remote lane;
    uint64_t ticket;
    union {
        struct PageLane_read read;
        struct PageLane_write write;
        struct PageLane_act act;
    } call;
    char message[PGD_ERROR_TEXT_BYTES];
    char *packed; /* copies of the pages, one behind the other; NULL: no page was copied */
    size_t count, page_bytes;
    int64_t *indexes, *offsets;
    void **memory; /* destinations of packed reads */
};

static void free_errand(struct errand *errand) {
    free(errand->packed);
    free(errand->indexes);
    free(errand->memory);
    free(errand);
}

/* Uses the ticket of a call that the server has refused, by an empty call, so that later calls do not wait for the
 * ticket. */
static void take_ticket(const struct errand *errand) {
    char text[PGD_ERROR_TEXT_BYTES];
    struct proc_into message = {text, sizeof text, 0};
    int64_t index;
    int32_t refusal;
    PageLane_act(errand->lane, errand->ticket, PGD_PREFETCH, 0, (struct proc_i64s){NULL, 0}, &refusal, &index, &message,
                 NULL);
}

/* Returns the outcome that the server reports for a call. */
static pgd_err outcome(struct errand *errand, struct pgd_fault *fault) {
    struct proc_error why;
    fault->index = PGD_NO_INDEX;
    const proc_err ended = proc_wait(&errand->handle, &why);
    if (ended == PROC_ERR_MEMORY || ended == PROC_ERR_MESSAGE)
        take_ticket(errand);
    if (ended != PROC_OK)
        return pgd_server_failed(&fault->error, &why);
    int32_t code = errand->call.act.refusal;
    fault->index = errand->call.act.index;
    if (errand->kind == PGD_READ) {
        code = errand->call.read.refusal;
        fault->index = errand->call.read.index;
    } else if (errand->kind == PGD_WRITE) {
        code = errand->call.write.refusal;
        fault->index = errand->call.write.index;
    }
    return pgd_server_says(&fault->error, code, errand->message);
}

static void finish(struct pgd_errand *base, struct pgd_handle *handle) {
    struct errand *errand = (struct errand *)base;
    struct pgd_fault fault = {.index = PGD_NO_INDEX};
    const pgd_err code = outcome(errand, &fault);
    for (size_t i = 0; code == PGD_OK && errand->memory != NULL && i < errand->count; i++)
        memcpy(errand->memory[i], errand->packed + i * errand->page_bytes, errand->page_bytes);
    pgd_handle_done(handle, errand->answers, errand->disk, code == PGD_OK ? NULL : &fault);
    free_errand(errand);
}

static struct errand *new_errand(const struct pgd_remote *remote, const struct pgd_call *call) {
    struct errand *errand = calloc(1, sizeof *errand);
    if (errand == NULL)
        return NULL;
    errand->errand.finish = finish;
    errand->disk = remote->device.disk;
    errand->answers = pgd_call_answers(call);
    errand->kind = call->kind;
    errand->count = call->count;
    errand->page_bytes = remote->page_bytes;
    errand->indexes = calloc(2 * call->count + 1, sizeof *errand->indexes);
    if (errand->indexes == NULL) {
        free(errand);
        return NULL;
    }
    errand->offsets = errand->indexes + call->count;
    for (size_t i = 0; i < call->count; i++)
        errand->indexes[i] = (int64_t)call->items[i].index;
    return errand;
}

/* Returns whether the pages of a call lie one behind the other, in their order. */
static bool is_run(const struct pgd_remote *remote, const struct pgd_call *call) {
    const char *first = call->items[0].memory;
    for (size_t i = 1; i < call->count; i++)
        if ((const char *)call->items[i].memory != first + i * remote->page_bytes)
            return false;
    return true;
}

/* Finds a run of memory that holds all pages and can travel without a copy. If the server does not map the memory,
 * bytes between pages would travel, too, so then the pages must be contiguous. */
static bool spans(const struct pgd_remote *remote, const struct pgd_call *call, char **first, size_t *bytes) {
    char *low = call->items[0].memory, *high = low;
    for (size_t i = 1; i < call->count; i++) {
        char *at = call->items[i].memory;
        low = at < low ? at : low;
        high = at > high ? at : high;
    }
    *first = low;
    *bytes = (size_t)(high - low) + remote->page_bytes;
    return is_run(remote, call) || (remote->is_here && pgd_buffer_holds(remote->device.buffers, low, *bytes));
}

/* Lays out the pages of a read or write. Returns false if there is no memory. */
static bool lay_out(const struct pgd_remote *remote, const struct pgd_call *call, struct errand *errand, char **first,
                    size_t *bytes) {
    if (spans(remote, call, first, bytes)) {
        for (size_t i = 0; i < call->count; i++)
            errand->offsets[i] = (char *)call->items[i].memory - *first;
        return true;
    }
    *bytes = call->count * remote->page_bytes;
    errand->packed = malloc(*bytes);
    errand->memory = call->kind == PGD_READ ? calloc(call->count, sizeof(void *)) : NULL;
    *first = errand->packed;
    if (errand->packed == NULL || (call->kind == PGD_READ && errand->memory == NULL))
        return false;
    for (size_t i = 0; i < call->count; i++) {
        errand->offsets[i] = (int64_t)(i * remote->page_bytes);
        if (call->kind == PGD_READ)
            errand->memory[i] = call->items[i].memory;
        else
            memcpy(errand->packed + errand->offsets[i], call->items[i].memory, remote->page_bytes);
    }
    return true;
}

static enum pgd_lane_use lane_for(const struct pgd_call *call, uint64_t ticket) {
    switch (call->kind) {
    case PGD_READ:
        return ticket % 2 == 0 ? PGD_LANE_READ : PGD_LANE_READ_TOO;
    case PGD_WRITE:
        return ticket % 2 == 0 ? PGD_LANE_WRITE : PGD_LANE_WRITE_TOO;
    case PGD_COMMIT:
    case PGD_COMMIT_ALL:
        return PGD_LANE_COMMIT;
    default:
        return PGD_LANE_ASK;
    }
}

/* Sends the call by LANE, with TICKET. */
static proc_err send_call(struct errand *errand, const struct pgd_call *call, struct proc_remote lane, uint64_t ticket,
                          const struct proc_bytes *pages, struct proc_error *why) {
    const struct proc_i64s indexes = {errand->indexes, errand->count}, offsets = {errand->offsets, errand->count};
    const struct proc_into message = {errand->message, sizeof errand->message, 0};
    if (call->kind == PGD_READ) {
        errand->call.read = (struct PageLane_read){.ticket = ticket,
                                                   .generation = call->generation,
                                                   .indexes = indexes,
                                                   .offsets = offsets,
                                                   .message = message,
                                                   .pages = {(void *)pages->at, pages->bytes, 0}};
        return PageLane_start_read(lane, &errand->call.read, &errand->handle, why);
    }
    if (call->kind == PGD_WRITE) {
        errand->call.write = (struct PageLane_write){.ticket = ticket,
                                                     .generation = call->generation,
                                                     .indexes = indexes,
                                                     .offsets = offsets,
                                                     .pages = *pages,
                                                     .message = message};
        return PageLane_start_write(lane, &errand->call.write, &errand->handle, why);
    }
    errand->call.act = (struct PageLane_act){.ticket = ticket,
                                             .kind = (int32_t)call->kind,
                                             .generation = call->generation,
                                             .indexes = indexes,
                                             .message = message};
    return PageLane_start_act(lane, &errand->call.act, &errand->handle, why);
}

static pgd_err begin(struct pgd_remote *remote, const struct pgd_call *call, struct errand *errand,
                     struct pgd_error *error) {
    const bool moves = call->kind == PGD_READ || call->kind == PGD_WRITE;
    struct pgd_lanes *lanes = pgd_lanes_own(remote);
    struct proc_remote lane;
    struct proc_error why;
    char *first = NULL;
    size_t bytes = 0;
    if (moves && !lay_out(remote, call, errand, &first, &bytes))
        return pgd_lacks_memory(error, bytes, "pages on their way");
    if (lanes == NULL)
        return pgd_lacks_memory(error, sizeof *lanes, "lanes to a server");
    const pgd_err code = pgd_lane_of(remote, lanes, lane_for(call, lanes->ticket), &lane, error);
    if (code != PGD_OK)
        return code;
    /* The ticket is used up only if the call is sent, because the server would otherwise wait for the ticket. */
    const struct proc_bytes pages = {first, bytes};
    if (send_call(errand, call, lane, lanes->ticket, &pages, &why) != PROC_OK)
        return pgd_server_failed(error, &why);
    errand->lane = lane;
    errand->ticket = lanes->ticket++;
    if (!remote->is_here)
        atomic_fetch_add(&remote->network_bytes, bytes);
    return PGD_OK;
}

static void start_part(struct pgd_remote *remote, const struct pgd_call *call, struct pgd_handle *handle) {
    struct pgd_fault fault = {.index = PGD_NO_INDEX};
    struct errand *errand = new_errand(remote, call);
    const pgd_err code = errand == NULL ? pgd_lacks_memory(&fault.error, sizeof *errand, "a call")
                                        : begin(remote, call, errand, &fault.error);
    if (code == PGD_OK && handle != NULL) {
        pgd_handle_add(handle, &errand->errand);
    } else if (code == PGD_OK) {
        finish(&errand->errand, NULL); /* a read-ahead ends here, because the server has queued the call */
    } else {
        pgd_handle_done(handle, pgd_call_answers(call), remote->device.disk, &fault);
        if (errand != NULL)
            free_errand(errand);
    }
}

void pgd_remote_start(struct pgd_device *device, const struct pgd_call *call, struct pgd_handle *handle) {
    struct pgd_remote *remote = (struct pgd_remote *)device;
    const bool moves = call->kind == PGD_READ || call->kind == PGD_WRITE;
    const size_t fit = MOST_CALL_BYTES / remote->page_bytes, most = fit > 0 ? fit : 1;
    struct pgd_call part = *call;
    if (!moves || remote->is_here) {
        start_part(remote, call, handle);
        return;
    }
    for (size_t from = 0; from < call->count; from += most) {
        part.items = call->items + from;
        part.count = call->count - from < most ? call->count - from : most;
        start_part(remote, &part, handle);
    }
}
