/* SPDX-License-Identifier: Apache-2.0 */
/*
 * process-fuzz --cases N --seed S: requests, replies, streams of another host, talks and files that are damaged. A
 * receiver reports the damage, or goes on. The receiver reads and writes only memory of the input, and serves others as
 * before.
 */
#include "process/alone.h"
#include "process/builtin.h"
#include "process/caller.h"
#include "process/connect.h"
#include "process/message.h"
#include "process/porter.h"
#include "process/pump.h"
#include "process/registry.h"
#include "process/talk.h"
#include "process/worlds.h"

#include "Page.h"
#include "stream/damage.h"
#include "support/samples.h"

#include <errno.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

enum { PAGE_BYTES = 1000, MESSAGE = 900, STREAM = 8192 };

static struct proc_world *world;
static struct proc_remote page;
static struct caller *caller;

static void new_page(void) {
    struct proc_error error = {.text = ""};
    if (Page_new(world, 0, PAGE_BYTES, &page, &error) != PROC_OK)
        wrong("no page: %s", error.text);
}

/* Others are served as before. */
static void check_life(void) {
    struct proc_error error = {.text = ""};
    int64_t bytes = 0;
    const proc_err code = Page_size(page, &bytes, &error);
    if (code == PROC_ERR_ADDRESS) /* a request may destroy the page */
        new_page();
    else if (code != PROC_OK || bytes != PAGE_BYTES)
        wrong("the object answers no more: %s", error.text);
}

static uint64_t draw_number(void) {
    static const uint64_t often[] = {0, 1, 8, 100, PAGE_BYTES, 1 << 20, UINT64_C(1) << 40, UINT64_MAX};
    uint64_t number = often[draw(sizeof often / sizeof often[0])];
    if (draw(3) == 0)
        number = draw_bits() >> draw(64);
    return draw(4) == 0 ? number | MESSAGE_SHARED : number;
}

/* Fills PAYLOAD with possible arguments. */
static size_t draw_payload(unsigned char *payload) {
    const size_t words = draw(20);
    for (size_t i = 0; i < words; i++) {
        const uint64_t number = draw(4) == 0 ? UINT64_C(0x0061626364656667) : draw_number();
        memcpy(payload + 8 * i, &number, sizeof number);
    }
    return 8 * words;
}

/* A method of the page, or a built-in one; not the one that may wait for ever. */
static struct request_head draw_head(size_t payload) {
    static const struct proc_method *const methods[] = {
        &Page_method_write,      &Page_method_read,      &Page_method_size,   &Page_method_name,
        &Page_method_sum,        &Page_method_halves,    &Page_method_fail,   &Page_method_wait_in_barrier,
        &Page_method_neighbours, &Page_method_copy_from, &Page_method_nothing};
    const struct proc_method *method = methods[draw(sizeof methods / sizeof methods[0])];
    struct request_head head = {.serial = (uint32_t)draw_bits(),
                                .index = method->index,
                                .id = {(uint32_t)method->id, (uint32_t)(method->id >> 32)},
                                .bytes = {(uint32_t)payload, 0}};
    if (draw(3) == 0)
        head.index = BUILTIN_FIRST + (uint32_t)draw(14);
    if (draw(10) == 0)
        head.bytes[draw(2)] = (uint32_t)draw_number();
    return head;
}

static size_t draw_request(char bytes[MESSAGE]) {
    unsigned char payload[160];
    const size_t count = draw_payload(payload);
    const struct request_head head = draw_head(count);
    memcpy(bytes, &head, sizeof head);
    memcpy(bytes + sizeof head, payload, count);
    return draw(2) == 0 ? damage(bytes, sizeof head + count, MESSAGE) : sizeof head + count;
}

static void requests(void) {
    struct proc_error error = {.text = ""};
    char bytes[MESSAGE];
    const bool to_host = draw(4) == 0;
    struct proc_line *line = connect_line(caller, to_host ? world_host_object(world, 0) : page, &error);
    if (line == NULL && error.code == PROC_ERR_ADDRESS) { /* an earlier request may destroy the page */
        new_page();
        line = connect_line(caller, page, &error);
    }
    if (line == NULL)
        wrong("no line: %s", error.text);
    for (size_t messages = 1 + draw(3); messages > 0; messages--) {
        const size_t count = draw_request(bytes);
        if (count > 0 && ring_fits(&line->out, (uint32_t)count))
            ring_put(&line->out, bytes, (uint32_t)count);
    }
    if (draw(20) == 0)
        line->out.own += 8 * draw(600);
    line_publish(line);
    check_life();
    porter_drop(line);
}

