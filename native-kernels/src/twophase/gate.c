/* SPDX-License-Identifier: Apache-2.0 */
/* The gate of a ring: the meetings of the members of a group, and the notice that their leader has given up. */
#include "internal.h"

void tp_gate_arrive(struct tp_gate *gate) {
    atomic_fetch_add(&gate->arrived, 1);
    sw_bell_ring(&gate->bell);
}

int tp_gate_has(const struct tp_gate *gate, uint32_t arrivals) {
    return atomic_load(&gate->arrived) == arrivals;
}

void tp_gate_open(struct tp_gate *gate, uint32_t meeting, const struct tp_error *failure) {
    gate->failure = *failure;
    atomic_store(&gate->opened, meeting);
    sw_bell_ring(&gate->bell);
}

int tp_gate_is_open(const struct tp_gate *gate, uint32_t meeting) {
    return atomic_load(&gate->opened) == meeting;
}

void tp_gate_give_up(struct tp_gate *gate, struct sw_bell *awaited, const struct tp_error *failure) {
    gate->failure = *failure;
    atomic_store(&gate->given_up, 1);
    sw_bell_ring(awaited);
}

int tp_gate_is_given_up(const struct tp_gate *gate) {
    return atomic_load(&gate->given_up) != 0;
}
