/* SPDX-License-Identifier: Apache-2.0 */
/* The map of places, compared with an array; and the refs that a server knows. */
#include "exchange/map.h"

#include "exchange/ledger.h"
#include "support/check.h"
#include "support/draw.h"

enum { KEYS = 500, STEPS = 200000 };

static void finds_what_was_added_and_not_removed(void) {
    struct xch_map map = {0};
    uint32_t places[KEYS];
    size_t count = 0;
    memset(places, 0xff, sizeof places);
    draw_seed(11);
    for (int i = 0; i < STEPS; i++) {
        const size_t key = draw(KEYS);
        const uint64_t number = key * UINT64_C(0x100000001) + 7;
        CHECK(xch_map_find(&map, number) == places[key], "key %zu", key);
        if (places[key] == XCH_NONE && draw(2) == 0) {
            places[key] = (uint32_t)draw(1000);
            count++;
            CHECK(xch_map_add(&map, number, places[key]) == 0, "no memory");
        } else if (draw(2) == 0) {
            count -= places[key] != XCH_NONE;
            places[key] = XCH_NONE;
            xch_map_remove(&map, number);
        }
        CHECK(map.count == count, "%zu keys, not %zu", map.count, count);
    }
    xch_map_free(&map);
    CHECK(xch_map_find(&map, 7) == XCH_NONE, "an empty map has nothing");
}

/* Undoes x ^= x >> SHIFT. */
static uint64_t unshift(uint64_t mixed, int shift) {
    uint64_t key = mixed;
    for (int done = shift; done < 64; done += shift)
        key = mixed ^ (key >> shift);
    return key;
}

/* Returns the number from which xch_mix makes MIXED, by the inverse factors. */
static uint64_t unmix(uint64_t mixed) {
    mixed = unshift(mixed, 31) * UINT64_C(0x319642b2d24d8ec3);
    mixed = unshift(mixed, 27) * UINT64_C(0x96de1b173f119089);
    return unshift(mixed, 30);
}

/* Returns the number of slots between KEY and the free slot before: the longest walk of a search for KEY. */
static size_t walk_of(const struct xch_map *map, size_t slot) {
    size_t walk = 0;
    while (walk < map->slots && map->places[(slot - walk) & (map->slots - 1)] != XCH_NONE)
        walk++;
    return walk;
}

/* All of the numbers have the same home by xch_mix. With 20,000 of them in 32,768 slots, random homes make runs of some
 * hundred; one home makes a single run of all. */
static void spreads_numbers_that_were_chosen_to_collide(void) {
    enum { CHOSEN = 20000 };
    struct xch_map map = {0};
    size_t longest = 0;
    CHECK(xch_mix(unmix(12345)) == 12345, "unmix is wrong");
    for (uint64_t i = 0; i < CHOSEN; i++)
        CHECK(xch_map_add(&map, unmix(i << 32), (uint32_t)i) == 0, "no memory");
    for (uint64_t i = 0; i < CHOSEN; i++)
        CHECK(xch_map_find(&map, unmix(i << 32)) == i, "number %d", (int)i);
    for (size_t slot = 0; slot < map.slots; slot++) {
        const size_t walk = walk_of(&map, slot);
        longest = walk > longest ? walk : longest;
    }
    CHECK(longest < CHOSEN / 4, "a run of %zu", longest);
    xch_map_free(&map);
}

int main(void) {
    static const struct check_case cases[] = {CASE(finds_what_was_added_and_not_removed),
                                              CASE(spreads_numbers_that_were_chosen_to_collide)};
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
