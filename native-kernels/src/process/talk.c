/* SPDX-License-Identifier: Apache-2.0 */
#include "talk.h"

#include "wire/idling.h"

#include <string.h>

static const char magic[8] = {'S', 'L', 'I', 'P', 'P', 'R', 'O', 'C'};

int64_t talk_due(void) {
    return idling_now() + (int64_t)TALK_SECONDS * 1000000000;
}

bool talk_hello(struct talk *talk, uint64_t world) {
    memcpy(talk->hello.magic, magic, sizeof magic);
    talk->hello.order = TALK_ORDER;
    talk->hello.version = TALK_VERSION;
    talk->hello.world = world;
    return proof_draw_nonce(talk->hello.nonce);
}

bool talk_challenge(struct talk *talk) {
    if (memcmp(talk->hello.magic, magic, sizeof magic) != 0)
        return false;
    memcpy(talk->challenge.magic, magic, sizeof magic);
    return proof_draw_nonce(talk->challenge.nonce);
}

uint32_t talk_judge(const struct talk_hello *hello) {
    if (hello->order != TALK_ORDER)
        return TALK_OTHER_ORDER;
    if (hello->version != TALK_VERSION)
        return TALK_OTHER_VERSION;
    return hello->wants == TALK_LINE || hello->wants == TALK_BUFFER ? TALK_WELCOME : TALK_NONSENSE;
}

void talk_answer(struct talk *talk, const uint8_t *key, uint32_t verdict) {
    memcpy(talk->answer.magic, magic, sizeof magic);
    talk->answer.verdict = verdict;
    proof_put(key, PROOF_OF_CALLED, (const unsigned char *)talk, TALK_ANSWERED, talk->answer.hash);
}

uint32_t talk_verdict(const struct talk *talk, const uint8_t *key) {
    if (memcmp(talk->answer.magic, magic, sizeof magic) != 0 ||
        !proof_is_right(key, PROOF_OF_CALLED, (const unsigned char *)talk, TALK_ANSWERED, talk->answer.hash) ||
        talk->answer.verdict >= TALK_VERDICTS)
        return TALK_VERDICTS;
    return talk->answer.verdict;
}

const char *talk_text(uint32_t verdict) {
    static const char *const texts[] = {
        "is welcome",
        "has another order of bytes",
        "has another version of the library",
        "has no such object: the pointer is stale or forged",
        "has no memory, or no descriptors, for a line: raise its limit on open files (ulimit -n)",
        "takes the request for nonsense",
        "has another secret, or is no server of this world"};
    return texts[verdict < TALK_VERDICTS ? verdict : TALK_VERDICTS];
}
