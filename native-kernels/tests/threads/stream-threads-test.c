/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kernels in threads and in turns of one process, over rings and over TCP, so that ThreadSanitizer sees both sides of
 * each link.
 */
#include "stream-begin.h"

enum { RECORDS = 20000, ROOM = 4096, LARGEST = 700 };

/* --- records of all sizes, to two receivers --- */

static struct {
    int sent, taken[3];
    _Atomic int wrong;
    int step; /* between the records of one receiver: 1, or 2 of a split that divides */
} seen;

static size_t size_of(int number) {
    return 8 + (size_t)(number * 37) % (LARGEST - 8);
}

static osf_Result_t give(osf_KernelContext_t *context) {
    unsigned char record[LARGEST] = {0};
    osf_Stream_t *out;
    (void)context;
    const osf_Result_t result = osf_Open(&out, OSF_STR_OUT, 1);
    if (result != OSF_ERR_SUCCESS || seen.sent == RECORDS)
        return result != OSF_ERR_SUCCESS ? result : OSF_ERR_END;
    const int number = seen.sent++;
    const size_t bytes = size_of(number);
    memcpy(record, &number, sizeof number);
    record[bytes - 1] = (unsigned char)(number + 1);
    return osf_Put(out, record, bytes);
}

static osf_Result_t take(osf_KernelContext_t *context) {
    unsigned char record[LARGEST];
    osf_Stream_t *in;
    size_t received;
    int number;
    const int own = osf_Kernel(context);
    osf_Result_t result = osf_Open(&in, OSF_STR_INPUT, 0);
    if (result == OSF_ERR_SUCCESS)
        result = osf_GetOne(in, record, sizeof record, &received);
    if (result != OSF_ERR_SUCCESS)
        return result;
    memcpy(&number, record, sizeof number);
    const int expected = seen.step == 1 ? seen.taken[own] : 2 * seen.taken[own] + own - 1;
    seen.wrong +=
        number != expected || received != size_of(number) || record[received - 1] != (unsigned char)(number + 1);
    seen.taken[own]++;
    return OSF_ERR_SUCCESS;
}

/* Runs as a callback kernel, and takes the available records; at the first call there may be no records. */
static osf_Result_t take_back(osf_KernelContext_t *context) {
    unsigned char records[4 * LARGEST];
    osf_Stream_t *in;
    size_t received;
    (void)context;
    osf_Result_t result = osf_Open(&in, OSF_STR_INPUT, 0);
    if (result == OSF_ERR_SUCCESS)
        result = osf_GetWithin(in, records, sizeof records, &received, 0);
    for (size_t at = 0; result == OSF_ERR_SUCCESS && at < received; seen.taken[2]++) {
        int number;
        memcpy(&number, records + at, sizeof number);
        const int expected = seen.step == 1 ? seen.taken[2] : 2 * seen.taken[2] + 1;
        seen.wrong += number != expected;
        at += size_of(number);
    }
    return result;
}

static void pass(const char *place, const char *carrier, const char *split) {
    char links[256];
    memset(&seen, 0, sizeof seen);
    seen.step = strcmp(split, "divide") == 0 ? 2 : 1;
    snprintf(links, sizeof links, "link 0 %s forward 4096\nend 0 0 1 0 %s\nend 0 0 2 0 %s\n", split, carrier, carrier);
    begin(place, links);
    CHECK(run(give, take, take_back) == OSF_ERR_SUCCESS, "%s", osf_ErrorText());
    CHECK(osf_Finalize() == OSF_ERR_SUCCESS, "%s", osf_ErrorText());
    CHECK(seen.taken[1] == RECORDS / seen.step && seen.taken[2] == RECORDS / seen.step && seen.wrong == 0,
          "%s, %s, %s: %d and %d records came, %d wrong", place, carrier, split, seen.taken[1], seen.taken[2],
          seen.wrong);
}

static void passes_records_in_order_to_two_receivers(void) {
    static const char *const places[] = {"thread", "turns"}, *const carriers[] = {"process", "tcp PORT"},
                             *const splits[] = {"duplicate", "divide"};
    for (int i = 0; i < 8; i++)
        pass(places[i / 4], carriers[i / 2 % 2], splits[i % 2]);
}

/* --- a receiver that takes no records until its sender can put no more --- */

static struct {
    _Atomic int full;
    _Atomic uint64_t put, got;
} stopped;

static osf_Result_t fill(osf_KernelContext_t *context) {
    const char record[100] = {0};
    osf_Stream_t *out;
    (void)context;
    osf_Result_t result = osf_Open(&out, OSF_STR_OUT, 1);
    if (result != OSF_ERR_SUCCESS || stopped.full)
        return result != OSF_ERR_SUCCESS ? result : OSF_ERR_END;
    while ((result = osf_TryPut(out, record, sizeof record)) == OSF_ERR_SUCCESS)
        stopped.put++;
    if (result == OSF_ERR_AGAIN && stopped.put >= ROOM / 2 / sizeof record) {
        /* Over TCP the system may still take some bytes: the link counts as full if its state stays the same for some
         * tries. */
        for (int tries = 0; tries < 1000 && (result = osf_TryPut(out, record, sizeof record)) == OSF_ERR_AGAIN; tries++)
            ;
        stopped.put += result == OSF_ERR_SUCCESS;
        stopped.full = result == OSF_ERR_AGAIN;
    }
    return result == OSF_ERR_AGAIN ? OSF_ERR_SUCCESS : result;
}

static osf_Result_t wake_late(osf_KernelContext_t *context) {
    char records[8192];
    osf_Stream_t *in;
    size_t received;
    (void)context;
    osf_Result_t result = osf_Open(&in, OSF_STR_INPUT, 0);
    if (result == OSF_ERR_SUCCESS && stopped.full)
        result = osf_Get(in, records, sizeof records, &received);
    else
        return result;
    stopped.got += result == OSF_ERR_SUCCESS ? received / 100 : 0;
    return result;
}

