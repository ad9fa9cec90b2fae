/* SPDX-License-Identifier: Apache-2.0 */
#include "array.h"

#include "reorder.h"
#include "set.h"
#include "shape.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_AT_ONCE = 64, WINDOW_BYTES = 32 << 20 };

/* Pages that are read or written together. */
struct window {
    struct pgd_page pages[MOST_AT_ONCE];
    void *memory[MOST_AT_ONCE];
    uint32_t generations[MOST_AT_ONCE];
    size_t count;
    struct pgd_handle *handle; /* NULL: no page is being read or written */
};

/* A part that is being moved, and the progress. */
struct moving {
    struct pgd_set *set;
    const struct pgd_layout *layout;
    struct pgd_part part;
    struct pgd_view view;
    struct pgd_box pages; /* the pages that the box touches */
    int64_t counts[3];
    uint64_t next, total; /* number of the next page, and number of all pages */
    size_t at_once;
    struct window windows[2];
    void *buffer;
};

static bool is_page_whole(const struct moving *moving, const struct pgd_page *page) {
    const struct pgd_box box = pgd_page_box(moving->layout, page);
    return pgd_box_holds(&moving->part.box, &box);
}

/* Copies the common values of a page and the part, in one direction or the other. */
static void copy_page(const struct moving *moving, const struct pgd_page *page, void *memory, bool to_page) {
    const struct pgd_box own = pgd_page_box(moving->layout, page), common = pgd_box_common(&own, &moving->part.box);
    int64_t in_page[3], in_part[3], extents[3];
    for (int d = 0; d < 3; d++) {
        in_page[d] = common.from[d] - own.from[d];
        in_part[d] = common.from[d] - moving->part.box.from[d];
        extents[d] = common.to[d] - common.from[d];
    }
    const struct pgd_view inner = pgd_view_at(pgd_view_of(memory, moving->layout->page, PGD_NATURAL), in_page);
    const struct pgd_view outer = pgd_view_at(moving->view, in_part);
    pgd_reorder(to_page ? inner : outer, to_page ? outer : inner, extents);
}

/* Fills a window with the next pages. */
static void next_pages(struct moving *moving, struct window *window) {
    window->count = 0;
    while (window->count < moving->at_once && moving->next < moving->total) {
        struct pgd_page page = pgd_page_of_number(moving->counts, moving->next++);
        for (int d = 0; d < 3; d++)
            page.at[d] += moving->pages.from[d];
        window->pages[window->count++] = page;
    }
}

static pgd_err wait_window(struct window *window, struct pgd_error *error) {
    struct pgd_handle *handle = window->handle;
    window->handle = NULL;
    return pgd_wait(handle, error);
}

static pgd_err begin(struct pgd_set *set, const struct pgd_part *part, size_t window, struct moving *moving,
                     struct pgd_error *error) {
    *moving = (struct moving){.set = set, .layout = pgd_set_layout(set), .part = *part};
    int64_t extents[3];
    pgd_err code = pgd_shape_check_box(moving->layout, &part->box, error);
    if (code == PGD_OK && (unsigned)part->order >= PGD_ORDERS)
        code = pgd_fail(error, PGD_ERR_ARGUMENT, "order %d is none", (int)part->order);
    if (code != PGD_OK)
        return code;
    for (int d = 0; d < 3; d++)
        extents[d] = part->box.to[d] - part->box.from[d];
    moving->view = pgd_view_of(part->values, extents, part->order);
    moving->pages = pgd_box_pages(moving->layout, &part->box);
    for (int d = 0; d < 3; d++)
        moving->counts[d] = moving->pages.to[d] - moving->pages.from[d];
    moving->total = pgd_box_total(&part->box) > 0 ? pgd_box_total(&moving->pages) : 0;
    moving->at_once = window / 2 / moving->layout->page_bytes;
    if (moving->at_once > MOST_AT_ONCE)
        moving->at_once = MOST_AT_ONCE;
    if (moving->at_once > moving->total)
        moving->at_once = (size_t)moving->total;
    if (moving->at_once < 1)
        moving->at_once = 1;
    const size_t bytes = 2 * moving->at_once * moving->layout->page_bytes;
    moving->buffer = pgd_buffer_new(set, bytes);
    if (moving->buffer == NULL)
        return pgd_lacks_memory(error, bytes, "page buffers");
    for (size_t i = 0; i < 2 * moving->at_once; i++)
        moving->windows[i / moving->at_once].memory[i % moving->at_once] =
            (char *)moving->buffer + i * moving->layout->page_bytes;
    return PGD_OK;
}

static pgd_err end(struct moving *moving, pgd_err code, struct pgd_error *error) {
    for (int i = 0; i < 2; i++) {
        const pgd_err other = wait_window(&moving->windows[i], code == PGD_OK ? error : NULL);
        code = code == PGD_OK ? other : code;
    }
    pgd_buffer_free(moving->set, moving->buffer);
    return code;
}

/* --- reading --- */

static void start_reading(struct moving *moving, struct window *window) {
    next_pages(moving, window);
    if (window->count > 0)
        window->handle = pgd_start_read_pages(moving->set, window->pages, window->count, PGD_NEWEST, window->memory);
}

