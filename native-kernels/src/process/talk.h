/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the two sides of a new connection say in turn; wire/proof.h says how they prove the world's key.
 *
 *     hello       caller   what it wants, and a nonce
 *     challenge   server   a nonce
 *     proof       caller   hash of both under the first half of the key. On one host the memory that is to be shared
 *                          comes with it: the bell of the caller and the memory of the line, or a buffer
 *     answer      server   a verdict, and the hash of all three under the second half. On one host the object's bell
 *                          comes with it
 *
 * Who does not prove the key is dropped without an answer.
 */
#ifndef SLIPWAY_PROCESS_TALK_H
#define SLIPWAY_PROCESS_TALK_H

#include "slipway/process.h"

#include "wire/proof.h"

enum { TALK_VERSION = 1, TALK_ORDER = 0x01020304, TALK_WHO_BYTES = 96, TALK_SECONDS = 10 };

/* What a caller wants. */
enum { TALK_LINE = 1, TALK_BUFFER };

struct talk_hello {
    char magic[8];
    uint32_t order, version;
    uint64_t world, stamp;
    uint32_t wants, object;
    uint32_t room;  /* of each ring */
    int32_t client; /* the number of a client that shows by this line that it lives, or -1 */
    uint64_t buffer, buffer_bytes;
    unsigned char nonce[PROOF_NONCE_BYTES];
    char who[TALK_WHO_BYTES]; /* for messages: host and process */
};

struct talk_challenge {
    char magic[8];
    unsigned char nonce[PROOF_NONCE_BYTES];
};

/* What a server answers. */
enum {
    TALK_WELCOME,
    TALK_OTHER_ORDER,
    TALK_OTHER_VERSION,
    TALK_NO_OBJECT,
    TALK_NO_MEMORY,
    TALK_NONSENSE,
    TALK_VERDICTS
};

struct talk_answer {
    char magic[8];
    uint32_t verdict, zero;
    unsigned char hash[PROOF_BYTES];
};

/* All that is said but the proof, in the order in which it is. */
struct talk {
    struct talk_hello hello;
    struct talk_challenge challenge;
    struct talk_answer answer;
};

/* The bytes of a talk that a proof, or the hash of an answer, is about. */
enum {
    TALK_PROVED = sizeof(struct talk_hello) + sizeof(struct talk_challenge),
    TALK_ANSWERED = TALK_PROVED + offsetof(struct talk_answer, hash)
};
_Static_assert(sizeof(struct talk) == TALK_ANSWERED + PROOF_BYTES, "a talk has no gaps");

/* Fills in what every hello has. Returns whether the system has given random bytes. */
bool talk_hello(struct talk *talk, uint64_t world);

/* Fills in the challenge. Returns false where the hello is none. */
bool talk_challenge(struct talk *talk);

/* Returns the verdict on a hello whose proof was right, as far as the hello alone decides it. */
uint32_t talk_judge(const struct talk_hello *hello);

/* Fills in the answer. */
void talk_answer(struct talk *talk, const uint8_t *key, uint32_t verdict);

/* Returns the verdict of an answer, or TALK_VERDICTS where the key is another one. */
uint32_t talk_verdict(const struct talk *talk, const uint8_t *key);

/* Returns what a verdict says. */
const char *talk_text(uint32_t verdict);

#endif