static osf_Result_t take_none(osf_KernelContext_t *context) {
    char record[8];
    osf_Stream_t *in;
    size_t received;
    (void)context;
    const osf_Result_t result = osf_Open(&in, OSF_STR_INPUT, 1);
    return result == OSF_ERR_SUCCESS ? osf_GetWithin(in, record, sizeof record, &received, 0) : result;
}

static void fill_by(const char *carrier, uint64_t most) {
    char links[128];
    memset(&stopped, 0, sizeof stopped);
    snprintf(links, sizeof links,
             "link 0 whole forward 4096\nend 0 0 1 0 %s\nlink 1 whole forward 4096\nend 1 0 2 0 %s\n", carrier,
             carrier);
    begin("thread", links);
    CHECK(run(fill, wake_late, take_none) == OSF_ERR_SUCCESS, "%s", osf_ErrorText());
    osf_Finalize();
    CHECK(stopped.put == stopped.got && stopped.put * 100 <= most, "%s: %llu records put, %llu got", carrier,
          (unsigned long long)stopped.put, (unsigned long long)stopped.got);
}

static void a_receiver_that_stops_stops_its_sender(void) {
    fill_by("process", ROOM);
    fill_by("tcp PORT", 16 * 1024 * 1024); /* room of the system's sockets */
}

/* --- times --- */

static _Atomic int asked, got_by;

static osf_Result_t give_when_asked(osf_KernelContext_t *context) {
    osf_Stream_t *out;
    (void)context;
    osf_Result_t result = osf_Open(&out, OSF_STR_OUT, 1);
    if (result == OSF_ERR_SUCCESS && !asked)
        return OSF_ERR_SUCCESS;
    if (result == OSF_ERR_SUCCESS)
        result = osf_Put(out, "record", 6);
    return result == OSF_ERR_SUCCESS ? OSF_ERR_END : result;
}

static osf_Result_t get_within_any_time(osf_KernelContext_t *context) {
    char record[8];
    osf_Stream_t *in;
    size_t received;
    (void)context;
    const osf_Result_t result = osf_Open(&in, OSF_STR_INPUT, 0);
    if (result != OSF_ERR_SUCCESS)
        return result;
    asked = 1;
    got_by = (int)osf_GetWithin(in, record, sizeof record, &received, INT64_MAX);
    return OSF_ERR_END;
}

static void waits_for_the_longest_time_that_there_is(void) {
    asked = 0;
    begin("thread", "link 0 whole forward 4096\nend 0 0 1 0 process\n");
    CHECK(osf_RegisterKernel(0, OSF_KRNTYP_POLLING, OSF_KRN_STATEFUL, give_when_asked, NULL) == OSF_ERR_SUCCESS &&
              osf_RegisterKernel(1, OSF_KRNTYP_POLLING, OSF_KRN_STATEFUL, get_within_any_time, NULL) ==
                  OSF_ERR_SUCCESS &&
              osf_RegisterKernel(2, OSF_KRNTYP_POLLING, OSF_KRN_STATEFUL, idle, NULL) == OSF_ERR_SUCCESS,
          "%s", osf_ErrorText());
    CHECK(osf_StartStreams() == OSF_ERR_SUCCESS, "%s", osf_ErrorText());
    osf_Finalize();
    CHECK(got_by == OSF_ERR_SUCCESS, "%s", osf_ResultText((osf_Result_t)got_by));
}

/* --- ends --- */

static osf_Result_t take_ten(osf_KernelContext_t *context) {
    return seen.taken[1] == 10 ? OSF_ERR_END : take(context);
}

static osf_Result_t give_until_end(osf_KernelContext_t *context) {
    const osf_Result_t result = give(context);
    if (seen.sent == RECORDS)
        seen.sent = 1; /* the kernel never ends on its own */
    return result;
}

static void a_sender_learns_that_its_receivers_are_done(void) {
    static const char *const carriers[] = {"process", "tcp PORT"};
    for (int i = 0; i < 2; i++) {
        char links[256];
        memset(&seen, 0, sizeof seen);
        seen.step = 1;
        snprintf(links, sizeof links,
                 "link 0 whole forward 4096\nend 0 0 1 0 %s\nlink 1 whole forward 4096\nend 1 0 2 0 %s\n", carriers[i],
                 "process");
        begin("thread", links);
        CHECK(osf_RegisterKernel(0, OSF_KRNTYP_POLLING, OSF_KRN_STATEFUL, give_until_end, NULL) == OSF_ERR_SUCCESS &&
                  osf_RegisterKernel(1, OSF_KRNTYP_POLLING, OSF_KRN_STATEFUL, take_ten, NULL) == OSF_ERR_SUCCESS &&
                  osf_RegisterKernel(2, OSF_KRNTYP_POLLING, OSF_KRN_STATEFUL, idle, NULL) == OSF_ERR_SUCCESS,
              "%s", osf_ErrorText());
        CHECK(osf_StartStreams() == OSF_ERR_SUCCESS, "%s: %s", carriers[i], osf_ErrorText());
        osf_Finalize();
        CHECK(seen.taken[1] == 10, "%d records", seen.taken[1]);
    }
}

int main(void) {
    static const struct check_case cases[] = {
        CASE(passes_records_in_order_to_two_receivers), CASE(a_receiver_that_stops_stops_its_sender),
        CASE(waits_for_the_longest_time_that_there_is), CASE(a_sender_learns_that_its_receivers_are_done)};
    return run_cases(cases, sizeof cases / sizeof cases[0]);
}
