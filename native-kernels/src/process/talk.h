/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The messages at the start of a new connection. wire/proof.h describes how the two sides prove the key of the world.
 *
 *     hello       caller   the wish of the caller, and a nonce
 *     challenge   server   a nonce
 *     proof       caller   hash of hello and challenge under the first half of the key
 *     answer      server   a verdict; hash of hello, challenge and verdict under the second half of the key
 *
 * On one host the proof carries the memory to share: the bell of the caller and the memory of the line, or a buffer.
 * The answer then carries the bell of the object.
 *
 * The server drops a caller that does not prove the key, without an answer.
 */
#ifndef SLIPWAY_PROCESS_TALK_H
#define SLIPWAY_PROCESS_TALK_H

#include "slipway/process.h"

#include "wire/proof.h"

enum { TALK_VERSION = 1, TALK_ORDER = 0x01020304, TALK_WHO_BYTES = 96, TALK_SECONDS = 10 };

/* The wish of a caller: a line to an object, or a shared buffer. */
enum { TALK_LINE = 1, TALK_BUFFER };

struct talk_hello {
    char magic[8];
    uint32_t order, version;
    uint64_t world, stamp;
    uint32_t wants, object;
    uint32_t room;  /* bytes of each ring */
    int32_t client; /* the number of the client, if the line shows that the client lives; else -1 */
    uint64_t buffer, buffer_bytes;
    unsigned char nonce[PROOF_NONCE_BYTES];
    char who[TALK_WHO_BYTES]; /* host and process of the caller, for messages */
};

struct talk_challenge {
    char magic[8];
    unsigned char nonce[PROOF_NONCE_BYTES];
};

/* The verdicts of a server. */
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

/* All messages except the proof, in the order of the talk. */
struct talk {
    struct talk_hello hello;
    struct talk_challenge challenge;
    struct talk_answer answer;
};

/* The numbers of bytes of a talk over which the proof and the hash of the answer are made. */
enum {
    TALK_PROVED = sizeof(struct talk_hello) + sizeof(struct talk_challenge),
    TALK_ANSWERED = TALK_PROVED + offsetof(struct talk_answer, hash)
};
_Static_assert(sizeof(struct talk) == TALK_ANSWERED + PROOF_BYTES, "a talk has no gaps");

/* Returns the time, by idling_now, at which a server drops a caller with a talk that begins now and has not ended. */
int64_t talk_due(void);

/* Fills in the fields that every hello has. Returns false if the system gives no random bytes. */
bool talk_hello(struct talk *talk, uint64_t world);

/* Fills in the challenge. Returns false if the hello is not valid. */
bool talk_challenge(struct talk *talk);

/* Returns the verdict on a hello with a correct proof, as far as the hello alone decides the verdict. */
uint32_t talk_judge(const struct talk_hello *hello);

/* Fills in the answer. */
void talk_answer(struct talk *talk, const uint8_t *key, uint32_t verdict);

/* Returns the verdict of an answer, or TALK_VERDICTS if the server has another key. */
uint32_t talk_verdict(const struct talk *talk, const uint8_t *key);

/* Returns the text of a verdict, for messages. */
const char *talk_text(uint32_t verdict);

#endif
