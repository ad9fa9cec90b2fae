/* SPDX-License-Identifier: Apache-2.0 */
/*
 * twophase equals a plain array: for random data, containers, options, places of the ranks and sequences of calls,
 * every rank gets the contents of the array; shares are the lines of the array, each once, in order; the output of all
 * ranks equals that of one rank.
 *
 *     mpirun -n N twophase-property-test [--seed S] [--rounds R] [--seconds T]
 *
 * The seed S + i alone decides round i, so --seed S+i --rounds 1 repeats a failure.
 */
#include "places.h"
#include "property-rounds.h"
#include "support/check.h"
#include "support/draw.h"
#include "support/hang.h"
#include "support/samples.h"

#include <signal.h>
#include <stdarg.h>
#include <unistd.h>

char folder[64];
const struct place *place;
int rank;
static char about[512];
static int world_rank, world_ranks;
static struct place places[PLACES];

static void too_long(int signal_number) {
    static const char text[] = "a rank waits for ever; the round so far: ";
    (void)signal_number;
    (void)!write(STDERR_FILENO, text, sizeof text - 1);
    (void)!write(STDERR_FILENO, about, strlen(about));
    (void)!write(STDERR_FILENO, "\n", 1);
    _exit(EXIT_FAILURE);
}

void note(const char *format, ...) {
    const size_t used = strlen(about);
    va_list values;
    va_start(values, format);
    vsnprintf(about + used, sizeof about - used, format, values);
    va_end(values);
}

static const char *path_for(const char *suffix) {
    static char path[128];
    snprintf(path, sizeof path, "%s/data%s", folder, suffix);
    return path;
}

const char *store(enum container container, const struct sample *sample, size_t seed) {
    const char *path = path_for(container_suffix(container));
    note(", %s, %zu bytes of %s", container_name(container), sample->count, sample->shape);
    if (rank == 0)
        CHECK(container_write(container, path, sample->bytes, sample->count, seed) == 0, "%s", path);
    MPI_Barrier(place->comm);
    return path;
}

/* --- rounds --- */

static const struct {
    const char *name;
    void (*run)(void);
    size_t weight;
} kinds[] = {{"reading", round_of_reading, 7}, {"shares", round_of_shares, 2}, {"writing", round_of_writing, 2}};

static size_t draw_kind(void) {
    size_t weights = 0, kind = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        weights += kinds[i].weight;
    size_t at = draw(weights);
    while (at >= kinds[kind].weight)
        at -= kinds[kind++].weight;
    return kind;
}

/* Returns non-zero if all ranks found all data right. */
static int run_round(unsigned long long seed) {
    const int before = check_failures;
    draw_seed(seed);
    const size_t number = draw(PLACES), kind = draw_kind();
    place = &places[number];
    about[0] = '\0';
    note("seed %llu, %d ranks, %s, %s", seed, world_ranks, kinds[kind].name, place->name);
    place_enter((int)number);
    alarm(HANG_SECONDS);
    if (place->comm != MPI_COMM_NULL) {
        MPI_Comm_rank(place->comm, &rank);
        kinds[kind].run();
    }
    int failed = check_failures != before;
    if (failed)
        fprintf(stderr, "rank %d: failed: %s\n", world_rank, about);
    MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    alarm(0);
    return !failed;
}

struct limits {
    unsigned long long seed, rounds;
    double seconds;
};

static struct limits parse(int argc, char **argv) {
    struct limits limits = {1, 1ULL << 60, 5};
    int rounds_given = 0, seconds_given = 0;
    for (int i = 1; i + 1 < argc; i += 2)
        if (strcmp(argv[i], "--seed") == 0)
            limits.seed = strtoull(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--rounds") == 0 && ++rounds_given)
            limits.rounds = strtoull(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--seconds") == 0 && ++seconds_given)
            limits.seconds = strtod(argv[i + 1], NULL);
    if (rounds_given && !seconds_given)
        limits.seconds = 1e9;
    return limits;
}

/* Runs rounds until one fails or the time is over; rank 0's clock counts. */
static int run_rounds(const struct limits *limits) {
    const double end = MPI_Wtime() + limits->seconds;
    unsigned long long done = 0;
    int right = 1, more = 1;
    while (more) {
        right = run_round(limits->seed + done);
        done += (unsigned long long)right;
        more = right && done < limits->rounds && MPI_Wtime() < end;
        MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    if (world_rank == 0 && right)
        printf("%llu rounds on %d ranks from seed %llu\n", done, world_ranks, limits->seed);
    if (world_rank == 0 && !right)
        printf("not ok; again: mpirun -n %d twophase-property-test --seed %llu --rounds 1\n", world_ranks,
               limits->seed + done);
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world_ranks);
    signal(SIGALRM, too_long);
    const struct limits limits = parse(argc, argv);
    if (world_rank == 0 && folder_make(folder, "property") != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Bcast(folder, (int)sizeof folder, MPI_CHAR, 0, MPI_COMM_WORLD);
    places_make(places);
    const int status = run_rounds(&limits);
    places_free(places);
    if (world_rank == 0) {
        clean();
        rmdir(folder);
    }
    MPI_Finalize();
    return status;
}
