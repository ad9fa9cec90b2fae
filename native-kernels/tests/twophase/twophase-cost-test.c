/* SPDX-License-Identifier: Apache-2.0 */
/* The cost rule of src/twophase/cost.c on a network of round figures, against figures worked out by hand. No MPI runs.
 */
#include "support/check.h"
#include "twophase/internal.h"

enum { KB = 1 << 10, MB = 1 << 20 };

/* 1 GB/s a link, 10 us a message; two copies of a broadcast leave the root. A read call is 20 us. */
static const struct tp_network network = {.bandwidth = 1e9, .message = 10e-6, .copies = 2};
static const struct tp_network not_measured;

static void a_segment_costs_its_busiest_link_its_messages_and_its_reads(void) {
    static const struct {
        struct tp_way way; /* of 1 MB a segment, among 4 groups */
        double link, messages, reads;
    } rows[] = {{{TP_PHASE2_ATV, 4, 4, 2, 1e6}, 0.75e6, 7, 4},        /* each sends a quarter to 3 others */
                {{TP_PHASE2_ATV, 4, 1, 2, 1e6}, 1.5e6, 2.5, 1},       /* two segments under way, each with one reader */
                {{TP_PHASE2_MBC, 1, 1, 2, 1e6}, 2e6, 2.5, 1},         /* both copies leave one root */
                {{TP_PHASE2_MBC, 2, 2, 4, 1e6}, 1e6, 5, 2},           /* a copy each */
                {{TP_PHASE2_ALLGATHERV, 2, 2, 4, 1e6}, 1.5e6, 7, 2}}; /* three copies of a half each */
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const double seconds = rows[i].link / 1e9 + rows[i].messages * 10e-6 + rows[i].reads * 20e-6;
        CHECK_NEAR(tp_cost(&network, 4, &rows[i].way), seconds, 1e-12);
    }
    const struct tp_way way = {TP_PHASE2_ATV, 4, 4, 2, 1000};
    CHECK_NEAR(tp_cost(&not_measured, 4, &way), 750 + 7 + 4, 1e-9);
}

static void a_part_has_the_unit_of_the_file_system_at_least(void) {
    static const struct {
        size_t unit;
        double segment;
        int access_ranks, parts;
    } rows[] = {{4 * MB, 8. * MB, 8, 2}, {4 * MB, 7.9 * MB, 8, 1}, {4 * MB, 1. * MB, 8, 1}, {4 * MB, 64. * MB, 8, 8},
                {4 * KB, 8. * MB, 8, 8}, {4 * KB, 64. * KB, 8, 2}, /* 32 KiB are worth a read for any unit */
                {1, 31. * KB, 8, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct tp_plan plan = {
            .layout = {.unit_bytes = rows[i].unit}, .mean_raw_bytes = rows[i].segment, .info = {.slots = 4}};
        const struct tp_way way = tp_plan_way(&plan, TP_PHASE2_ATV, rows[i].access_ranks);
        CHECK(way.parts == rows[i].parts, "row %zu: %d parts", i, way.parts);
        CHECK(way.under_way == 2 && way.access_ranks == rows[i].access_ranks, "row %zu: %d under way", i,
              way.under_way);
    }
}

int main(void) {
    static const struct check_case cases[] = {
        CASE(a_segment_costs_its_busiest_link_its_messages_and_its_reads),
        CASE(a_part_has_the_unit_of_the_file_system_at_least),
    };
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
