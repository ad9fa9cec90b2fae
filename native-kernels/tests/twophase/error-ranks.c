/* SPDX-License-Identifier: Apache-2.0 */
/* Cases of twophase-error-test: a rank with a failing disk or MPI, and a late rank. */
#include "error-cases.h"
#include "faults.h"
#include "mpi-faults.h"
#include "places.h"
#include "support/check.h"
#include "support/draw.h"

#include <errno.h>
#include <sched.h>
#include <time.h>

/* One rank after the other has the broken disk. If that rank does not read, no call may fail. */
static void one_rank_cannot(enum fault_call call, int error_number, tp_err wanted) {
    static const char *const names[] = {"broken.csv", "broken.gz", "broken-stream.gz"};
    static const enum container kinds[] = {CONTAINER_PLAIN, CONTAINER_BLOCKS, CONTAINER_GZIP};
    struct sample sample = lines_sample(9000);
    const struct fault fault = {call, "broken", 0, error_number};
    for (size_t i = 0; i < 3; i++) {
        store(names[i], kinds[i], &sample, BLOCKS_OF_1000);
        for (size_t w = 0; w < WAYS; w++) {
            const struct tp_options options = way(w);
            int failures = 0;
            for (int broken = 0; broken < ranks && (ranks <= 4 || broken < 3); broken++) {
                struct tp_error error = {TP_OK, ""};
                MPI_Barrier(MPI_COMM_WORLD);
                fault_order(rank == broken ? &fault : NULL);
                const tp_err code = read_file(names[i], &options, &sample, &error);
                CHECK(code == (hits_anywhere() > 0 ? wanted : TP_OK), "%s, way %zu, rank %d: %s", names[i], w, broken,
                      error.text);
                CHECK(code == TP_OK || strstr(error.text, strerror(error_number)) != NULL, "%s", error.text);
                failures += code != TP_OK;
            }
            CHECK(failures > 0 || ranks > 4, "%s, way %zu: no rank reads by a call that the test can break", names[i],
                  w);
        }
        struct tp_error error = {TP_OK, ""};
        fault_order(rank == ranks - 1 ? &fault : NULL);
        CHECK(read_share(names[i], NULL, &error) == wanted, "share of %s: %s", names[i], error.text);
        CHECK(hits_anywhere() > 0, "the last rank reads its share by other calls");
        fault_order(NULL);
    }
    sample_free(&sample);
}

void all_say_what_one_rank_cannot_open(void) {
    one_rank_cannot(FAULT_OPEN, EACCES, TP_ERR_OPEN);
}

void all_say_what_one_rank_cannot_read(void) {
    one_rank_cannot(FAULT_READ, EIO, TP_ERR_IO);
}

void short_and_interrupted_reads_change_nothing(void) {
    static const char *const names[] = {"slow.csv", "slow.gz"};
    static const enum container kinds[] = {CONTAINER_PLAIN, CONTAINER_BLOCKS};
    struct sample sample = lines_sample(2000);
    const struct fault fault = {FAULT_READ, "slow", 0, 0};
    for (size_t i = 0; i < 2; i++) {
        store(names[i], kinds[i], &sample, BLOCKS_OF_1000);
        for (size_t w = 0; w < WAYS; w++) {
            const struct tp_options options = way(w);
            struct tp_error error = {TP_OK, ""};
            fault_order(&fault);
            CHECK(read_file(names[i], &options, &sample, &error) == TP_OK, "%s", error.text);
            CHECK(hits_anywhere() > 0, "%s is read by other calls", names[i]);
            fault_order(NULL);
        }
    }
    sample_free(&sample);
}

void all_say_what_one_rank_cannot_read_at_an_offset(void) {
    const struct fault fault = {FAULT_READ, "at-broken", 0, EIO};
    struct sample sample = lines_sample(300000);
    char *buffer = malloc(sample.count);
    store("at-broken.gz", CONTAINER_BLOCKS, &sample, BLOCKS_OF_1000);
    for (size_t w = 0; w < WAYS; w++) {
        const struct tp_options options = way(w);
        struct tp_error error = {TP_OK, ""};
        struct tp_file *file;
        size_t got;
        CHECK(tp_open(MPI_COMM_WORLD, in_folder("at-broken.gz"), &options, &file, &error) == TP_OK, "%s", error.text);
        CHECK(tp_read_at(file, 7, buffer, sample.count, &got, &error) == TP_OK && got == sample.count - 7, "%s",
              error.text);
        CHECK(memcmp(buffer, sample.bytes + 7, got) == 0, "way %zu: wrong bytes", w);
        fault_order(rank == 0 ? &fault : NULL);
        CHECK(agreed(tp_read_at(file, 7, buffer, sample.count, &got, &error), &error) == TP_ERR_IO, "%s", error.text);
        fault_order(NULL);
        tp_close(file);
    }
    free(buffer);
    sample_free(&sample);
}

