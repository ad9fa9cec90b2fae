/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A link over TCP. Both sides prove that they have the key of the run, and neither shows it, so that who listens at the
 * port of a link, or comes to it, learns nothing by which it could stand in for the other side. What they say in turn:
 *
 *     hello       sender     0 "OSF-LINK"   8 0x01020304   12 version   16 id of the run   32 end   36 zeros   48 nonce
 *     challenge   receiver   0 "OSF-LINK"   8 0x01020304   12 zeros   16 nonce
 *     proof       sender     0 hash under the first half of the key of hello and challenge
 *     answer      receiver   0 "OSF-LINK"   8 0x01020304   12 verdict   16 hash under the second half of the key of
 *                            hello, challenge and these 16 bytes   24 zeros
 *
 * Nonces are new random bytes for each connection, so a proof that was heard proves nothing a second time. Hashes are
 * SipHash-2-4, the lowest byte first. Then records flow, each behind its length in 4 bytes, and a length of 0 ends the
 * stream. Other numbers have the sender's order of bytes, which the hello marks; a receiver of another order refuses
 * it.
 *
 * Who does not prove the key is dropped without an answer. Records themselves are neither hidden nor proved: lead links
 * through a tunnel where others can read or change what goes over the network.
 *
 * A receiver that wants no more sends one byte, TCP_DONE_BYTE, and throws away what still comes.
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

/* What the receiver answers. */
enum { TCP_WELCOME, TCP_WANTS_NO_MORE, TCP_OTHER_ORDER, TCP_OTHER_VERSION, TCP_NO_SUCH_END, TCP_VERDICTS };

/* What has become of a connection. */
enum { TCP_PENDING, TCP_READY, TCP_DONE, TCP_BROKEN };

/*
 * One side of a link over TCP. The porter's thread makes the connection; once `state` is TCP_READY the kernel's thread
 * alone moves records. The porter owns the descriptor and closes it.
 */
struct tcp {
    const struct stream_end *plan;
    int index; /* of the end in the graph */
    bool sends;
    struct sw_bell *bell; /* of the kernel's place */
    void *guest;          /* the porter's own; written before `state` */
    _Atomic int fd, state;
    atomic_bool closed;      /* the kernel wants no more */
    char why[TCP_WHY_BYTES]; /* TCP_BROKEN: written before `state` */
    unsigned char *bytes;    /* twice the room of the link */
    size_t room, begin, end; /* of what waits: to be sent, or to be taken */
    int64_t since;           /* when the first of what waits to be sent was put */
    bool ended;              /* the length 0 was put, or has come */
};

/*
 * Both sides keep the TALK in TCP_TALK_BYTES: hello, challenge and answer, one behind another. The proof is not in it.
 *
 * tcp_hello fills in the hello of a sender. Returns whether the system has given random bytes for it.
 */
bool tcp_hello(const struct stream_graph *graph, int end, unsigned char *talk);

/* Fills in the challenge to a hello. Returns false where the hello is of another run, or none, and without random
 * bytes: the caller drops who has said it. */
bool tcp_challenge(const struct stream_graph *graph, unsigned char *talk);

/* Fills PROOF, which answers a challenge. Returns false where that is no challenge. */
bool tcp_proof(const struct stream_graph *graph, const unsigned char *talk, unsigned char proof[TCP_PROOF_BYTES]);

/*
 * Judges a hello by its PROOF. Returns false where that is not by the key, so that the caller drops the stranger
 * without an answer. Else returns true, *VERDICT and the number of the end in *END, which may be one that the graph
 * does not have.
 */
bool tcp_judge(const struct stream_graph *graph, const unsigned char *talk, const unsigned char proof[TCP_PROOF_BYTES],
               int *verdict, int *end);

/* Fills in the answer. */
void tcp_answer(const struct stream_graph *graph, int verdict, unsigned char *talk);

/* Returns the verdict of the answer, or -1 where it is not by the key. */
int tcp_verdict(const struct stream_graph *graph, const unsigned char *talk);

/* Makes TCP broken, unless it is done or broken already, and wakes its kernel. */
void tcp_break(struct tcp *tcp, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Finds the next record among what has come. Returns OSF_ERR_SUCCESS; OSF_ERR_AGAIN: it is not whole; OSF_ERR_END: the
 * length 0 comes next; OSF_ERR_LINK: what comes next is no record of at most LARGEST bytes. */
osf_Result_t tcp_next(const struct tcp *tcp, uint32_t largest, const void **record, uint32_t *bytes);

#endif
