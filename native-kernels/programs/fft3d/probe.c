/* SPDX-License-Identifier: Apache-2.0 */
#include "probe.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { THREADS = 4, PIECES = 16, BLOCK = 4096, LEAST_PIECE = 64 << 10, MOST_PIECE = 8 << 20 };
static const double trial_seconds = 0.5;

/* One folder's file: PIECES of each thread, of which half are read and half are written. */
struct trial {
    const char *folder;
    int fd;
    size_t piece;
    double end; /* the time; 0: the file is written for the first time */
    _Atomic uint64_t bytes;
    _Atomic int wrong; /* errno */
};

struct hand {
    struct trial *trial;
    int number;
    pthread_t thread;
};

static void move_piece(struct trial *trial, void *memory, off_t at, int writes) {
    const ssize_t moved =
        writes ? pwrite(trial->fd, memory, trial->piece, at) : pread(trial->fd, memory, trial->piece, at);
    if (moved == (ssize_t)trial->piece)
        atomic_fetch_add(&trial->bytes, trial->piece);
    else
        atomic_store(&trial->wrong, moved < 0 ? errno : ENOSPC);
}

static void *move_pieces(void *argument) {
    const struct hand *hand = argument;
    struct trial *trial = hand->trial;
    void *memory = NULL;
    if (posix_memalign(&memory, BLOCK, trial->piece) != 0) {
        atomic_store(&trial->wrong, ENOMEM);
        return NULL;
    }
    memset(memory, 1, trial->piece);
    const off_t first = (off_t)hand->number * PIECES;
    for (int i = 0; trial->end == 0 && i < PIECES && trial->wrong == 0; i++)
        move_piece(trial, memory, (first + i) * (off_t)trial->piece, 1);
    for (int i = 0; trial->end > 0 && trial->wrong == 0 && sw_clock_seconds() < trial->end; i++)
        move_piece(trial, memory, (first + i % PIECES) * (off_t)trial->piece, hand->number % 2);
    free(memory);
    return NULL;
}

static void run_hands(struct trial *trials, size_t count, struct hand *hands) {
    size_t started = 0;
    for (; started < count * THREADS; started++) {
        hands[started] = (struct hand){.trial = &trials[started / THREADS], .number = (int)(started % THREADS)};
        if (pthread_create(&hands[started].thread, NULL, move_pieces, &hands[started]) != 0)
            break;
    }
    for (size_t i = 0; i < started; i++)
        pthread_join(hands[i].thread, NULL);
    if (started < count * THREADS)
        atomic_store(&trials[0].wrong, EAGAIN);
}

/* Opens a file without a name, which goes with the program in every case. */
static int open_trial(struct trial *trial, const char *folder, size_t piece) {
    *trial = (struct trial){.folder = folder, .piece = piece};
    trial->fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC | O_DIRECT, 0600);
    if (trial->fd < 0 && (errno == EINVAL || errno == EOPNOTSUPP))
        trial->fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    return trial->fd;
}

static int cannot(const struct trial *trial, int number, struct sw_failure *f) {
    return sw_fail(f, STATUS_COMPUTE, "state the rate by --rate, or name another folder",
                   "the disk of %s cannot be tried: %s", trial->folder, strerror(number));
}

int probe_disks(const char *const *folders, size_t count, size_t piece, double *rate, struct sw_failure *f) {
    struct trial *trials = calloc(count, sizeof *trials);
    struct hand *hands = calloc(count * THREADS, sizeof *hands);
    size_t opened = 0;
    piece = piece < LEAST_PIECE ? LEAST_PIECE : piece > MOST_PIECE ? MOST_PIECE : piece / BLOCK * BLOCK;
    *rate = 0;
    if (trials == NULL || hands == NULL)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory to try %zu disks", count);
    for (; f->status == STATUS_OK && opened < count; opened++)
        if (open_trial(&trials[opened], folders[opened], piece) < 0) {
            cannot(&trials[opened], errno, f);
            break;
        }
    if (f->status == STATUS_OK) {
        run_hands(trials, count, hands);
        const double begin = sw_clock_seconds();
        for (size_t i = 0; i < count; i++) {
            trials[i].end = begin + trial_seconds;
            atomic_store(&trials[i].bytes, 0);
        }
        run_hands(trials, count, hands);
        const double seconds = sw_clock_seconds() - begin;
        for (size_t i = 0; i < count; i++)
            *rate += (double)trials[i].bytes / seconds;
    }
    for (size_t i = 0; i < opened; i++) {
        if (f->status == STATUS_OK && trials[i].wrong != 0)
            cannot(&trials[i], trials[i].wrong, f);
        close(trials[i].fd);
    }
    free(trials);
    free(hands);
    return f->status;
}
