/* SPDX-License-Identifier: Apache-2.0 */
#include "pagedev/pagedev-lanes.h"

#include "PageLane.h"
#include "pagedev/set.h"
#include "pagedev/sets.h"

#include <string.h>

enum { PAGE_BYTES = 4 * 8 * 16 * PGD_VALUE_BYTES };

/* A separate client with one lane, to the first disk of a set of three. */
struct own {
    struct pgd_set *set;
    struct proc_remote lane;
    uint64_t ticket;
    char text[PGD_ERROR_TEXT_BYTES];
    struct proc_into message;
};

static void begin(struct own *own, const char *name) {
    const struct pgd_options options = whole_options();
    const struct pgd_use use = {.world = world};
    struct proc_error why = {.code = PROC_OK};
    int32_t refusal = PGD_ERR_SERVER;
    *own = (struct own){.set = new_set(name, &options, &use)};
    own->message = (struct proc_into){own->text, sizeof own->text, 0};
    fill_set(own->set, 1);
    CHECK(PageLane_new(world, 0, &own->lane, &why) == PROC_OK &&
              PageLane_attach(own->lane, 1, pgd_plan_device(&own->set->plan, 0), &refusal, &own->message, &why) ==
                  PROC_OK &&
              refusal == PGD_OK,
          "%s%s", why.text, own->text);
}

static void end(struct own *own) {
    proc_destroy(own->lane, NULL);
    close_set(own->set);
}

/* Returns the code that the server answers. */
static int32_t read_pages(struct own *own, struct proc_i64s indexes, struct proc_i64s offsets,
                          struct proc_into *pages) {
    struct proc_error why = {.code = PROC_OK};
    int32_t refusal = -1;
    int64_t index;
    CHECK(PageLane_read(own->lane, own->ticket++, PGD_NEWEST, indexes, offsets, &refusal, &index, &own->message, pages,
                        &why) == PROC_OK,
          "%s", why.text);
    return refusal;
}

/* Only the caller maps the memory, so pages reach the memory only through the line. */
void answers_no_bytes_that_no_page_was_read_into(void) {
    enum { MINE = 0x5a };
    static unsigned char memory[3 * PAGE_BYTES];
    static const int64_t indexes[2] = {0, 1}, offsets[2] = {0, (int64_t)2 * PAGE_BYTES};
    struct proc_into pages = {memory, sizeof memory, 0};
    struct own own;
    size_t changed = 0;
    begin(&own, "gaps");
    memset(memory, MINE, sizeof memory);
    const int32_t code = read_pages(&own, (struct proc_i64s){indexes, 2}, (struct proc_i64s){offsets, 2}, &pages);
    for (size_t i = PAGE_BYTES; i < (size_t)2 * PAGE_BYTES; i++)
        changed += memory[i] != MINE;
    CHECK(code == PGD_OK && changed == 0 && pages.bytes == 0, "code %d, %zu bytes of another changed", code, changed);
    end(&own);
}

/* A refused call has a place among the calls of its client, so that the next call does not wait in vain. */
void goes_on_behind_calls_that_it_refuses(void) {
    static unsigned char memory[PAGE_BYTES];
    static const int64_t indexes[] = {0, 1 << 20}, offset = 0, far = PAGE_BYTES;
    const struct proc_i64s first = {indexes, 1}, outside = {indexes + 1, 1}, none = {NULL, 0}, at = {&offset, 1},
                           behind = {&far, 1};
    const struct proc_bytes bytes = {memory, sizeof memory};
    struct proc_into pages = {memory, sizeof memory, 0};
    struct proc_error why = {.code = PROC_OK};
    struct own own;
    int32_t code = -1;
    int64_t index;
    begin(&own, "refusals");
    CHECK(read_pages(&own, outside, at, &pages) == PGD_ERR_RANGE, "%s", own.text);
    CHECK(read_pages(&own, first, none, &pages) == PGD_ERR_ARGUMENT, "%s", own.text);
    CHECK(PageLane_write(own.lane, own.ticket++, 2, first, behind, bytes, &code, &index, &own.message, &why) ==
                  PROC_OK &&
              code == PGD_ERR_RANGE,
          "code %d: %s%s", code, why.text, own.text);
    CHECK(PageLane_act(own.lane, own.ticket++, 99, 1, first, &code, &index, &own.message, &why) == PROC_OK &&
              code == PGD_ERR_ARGUMENT,
          "code %d: %s%s", code, why.text, own.text);
    own.text[0] = '\0';
    CHECK(read_pages(&own, first, at, &pages) == PGD_OK, "%s", own.text);
    end(&own);
}