/* Puts replies into LINE, right ones and others, and lets the calls take them. */
static void put_replies(struct proc_line *line, struct ring_view *sender) {
    for (int i = 0; i < 6; i++) {
        char bytes[MESSAGE];
        struct reply_head head = {.serial = (uint32_t)draw(3), .code = draw(4) == 0 ? (uint32_t)draw(20) : 0};
        const size_t count = draw_payload((unsigned char *)bytes + sizeof head);
        head.bytes[0] = (uint32_t)count;
        head.fixed = (uint32_t)draw_number();
        memcpy(bytes, &head, sizeof head);
        const size_t damaged = draw(2) == 0 ? damage(bytes, sizeof head + count, MESSAGE) : sizeof head + count;
        if (damaged > 0 && ring_fits(sender, (uint32_t)damaged))
            ring_put(sender, bytes, (uint32_t)damaged);
        ring_publish(sender);
        line_drain(line);
    }
}

static void replies(void) {
    static struct sw_bell bell;
    struct proc_line *line = calloc(1, sizeof *line);
    void *memory = aligned_alloc(64, line_memory_bytes(LINE_LEAST_RING));
    unsigned char *contents = malloc(100);
    double *first = malloc(80), *second = malloc(16);
    struct Page_read read = {.contents = {contents, 100, 0}};
    struct Page_halves halves = {.first = {first, 80, 0}, .second = {second, 16, 0}};
    struct Page_sum sum = {.scale = 1};
    struct proc_handle handles[3] = {
        {.method = &Page_method_read, .call = &read, .serial = 0, .state = CALL_PENDING},
        {.method = &Page_method_halves, .call = &halves, .serial = 1, .state = CALL_PENDING},
        {.method = &Page_method_sum, .call = &sum, .serial = 2, .state = CALL_PENDING}};
    memset(memory, 0, line_memory_bytes(LINE_LEAST_RING));
    line_lay_out(line, memory, LINE_LEAST_RING, true);
    struct ring_view sender = line->in;
    line->own_bell = line->other_bell = &bell;
    line->first = &handles[0];
    handles[0].next = &handles[1];
    handles[1].next = &handles[2];
    line->last = &handles[2];
    put_replies(line, &sender);
    line_fail_calls(line, PROC_ERR_LOST, "the case is over");
    if (read.contents.bytes > 100 || halves.first.bytes > 80 || halves.second.bytes > 16)
        wrong("a result has more bytes than there is room for");
    free(contents);
    free(first);
    free(second);
    free(memory);
    free(line);
}

static void talks(void) {
    struct talk talk = {.hello = {.wants = TALK_LINE, .room = LINE_LEAST_RING}};
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const size_t length = strlen(world->servers[0].door);
    memcpy(address.sun_path + 1, world->servers[0].door, length);
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(fd, (struct sockaddr *)&address, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length)) != 0)
        wrong("the door is closed: %s", strerror(errno));
    talk_hello(&talk, world->id);
    char bytes[sizeof talk + 64];
    memcpy(bytes, &talk, sizeof talk);
    const size_t count = damage(bytes, sizeof talk.hello, sizeof bytes);
    send(fd, bytes, count, MSG_NOSIGNAL);
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)draw(256);
    if (draw(2) == 0)
        send(fd, bytes, draw(64), MSG_NOSIGNAL);
    close(fd);
    check_life();
}

/* Puts records into BYTES, as they come from another host, and at times a farewell behind them. */
static size_t draw_stream(char bytes[STREAM], size_t *records, bool *ends) {
    struct line_farewell farewell = {.mark = FAREWELL_MARK, .kind = (uint32_t)draw(6)};
    size_t count = 0;
    *records = draw(8);
    *ends = draw(3) == 0;
    for (size_t i = 0; i < *records; i++) {
        const uint32_t length = 1 + (uint32_t)draw(line_record_most(LINE_LEAST_RING));
        memcpy(bytes + count, &length, sizeof length);
        memset(bytes + count + sizeof length, (int)draw(256), length);
        count += ring_cost(length);
    }
    memset(farewell.text, 'x', draw(sizeof farewell.text + 1));
    memcpy(bytes + count, &farewell, sizeof farewell);
    return *ends ? count + sizeof farewell : count;
}

