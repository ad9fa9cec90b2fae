/* SPDX-License-Identifier: Apache-2.0 */
/* The handshake by which two sides of a link prove the key of their run to each other, and the attempts of an
 * eavesdropper. */
#include "base/siphash.h"
#include "stream/tcp.h"
#include "support/check.h"

static struct stream_graph known_graph(void) {
    struct stream_graph graph = {.id = "0123456789abcdef", .end_count = 3};
    for (size_t i = 0; i < sizeof graph.key; i++)
        graph.key[i] = (uint8_t)(17 * i + 3);
    return graph;
}

/* The value of the paper's appendix, and two more of its authors. */
static void hashes_as_the_paper_does(void) {
    uint8_t key[SW_SIPHASH_KEY_BYTES];
    unsigned char bytes[15];
    for (unsigned i = 0; i < sizeof key; i++)
        key[i] = (uint8_t)i;
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)i;
    CHECK(sw_siphash(key, bytes, 15) == 0xa129ca6149be45e5, "%llx", (unsigned long long)sw_siphash(key, bytes, 15));
    CHECK(sw_siphash(key, bytes, 0) == 0x726fdb47dd0e0e31, "%llx", (unsigned long long)sw_siphash(key, bytes, 0));
    CHECK(sw_siphash(key, bytes, 8) == 0x93f5f5799a932462, "%llx", (unsigned long long)sw_siphash(key, bytes, 8));
}

static void proves_the_key_to_each_other(void) {
    const struct stream_graph graph = known_graph();
    unsigned char talk[TCP_TALK_BYTES], proof[TCP_PROOF_BYTES];
    int verdict, end;
    CHECK(tcp_hello(&graph, 2, talk) && tcp_challenge(&graph, talk) && tcp_proof(&graph, talk, proof), "stops");
    CHECK(tcp_judge(&graph, talk, proof, &verdict, &end) && verdict == TCP_WELCOME && end == 2, "is refused");
    tcp_answer(&graph, TCP_WANTS_NO_MORE, talk);
    CHECK(tcp_verdict(&graph, talk) == TCP_WANTS_NO_MORE, "verdict %d", tcp_verdict(&graph, talk));
}

/* Returns whether BYTES contain four consecutive bytes of the key. */
static bool shows_key(const struct stream_graph *graph, const unsigned char *bytes, size_t count) {
    for (size_t k = 0; k + 4 <= sizeof graph->key; k++)
        for (size_t at = 0; at + 4 <= count; at++)
            if (memcmp(graph->key + k, bytes + at, 4) == 0)
                return true;
    return false;
}

static void says_nothing_of_the_key(void) {
    const struct stream_graph graph = known_graph();
    unsigned char talk[TCP_TALK_BYTES], proof[TCP_PROOF_BYTES];
    CHECK(tcp_hello(&graph, 2, talk) && tcp_challenge(&graph, talk) && tcp_proof(&graph, talk, proof), "stops");
    tcp_answer(&graph, TCP_WELCOME, talk);
    CHECK(!shows_key(&graph, talk, sizeof talk) && !shows_key(&graph, proof, sizeof proof), "shows the key");
}

/* A stranger has overheard a valid hello and proof, and repeats them to a receiver. */
static void a_talk_that_was_heard_proves_nothing(void) {
    const struct stream_graph graph = known_graph();
    unsigned char heard[TCP_TALK_BYTES], again[TCP_TALK_BYTES], proof[TCP_PROOF_BYTES];
    int verdict, end;
    CHECK(tcp_hello(&graph, 2, heard) && tcp_challenge(&graph, heard) && tcp_proof(&graph, heard, proof), "stops");
    tcp_answer(&graph, TCP_WELCOME, heard);
    memcpy(again, heard, sizeof again);
    CHECK(tcp_challenge(&graph, again) && !tcp_judge(&graph, again, proof, &verdict, &end), "a sender is taken in");
    /* And to a sender the challenge and the answer of a receiver. */
    CHECK(tcp_hello(&graph, 2, again), "stops");
    memcpy(again + TCP_HELLO_BYTES, heard + TCP_HELLO_BYTES, TCP_CHALLENGE_BYTES + TCP_ANSWER_BYTES);
    CHECK(tcp_verdict(&graph, again) == -1, "a receiver is taken in");
}

/* A message of a side cannot be sent back to that side, nor to the receiver of another end. */
static void a_proof_is_of_one_side_and_one_end(void) {
    const struct stream_graph graph = known_graph();
    unsigned char talk[TCP_TALK_BYTES], proof[TCP_PROOF_BYTES];
    int verdict, end;
    CHECK(tcp_hello(&graph, 2, talk) && tcp_challenge(&graph, talk) && tcp_proof(&graph, talk, proof), "stops");
    memset(talk + TCP_ANSWER_AT, 0, TCP_ANSWER_BYTES);
    memcpy(talk + TCP_ANSWER_AT, talk, 12);
    memcpy(talk + TCP_ANSWER_AT + 16, proof, sizeof proof);
    CHECK(tcp_verdict(&graph, talk) == -1, "a proof of the sender is an answer");
    talk[32] = 1;
    CHECK(!tcp_judge(&graph, talk, proof, &verdict, &end), "a proof for end 2 is one for end 1");
}

static void another_run_and_another_protocol_are_no_hello(void) {
    struct stream_graph graph = known_graph();
    unsigned char talk[TCP_TALK_BYTES] = "GET / HTTP/1.1";
    CHECK(!tcp_challenge(&graph, talk), "is challenged");
    CHECK(tcp_hello(&graph, 2, talk), "stops");
    graph.id[0] = '9';
    CHECK(!tcp_challenge(&graph, talk), "is challenged");
}

int main(void) {
    static const struct check_case cases[] = {CASE(hashes_as_the_paper_does),
                                              CASE(proves_the_key_to_each_other),
                                              CASE(says_nothing_of_the_key),
                                              CASE(a_talk_that_was_heard_proves_nothing),
                                              CASE(a_proof_is_of_one_side_and_one_end),
                                              CASE(another_run_and_another_protocol_are_no_hello)};
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
