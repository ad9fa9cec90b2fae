/* SPDX-License-Identifier: Apache-2.0 */
#include "cut.h"

static uint64_t blocks_begun(const struct tp_cut *cut, uint64_t offset) {
    return offset / cut->block_bytes + (offset % cut->block_bytes != 0);
}

static uint64_t least(uint64_t one, uint64_t other) {
    return one < other ? one : other;
}

struct tp_stretch tp_stretch_both(struct tp_stretch one, struct tp_stretch other) {
    const uint64_t from = one.from > other.from ? one.from : other.from;
    const uint64_t until = least(one.until, other.until);
    return (struct tp_stretch){from, until > from ? until : from};
}

struct tp_stretch tp_cut_of(const struct tp_cut *cut, int rank) {
    uint64_t from = cut->before;
    for (int r = 0; r < rank; r++)
        from += cut->counts[r];
    const uint64_t kept = rank == 0 ? cut->before % cut->block_bytes : 0;
    return (struct tp_stretch){from - kept, from + cut->counts[rank]};
}

void tp_cut_make(struct tp_cut *cut) {
    const uint64_t end = tp_cut_of(cut, cut->ranks - 1).until;
    cut->own = tp_cut_of(cut, cut->rank);
    cut->given = (struct tp_stretch){cut->own.until - cut->counts[cut->rank], cut->own.until};
    cut->open = (struct tp_stretch){end - end % cut->block_bytes, end};
    cut->first = blocks_begun(cut, cut->own.from);
    cut->last = least(blocks_begun(cut, cut->own.until), end / cut->block_bytes);
    if (cut->last < cut->first)
        cut->last = cut->first;
}

struct tp_stretch tp_cut_head(const struct tp_cut *cut, int *owner) {
    const uint64_t block = cut->own.from / cut->block_bytes;
    struct tp_stretch head = {cut->own.from, least(cut->own.until, cut->first * cut->block_bytes)};
    *owner = cut->rank;
    if (head.until <= head.from || head.from >= cut->open.from)
        return (struct tp_stretch){head.from, head.from};
    while (*owner > 0 && tp_cut_of(cut, *owner).from > block * cut->block_bytes)
        --*owner; /* the last rank with data that begins at or before the byte has the first byte */
    while (tp_cut_of(cut, *owner).until <= block * cut->block_bytes)
        --*owner;
    return head;
}

struct tp_stretch tp_cut_missing(const struct tp_cut *cut) {
    const uint64_t from = cut->own.until, until = cut->last * cut->block_bytes;
    return (struct tp_stretch){from, cut->last > cut->first && until > from ? until : from};
}
