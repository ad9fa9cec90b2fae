/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Open addressing with linear probing. A removed key leaves no mark: the keys behind move up.
 *
 * Keys come from clients. With a public hash, a client could choose account numbers that all start at one slot, so that
 * each search would pass all others. So the hash has a random key for each process.
 */
#include "map.h"

#include "base/siphash.h"
#include "ledger.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

enum { FIRST_SLOTS = 64 };

static uint8_t hash_key[SW_SIPHASH_KEY_BYTES];
static pthread_once_t key_drawn = PTHREAD_ONCE_INIT;

/* If the system gives no random numbers, time and address of the process remain as a key. */
static void draw_key(void) {
    struct timespec now;
    if (getrandom(hash_key, sizeof hash_key, 0) == sizeof hash_key)
        return;
    clock_gettime(CLOCK_REALTIME, &now);
    const uint64_t words[] = {(uint64_t)now.tv_nsec ^ (uint64_t)(uintptr_t)&now,
                              (uint64_t)now.tv_sec ^ (uint64_t)(uintptr_t)&draw_key};
    memcpy(hash_key, words, sizeof hash_key);
}

const uint8_t *xch_hash_key(void) {
    pthread_once(&key_drawn, draw_key);
    return hash_key;
}

/* The key is drawn before a map has its first slot. */
static uint64_t hash_of(uint64_t key) {
    return sw_siphash(hash_key, (const unsigned char *)&key, sizeof key);
}

uint64_t xch_mix(uint64_t key) {
    key = (key ^ (key >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    key = (key ^ (key >> 27)) * UINT64_C(0x94d049bb133111eb);
    return key ^ (key >> 31);
}

/* Returns the slot of KEY, or the free slot for KEY. */
static size_t slot_of(const struct xch_map *map, uint64_t key) {
    size_t slot = hash_of(key) & (map->slots - 1);
    while (map->places[slot] != XCH_NONE && map->keys[slot] != key)
        slot = (slot + 1) & (map->slots - 1);
    return slot;
}

uint32_t xch_map_find(const struct xch_map *map, uint64_t key) {
    return map->slots == 0 ? XCH_NONE : map->places[slot_of(map, key)];
}

static void put(struct xch_map *map, uint64_t key, uint32_t place) {
    const size_t slot = slot_of(map, key);
    map->keys[slot] = key;
    map->places[slot] = place;
}

static int grow(struct xch_map *map) {
    pthread_once(&key_drawn, draw_key);
    const size_t slots = map->slots == 0 ? FIRST_SLOTS : map->slots * 2;
    struct xch_map larger = {
        .keys = malloc(slots * sizeof *map->keys), .places = malloc(slots * sizeof *map->places), .slots = slots};
    if (larger.keys == NULL || larger.places == NULL) {
        xch_map_free(&larger);
        return -1;
    }
    memset(larger.places, 0xff, slots * sizeof *larger.places);
    larger.count = map->count;
    struct xch_map old = *map;
    *map = larger;
    for (size_t i = 0; i < old.slots; i++)
        if (old.places[i] != XCH_NONE)
            put(map, old.keys[i], old.places[i]);
    xch_map_free(&old);
    return 0;
}

int xch_map_add(struct xch_map *map, uint64_t key, uint32_t place) {
    if (3 * (map->count + 1) > 2 * map->slots && grow(map) != 0)
        return -1;
    put(map, key, place);
    map->count++;
    return 0;
}

void xch_map_remove(struct xch_map *map, uint64_t key) {
    if (map->slots == 0)
        return;
    size_t hole = slot_of(map, key);
    if (map->places[hole] == XCH_NONE)
        return;
    const size_t mask = map->slots - 1;
    for (size_t slot = (hole + 1) & mask; map->places[slot] != XCH_NONE; slot = (slot + 1) & mask) {
        const size_t home = hash_of(map->keys[slot]) & mask;
        if (((slot - home) & mask) < ((slot - hole) & mask))
            continue;
        map->keys[hole] = map->keys[slot];
        map->places[hole] = map->places[slot];
        hole = slot;
    }
    map->places[hole] = XCH_NONE;
    map->count--;
}

void xch_map_free(struct xch_map *map) {
    free(map->keys);
    free(map->places);
    *map = (struct xch_map){0};
}
