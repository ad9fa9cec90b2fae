/* SPDX-License-Identifier: Apache-2.0 */
/* The bell, in memory shared by name, among threads: a waiter is woken after the change, and sees all of it. */
#include "base/bell.h"
#include "base/memory.h"
#include "support/check.h"

#include <pthread.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 4, ROUNDS = 5000, ITEMS = 20000, ROOM = 8 };

/* --- a token that goes round --- */

struct token {
    struct sw_bell bell;
    _Atomic uint32_t holder;
    uint64_t passed; /* plain: only the holder of the token may touch this field */
};

struct player {
    struct token *token;
    uint32_t number;
    uint64_t wrong;
};

static void wait_for_token(struct token *token, uint32_t number) {
    for (;;) {
        const uint32_t seen = atomic_load(&token->bell.rings);
        if (atomic_load_explicit(&token->holder, memory_order_acquire) == number)
            return;
        sw_bell_wait(&token->bell, seen);
    }
}

static void *play(void *argument) {
    struct player *player = argument;
    for (uint64_t round = 0; round < ROUNDS; round++) {
        wait_for_token(player->token, player->number);
        player->wrong += player->token->passed != round * THREADS + player->number;
        player->token->passed++;
        atomic_store_explicit(&player->token->holder, (player->number + 1) % THREADS, memory_order_release);
        sw_bell_ring(&player->token->bell);
    }
    return NULL;
}

/* --- a ball between two players; each sleeps on a bell that the other calls --- */

struct court {
    struct sw_bell bells[2];
    _Atomic uint32_t shots; /* the next shot belongs to player `shots % 2` */
};

struct partner {
    struct court *court;
    uint32_t number, missed;
};

/*
 * The other player waits for this one's shot. So if a sleep ends by time and the ball is here, the bell was not called.
 */
static void sleep_once(struct partner *partner, struct sw_bell *bell, uint32_t seen) {
    const time_t before = time(NULL);
    sw_bell_sleep(bell, seen, 999999999);
    partner->missed += atomic_load(&bell->rings) == seen && time(NULL) - before >= 1 &&
                       atomic_load(&partner->court->shots) % 2 == partner->number;
}

static void *return_balls(void *argument) {
    struct partner *partner = argument;
    struct court *court = partner->court;
    struct sw_bell *own = &court->bells[partner->number], *other = &court->bells[1 - partner->number];
    for (uint32_t shot = partner->number; shot < ROUNDS; shot += 2) {
        uint32_t seen = sw_bell_watch(own);
        while (atomic_load_explicit(&court->shots, memory_order_acquire) != shot) {
            sleep_once(partner, own, seen);
            seen = atomic_load(&own->rings);
        }
        sw_bell_leave(own);
        atomic_store_explicit(&court->shots, shot + 1, memory_order_release);
        sw_bell_call(other);
    }
    return NULL;
}

/* --- a queue of few places, filled by two threads and emptied by two --- */

struct queue {
    struct sw_bell bell;
    _Atomic uint32_t taken; /* items that left, in order */
    _Atomic uint32_t put;
    _Atomic uint32_t next_to_put, next_to_take;
    uint64_t items[ROOM];
    _Atomic uint64_t sum;
};

static void wait_until(struct queue *queue, _Atomic uint32_t *counter, uint32_t least) {
    for (;;) {
        const uint32_t seen = atomic_load(&queue->bell.rings);
        if (atomic_load_explicit(counter, memory_order_acquire) >= least)
            return;
        sw_bell_wait(&queue->bell, seen);
    }
}

static void advance(struct queue *queue, _Atomic uint32_t *counter, uint32_t number) {
    wait_until(queue, counter, number); /* items are put, and leave, in order */
    atomic_store_explicit(counter, number + 1, memory_order_release);
    sw_bell_ring(&queue->bell);
}

static void *put_items(void *argument) {
    struct queue *queue = argument;
    for (uint32_t number; (number = atomic_fetch_add(&queue->next_to_put, 1)) < ITEMS;) {
        wait_until(queue, &queue->taken, number < ROOM ? 0 : number - ROOM + 1);
        queue->items[number % ROOM] = number + 1;
        advance(queue, &queue->put, number);
    }
    return NULL;
}

static void *take_items(void *argument) {
    struct queue *queue = argument;
    for (uint32_t number; (number = atomic_fetch_add(&queue->next_to_take, 1)) < ITEMS;) {
        wait_until(queue, &queue->put, number + 1);
        atomic_fetch_add(&queue->sum, queue->items[number % ROOM]);
        advance(queue, &queue->taken, number);
    }
    return NULL;
}

/* --- the cases --- */

/* Makes zeroed memory under a name of this process. */
static void *share(size_t bytes, struct sw_memory *memory) {
    char name[64];
    snprintf(name, sizeof name, "/slipway-bell-threads-%d", (int)getpid());
    if (sw_memory_create(name, bytes, memory) != 0 || sw_memory_remove(name) != 0) {
        perror(name);
        exit(EXIT_FAILURE);
    }
    return memory->base;
}

static void start(pthread_t *thread, void *(*run)(void *), void *argument) {
    if (pthread_create(thread, NULL, run, argument) != 0) {
        fprintf(stderr, "no thread could be started\n");
        exit(EXIT_FAILURE);
    }
}

static void a_token_goes_round(void) {
    struct sw_memory memory;
    struct token *token = share(sizeof *token, &memory);
    struct player players[THREADS];
    pthread_t threads[THREADS];
    for (uint32_t i = 0; i < THREADS; i++) {
        players[i] = (struct player){token, i, 0};
        start(&threads[i], play, &players[i]);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        CHECK(players[i].wrong == 0, "player %d saw %llu wrong counts", i, (unsigned long long)players[i].wrong);
    }
    CHECK(token->passed == (uint64_t)THREADS * ROUNDS, "passed %llu times", (unsigned long long)token->passed);
    CHECK(atomic_load(&token->bell.sleepers) == 0, "somebody still sleeps");
    sw_memory_close(&memory);
}

static void a_queue_loses_nothing(void) {
    struct sw_memory memory;
    struct queue *queue = share(sizeof *queue, &memory);
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        start(&threads[i], i % 2 == 0 ? put_items : take_items, queue);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    CHECK(atomic_load(&queue->sum) == (uint64_t)ITEMS * (ITEMS + 1) / 2, "the sum of the items is %llu",
          (unsigned long long)atomic_load(&queue->sum));
    sw_memory_close(&memory);
}

static void play_ball(bool light) {
    struct sw_memory memory;
    struct court *court = share(sizeof *court, &memory);
    struct partner partners[2];
    pthread_t threads[2];
    for (uint32_t i = 0; i < 2; i++) {
        partners[i] = (struct partner){court, i, 0};
        if (light)
            sw_bell_lighten(&court->bells[i]);
    }
    for (int i = 0; i < 2; i++)
        start(&threads[i], return_balls, &partners[i]);
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
        CHECK(partners[i].missed == 0, "player %d slept through %u calls", i, partners[i].missed);
    }
    CHECK(atomic_load(&court->shots) == ROUNDS, "%u shots", atomic_load(&court->shots));
    sw_memory_close(&memory);
}

static void a_call_reaches_who_sleeps(void) {
    play_ball(false);
}

static void a_light_call_does_too(void) {
    play_ball(true);
}

int main(void) {
    static const struct check_case cases[] = {CASE(a_token_goes_round), CASE(a_queue_loses_nothing),
                                              CASE(a_call_reaches_who_sleeps), CASE(a_light_call_does_too)};
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
