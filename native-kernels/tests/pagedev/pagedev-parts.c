/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of pagedev for themselves. */
#include "pagedev/pagedev-cases.h"

#include "pagedev/boxes.h"
#include "pagedev/reorder.h"
#include "pagedev/sets.h"
#include "pagedev/table.h"
#include "support/draw.h"

#include <stdlib.h>
#include <string.h>

/* Draws the lives of pages: versions begun, committed and released, against the required state of the table. */
void keeps_its_table_of_places_sound(void) {
    enum { PAGES = 5, STEPS = 5000 };
    struct pgd_table table;
    struct pgd_error error;
    uint32_t generations[PAGES] = {0}, begun[PAGES] = {0};
    const char *what = "";
    draw_seed(9);
    CHECK(pgd_table_new(&table, PAGES, 3, &error) == PGD_OK, "%s", error.text);
    for (int step = 0; step < STEPS; step++) {
        const uint64_t page = draw(PAGES);
        const size_t act = draw(3);
        if (act == 0) {
            const uint32_t generation = generations[page] + 1;
            uint32_t place = pgd_table_take(&table, generation);
            if (place == 0) {
                CHECK(pgd_table_grow(&table, 1 + (uint32_t)draw(3), &error) == PGD_OK, "%s", error.text);
                place = pgd_table_take(&table, generation);
            }
            pgd_table_begin(&table, page, place);
            begun[page] = generation;
        } else if (act == 1 && begun[page] > 0) {
            pgd_table_commit(&table, page, pgd_table_find(&table, page, begun[page]));
            generations[page] = begun[page];
            begun[page] = 0;
        } else if (act == 2) {
            pgd_table_release(&table, page, generations[page]);
        }
        CHECK(pgd_table_check(&table, &what), "step %d: %s", step, what);
        CHECK((pgd_table_find(&table, page, generations[page]) != 0) == (generations[page] > 0), "step %d", step);
    }
    CHECK(table.place_count <= 3 * PAGES + 3, "%u places", table.place_count);
    pgd_table_free(&table);
}

static size_t place_in(const int64_t extents[3], pgd_order order, const int64_t at[3]) {
    return (size_t)(order == PGD_NATURAL         ? (at[0] * extents[1] + at[1]) * extents[2] + at[2]
                    : order == PGD_TRANSPOSED_13 ? (at[2] * extents[1] + at[1]) * extents[0] + at[0]
                                                 : (at[0] * extents[2] + at[2]) * extents[1] + at[1]);
}

static void try_reorder(const int64_t extents[3], pgd_order from, pgd_order to) {
    enum { MOST = 40 * 40 * 40 };
    static struct pgd_value a[MOST], b[MOST];
    const size_t count = (size_t)(extents[0] * extents[1] * extents[2]);
    size_t wrong = 0;
    for (size_t i = 0; i < count; i++)
        a[i] = (struct pgd_value){(double)i, -1};
    memset(b, 0, sizeof b);
    pgd_transpose(&a[0].re, from, &b[0].re, to, extents);
    int64_t at[3];
    for (at[0] = 0; at[0] < extents[0]; at[0]++)
        for (at[1] = 0; at[1] < extents[1]; at[1]++)
            for (at[2] = 0; at[2] < extents[2]; at[2]++)
                wrong += b[place_in(extents, to, at)].re != a[place_in(extents, from, at)].re;
    CHECK(wrong == 0, "%dx%dx%d from %d to %d: %zu are wrong", (int)extents[0], (int)extents[1], (int)extents[2], from,
          to, wrong);
}

void reorders_blocks_of_any_shape(void) {
    draw_seed(3);
    for (int i = 0; i < 90; i++) {
        const int64_t extents[3] = {1 + (int64_t)draw(40), 1 + (int64_t)draw(40), 1 + (int64_t)draw(40)};
        try_reorder(extents, (pgd_order)(i % 3), (pgd_order)(i / 3 % 3));
    }
    const int64_t ones[][3] = {{1, 1, 1}, {1, 1, 40}, {40, 1, 1}, {1, 40, 1}};
    for (int i = 0; i < 4 * 9; i++)
        try_reorder(ones[i / 9], (pgd_order)(i % 3), (pgd_order)(i / 3 % 3));
}

void divides_arrays_into_boxes_within_memory(void) {
    draw_seed(4);
    for (int i = 0; i < 200; i++) {
        int64_t domain[3], unit[3];
        for (int d = 0; d < 3; d++) {
            unit[d] = 1 + (int64_t)draw(4);
            domain[d] = unit[d] * (1 + (int64_t)draw(5));
        }
        const size_t memory = draw_size(100000), least = (size_t)(unit[0] * unit[1] * unit[2]) * PGD_VALUE_BYTES;
        struct pgd_boxes boxes = pgd_boxes_begin(domain, unit, memory, i % 2 == 0 ? 2 : 0);
        struct pgd_box box;
        int64_t values = 0;
        CHECK(pgd_boxes_bytes(&boxes) <= (memory > least ? memory : least), "%zu bytes of %zu", pgd_boxes_bytes(&boxes),
              memory);
        while (pgd_boxes_next(&boxes, &box)) {
            int64_t extents = 1;
            for (int d = 0; d < 3; d++) {
                HOLDS(box.from[d] % unit[d] == 0 && box.to[d] > box.from[d] && box.to[d] <= domain[d]);
                extents *= box.to[d] - box.from[d];
            }
            values += extents;
        }
        CHECK(values == domain[0] * domain[1] * domain[2], "%d values", (int)values);
    }
}