/* Lets LINE take the records that have come. Returns how many records that was. */
static size_t pump_all(struct proc_line *line) {
    size_t records = 0;
    do {
        const void *record;
        uint32_t bytes;
        ring_found found;
        pump_in(line);
        while ((found = ring_front(&line->in, &record, &bytes)) == RING_FOUND) {
            ring_take(&line->in, bytes);
            records++;
        }
        if (found == RING_TORN)
            wrong("what came was put into the ring as no record");
        ring_settle(&line->in);
    } while (atomic_exchange(&line->pump->starved, false) && !atomic_load(&line->lost));
    return records;
}

/* Feeds streams of another host, in pieces of any size. */
static void streams(void) {
    static struct sw_bell bell;
    char bytes[STREAM] = {0};
    int sides[2];
    size_t records, taken = 0;
    bool ends;
    struct proc_line *line = calloc(1, sizeof *line);
    if (line == NULL || !pump_new(line, LINE_LEAST_RING, draw(2) == 0) ||
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, sides) != 0)
        wrong("no line: %s", strerror(errno));
    line->own_bell = &bell;
    line->world = world;
    line->fd = sides[0];
    const size_t whole = draw_stream(bytes, &records, &ends);
    const bool damaged = draw(4) > 0;
    const size_t count = damaged ? damage(bytes, whole, sizeof bytes) : whole;
    for (size_t at = 0, now; at < count && !atomic_load(&line->lost); at += now) {
        now = 1 + draw(count - at);
        if (send(sides[1], bytes + at, now, MSG_NOSIGNAL) != (ssize_t)now)
            wrong("no socket: %s", strerror(errno));
        taken += pump_all(line);
    }
    if (!damaged && (taken != records || (!ends && atomic_load(&line->lost))))
        wrong("of %zu records %zu have come: %s", records, taken, line->why);
    pump_free(line);
    free(line);
    close(sides[0]);
    close(sides[1]);
}

static void put_file(const char *path, const char *bytes, size_t count) {
    FILE *file = fopen(path, "w");
    if (file == NULL || fwrite(bytes, 1, count, file) != count || fclose(file) != 0)
        wrong("%s cannot be written", path);
}

static void files(void) {
    static const char world_file[] =
        "slipway-world 1\n0123456789abcdef 2\nhost\tmachine\tdoor\t-\t0\t12\nother\tmachine\t"
        "door\t127.0.0.1\t4711\t13\n",
                      object_file[] = "slipway-object 1\nPage\n0123456789abcdef\n3\n0123456789abcdef\nabc";
    char bytes[400], path[WORLD_PATH_BYTES + 64];
    struct proc_error error = {.text = ""};
    struct stored stored;
    memcpy(bytes, world_file, sizeof world_file - 1);
    snprintf(path, sizeof path, "%s/worlds/case.world", world->folder);
    put_file(path, bytes, damage(bytes, sizeof world_file - 1, sizeof bytes));
    if (worlds_meet_by_id(world, 1, &error) == PROC_OK)
        wrong("a world that is not there was met");
    memcpy(bytes, object_file, sizeof object_file - 1);
    snprintf(path, sizeof path, "%s/objects/case.object", world->folder);
    put_file(path, bytes, damage(bytes, sizeof object_file - 1, sizeof bytes));
    if (registry_read(world, "case", &stored, &error) == PROC_OK)
        wrong("a damaged object was read back");
}

static void run_case(void) {
    static void (*const kinds[])(void) = {requests, requests, replies, streams, talks, files};
    kinds[draw(sizeof kinds / sizeof kinds[0])]();
}

int main(int argc, char **argv) {
    static const struct proc_class *const classes[] = {&Page_class};
    struct proc_error error = {.text = ""};
    char path[WORLD_PATH_BYTES + 16];
    world = alone_begin(classes, 1);
    caller = caller_of_thread(&error);
    if (folder_make(world->folder, "process-fuzz") != 0 || caller == NULL)
        return EXIT_FAILURE;
    snprintf(path, sizeof path, "%s/worlds", world->folder);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/objects", world->folder);
    mkdir(path, 0700);
    new_page();
    const int status = damage_main(argc, argv, run_case);
    char command[WORLD_PATH_BYTES + 16];
    snprintf(command, sizeof command, "rm -r '%s'", world->folder);
    alone_end(world);
    return system(command) == 0 ? status : EXIT_FAILURE; /* NOLINT: the folder is our own */
}
