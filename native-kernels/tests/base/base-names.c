/* SPDX-License-Identifier: Apache-2.0 */
/* Cases of the base library: sets of names. */
#include "base-cases.h"
#include "base/names.h"
#include "base/siphash.h"
#include "base/text.h"
#include "support/check.h"

void numbers_names_in_the_order_in_which_they_come(void) {
    struct sw_names names = {0};
    int is_new;
    CHECK(sw_names_find(&names, "a") == SW_NO_NAME, "found in the empty set");
    CHECK(sw_names_add(&names, "EURUSD", &is_new) == 0 && is_new, "the first name");
    CHECK(sw_names_add(&names, "", &is_new) == 1 && is_new, "the empty name");
    CHECK(sw_names_add(&names, "EURUSD", &is_new) == 0 && !is_new, "a name that was there");
    CHECK(sw_names_add(&names, "EURUS", NULL) == 2, "a part of a name");
    CHECK(names.count == 3, "%u names", names.count);
    CHECK(strcmp(sw_names_text(&names, 1), "") == 0 && strcmp(sw_names_text(&names, 2), "EURUS") == 0, "their texts");
    sw_names_free(&names);
    CHECK(names.count == 0 && sw_names_find(&names, "EURUSD") == SW_NO_NAME, "names left after the end");
}

void finds_each_of_many_names(void) {
    enum { MANY = 100000 };
    struct sw_names names = {0};
    char name[32];
    for (unsigned i = 0; i < MANY; i++) {
        snprintf(name, sizeof name, "I%08x", i * 2654435761U);
        CHECK(sw_names_add(&names, name, NULL) == i, "%s has another number", name);
    }
    for (unsigned i = 0; i < MANY; i++) {
        snprintf(name, sizeof name, "I%08x", i * 2654435761U);
        CHECK(sw_names_find(&names, name) == i, "%s is not found", name);
        CHECK(strcmp(sw_names_text(&names, i), name) == 0, "number %u is %s", i, sw_names_text(&names, i));
    }
    CHECK(sw_names_find(&names, "I0000000") == SW_NO_NAME, "found a name that nobody added");
    sw_names_free(&names);
}

/* Returns the length of the longest run of taken slots. */
static size_t longest_run(const struct sw_names *names) {
    size_t longest = 0, run = 0;
    for (size_t slot = 0; slot < names->slot_count; slot++) {
        run = names->slots[slot] == SW_NO_NAME ? 0 : run + 1;
        longest = run > longest ? run : longest;
    }
    return longest;
}

/* All of the names begin at slot 0 with the unkeyed hash. */
void spreads_names_that_were_chosen_to_collide_where_it_has_a_key(void) {
    enum { CHOSEN = 2000, SLOTS = 4096 };
    static const uint8_t key[SW_SIPHASH_KEY_BYTES] = {1,   35,  69,  103, 137, 171, 205, 239,
                                                      254, 220, 186, 152, 118, 84,  50,  16};
    struct sw_names plain = {0}, keyed = {.key = key};
    char name[32];
    for (unsigned i = 0; plain.count < CHOSEN; i++) {
        snprintf(name, sizeof name, "%u", i);
        if (sw_text_hash(name) % SLOTS != 0)
            continue;
        const uint32_t number = sw_names_add(&plain, name, NULL);
        CHECK(sw_names_add(&keyed, name, NULL) == number, "%s has another number with a key", name);
        CHECK(sw_names_find(&keyed, name) == number, "%s is not found", name);
    }
    CHECK(longest_run(&plain) == CHOSEN, "the names do not collide: a run of %zu", longest_run(&plain));
    CHECK(longest_run(&keyed) < CHOSEN / 4, "a run of %zu", longest_run(&keyed));
    sw_names_free(&plain);
    sw_names_free(&keyed);
}
