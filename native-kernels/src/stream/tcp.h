/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A link over TCP. Both sides prove that they have the key of the run without showing the key. So a stranger that
 * listens at the port of a link, or connects to the port, cannot learn to pose as the other side. The messages in turn:
 *
 *     hello       sender     0 "OSF-LINK"   8 0x01020304   12 version   16 id of the run   32 end   36 zeros   48 nonce
 *     challenge   receiver   0 "OSF-LINK"   8 0x01020304   12 zeros   16 nonce
 *     proof       sender     0 hash under the first half of the key of hello and challenge
 *     answer      receiver   0 "OSF-LINK"   8 0x01020304   12 verdict   16 hash under the second half of the key of
 *                            hello, challenge and these 16 bytes   24 zeros
 *
 * Nonces are new random bytes for each connection, so a proof cannot be replayed. Hashes are SipHash-2-4, the lowest
 * byte first. Then records flow, each behind its length in 4 bytes, and a length of 0 ends the stream. Other numbers
 * have the sender's byte order, which the hello marks; a receiver with another byte order refuses the sender.
 *
 * The receiver drops a sender without a valid proof, and sends no answer. Records are neither encrypted nor
 * authenticated: if others can read or change network traffic, lead links through a tunnel.
 *
 * A receiver that wants no more records sends one byte, TCP_DONE_BYTE, and throws away further input.
 */
#ifndef SLIPWAY_STREAM_TCP_H
#define SLIPWAY_STREAM_TCP_H

#include "application.h"

enum {
    TCP_HELLO_BYTES = 64,
    TCP_CHALLENGE_BYTES = 32,
    TCP_PROOF_BYTES = 8,
    TCP_ANSWER_BYTES = 32,
    TCP_ANSWER_AT = TCP_HELLO_BYTES + TCP_CHALLENGE_BYTES, /* in a talk */
    TCP_TALK_BYTES = TCP_ANSWER_AT + TCP_ANSWER_BYTES,
    TCP_ORDER = 0x01020304,
    TCP_VERSION = 2,
    TCP_DONE_BYTE = 'D',
    TCP_WHY_BYTES = 256
};

/* The verdict of the receiver. */
enum { TCP_WELCOME, TCP_WANTS_NO_MORE, TCP_OTHER_ORDER, TCP_OTHER_VERSION, TCP_NO_SUCH_END, TCP_VERDICTS };

/* The state of a connection. */
enum { TCP_PENDING, TCP_READY, TCP_DONE, TCP_BROKEN };

/*
 * One side of a link over TCP. The porter's thread makes the connection. Once `state` is TCP_READY only the kernel's
 * thread moves records. The porter owns and closes the descriptor.
 */
struct tcp {
    const struct stream_end *plan;
    int index; /* of the end in the graph */
    bool sends;
    struct sw_bell *bell; /* of the kernel's place */
    void *guest;          /* owned by the porter; written before `state` */
    _Atomic int fd, state;
    atomic_bool closed;      /* the kernel wants no more records */
    char why[TCP_WHY_BYTES]; /* TCP_BROKEN: written before `state` */
    unsigned char *bytes;    /* twice the room of the link */
    size_t room, begin, end; /* of the waiting bytes: to be sent, or to be taken */
    int64_t since;           /* when the first record that waits to be sent was put */
    bool ended;              /* the length 0 was put, or has come */
};

/*
 * Both sides keep the TALK in TCP_TALK_BYTES: hello, challenge and answer, one behind another, without the proof.
 *
 * tcp_hello fills in the hello of a sender. Returns whether the system has given random bytes for the nonce.
 */
bool tcp_hello(const struct stream_graph *graph, int end, unsigned char *talk);

/* Fills in the challenge to a hello. Returns false for an invalid hello, for the hello of another run, and without
 * random bytes: the caller then drops the other side. */
bool tcp_challenge(const struct stream_graph *graph, unsigned char *talk);

/* Fills PROOF, which answers a challenge. Returns false for an invalid challenge. */
bool tcp_proof(const struct stream_graph *graph, const unsigned char *talk, unsigned char proof[TCP_PROOF_BYTES]);

/*
 * Judges a hello by its PROOF. Returns false for a proof without the key; the caller then drops the stranger without an
 * answer. Otherwise returns true, with the verdict in *VERDICT and the number of the end in *END. The graph may not
 * have that end.
 */
bool tcp_judge(const struct stream_graph *graph, const unsigned char *talk, const unsigned char proof[TCP_PROOF_BYTES],
               int *verdict, int *end);

/* Fills in the answer. */
void tcp_answer(const struct stream_graph *graph, int verdict, unsigned char *talk);

/* Returns the verdict of the answer, or -1 for an answer without the key. */
int tcp_verdict(const struct stream_graph *graph, const unsigned char *talk);

/* Makes TCP broken, unless it is done or broken already, and wakes the kernel. */
void tcp_break(struct tcp *tcp, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Finds the next record among the received bytes. Returns OSF_ERR_SUCCESS; OSF_ERR_AGAIN: the record is not whole;
 * OSF_ERR_END: the length 0 comes next; OSF_ERR_LINK: the next bytes are not a record of at most LARGEST bytes. */
osf_Result_t tcp_next(const struct tcp *tcp, uint32_t largest, const void **record, uint32_t *bytes);

#endif
