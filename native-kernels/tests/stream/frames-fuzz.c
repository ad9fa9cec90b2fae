/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Damaged input of a link: records over TCP, hello and proof, the memory of a ring, and the graph. With any input, the
 * code must not read out of bounds, and undamaged input must come back unchanged.
 *
 *     frames-fuzz [--cases N] [--seed S]
 */
#include "damage.h"
#include "stream/tcp.h"
#include "wire/ring.h"

enum { ROOM = 4096, LARGEST = ROOM / 4 - 8, RECORDS = 40 };

static unsigned char contents(size_t record, size_t at) {
    return (unsigned char)(record * 31 + at * 7);
}

static void check_record(const unsigned char *got, uint32_t bytes, size_t record) {
    for (size_t i = 0; i < bytes; i++)
        if (got[i] != contents(record, i))
            wrong("byte %zu of record %zu is another one", i, record);
}

/* Records one after another, in pieces of any length. */
static void frames(void) {
    static unsigned char wire[RECORDS * (LARGEST + 4) + 4];
    unsigned char buffer[2 * ROOM];
    uint32_t lengths[RECORDS];
    size_t total = 0;
    const size_t records = draw(RECORDS);
    for (size_t r = 0; r < records; r++) {
        lengths[r] = 1 + (uint32_t)draw_size(LARGEST - 1);
        memcpy(wire + total, &lengths[r], 4);
        for (size_t i = 0; i < lengths[r]; i++)
            wire[total + 4 + i] = contents(r, i);
        total += 4 + lengths[r];
    }
    memset(wire + total, 0, 4);
    total += 4;
    const bool damaged = draw(2) == 0;
    if (damaged)
        total = damage((char *)wire, total, sizeof wire);
    struct tcp tcp = {.bytes = buffer, .room = ROOM};
    size_t come = 0, taken = 0;
    for (;;) {
        const void *record = NULL;
        uint32_t bytes = 0;
        const osf_Result_t result = tcp_next(&tcp, LARGEST, &record, &bytes);
        if (result == OSF_ERR_SUCCESS) {
            const unsigned char *at = record;
            if (at < buffer || bytes > LARGEST || at + bytes > buffer + tcp.end)
                wrong("a record lies outside of what has come");
            if (!damaged)
                check_record(at, bytes, taken);
            taken++;
            tcp.begin += 4 + bytes;
            continue;
        }
        if (result != OSF_ERR_AGAIN || come == total) {
            if (!damaged && (result != OSF_ERR_END || taken != records))
                wrong("%zu of %zu records came", taken, records);
            return;
        }
        memmove(buffer, buffer + tcp.begin, tcp.end - tcp.begin);
        tcp.end -= tcp.begin;
        tcp.begin = 0;
        size_t more = 1 + draw_size(ROOM - tcp.end - 1);
        more = more < total - come ? more : total - come;
        memcpy(buffer + tcp.end, wire + come, more);
        tcp.end += more;
        come += more;
    }
}

/* A talk with a changed bit in one part. */
static void talks(void) {
    struct stream_graph graph = {.id = "0123456789abcdef", .end_count = 3};
    unsigned char talk[TCP_TALK_BYTES], proof[TCP_PROOF_BYTES];
    for (size_t i = 0; i < sizeof graph.key; i++)
        graph.key[i] = (uint8_t)draw(256);
    const size_t changed = draw(TCP_TALK_BYTES + TCP_PROOF_BYTES);
    const unsigned char bit = (unsigned char)(1 << draw(8));
    int verdict = -1, end = -1;
    if (!tcp_hello(&graph, 2, talk) || !tcp_challenge(&graph, talk) || !tcp_proof(&graph, talk, proof))
        wrong("a right talk stops");
    if (!tcp_judge(&graph, talk, proof, &verdict, &end) || verdict != TCP_WELCOME || end != 2)
        wrong("a right proof is refused");
    tcp_answer(&graph, verdict, talk);
    if (tcp_verdict(&graph, talk) != TCP_WELCOME)
        wrong("a right answer is refused");
    *(changed < TCP_TALK_BYTES ? talk + changed : proof + changed - TCP_TALK_BYTES) ^= bit;
    if (tcp_judge(&graph, talk, proof, &verdict, &end) != (changed >= TCP_ANSWER_AT && changed < TCP_TALK_BYTES))
        wrong("a stranger is taken for one of the run, or the other way round: byte %zu", changed);
    const bool unused = changed >= TCP_ANSWER_AT + 16 + TCP_PROOF_BYTES; /* zeros, or the proof */
    if ((tcp_verdict(&graph, talk) == TCP_WELCOME) != unused)
        wrong("an answer is taken for one by the key, or the other way round: byte %zu", changed);
}

/* A ring in memory that another process has overwritten. */
static void rings(void) {
    static struct {
        struct ring ring;
        unsigned char data[ROOM];
    } memory;
    memset(&memory, 0, sizeof memory);
    struct ring_view sender = {&memory.ring, memory.data, ROOM, 0, 0}, receiver = sender;
    const bool damaged = draw(2) == 0;
    size_t put = 0, taken = 0;
    for (int step = 0; step < 200; step++) {
        unsigned char bytes[LARGEST];
        const uint32_t length = 1 + (uint32_t)draw_size(LARGEST - 1);
        for (size_t i = 0; i < length; i++)
            bytes[i] = contents(put, i);
        if (draw(2) == 0 && ring_fits(&sender, length)) {
            ring_put(&sender, bytes, length);
            ring_publish(&sender);
            put++;
        }
        if (damaged && draw(20) == 0)
            memory.data[draw(ROOM)] = (unsigned char)draw(256);
        const void *record;
        uint32_t got;
        if (draw(2) == 0 || ring_front(&receiver, &record, &got) != RING_FOUND)
            continue;
        const unsigned char *at = record;
        if (at < memory.data || at + got > memory.data + ROOM)
            wrong("a record lies outside of the ring");
        if (!damaged)
            check_record(at, got, taken);
        taken++;
        ring_take(&receiver, got);
        ring_settle(&receiver);
    }
}

static void graphs(void) {
    static const char right[] =
        "osf-graph 1\nrun sums 0123456789abcdef\n"
        "key 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n"
        "kernel 0 source 1 plain end\nkernel 1 sink 2 all tolerate\nprocess here\nprocess there\n"
        "process there\nmember 0 0 0 thread -1\nmember 1 1 0 turns 3\nmember 2 1 1 thread -1\n"
        "listener 1 10.0.0.1 20001\nlink 0 divide forward 4096\n"
        "end 0 0 1 0 tcp 10.0.0.1 20001\nend 0 0 1 1 memory\n";
    char text[2 * sizeof right];
    memcpy(text, right, sizeof right);
    const size_t count = draw(10) == 0 ? sizeof right - 1 : damage(text, sizeof right - 1, sizeof text);
    struct stream_graph graph;
    if (stream_graph_read(nameless_file(text, count), &graph) != OSF_ERR_SUCCESS)
        return;
    for (size_t i = 0; i < graph.end_count; i++)
        if (stream_graph_member(&graph, graph.ends[i].to, graph.ends[i].to_copy) == NULL ||
            (size_t)graph.ends[i].link >= graph.link_count)
            wrong("an end leads nowhere");
    stream_graph_free(&graph);
}

static void run_case(void) {
    frames();
    talks();
    rings();
    if (draw(10) == 0)
        graphs();
}

int main(int argc, char **argv) {
    return damage_main(argc, argv, run_case);
}
