/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The ring of twophase and its gate (src/twophase/ring.c, gate.c) with threads as the members of a group: pieces are
 * claimed, filled, handed out and released, and members meet, like the ranks of a node, over plain memory and without
 * MPI.
 */
#include "support/check.h"
#include "twophase/internal.h"

#include <pthread.h>
#include <sched.h>

enum { MEMBERS = 4, SLOTS = 3, TURNS = 100, PIECES = 8, PIECE_BYTES = 96, ROUNDS = 50, NEVER = TURNS };

struct group {
    struct tp_ring ring;
    uint32_t fails_at;    /* the turn in which pieces 3 and 5 fail, or NEVER */
    uint32_t gives_up_at; /* the turn at which the leader gives up, or NEVER */
};

struct member {
    struct group *group;
    int number;
    uint64_t wrong_bytes;
    uint32_t ended_at; /* the turn that failed, or TURNS */
    struct tp_error error;
};

/* Returns byte AT of a turn: different in each piece and turn. */
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
    ring->gate = allocate(sizeof *ring->gate);
    memset(ring->gate, 0, sizeof *ring->gate);
    ring->slot = allocate(SLOTS * sizeof *ring->slot);
    ring->failures = allocate(SLOTS * MEMBERS * sizeof *ring->failures);
    ring->data = allocate(SLOTS * ring->data_stride);
}

static void free_ring(struct tp_ring *ring) {
    free(ring->gate);
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

/* Fills one piece of this turn or of a later one. Returns zero without a piece. */
static int work(struct member *member, uint32_t turn) {
    const struct tp_ring *ring = &member->group->ring;
    const uint32_t end = member->group->gives_up_at;
    for (uint32_t ahead = turn; ahead < turn + SLOTS && ahead < end && tp_ring_is_free(ring, ahead); ahead++) {
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

/* A member with an odd number polls, like a rank with a core of its own; the others sleep. */
static void rest(const struct member *member, struct sw_bell *bell, uint32_t seen) {
    if (member->number % 2 == 1)
        sched_yield();
    else
        sw_bell_wait(bell, seen);
}

/* Waits until a turn can be read, and works meanwhile. Returns 0 if the leader gives up, or has given up. */
static int await_turn(struct member *member, uint32_t turn) {
    const struct group *group = member->group;
    struct tp_slot *slot = tp_ring_slot(&group->ring, turn);
    for (;;) {
        const uint32_t seen = atomic_load(&slot->bell.rings);
        const int given_up = tp_gate_is_given_up(group->ring.gate);
        if (atomic_load_explicit(&slot->filled, memory_order_acquire) == turn + 1)
            return 1;
        if (given_up)
            return 0;
        if (member->number == 0 && turn == group->gives_up_at) {
            struct tp_error error = {TP_ERR_MPI, "the leader's MPI"};
            tp_gate_give_up(group->ring.gate, &slot->bell, &error);
            return 0;
        }
        if (!work(member, turn))
            rest(member, &slot->bell, seen);
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

/* Reads all turns, or the turns up to a failed one. */
static void read_all(struct member *member) {
    const struct tp_ring *ring = &member->group->ring;
    for (uint32_t turn = 0; turn < TURNS; turn++) {
        if (!await_turn(member, turn)) {
            member->ended_at = turn;
            member->error = ring->gate->failure;
            return;
        }
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

/* Meets the others while no member uses the ring, which the leader, member 0, restarts. */
static void meet(const struct member *member, uint32_t meeting) {
    const struct tp_ring *ring = &member->group->ring;
    struct tp_gate *gate = ring->gate;
    const int leads = member->number == 0;
    const uint32_t arrivals = meeting * (MEMBERS - 1);
    if (!leads)
        tp_gate_arrive(gate);
    for (uint32_t seen = atomic_load(&gate->bell.rings);
         leads ? !tp_gate_has(gate, arrivals) : !tp_gate_is_open(gate, meeting); seen = atomic_load(&gate->bell.rings))
        rest(member, &gate->bell, seen);
    if (leads) {
        const struct tp_error none = {TP_OK, ""};
        tp_ring_start(&member->group->ring);
        tp_gate_open(gate, meeting, &none);
    }
}

/* The ring restarts in each round, as after a seek, but not after a leader that has given up. */
static void *take_part(void *argument) {
    struct member *member = argument;
    struct group *group = member->group;
    for (uint32_t round = 1; round <= ROUNDS && !tp_gate_is_given_up(group->ring.gate); round++) {
        meet(member, round);
        read_all(member);
    }
    return NULL;
}

static void run_group(uint32_t fails_at, uint32_t gives_up_at, struct member members[MEMBERS]) {
    struct group group = {.fails_at = fails_at, .gives_up_at = gives_up_at};
    pthread_t threads[MEMBERS];
    make_ring(&group.ring);
    for (int i = 0; i < MEMBERS; i++) {
        members[i] = (struct member){.group = &group, .number = i};
        if (pthread_create(&threads[i], NULL, take_part, &members[i]) != 0) {
            fprintf(stderr, "no thread could be started\n");
            exit(EXIT_FAILURE);
        }
    }
    for (int i = 0; i < MEMBERS; i++)
        pthread_join(threads[i], NULL);
    free_ring(&group.ring);
}

static void every_member_reads_every_turn(void) {
    struct member members[MEMBERS];
    run_group(NEVER, NEVER, members);
    for (int i = 0; i < MEMBERS; i++) {
        CHECK(members[i].ended_at == TURNS, "member %d ended at turn %u", i, (unsigned)members[i].ended_at);
        CHECK(members[i].wrong_bytes == 0, "member %d read %llu wrong bytes", i,
              (unsigned long long)members[i].wrong_bytes);
    }
}

static void every_member_learns_of_the_first_piece_that_failed(void) {
    struct member members[MEMBERS];
    run_group(TURNS / 2, NEVER, members);
    for (int i = 0; i < MEMBERS; i++) {
        CHECK(members[i].ended_at == TURNS / 2, "member %d ended at turn %u", i, (unsigned)members[i].ended_at);
        CHECK(members[i].error.code == TP_ERR_CORRUPT && strcmp(members[i].error.text, "piece 3") == 0,
              "member %d was told of \"%s\"", i, members[i].error.text);
        CHECK(members[i].wrong_bytes == 0, "member %d read %llu wrong bytes", i,
              (unsigned long long)members[i].wrong_bytes);
    }
}

/* All members read all turns before the one that the leader does not fill. */
static void every_member_learns_that_the_leader_has_given_up(void) {
    enum { GROUPS = 100, TURN = 10 };
    struct member members[MEMBERS];
    for (int group = 0; group < GROUPS; group++) {
        run_group(NEVER, TURN, members);
        for (int i = 0; i < MEMBERS; i++) {
            CHECK(members[i].ended_at == TURN, "member %d ended at turn %u", i, (unsigned)members[i].ended_at);
            CHECK(members[i].error.code == TP_ERR_MPI && strcmp(members[i].error.text, "the leader's MPI") == 0,
                  "member %d was told of \"%s\"", i, members[i].error.text);
            CHECK(members[i].wrong_bytes == 0, "member %d read %llu wrong bytes", i,
                  (unsigned long long)members[i].wrong_bytes);
        }
    }
}

int main(void) {
    static const struct check_case cases[] = {CASE(every_member_reads_every_turn),
                                              CASE(every_member_learns_of_the_first_piece_that_failed),
                                              CASE(every_member_learns_that_the_leader_has_given_up)};
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
