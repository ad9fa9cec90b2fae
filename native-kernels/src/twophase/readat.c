/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reading at an offset without the ring, so that the position stays. Each rank that reads the file anyway reads and
 * decompresses a part of the data, and an all-gather puts the parts together on every rank. The call uses communicators
 * without pending operations: that of all ranks, or of the group if each group reads alone.
 */
#include "base/split.h"
#include "ringfile.h"

/* Least data bytes for a separate reader, and most bytes of one all-gather. */
enum { LEAST_PART = 64 << 10, MOST_AT_ONCE = MAX_SEGMENT_BYTES };

/* The ranks that gather the parts, and the number of readers among them. */
struct circle {
    MPI_Comm comm;
    int ranks, readers;
    int reader; /* number of this rank among the readers, or -1 */
};

static struct circle circle_of(const struct tp_ring_file *file) {
    const struct tp_plan *plan = file->base.plan;
    const struct sw_place *place = &plan->place;
    struct circle circle = {place->all, place->ranks, plan->info.access_ranks, -1};
    if (!tp_plan_has_phase2(plan))
        return (struct circle){place->group, place->members, place->members, place->member};
    for (int access = 0; access < plan->info.access_ranks; access++)
        if (place->member == 0 && tp_access_group(&plan->info, access) == place->index)
            circle.reader = access;
    return circle;
}

/* Returns the part of RANGE that this rank reads. Readers and parts are in the order of ranks. */
static struct tp_range own_part(const struct circle *circle, struct tp_range range) {
    const size_t worth = (range.bytes + LEAST_PART - 1) / LEAST_PART;
    const uint64_t parts = worth < (size_t)circle->readers ? worth : (size_t)circle->readers;
    struct tp_range part = {range.offset, 0};
    if (circle->reader < 0 || (uint64_t)circle->reader >= parts)
        return part;
    const struct sw_range mine = sw_split(range.bytes, (uint64_t)circle->reader, parts);
    part.offset += mine.first;
    part.bytes = (size_t)(mine.end - mine.first);
    return part;
}

/* Sends the places of the parts to all ranks, and passes the parts on. Returns the code of MPI. */
static int gather(struct tp_ring_file *file, const struct circle *circle, struct tp_range part, unsigned char *out) {
    const int mine = (int)part.bytes;
    int at = 0;
    const int rc = MPI_Allgather(&mine, 1, MPI_INT, file->counts, 1, MPI_INT, circle->comm);
    if (rc != MPI_SUCCESS)
        return rc;
    for (int i = 0; i < circle->ranks; i++) {
        file->displacements[i] = at;
        at += file->counts[i];
    }
    return MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_BYTE, out, file->counts, file->displacements, MPI_BYTE, circle->comm);
}

/* Gets RANGE, which lies inside the data and has at most MOST_AT_ONCE bytes. */
static tp_err read_range(struct tp_ring_file *file, const struct circle *circle, struct tp_range range,
                         unsigned char *out, struct tp_error *error) {
    const struct tp_range part = own_part(circle, range);
    tp_source_data(&file->source, part, out + (part.offset - range.offset), error);
    if (tp_agree(file->base.plan->place.all, error) != TP_OK || circle->ranks == 1)
        return error->code;
    return tp_mpi(error, gather(file, circle, part, out), "gathering what the ranks have read");
}

tp_err tp_ring_file_read_at(struct tp_file *base, struct tp_range range, void *buffer, size_t *got,
                            struct tp_error *error) {
    struct tp_ring_file *file = (struct tp_ring_file *)base;
    const struct tp_plan *plan = base->plan;
    const struct circle circle = circle_of(file);
    const uint64_t end = plan->layout.data_bytes;
    if (plan->layout.kind == BLK_GZIP)
        return tp_fail(error, TP_ERR_ARGUMENT,
                       "%s: plain gzip can be read from its start only, not at an offset; compress it by bgzip",
                       plan->path);
    if (range.offset > end)
        return tp_fail(error, TP_ERR_ARGUMENT, "%s: offset %llu is beyond the end of the data at %llu", plan->path,
                       (unsigned long long)range.offset, (unsigned long long)end);
    const size_t there = range.bytes < end - range.offset ? range.bytes : (size_t)(end - range.offset);
    for (size_t done = 0; done < there; done += MOST_AT_ONCE) {
        const size_t left = there - done;
        const struct tp_range piece = {range.offset + done, left < MOST_AT_ONCE ? left : MOST_AT_ONCE};
        if (read_range(file, &circle, piece, (unsigned char *)buffer + done, error) != TP_OK)
            return error->code;
    }
    *got = there;
    return TP_OK;
}
