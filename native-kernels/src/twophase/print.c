/* SPDX-License-Identifier: Apache-2.0 */
/* Prints a plan. */
#include "internal.h"

static const char *name_of(tp_phase2 phase2) {
    static const char *const names[] = {"auto", "none", "MBC", "ATV", "Allgatherv"};
    return names[phase2];
}

static double cost_of(const struct tp_plan *plan, tp_phase2 phase2, int access_ranks) {
    const struct tp_way way = tp_plan_way(plan, phase2, access_ranks);
    return tp_cost(&plan->network, plan->info.groups, &way);
}

/* Prints which ranks read which parts of a segment, and the reason for the number of parts. */
static void print_phase1(const struct tp_plan *plan, FILE *out) {
    const struct tp_info *info = &plan->info;
    if (info->slow) {
        fprintf(out, "  phase 1: one rank reads the stream\n");
        return;
    }
    fprintf(out, "  phase 1: a segment has %.0f file bytes, read in %d part%s", plan->mean_raw_bytes, info->parts,
            info->parts == 1 ? "" : "s");
    if (info->parts == info->access_ranks)
        fprintf(out, ", one by each access rank\n");
    else
        fprintf(out, " by %d access ranks in rotation: a part of less than %zu bytes%s is not worth a read\n",
                info->access_ranks, tp_plan_least_read(plan),
                tp_plan_least_read(plan) == plan->layout.unit_bytes ? ", the unit of the file system," : "");
}

static void print_memory(const struct tp_plan *plan, FILE *out) {
    const struct tp_info *info = &plan->info;
    fprintf(out, "  memory: %.1f MB for each %s, %.1f KB for each rank\n", (double)info->group_bytes / 1e6,
            info->group == TP_GROUP_RANK ? "rank's ring" : "node", (double)info->rank_bytes / 1e3);
}

static void print_candidates(const struct tp_plan *plan, FILE *out) {
    const struct tp_info *info = &plan->info;
    fprintf(out, "  network: about %.0f MB/s a link, %.0f us a message; measured in %.1f ms\n",
            plan->network.bandwidth / 1e6, plan->network.message * 1e6, plan->network.took * 1e3);
    if (plan->network.copies > 0)
        fprintf(out, "  %.1f copies of a broadcast leave its root\n", plan->network.copies);
    fprintf(out, "  predicted for a segment of %.0f file bytes, in us, by access ranks:\n", plan->mean_raw_bytes);
    for (int phase2 = TP_PHASE2_MBC; phase2 <= TP_PHASE2_ALLGATHERV; phase2++) {
        fprintf(out, "    %-10s", name_of((tp_phase2)phase2));
        for (int access = 1; access <= info->groups; access++)
            if ((access & (access - 1)) == 0 || access == info->groups || access == info->access_ranks)
                fprintf(out, " %d: %.0f", access, cost_of(plan, (tp_phase2)phase2, access) * 1e6);
        fputc('\n', out);
    }
}

void tp_plan_print(const struct tp_plan *plan, FILE *out) {
    const struct tp_info *info = &plan->info;
    const struct tp_layout *layout = &plan->layout;
    static const char *const kinds[] = {"plain", "BGZF", "plain gzip, which has no parts: slow"};
    fprintf(out, "%s: %llu bytes, %s", plan->path, (unsigned long long)info->file_bytes, kinds[layout->kind]);
    if (layout->kind == BLK_BGZF)
        fprintf(out, ", %llu data bytes in %llu blocks", (unsigned long long)info->data_bytes,
                (unsigned long long)layout->block_count);
    if (plan->for_shares) {
        const int is_csv = plan->options.records == TP_RECORDS_CSV;
        fprintf(out, "\n  a share for each of %d ranks, cut at ends of %s; ", info->ranks,
                is_csv ? "CSV records" : "lines");
        if (info->slow)
            fprintf(out, "every rank decompresses all of it, %s\n", is_csv ? "three times" : "twice");
        else
            fprintf(out, "each rank reads its own%s\n", is_csv ? ", and all but the last count its quotes first" : "");
        return;
    }
    fprintf(out, "\n  %d ranks on %d %s; ring of %zu segments of %zu bytes%s\n", info->ranks, info->groups,
            info->group == TP_GROUP_RANK ? "rings, each its own"
            : info->groups == 1          ? "node, with one ring"
                                         : "nodes, each with one ring",
            info->slots, info->segment_bytes,
            !info->compressed ? ""
            : info->slow      ? ", decompressed by one rank"
                              : ", decompressed by all ranks of it");
    print_memory(plan, out);
    if (info->phase2 == TP_PHASE2_NONE) {
        fprintf(out, "  no phase 2: %s\n",
                info->groups == 1 ? "there is one ring only" : "asked for, so each ring reads the whole file");
        return;
    }
    print_phase1(plan, out);
    fprintf(out, "  phase 2 by %s of %d access ranks%s: %s\n", name_of(info->phase2), info->access_ranks,
            info->compressed && !info->slow ? ", of compressed bytes" : "",
            info->slow ? "a stream has one reader"
            : plan->options.phase2 == TP_PHASE2_AUTO || plan->options.access_ranks == 0
                ? "the cheapest of what the options leave open"
                : "asked for");
    if (plan->network.bandwidth > 0)
        print_candidates(plan, out);
}
