/* SPDX-License-Identifier: Apache-2.0 */
/* Phase 2 of one segment: the owners of the parts, and the collective that passes the parts on. */
#include "pump.h"

/* Returns the beginning of part PART of some bytes: at a page, if the parts are large enough. */
static uint64_t begin_of(size_t bytes, int part, int parts) {
    const uint64_t exact = (uint64_t)bytes * (uint64_t)part / (uint64_t)parts;
    return part < parts && bytes / (size_t)parts >= 4 * SW_PAGE ? exact / SW_PAGE * SW_PAGE : exact;
}

static struct tp_range part_of(size_t bytes, int part, int parts) {
    const uint64_t from = begin_of(bytes, part, parts), to = begin_of(bytes, part + 1, parts);
    const struct tp_range range = {from, (size_t)(to - from)};
    return range;
}

/* Returns the access rank that reads the first part of TURN; the next access ranks read the other parts. */
static int first_reader(const struct tp_info *info, uint64_t turn) {
    return (int)(turn % (uint64_t)info->access_ranks * (uint64_t)info->parts % (uint64_t)info->access_ranks);
}

static int reader_of(const struct tp_info *info, uint64_t turn, int part) {
    return tp_access_group(info, (first_reader(info, turn) + part) % info->access_ranks);
}

int tp_transfer_own_part(const struct tp_pump *pump, uint64_t turn, size_t bytes, struct tp_range *part) {
    const struct tp_info *info = &pump->plan->info;
    if (pump->access < 0)
        return 0;
    const int number = (pump->access - first_reader(info, turn) + info->access_ranks) % info->access_ranks;
    if (number >= info->parts)
        return 0;
    *part = part_of(bytes, number, info->parts);
    return 1;
}

/* Starts a broadcast for each part, one after another. */
static int start_mbc(struct tp_pump *pump, uint64_t turn, unsigned char *place, size_t bytes) {
    const struct tp_info *info = &pump->plan->info;
    struct tp_transfer *transfer = &pump->transfers[turn % pump->ring->slots];
    int rc = MPI_SUCCESS;
    for (int i = 0; i < info->parts && rc == MPI_SUCCESS; i++) {
        const struct tp_range part = part_of(bytes, i, info->parts);
        rc = MPI_Ibcast(place + part.offset, (int)part.bytes, MPI_BYTE, reader_of(info, turn, i),
                        pump->plan->place.leaders, &transfer->requests[transfer->count++]);
    }
    return rc;
}

static void set_counts(struct tp_pump *pump, uint64_t turn, size_t bytes) {
    const struct tp_info *info = &pump->plan->info;
    struct tp_transfer *transfer = &pump->transfers[turn % pump->ring->slots];
    for (int i = 0; i < pump->leaders; i++)
        transfer->receive_counts[i] = transfer->displacements[i] = 0;
    for (int i = 0; i < info->parts; i++) {
        const struct tp_range part = part_of(bytes, i, info->parts);
        const int group = reader_of(info, turn, i);
        transfer->receive_counts[group] = (int)part.bytes;
        transfer->displacements[group] = (int)part.offset;
    }
}

/*
 * Starts one all-to-all in which the readers of the segment send their parts to each other leader. Open MPI takes equal
 * pointers for MPI_IN_PLACE, even if the sent and received bytes lie apart. So the receive buffer is given as starting
 * a page before.
 */
static int start_atv(struct tp_pump *pump, uint64_t turn, unsigned char *place, size_t bytes) {
    struct tp_transfer *transfer = &pump->transfers[turn % pump->ring->slots];
    set_counts(pump, turn, bytes);
    const int mine = transfer->receive_counts[pump->leader];
    const int offset = transfer->displacements[pump->leader];
    for (int i = 0; i < pump->leaders; i++) {
        transfer->send_counts[i] = i == pump->leader ? 0 : mine;
        transfer->displacements[i] += SW_PAGE;
    }
    transfer->receive_counts[pump->leader] = 0; /* the part is in place already */
    return MPI_Ialltoallv(place + offset, transfer->send_counts, pump->ints, MPI_BYTE, place - SW_PAGE,
                          transfer->receive_counts, transfer->displacements, MPI_BYTE, pump->plan->place.leaders,
                          &transfer->requests[transfer->count++]);
}

static int start_allgatherv(struct tp_pump *pump, uint64_t turn, unsigned char *place, size_t bytes) {
    struct tp_transfer *transfer = &pump->transfers[turn % pump->ring->slots];
    set_counts(pump, turn, bytes);
    return MPI_Iallgatherv(MPI_IN_PLACE, 0, MPI_BYTE, place, transfer->receive_counts, transfer->displacements,
                           MPI_BYTE, pump->plan->place.leaders, &transfer->requests[transfer->count++]);
}

int tp_transfer_start(struct tp_pump *pump, uint64_t turn, unsigned char *place, size_t bytes) {
    struct tp_transfer *transfer = &pump->transfers[turn % pump->ring->slots];
    transfer->count = 0;
    if (pump->plan->layout.kind == BLK_GZIP) {
        const int rc = MPI_Ibcast(&transfer->bytes, 1, MPI_UINT64_T, 0, pump->plan->place.leaders,
                                  &transfer->requests[transfer->count++]);
        if (rc != MPI_SUCCESS)
            return rc;
    }
    switch (pump->plan->info.phase2) {
    case TP_PHASE2_ATV:
        return start_atv(pump, turn, place, bytes);
    case TP_PHASE2_ALLGATHERV:
        return start_allgatherv(pump, turn, place, bytes);
    default:
        return start_mbc(pump, turn, place, bytes);
    }
}