pgd_err pgd_part_read(struct pgd_set *set, const struct pgd_part *part, size_t window, struct pgd_error *error) {
    struct moving *moving = malloc(sizeof *moving);
    if (moving == NULL)
        return pgd_lacks_memory(error, sizeof *moving, "a box");
    pgd_err code = begin(set, part, window, moving, error);
    if (code == PGD_OK) {
        start_reading(moving, &moving->windows[0]);
        start_reading(moving, &moving->windows[1]);
    }
    for (int turn = 0; code == PGD_OK && moving->windows[turn].count > 0; turn = 1 - turn) {
        struct window *now = &moving->windows[turn];
        code = wait_window(now, error);
        for (size_t i = 0; code == PGD_OK && i < now->count; i++)
            copy_page(moving, &now->pages[i], now->memory[i], false);
        if (code == PGD_OK)
            start_reading(moving, now);
    }
    code = end(moving, code, error);
    free(moving);
    return code;
}

/* --- writing --- */

/* Reads the pages of a window that the part covers only partly. */
static pgd_err read_parts(struct moving *moving, struct window *window, struct pgd_error *error) {
    struct pgd_page pages[MOST_AT_ONCE];
    void *memory[MOST_AT_ONCE];
    size_t count = 0;
    for (size_t i = 0; i < window->count; i++)
        if (!is_page_whole(moving, &window->pages[i])) {
            pages[count] = window->pages[i];
            memory[count++] = window->memory[i];
        }
    return count == 0 ? PGD_OK : pgd_wait(pgd_start_read_pages(moving->set, pages, count, PGD_NEWEST, memory), error);
}

/* Starts to write the pages from FIRST on that have one generation. Returns the first page of another generation. */
static size_t write_run(struct moving *moving, struct window *window, size_t first) {
    size_t after = first;
    while (after < window->count && window->generations[after] == window->generations[first])
        after++;
    const uint32_t generation = window->generations[first] > 0 ? window->generations[first] : 1;
    window->handle = pgd_start_write_pages(moving->set, &window->pages[first], after - first, generation,
                                           (const void *const *)&window->memory[first]);
    return after;
}

static pgd_err write_window(struct moving *moving, struct window *window, struct pgd_error *error) {
    pgd_err code = pgd_set_generations(moving->set, window->pages, window->count, true, window->generations, error);
    if (code == PGD_OK)
        code = read_parts(moving, window, error);
    if (code != PGD_OK)
        return code;
    for (size_t i = 0; i < window->count; i++)
        copy_page(moving, &window->pages[i], window->memory[i], true);
    for (size_t first = write_run(moving, window, 0); first < window->count;) {
        code = wait_window(window, error);
        if (code != PGD_OK)
            return code;
        first = write_run(moving, window, first);
    }
    return PGD_OK;
}

pgd_err pgd_part_write(struct pgd_set *set, const struct pgd_part *part, size_t window, struct pgd_error *error) {
    struct moving *moving = malloc(sizeof *moving);
    if (moving == NULL)
        return pgd_lacks_memory(error, sizeof *moving, "a box");
    pgd_err code = begin(set, part, window, moving, error);
    for (int turn = 0; code == PGD_OK; turn = 1 - turn) {
        struct window *now = &moving->windows[turn];
        code = wait_window(now, error);
        next_pages(moving, now);
        if (now->count == 0)
            break;
        if (code == PGD_OK)
            code = write_window(moving, now, error);
    }
    code = end(moving, code, error);
    free(moving);
    return code;
}

/* --- the public face --- */

pgd_err pgd_array_read(struct pgd_set *set, const struct pgd_box *box, pgd_order order, double *values,
                       struct pgd_error *error) {
    return pgd_part_read(set, &(struct pgd_part){*box, order, values}, WINDOW_BYTES, error);
}

pgd_err pgd_array_write(struct pgd_set *set, const struct pgd_box *box, pgd_order order, const double *values,
                        struct pgd_error *error) {
    return pgd_part_write(set, &(struct pgd_part){*box, order, (void *)values}, WINDOW_BYTES, error);
}

void pgd_transpose(const double *from, pgd_order from_order, double *to, pgd_order to_order, const int64_t shape[3]) {
    pgd_reorder(pgd_view_of(to, shape, to_order), pgd_view_of((void *)from, shape, from_order), shape);
}

pgd_err pgd_array_prefetch(struct pgd_set *set, const struct pgd_box *box, struct pgd_error *error) {
    const struct pgd_layout *layout = pgd_set_layout(set);
    const pgd_err bad = pgd_shape_check_box(layout, box, error);
    if (bad != PGD_OK || pgd_box_total(box) == 0)
        return bad;
    const struct pgd_box range = pgd_box_pages(layout, box);
    const size_t total = (size_t)pgd_box_total(&range);
    int64_t counts[3];
    for (int d = 0; d < 3; d++)
        counts[d] = range.to[d] - range.from[d];
    struct pgd_page *pages = malloc(total * sizeof *pages);
    if (pages == NULL)
        return pgd_lacks_memory(error, total * sizeof *pages, "a list of pages");
    for (size_t i = 0; i < total; i++) {
        pages[i] = pgd_page_of_number(counts, i);
        for (int d = 0; d < 3; d++)
            pages[i].at[d] += range.from[d];
    }
    const pgd_err code = pgd_prefetch(set, pages, total, PGD_NEWEST, error);
    free(pages);
    return code;
}
