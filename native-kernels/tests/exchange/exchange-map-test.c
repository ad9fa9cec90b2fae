/* SPDX-License-Identifier: Apache-2.0 */
/* The map of places, held against an array; and the refs that a server knows. */
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

int main(void) {
    static const struct check_case cases[] = {CASE(finds_what_was_added_and_not_removed)};
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
