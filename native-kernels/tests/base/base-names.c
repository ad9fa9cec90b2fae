/* SPDX-License-Identifier: Apache-2.0 */
/* Cases of the base library: sets of names. */
#include "base-cases.h"
#include "base/names.h"
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
