/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pagedev-lanes-fuzz --cases N --seed S: sends wrong requests to the page devices of a server: impossible pages,
 * places, generations, kinds and shapes. The server does or refuses each request, serves the next call, and answers
 * only bytes that a client has written.
 */
#include "PageLane.h"
#include "pagedev/device.h"
#include "process/alone.h"
#include "slipway/pagedev.h"
#include "stream/damage.h"
#include "support/samples.h"

#include <errno.h>
#include <sys/stat.h>

enum { PAGES = 8, PAGE_BYTES = 4096, MOST = 6, CLIENT = 1, DEVICE = 7, WRITTEN = 0x5a };

static struct proc_world *world;
static struct proc_remote lanes[2];
static uint64_t ticket; /* of the client's next call */
static char top[64], text[PGD_ERROR_TEXT_BYTES];
static struct proc_into message = {text, sizeof text, 0};
static struct proc_error why;
static unsigned char memory[MOST * PAGE_BYTES];

/* REFUSAL: the refusal among the results of the method; NULL: the method has no such result. */
static void must(proc_err code, const int32_t *refusal) {
    if (code != PROC_OK || (refusal != NULL && *refusal != PGD_OK))
        wrong("%s%s", why.text, text);
}

static void begin(void) {
    char device[600];
    int32_t refusal = -1, cached;
    snprintf(device, sizeof device, "%s/device", top);
    must(PageLane_make(world, 0, device, DEVICE, PAGE_BYTES, PAGES, 2 * PAGES, &refusal, &message, &why), &refusal);
    for (int i = 0; i < 2; i++)
        must(PageLane_new(world, 0, &lanes[i], &why), NULL);
    must(PageLane_open(lanes[0], CLIENT, device, DEVICE, PAGE_BYTES, PAGES, 2, 1, 1, &refusal, &message, &cached, &why),
         &refusal);
    must(PageLane_attach(lanes[1], CLIENT, DEVICE, &refusal, &message, &why), &refusal);
}

/* Mostly a number below MOST_RIGHT, at times any. */
static int64_t draw_number(size_t most_right) {
    static const int64_t often[] = {-1, 0, PAGES, PAGE_BYTES - 1, PAGE_BYTES + 1, INT64_MIN, INT64_MAX, 1 << 20};
    if (draw(8) > 0)
        return (int64_t)draw(most_right);
    return draw(2) == 0 ? often[draw(sizeof often / sizeof often[0])] : (int64_t)(draw_bits() >> draw(64));
}

struct asked {
    int64_t indexes[MOST], offsets[MOST];
    size_t count, offset_count, bytes;
    uint64_t generation;
    struct proc_remote lane;
};

static struct asked draw_call(void) {
    struct asked asked = {.count = draw(MOST + 1), .bytes = PAGE_BYTES * draw(MOST + 1), .lane = lanes[draw(2)]};
    asked.offset_count = draw(10) == 0 ? draw(MOST + 1) : asked.count;
    asked.generation = draw(3) == 0 ? PGD_NEWEST : (uint64_t)draw_number(6);
    for (size_t i = 0; i < MOST; i++) {
        asked.indexes[i] = draw_number(PAGES);
        asked.offsets[i] = draw(8) == 0 ? draw_number(sizeof memory) : (int64_t)(i * PAGE_BYTES);
    }
    if (draw(10) == 0)
        asked.bytes = draw(sizeof memory + 1);
    return asked;
}

static void check_code(proc_err code, const int32_t *refusal) {
    if (code != PROC_OK || *refusal < PGD_OK || *refusal > PGD_ERR_SERVER)
        wrong("a call ends with %d, %d: %s", (int)code, (int)*refusal, why.text);
}

static void ask(struct proc_into *pages) {
    const struct asked asked = draw_call();
    const struct proc_i64s indexes = {asked.indexes, asked.count}, offsets = {asked.offsets, asked.offset_count};
    int32_t refusal = -1;
    int64_t index, generations[MOST];
    struct proc_into found = {generations, draw(sizeof generations + 1), 0};
    proc_err code;
    switch (draw(4)) {
    case 0:
        memset(memory, WRITTEN, sizeof memory);
        code = PageLane_write(asked.lane, ticket++, asked.generation, indexes, offsets,
                              (struct proc_bytes){memory, asked.bytes}, &refusal, &index, &message, &why);
        break;
    case 1:
        memset(memory, 0, sizeof memory);
        *pages = (struct proc_into){memory, asked.bytes, 0};
        code = PageLane_read(asked.lane, ticket++, asked.generation, indexes, offsets, &refusal, &index, &message,
                             pages, &why);
        break;
    case 2:
        code = PageLane_act(asked.lane, ticket++, (int32_t)(draw(8) == 0 ? draw_bits() : draw(PGD_KINDS + 1)),
                            asked.generation, indexes, &refusal, &index, &message, &why);
        break;
    default:
        code = PageLane_generations(asked.lane, (int32_t)draw(2), indexes, &refusal, &message, &found, &why);
    }
    check_code(code, &refusal);
}

static void check_bytes(const struct proc_into *pages) {
    for (size_t i = 0; i < pages->bytes; i++)
        if (memory[i] != 0 && memory[i] != WRITTEN)
            wrong("byte %zu of an answer is %d", i, memory[i]);
}

/* Makes devices of drawn shapes, some of them impossible. */
static void make(void) {
    char folder[600];
    int32_t refusal = -1;
    uint64_t bytes, file_system;
    snprintf(folder, sizeof folder, "%s/%.*s", top, (int)draw(30), "a/b/../c/./d//e/f/g/h/i/j/k/l/");
    /* The product of the sizes is small, or does not fit a file system. */
    const bool small = draw(2) == 0;
    check_code(PageLane_make(world, 0, folder, draw_bits(), small ? draw(9000) : draw_bits(),
                             small ? draw(9) : draw_bits(), small ? draw(20) : draw_bits() >> draw(64), &refusal,
                             &message, &why),
               &refusal);
    check_code(PageLane_space(world, 0, folder, &refusal, &message, &bytes, &file_system, &why), &refusal);
    check_code(PageLane_remove(world, 0, folder, (int32_t)draw(2), &refusal, &message, &why), &refusal);
}

static void run_case(void) {
    struct proc_into pages = {NULL, 0, 0};
    if (draw(20) == 0)
        make();
    for (size_t calls = 1 + draw(4); calls > 0; calls--) {
        ask(&pages);
        check_bytes(&pages);
        pages.bytes = 0;
    }
}

int main(int argc, char **argv) {
    char command[600];
    size_t count;
    const struct proc_class *const *classes = pgd_classes(&count);
    world = alone_begin(classes, count);
    if (folder_make(top, "pagedev-lanes-fuzz") != 0)
        return EXIT_FAILURE;
    begin();
    const int status = damage_main(argc, argv, run_case);
    for (int i = 0; i < 2; i++)
        must(proc_destroy(lanes[i], &why), NULL);
    alone_end(world);
    snprintf(command, sizeof command, "rm -r '%s'", top);
    return system(command) == 0 ? status : EXIT_FAILURE; /* NOLINT: the folder is our own */
}