/*
 * The leaders agree on at most as many segments at once as there are slots, so more rounds than FEWEST_ROUNDS follow a
 * seek to SOUGHT, however fast the leaders are.
 */
enum { SOUGHT = 50000, FEWEST_ROUNDS = 4 };

/*
 * Returns the error of a seek and of reading to the end of the data, while MPI fails on rank VICTIM. If a node has two
 * ranks, the second ranks of the other nodes come late: they still read when their leader learns of the failure.
 */
static tp_err seek_with_fault(MPI_Comm comm, int victim, int after, struct tp_error *error) {
    const struct tp_options options = {.group = TP_GROUP_NODE, .segment_bytes = 400, .slots = 2};
    struct tp_file *file;
    char buffer[1000];
    size_t got = 0;
    int me;
    MPI_Comm_rank(comm, &me);
    tp_err code = tp_open(comm, in_folder("sought.csv"), &options, &file, error);
    CHECK(code == TP_OK, "%s", error->text);
    if (code != TP_OK)
        return code;
    CHECK(tp_read(file, buffer, sizeof buffer, &got, error) == TP_OK, "%s", error->text);
    MPI_Barrier(comm); /* a rank that is still reading would learn of the failure there */
    mpi_fault_order(me == victim ? after : -1);
    code = tp_seek(file, SOUGHT, error);
    while (code == TP_OK && got > 0) {
        if (me % 2 == 1 && me / 2 != victim / 2)
            nanosleep(&(struct timespec){0, 2000000}, NULL);
        code = tp_read(file, buffer, sizeof buffer, &got, error);
    }
    tp_close(file);
    mpi_fault_order(-1);
    return code;
}

void nobody_waits_for_a_leader_whose_mpi_fails_in_a_seek(void) {
    enum { A_NODE_EACH = 1, NODES_OF_TWO = 2 };
    struct place places[PLACES];
    struct sample sample = lines_sample(60000);
    spill("sought.csv", sample.bytes, sample.count);
    places_make(places);
    for (int number = A_NODE_EACH; number <= NODES_OF_TWO; number++)
        for (int after = 0; after < FEWEST_ROUNDS; after++)
            for (int victim = 0; victim < ranks && victim < 4; victim += 2) {
                struct tp_error error = {TP_OK, ""};
                place_enter(number);
                const tp_err code = seek_with_fault(places[number].comm, victim, after, &error);
                CHECK(code == (places[number].nodes > 1 ? TP_ERR_MPI : TP_OK), "fails after %d calls on rank %d: %s",
                      after, victim, error.text);
                agreed(code, &error);
            }
    place_enter(0);
    places_free(places);
    sample_free(&sample);
}

void nobody_writes_where_a_reduction_is_pending(void) {
    struct sample sample = lines_sample(60000);
    store("pending.gz", CONTAINER_BLOCKS, &sample, BLOCKS_OF_1000);
    for (size_t i = 0; i < WAYS; i++) {
        struct tp_options options = way(i);
        struct tp_error error = {TP_OK, ""};
        struct tp_file *file;
        char buffer[100];
        size_t got;
        options.slots = 8;
        CHECK(tp_open(MPI_COMM_WORLD, in_folder("pending.gz"), &options, &file, &error) == TP_OK, "%s", error.text);
        for (int times = 0; times < 40; times++) {
            const size_t offset = draw(59000);
            CHECK(tp_seek(file, offset, &error) == TP_OK, "%s", error.text);
            CHECK(tp_read(file, buffer, sizeof buffer, &got, &error) == TP_OK, "%s", error.text);
            CHECK(got == sizeof buffer && memcmp(buffer, sample.bytes + offset, got) == 0, "wrong bytes at %zu",
                  offset);
        }
        tp_close(file);
    }
    CHECK(mpi_fault_touched() == 0, "%d pending results were written to", mpi_fault_touched());
    sample_free(&sample);
}

/* The linker replaces the calls of the read library by these: calls that give the core away but do not sleep. */
static int yields;

