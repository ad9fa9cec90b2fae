/* SPDX-License-Identifier: Apache-2.0 */
/* The handshake of a link over TCP, by which the two sides prove that they belong to one run, and the layout of records
 * in received bytes. */
#include "tcp.h"

#include "base/text.h"
#include "wire/proof.h"

#include <string.h>

static const char magic[8] = {'O', 'S', 'F', '-', 'L', 'I', 'N', 'K'};
enum { HELLO_NONCE = 48, CHALLENGE_NONCE = TCP_HELLO_BYTES + 16, ANSWER_HASH = TCP_ANSWER_AT + 16 };

_Static_assert((int)STREAM_KEY_BYTES == (int)PROOF_KEY_BYTES && (int)TCP_PROOF_BYTES == (int)PROOF_BYTES,
               "proofs of a run's key");

static void put_number(unsigned char *at, uint32_t number) {
    memcpy(at, &number, sizeof number);
}

static uint32_t number_at(const unsigned char *at) {
    uint32_t number;
    memcpy(&number, at, sizeof number);
    return number;
}

bool tcp_hello(const struct stream_graph *graph, int end, unsigned char *talk) {
    memset(talk, 0, TCP_HELLO_BYTES);
    memcpy(talk, magic, sizeof magic);
    put_number(talk + 8, TCP_ORDER);
    put_number(talk + 12, TCP_VERSION);
    memcpy(talk + 16, graph->id, STREAM_ID_BYTES - 1);
    put_number(talk + 32, (uint32_t)end);
    return proof_draw_nonce(talk + HELLO_NONCE);
}

bool tcp_challenge(const struct stream_graph *graph, unsigned char *talk) {
    if (memcmp(talk, magic, sizeof magic) != 0 || memcmp(talk + 16, graph->id, STREAM_ID_BYTES - 1) != 0)
        return false;
    memcpy(talk + TCP_HELLO_BYTES, magic, sizeof magic);
    put_number(talk + TCP_HELLO_BYTES + 8, TCP_ORDER);
    put_number(talk + TCP_HELLO_BYTES + 12, 0);
    return proof_draw_nonce(talk + CHALLENGE_NONCE);
}

bool tcp_proof(const struct stream_graph *graph, const unsigned char *talk, unsigned char proof[TCP_PROOF_BYTES]) {
    proof_put(graph->key, PROOF_OF_CALLER, talk, TCP_ANSWER_AT, proof);
    return memcmp(talk + TCP_HELLO_BYTES, magic, sizeof magic) == 0;
}

bool tcp_judge(const struct stream_graph *graph, const unsigned char *talk, const unsigned char proof[TCP_PROOF_BYTES],
               int *verdict, int *end) {
    if (!proof_is_right(graph->key, PROOF_OF_CALLER, talk, TCP_ANSWER_AT, proof))
        return false;
    const bool swapped = number_at(talk + 8) != TCP_ORDER;
    const uint32_t number = swapped ? __builtin_bswap32(number_at(talk + 32)) : number_at(talk + 32);
    *end = number > INT32_MAX ? -1 : (int)number;
    *verdict = swapped                                     ? TCP_OTHER_ORDER
               : number_at(talk + 12) != TCP_VERSION       ? TCP_OTHER_VERSION
               : *end < 0 || *end >= (int)graph->end_count ? TCP_NO_SUCH_END
                                                           : TCP_WELCOME;
    return true;
}

void tcp_answer(const struct stream_graph *graph, int verdict, unsigned char *talk) {
    unsigned char *answer = talk + TCP_ANSWER_AT;
    memset(answer, 0, TCP_ANSWER_BYTES);
    memcpy(answer, magic, sizeof magic);
    put_number(answer + 8, TCP_ORDER);
    put_number(answer + 12, (uint32_t)verdict);
    proof_put(graph->key, PROOF_OF_CALLED, talk, ANSWER_HASH, talk + ANSWER_HASH);
}

int tcp_verdict(const struct stream_graph *graph, const unsigned char *talk) {
    const unsigned char *answer = talk + TCP_ANSWER_AT;
    if (memcmp(answer, magic, sizeof magic) != 0 ||
        !proof_is_right(graph->key, PROOF_OF_CALLED, talk, ANSWER_HASH, talk + ANSWER_HASH))
        return -1;
    if (number_at(answer + 8) != TCP_ORDER)
        return TCP_OTHER_ORDER;
    return number_at(answer + 12) < TCP_VERDICTS ? (int)number_at(answer + 12) : -1;
}

void tcp_break(struct tcp *tcp, const char *format, ...) {
    const int state = atomic_load(&tcp->state);
    if (state == TCP_DONE || state == TCP_BROKEN)
        return;
    va_list args;
    va_start(args, format);
    sw_text_format(tcp->why, sizeof tcp->why, format, args);
    va_end(args);
    atomic_store(&tcp->state, TCP_BROKEN);
    sw_bell_ring(tcp->bell);
}

osf_Result_t tcp_next(const struct tcp *tcp, uint32_t largest, const void **record, uint32_t *bytes) {
    const size_t there = tcp->end - tcp->begin;
    if (there < sizeof(uint32_t))
        return OSF_ERR_AGAIN;
    const uint32_t length = number_at(tcp->bytes + tcp->begin);
    if (length == 0)
        return OSF_ERR_END;
    if (length > largest)
        return OSF_ERR_LINK;
    if (there - sizeof(uint32_t) < length)
        return OSF_ERR_AGAIN;
    *record = tcp->bytes + tcp->begin + sizeof(uint32_t);
    *bytes = length;
    return OSF_ERR_SUCCESS;
}
