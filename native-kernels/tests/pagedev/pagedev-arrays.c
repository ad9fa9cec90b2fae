/* SPDX-License-Identifier: Apache-2.0 */
#include "pagedev/pagedev-cases.h"

#include "pagedev/checksum.h"
#include "pagedev/sets.h"
#include "support/draw.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

void keeps_an_array_through_closing_and_opening(void) {
    const struct pgd_options options = small_options();
    struct pgd_set *set = new_set("kept", &options, NULL);
    fill_set(set, 1);
    check_set(set, 1);
    close_set(set);

    set = open_set("kept", NULL);
    check_set(set, 1);
    fill_set(set, 2);
    close_set(set);

    set = open_set("kept", NULL);
    HOLDS(memcmp(pgd_set_layout(set)->domain, options.domain, sizeof options.domain) == 0);
    HOLDS(pgd_set_layout(set)->page_count == 16 && pgd_set_layout(set)->disk_count == 2);
    check_set(set, 2);
    close_set(set);
}

static struct pgd_box draw_box(const struct pgd_set *set) {
    struct pgd_box box;
    for (int d = 0; d < 3; d++) {
        const size_t extent = (size_t)pgd_set_layout(set)->domain[d];
        box.from[d] = (int64_t)draw(extent + 1);
        box.to[d] = box.from[d] + (int64_t)draw(extent + 1 - (size_t)box.from[d]);
    }
    return box;
}

/* A box is written in one order with values of generation 2, over generation 1 all around, and read in another. */
static void try_box(struct pgd_set *set, struct pgd_box box, pgd_order written, pgd_order read) {
    struct pgd_error error;
    const struct pgd_box all = whole_box(set);
    double *values = calloc(12 * 8 * 10, PGD_VALUE_BYTES);
    fill_set(set, 1);
    fill_box(&box, written, 2, values);
    pgd_err code = pgd_array_write(set, &box, written, values, &error);
    CHECK(code == PGD_OK, "%s", error.text);
    memset(values, 0, 12 * 8 * 10 * PGD_VALUE_BYTES);
    code = pgd_array_read(set, &box, read, values, &error);
    CHECK(code == PGD_OK, "%s", error.text);
    CHECK(wrong_in_box(&box, read, 2, values) == 0, "%zu values are wrong", wrong_in_box(&box, read, 2, values));

    const size_t inside = (size_t)((box.to[0] - box.from[0]) * (box.to[1] - box.from[1]) * (box.to[2] - box.from[2]));
    code = pgd_array_read(set, &all, PGD_NATURAL, values, &error);
    CHECK(code == PGD_OK, "%s", error.text);
    CHECK(wrong_in_box(&all, PGD_NATURAL, 1, values) == inside, "%zu values changed, not %zu",
          wrong_in_box(&all, PGD_NATURAL, 1, values), inside);
    free(values);
}

void reads_and_writes_any_box_in_any_order(void) {
    const struct pgd_options options = small_options();
    struct pgd_set *set = new_set("boxes", &options, NULL);
    draw_seed(22);
    for (int i = 0; i < 60; i++)
        try_box(set, draw_box(set), (pgd_order)(i % 3), (pgd_order)(i / 3 % 3));
    try_box(set, whole_box(set), PGD_TRANSPOSED_13, PGD_TRANSPOSED_23);
    close_set(set);
}

void reads_zeros_where_nothing_was_written(void) {
    const struct pgd_options options = small_options();
    const struct pgd_box box = {.from = {1, 1, 1}, .to = {4, 5, 6}}, value = {.from = {2, 2, 2}, .to = {3, 3, 3}};
    const double one[2] = {1, -1};
    double values[3 * 4 * 5 * 2];
    struct pgd_error error;
    struct pgd_set *set = new_set("zeros", &options, NULL);
    memset(values, 1, sizeof values);
    pgd_err code = pgd_array_write(set, &value, PGD_NATURAL, one, &error);
    CHECK(code == PGD_OK, "%s", error.text);
    code = pgd_array_read(set, &box, PGD_NATURAL, values, &error);
    CHECK(code == PGD_OK, "%s", error.text);
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        const bool is_it = i / 2 == (1 * 4 + 1) * 5 + 1;
        CHECK(values[i] == (is_it ? one[i % 2] : 0), "value %zu is %g", i, values[i]);
    }
    close_set(set);
}

struct worker {
    struct pgd_set *set;
    int64_t row;
    size_t wrong;
    pgd_err code;
};

/* Writes and reads a separate slab, many times. */
static void *work(void *argument) {
    struct worker *worker = argument;
    struct pgd_box box = whole_box(worker->set);
    box.from[0] = worker->row * 3;
    box.to[0] = box.from[0] + 3;
    double *values = calloc(3 * 8 * 10, PGD_VALUE_BYTES);
    for (uint32_t turn = 1; turn <= 20 && worker->code == PGD_OK; turn++) {
        const pgd_order order = (pgd_order)(turn % 3);
        fill_box(&box, order, turn, values);
        worker->code = pgd_array_write(worker->set, &box, order, values, NULL);
        if (worker->code == PGD_OK && turn % 5 == 0)
            worker->code = pgd_set_flush(worker->set, NULL);
        if (worker->code == PGD_OK)
            worker->code = pgd_array_read(worker->set, &box, order, values, NULL);
        worker->wrong += wrong_in_box(&box, order, turn, values);
    }
    free(values);
    return NULL;
}