int __real_sched_yield(void);
int __wrap_sched_yield(void);
int __wrap_sched_yield(void) {
    yields++;
    return __real_sched_yield();
}

/* Reads on while the last rank comes late, and returns the number of waiting calls that did not sleep. */
static int wait_for_the_last(struct tp_file *file, const struct timespec *late) {
    struct tp_error error = {TP_OK, ""};
    char buffer[20000];
    size_t got;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == ranks - 1)
        nanosleep(late, NULL);
    yields = 0;
    CHECK(tp_read(file, buffer, sizeof buffer, &got, &error) == TP_OK, "%s", error.text);
    return yields;
}

/* A wait yields the core 16 times, then sleeps until it ends: the number of yields depends on the number of waits, and
 * not on the time. Here they are 16 to 32; of a leader that never sleeps they would be thousands. */
void a_leader_that_waits_leaves_its_core_to_others(void) {
    enum { MOST_YIELDS = 500 };
    const struct timespec late = {0, 400000000};
    const struct tp_options options = {.phase2 = TP_PHASE2_ATV, .group = TP_GROUP_RANK, .segment_bytes = 1000};
    struct sample sample = lines_sample(60000);
    struct tp_error error = {TP_OK, ""};
    struct tp_file *file;
    cpu_set_t before, one;
    size_t core = 0;
    spill("late.csv", sample.bytes, sample.count);
    sched_getaffinity(0, sizeof before, &before);
    while (!CPU_ISSET(core, &before))
        core++;
    CPU_ZERO(&one);
    CPU_SET(core, &one);
    sched_setaffinity(0, sizeof one, &one);
    CHECK(tp_open(MPI_COMM_WORLD, in_folder("late.csv"), &options, &file, &error) == TP_OK, "%s", error.text);
    const int seen = wait_for_the_last(file, &late);
    CHECK(seen <= MOST_YIELDS, "%d yields of the core without a sleep", seen);
    tp_close(file);
    sched_setaffinity(0, sizeof before, &before);
    sample_free(&sample);
}

void a_large_unit_of_the_file_system_makes_parts_few(void) {
    const struct fault large = {FAULT_LARGE_UNIT, "unit", 0, 0};
    const struct tp_options options = {
        .phase2 = TP_PHASE2_ATV, .group = TP_GROUP_RANK, .access_ranks = ranks, .segment_bytes = 1 << 20};
    struct sample sample = lines_sample(LARGE_UNIT / 4);
    spill("unit.csv", sample.bytes, sample.count);
    for (int is_large = 0; is_large < 2; is_large++) {
        struct tp_error error = {TP_OK, ""};
        struct tp_plan *plan;
        fault_order(is_large && rank == 0 ? &large : NULL);
        CHECK(tp_plan_new(MPI_COMM_WORLD, in_folder("unit.csv"), &options, &plan, &error) == TP_OK, "%s", error.text);
        const int parts = tp_plan_info(plan).parts;
        CHECK(parts == (ranks == 1 ? 0 : is_large ? 1 : ranks), "large %d: %d parts", is_large, parts);
        tp_plan_free(plan);
    }
    fault_order(NULL);
    sample_free(&sample);
}

void access_ranks_read_large_parts_in_turn(void) {
    enum { SEGMENT = 32 << 10, SEGMENTS = 128 };
    const tp_phase2 kinds[] = {TP_PHASE2_MBC, TP_PHASE2_ATV, TP_PHASE2_ALLGATHERV};
    const struct fault nothing = {FAULT_NOTHING, "large", 0, 0};
    struct sample sample = lines_sample((size_t)SEGMENT * SEGMENTS);
    spill("large.csv", sample.bytes, sample.count);
    for (size_t i = 0; i < 3; i++) {
        const struct tp_options options = {
            .phase2 = kinds[i], .group = TP_GROUP_RANK, .access_ranks = ranks, .segment_bytes = SEGMENT};
        struct tp_error error = {TP_OK, ""};
        fault_order(&nothing);
        CHECK(read_file("large.csv", &options, &sample, &error) == TP_OK, "%s", error.text);
        CHECK(fault_hits() >= SEGMENTS / ranks, "only %d reads on rank %d", fault_hits(), rank);
        CHECK(ranks == 1 || fault_least_read() == SEGMENT, "rank %d read %zu bytes at once", rank, fault_least_read());
        fault_order(NULL);
    }
    sample_free(&sample);
}
