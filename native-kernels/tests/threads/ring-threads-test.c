/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The ring of twophase (src/twophase/ring.c) with threads as the members of a group: pieces are claimed, filled, handed
 * out and released as the ranks of a node do it, over plain memory, and no MPI is called.
 */
#include "support/check.h"
#include "twophase/internal.h"

#include <pthread.h>
#include <sched.h>

enum { MEMBERS = 4, SLOTS = 3, TURNS = 1000, PIECES = 8, PIECE_BYTES = 96, ROUNDS = 5, NEVER = TURNS };

struct group {
    struct tp_ring ring;
    pthread_barrier_t barrier;
    uint32_t fails_at; /* the turn of which pieces 3 and 5 fail, or NEVER */
};

struct member {
    struct group *group;
    int number;
    uint64_t wrong_bytes;
    uint32_t ended_at; /* the turn that failed, or TURNS */
    struct tp_error error;
};

/* What byte AT of a turn holds: different in each piece and turn. */
static unsigned char byte_of(uint32_t turn, size_t at) {
    return (unsigned char)(turn * 31 + at / PIECE_BYTES * 7 + at % PIECE_BYTES);
}

static void *allocate(size_t bytes) {
    void *memory = aligned_alloc(SW_PAGE, (bytes + SW_PAGE - 1) / SW_PAGE * SW_PAGE);
    if (memory == NULL) {
        fprintf(stderr, "no memory\n");
        exit(EXIT_FAILURE);
    }
    return memory;
}

static void make_ring(struct tp_ring *ring) {
    *ring = (struct tp_ring){.slots = SLOTS, .members = MEMBERS, .data_stride = SW_PAGE};
    ring->slot = allocate(SLOTS * sizeof *ring->slot);
    ring->failures = allocate(SLOTS * MEMBERS * sizeof *ring->failures);
    ring->data = allocate(SLOTS * ring->data_stride);
}

static void free_ring(struct tp_ring *ring) {
    free(ring->slot);
    free(ring->failures);
    free(ring->data);
}

static void fill_piece(struct member *member, uint32_t turn, uint32_t piece) {
    const struct tp_ring *ring = &member->group->ring;
    if (turn == member->group->fails_at && (piece == 3 || piece == 5)) {
        struct tp_error error = {TP_ERR_CORRUPT, ""};
        snprintf(error.text, sizeof error.text, "piece %u", (unsigned)piece);
        tp_ring_fail(ring, turn, piece, member->number, &error);
        return;
    }
    for (size_t at = (size_t)piece * PIECE_BYTES; at < (piece + (size_t)1) * PIECE_BYTES; at++)
        tp_ring_data(ring, turn)[at] = byte_of(turn, at);
}

/* Fills one piece of this turn or of one ahead. Zero when there is none to be had. */
static int work(struct member *member, uint32_t turn) {
    const struct tp_ring *ring = &member->group->ring;
    for (uint32_t ahead = turn; ahead < turn + SLOTS && ahead < TURNS && tp_ring_is_free(ring, ahead); ahead++) {
        const int64_t piece = tp_ring_claim(ring, ahead, PIECES);
        if (piece < 0)
            continue;
        fill_piece(member, ahead, (uint32_t)piece);
        if (tp_ring_done(ring, ahead, PIECES))
            tp_ring_fill(ring, ahead, PIECES * PIECE_BYTES);
        return 1;
    }
    return 0;
}

static void await_turn(struct member *member, uint32_t turn) {
    struct tp_slot *slot = tp_ring_slot(&member->group->ring, turn);
    for (;;) {
        const uint32_t seen = atomic_load(&slot->bell.rings);
        if (atomic_load_explicit(&slot->filled, memory_order_acquire) == turn + 1)
            return;
        if (!work(member, turn))
            sw_bell_wait(&slot->bell, seen);
    }
}

static void read_turn(struct member *member, uint32_t turn) {
    const struct tp_ring *ring = &member->group->ring;
    const unsigned char *data = tp_ring_data(ring, turn);
    const uint64_t bytes = tp_ring_slot(ring, turn)->bytes;
    member->wrong_bytes += bytes != PIECES * PIECE_BYTES || data[bytes] != '\0';
    for (size_t at = 0; at < bytes; at++)
        member->wrong_bytes += data[at] != byte_of(turn, at);
}

/* All turns, or those up to the one that fails. */
static void read_all(struct member *member) {
    const struct tp_ring *ring = &member->group->ring;
    for (uint32_t turn = 0; turn < TURNS; turn++) {
        await_turn(member, turn);
        const uint64_t failure = atomic_load(&tp_ring_slot(ring, turn)->failure);
        if (failure != TP_NO_FAILURE) {
            member->ended_at = turn;
            member->error = *tp_ring_failure(ring, turn, (int)(uint32_t)failure);
            return;
        }
        read_turn(member, turn);
        tp_ring_release(ring, turn);
    }
    member->ended_at = TURNS;
}

/* The ring begins again in each round, as after a seek. */
static void *take_part(void *argument) {
    struct member *member = argument;
    struct group *group = member->group;
    for (int round = 0; round < ROUNDS; round++) {
        if (member->number == 0)
            tp_ring_start(&group->ring);
        pthread_barrier_wait(&group->barrier);
        read_all(member);
        pthread_barrier_wait(&group->barrier);
    }
    return NULL;
}

static void run_group(uint32_t fails_at, struct member members[MEMBERS]) {
    struct group group = {.fails_at = fails_at};
    pthread_t threads[MEMBERS];
    make_ring(&group.ring);
    pthread_barrier_init(&group.barrier, NULL, MEMBERS);
    for (int i = 0; i < MEMBERS; i++) {
        members[i] = (struct member){.group = &group, .number = i};
        if (pthread_create(&threads[i], NULL, take_part, &members[i]) != 0) {
            fprintf(stderr, "no thread could be started\n");
            exit(EXIT_FAILURE);
        }
    }
    for (int i = 0; i < MEMBERS; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&group.barrier);
    free_ring(&group.ring);
}

static void every_member_reads_every_turn(void) {
    struct member members[MEMBERS];
    run_group(NEVER, members);
    for (int i = 0; i < MEMBERS; i++) {
        CHECK(members[i].ended_at == TURNS, "member %d ended at turn %u", i, (unsigned)members[i].ended_at);
        CHECK(members[i].wrong_bytes == 0, "member %d read %llu wrong bytes", i,
              (unsigned long long)members[i].wrong_bytes);
    }
}

static void every_member_learns_of_the_first_piece_that_failed(void) {
    struct member members[MEMBERS];
    run_group(TURNS / 2, members);
    for (int i = 0; i < MEMBERS; i++) {
        CHECK(members[i].ended_at == TURNS / 2, "member %d ended at turn %u", i, (unsigned)members[i].ended_at);
        CHECK(members[i].error.code == TP_ERR_CORRUPT && strcmp(members[i].error.text, "piece 3") == 0,
              "member %d was told of \"%s\"", i, members[i].error.text);
        CHECK(members[i].wrong_bytes == 0, "member %d read %llu wrong bytes", i,
              (unsigned long long)members[i].wrong_bytes);
    }
}

int main(void) {
    static const struct check_case cases[] = {CASE(every_member_reads_every_turn),
                                              CASE(every_member_learns_of_the_first_piece_that_failed)};
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
