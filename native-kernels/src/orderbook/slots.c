/* SPDX-License-Identifier: Apache-2.0 */
#include "slots.h"

#include <stdlib.h>

enum { FIRST_ROOM = 1024, GROWTH = 16 };

bool book_slots_grow(struct slots *slots) {
    if (slots->room == NO_SLOT)
        return false;
    /*
     * grows by little, because slots are most of the memory of a book; the C library moves large arrays by moving pages
     */
    uint64_t room = (uint64_t)slots->room + slots->room / GROWTH + FIRST_ROOM;
    if (room > NO_SLOT)
        room = NO_SLOT;
    struct resting *at = realloc(slots->at, room * sizeof *at);
    if (at == NULL)
        return false;
    slots->at = at;
    uint32_t *owners = realloc(slots->owners, room * sizeof *owners);
    if (owners == NULL)
        return false;
    slots->owners = owners;
    slots->room = (uint32_t)room;
    return true;
}