void serves_several_threads_at_once(void) {
    const struct pgd_options options = small_options();
    for (size_t cached = 0; cached < 2; cached++) {
        const struct pgd_use use = {.cache_pages = cached * 8};
        struct worker workers[4] = {{.row = 0}};
        pthread_t threads[4];
        struct pgd_set *set = new_set("threads", &options, &use);
        for (int i = 0; i < 4; i++) {
            workers[i] = (struct worker){.set = set, .row = i};
            HOLDS(pthread_create(&threads[i], NULL, work, &workers[i]) == 0);
        }
        for (int i = 0; i < 4; i++) {
            pthread_join(threads[i], NULL);
            CHECK(workers[i].code == PGD_OK, "%s", pgd_strerror(workers[i].code));
            CHECK(workers[i].wrong == 0, "%zu values are wrong", workers[i].wrong);
        }
        close_set(set);
    }
}

void keeps_what_its_user_keeps_in_it(void) {
    const struct pgd_options options = small_options();
    struct pgd_error error;
    char *state = malloc(PGD_MAX_STATE_BYTES + 1);
    size_t bytes = 7;
    struct pgd_set *set = new_set("state", &options, NULL);
    CHECK(pgd_set_kept(set, state, &bytes, &error) == PGD_OK && bytes == 0, "%zu bytes", bytes);
    CHECK(pgd_set_keep(set, "pass 1", 7, &error) == PGD_OK, "%s", error.text);
    CHECK(pgd_set_keep(set, "pass 2, unit", 13, &error) == PGD_OK, "%s", error.text);
    close_set(set);

    set = open_set("state", NULL);
    CHECK(pgd_set_kept(set, state, &bytes, &error) == PGD_OK, "%s", error.text);
    CHECK(bytes == 13 && memcmp(state, "pass 2, unit", 13) == 0, "%zu bytes", bytes);
    REFUSED(pgd_set_keep(set, state, PGD_MAX_STATE_BYTES + 1, &error), PGD_ERR_ARGUMENT, "65537", "65536");
    flip_byte(in_folder("state/state"), 20);
    REFUSED(pgd_set_kept(set, state, &bytes, &error), PGD_ERR_FORMAT, "state/state", "damaged");
    close_set(set);
    free(state);
}

void may_be_moved_with_its_disks(void) {
    char inner[256], outer[256];
    snprintf(inner, sizeof inner, "%s/here/d0", folder);
    snprintf(outer, sizeof outer, "%s/elsewhere", folder);
    const char *disks[] = {inner, outer};
    struct pgd_options options = small_options();
    struct pgd_error error;
    options.disks = disks;
    struct pgd_set *set = new_set("here", &options, NULL);
    fill_set(set, 1);
    close_set(set);
    HOLDS(rename(in_folder("here"), in_folder("there")) == 0);

    set = open_set("there", NULL);
    CHECK(strstr(pgd_set_disk(set, 0), "/there/d0/") != NULL, "%s", pgd_set_disk(set, 0));
    CHECK(strstr(pgd_set_disk(set, 1), "/elsewhere/") != NULL, "%s", pgd_set_disk(set, 1));
    HOLDS(pgd_set_disk(set, 2) == NULL);
    check_set(set, 1);
    close_set(set);
    CHECK(pgd_set_remove(in_folder("there"), &error) == PGD_OK, "%s", error.text);
}

void makes_sums_that_differ_for_every_flipped_bit(void) {
    enum { WORDS = 41 };
    uint64_t words[WORDS];
    draw_seed(1);
    for (int i = 0; i < WORDS; i++)
        words[i] = draw_bits();
    const uint64_t sum = pgd_checksum(words, sizeof words);
    for (int bit = 0; bit < WORDS * 64; bit++) {
        words[bit / 64] ^= UINT64_C(1) << (bit % 64);
        CHECK(pgd_checksum(words, sizeof words) != sum, "bit %d makes no difference", bit);
        words[bit / 64] ^= UINT64_C(1) << (bit % 64);
    }
    for (int i = 1; i < WORDS; i++) {
        const uint64_t word = words[i];
        words[i] = words[0];
        words[0] = word;
        CHECK(pgd_checksum(words, sizeof words) != sum, "exchanging words 0 and %d makes no difference", i);
        words[0] = words[i];
        words[i] = word;
    }
    HOLDS(pgd_checksum(words, sizeof words) == sum);
    memset(words, 0, sizeof words);
    CHECK(pgd_checksum(words, 64) != pgd_checksum(words, 72), "zeros at the end make no difference");
}
