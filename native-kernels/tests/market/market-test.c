/* SPDX-License-Identifier: Apache-2.0 */
/* Messages in their layouts, the message store, and times. */
#include "market-cases.h"

#include "market/times.h"
#include "support/check.h"
#include "support/draw.h"
#include "support/samples.h"

#include <inttypes.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64], path[96];

static struct mkt_message draw_message(const struct mkt_layout *layout) {
    struct mkt_message message = {.kind = (mkt_kind)draw(MKT_KINDS), .instrument = (uint32_t)draw(layout->instruments)};
    message.last = message.kind != MKT_ORDER && draw(2) == 1;
    if (message.kind == MKT_QUOTE) {
        message.best_bid = draw(4) == 0 ? MKT_NO_BID : 1 + (int64_t)draw_size((size_t)layout->most_price - 1);
        message.best_ask = draw(4) == 0 ? MKT_NO_ASK : 1 + (int64_t)draw_size((size_t)layout->most_price - 1);
        return message;
    }
    message.ask = draw(2) == 1;
    message.id = draw_bits() & layout->most_id;
    message.resting = message.kind == MKT_TRADE && draw(2) == 1;
    if (message.kind == MKT_CONFIRMATION)
        return message;
    message.price = 1 + (int64_t)draw_size((size_t)layout->most_price - 1);
    message.volume =
        (int64_t)draw_size((size_t)(message.kind == MKT_ORDER ? layout->most_order_volume : layout->most_trade_volume));
    return message;
}

static void messages_come_back_out_of_both_layouts(void) {
    const struct mkt_layout *layouts[] = {&mkt_wide, &mkt_packed};
    unsigned char bytes[MKT_LONGEST];
    struct mkt_message back;
    draw_seed(1);
    for (int i = 0; i < 20000; i++) {
        const struct mkt_layout *layout = layouts[i % 2];
        const struct mkt_message message = draw_message(layout);
        const size_t count = mkt_encode(layout, &message, bytes);
        CHECK(count == layout->bytes[message.kind], "%zu bytes of %s", count, mkt_kind_name(message.kind));
        CHECK(mkt_decode(layout, bytes, count, &back) == (int)count, "the bytes that were written");
        CHECK(back.kind == message.kind && back.ask == message.ask && back.resting == message.resting &&
                  back.last == message.last && back.instrument == message.instrument && back.id == message.id,
              "flags, instrument or id are others");
        CHECK(back.price == message.price && back.volume == message.volume && back.best_bid == message.best_bid &&
                  back.best_ask == message.best_ask,
              "prices or volume are others");
        for (size_t less = 0; less < count; less++)
            CHECK(mkt_decode(layout, bytes, less, &back) == MKT_TORN, "%zu of %zu bytes", less, count);
    }
}

static void bytes_of_a_message_are_little_endian(void) {
    static const unsigned char wanted[] = {0x04, 3, 8, 7, 6, 5, 4, 3, 2, 1, 0xf4, 1, 0, 0, 0x2c, 1, 0, 0};
    const struct mkt_message order = {.kind = MKT_ORDER,
                                      .ask = true,
                                      .instrument = 3,
                                      .id = UINT64_C(0x0102030405060708),
                                      .price = 500,
                                      .volume = 300};
    unsigned char bytes[MKT_LONGEST];
    CHECK(mkt_encode(&mkt_wide, &order, bytes) == sizeof wanted && memcmp(bytes, wanted, sizeof wanted) == 0,
          "the bytes are others");
}

static void what_does_not_fit_a_layout_is_refused(void) {
    unsigned char bytes[MKT_LONGEST];
    struct mkt_message order = {.kind = MKT_ORDER, .id = 1, .price = 500, .volume = 10};
    CHECK(mkt_encode(&mkt_packed, &order, bytes) == 9, "a fitting order");
    order.price = 65535;
    CHECK(mkt_encode(&mkt_packed, &order, bytes) == 0 && mkt_encode(&mkt_wide, &order, bytes) == 18,
          "a price above the packed layout's");
    order.price = 0;
    CHECK(mkt_encode(&mkt_packed, &order, bytes) == 0 && mkt_encode(&mkt_wide, &order, bytes) == 0, "a price of 0");
    order.price = 500;
    order.volume = 65536;
    CHECK(mkt_encode(&mkt_packed, &order, bytes) == 0 && mkt_encode(&mkt_wide, &order, bytes) == 18,
          "a volume above the packed layout's");
    order.volume = -1;
    CHECK(mkt_encode(&mkt_wide, &order, bytes) == 0, "a negative volume");
    order.volume = 1;
    order.id = UINT64_C(1) << 32;
    CHECK(mkt_encode(&mkt_packed, &order, bytes) == 0 && mkt_encode(&mkt_wide, &order, bytes) == 18,
          "an id above the packed layout's");
    order.id = 1;
    order.instrument = 8;
    CHECK(mkt_encode(&mkt_packed, &order, bytes) == 0 && mkt_encode(&mkt_wide, &order, bytes) == 18,
          "an instrument above the packed layout's");
}

/* "Around 9 bytes", of the counts that 10 million of the reports' orders bring about. */
static void packed_messages_are_as_short_as_the_report_says(void) {
    const double counts[MKT_KINDS] = {10000000, 14777718, 5702699, 3820952};
    double bytes = 0, messages = 0;
    for (int kind = 0; kind < MKT_KINDS; kind++) {
        bytes += counts[kind] * (double)mkt_packed.bytes[kind];
        messages += counts[kind];
    }
    CHECK_NEAR(bytes / messages, 9, 0.5);
}

/* --- the store --- */

static uint64_t read_all(const char *name, mkt_read *end, struct sw_failure *f) {
    struct mkt_reader *reader = mkt_reader_open(name, f);
    struct mkt_message message;
    *end = MKT_BROKEN;
    if (reader == NULL)
        return 0;
    while ((*end = mkt_reader_next(reader, &message, f)) == MKT_READ)
        continue;
    const uint64_t number = mkt_reader_number(reader);
    mkt_reader_free(reader);
    return number;
}

static void bytes_of_a_store_do_not_depend_on_how_messages_come(void) {
    const struct mkt_layout *layouts[] = {&mkt_wide, &mkt_packed};
    for (int l = 0; l < 2; l++) {
        struct sample_market sample = sample_market_of(layouts[l], 3, 5000, 7);
        size_t wanted_bytes, bytes;
        struct sw_failure f = {.status = STATUS_OK};
        unlink(path);
        CHECK(sample_market_store(&sample, path, SIZE_MAX, &f) == STATUS_OK, "%s", f.text);
        char *wanted = read_whole(path, &wanted_bytes);
        for (size_t piece = 1; piece < 100000; piece *= 7) {
            unlink(path);
            CHECK(sample_market_store(&sample, path, piece, &f) == STATUS_OK, "%s", f.text);
            char *got = read_whole(path, &bytes);
            CHECK(bytes == wanted_bytes && memcmp(got, wanted, bytes) == 0, "pieces of %zu", piece);
            free(got);
        }
        mkt_read end;
        CHECK(read_all(path, &end, &f) == sample.order_count + sample.event_count && end == MKT_END, "%s", f.text);
        free(wanted);
        sample_market_free(&sample);
    }
}

static void write_whole(const char *name, const char *bytes, size_t count) {
    FILE *out = fopen(name, "wb");
    CHECK(out != NULL && fwrite(bytes, 1, count, out) == count, "the file cannot be written");
    if (out != NULL)
        fclose(out);
}

static void torn_store_gives_its_whole_blocks_and_says_so(void) {
    struct sample_market sample = sample_market_of(&mkt_packed, 1, 9000, 3);
    struct sw_failure f = {.status = STATUS_OK};
    size_t bytes;
    mkt_read end;
    unlink(path);
    CHECK(sample_market_store(&sample, path, SIZE_MAX, &f) == STATUS_OK, "%s", f.text);
    char *whole = read_whole(path, &bytes);
    uint64_t before = 0;
    draw_seed(2);
    for (size_t cut = 0; cut < bytes; cut += 1 + draw(bytes / 40)) {
        f.status = STATUS_OK;
        write_whole(path, whole, cut);
        const uint64_t messages = read_all(path, &end, &f);
        CHECK(end == MKT_BROKEN && f.status == STATUS_FILE, "cut at %zu", cut);
        CHECK(messages >= before, "%" PRIu64 " messages after %" PRIu64, messages, before);
        before = messages;
    }
    CHECK(before > 0, "nothing was read");
    free(whole);
    sample_market_free(&sample);
}

static void damaged_store_is_found(void) {
    struct sample_market sample = sample_market_of(&mkt_wide, 1, 2000, 3);
    struct sw_failure f = {.status = STATUS_OK};
    size_t bytes;
    mkt_read end;
    unlink(path);
    CHECK(sample_market_store(&sample, path, SIZE_MAX, &f) == STATUS_OK, "%s", f.text);
    char *whole = read_whole(path, &bytes);
    draw_seed(3);
    for (int i = 0; i < 60; i++) {
        const size_t at = i < 32 ? (size_t)i : draw(bytes);
        whole[at] = (char)(whole[at] ^ 1 << draw(8));
        write_whole(path, whole, bytes);
        f.status = STATUS_OK;
        read_all(path, &end, &f);
        CHECK(end == MKT_BROKEN && f.status == STATUS_FILE, "changed at %zu", at);
        write_whole(path, whole, 0);
        free(whole);
        unlink(path);
        f.status = STATUS_OK;
        CHECK(sample_market_store(&sample, path, SIZE_MAX, &f) == STATUS_OK, "the store cannot be written again");
        whole = read_whole(path, &bytes);
    }
    write_whole(path, whole, bytes);
    FILE *more = fopen(path, "ab");
    CHECK(more != NULL && fputc(0, more) == 0 && fclose(more) == 0, "the byte behind the end cannot be written");
    f.status = STATUS_OK;
    read_all(path, &end, &f);
    CHECK(end == MKT_BROKEN, "bytes behind the end");
    free(whole);
    sample_market_free(&sample);
}

static void store_is_never_written_over(void) {
    struct sw_failure f = {.status = STATUS_OK};
    const struct mkt_market market = {.layout = &mkt_wide, .instruments = 1};
    write_whole(path, "kept", 4);
    CHECK(mkt_store_create(path, &market, &f) == NULL && f.status == STATUS_OUTPUT, "an existing file was taken");
    size_t bytes;
    char *kept = read_whole(path, &bytes);
    CHECK(bytes == 4 && memcmp(kept, "kept", 4) == 0, "the file has changed");
    free(kept);
    unlink(path);
}

static void messages_in_the_wrong_stream_are_refused(void) {
    struct sample_market sample = sample_market_of(&mkt_wide, 1, 10, 3);
    const struct mkt_span none = {NULL, 0};
    struct mkt_span orders = {sample.events, sample.event_bytes}, events = none;
    struct sw_failure f = {.status = STATUS_OK};
    unlink(path);
    struct mkt_store *store = mkt_store_create(path, &sample.market, &f);
    CHECK(mkt_store_merge(store, &orders, &events, &f) == STATUS_CONTENT, "events were taken for orders");
    mkt_store_drop(store);
    unlink(path);
    f.status = STATUS_OK;
    store = mkt_store_create(path, &sample.market, &f);
    orders = (struct mkt_span){sample.orders, sample.order_bytes};
    events = (struct mkt_span){sample.orders, sample.order_bytes};
    CHECK(mkt_store_merge(store, &orders, &events, &f) == STATUS_CONTENT, "an order was taken for an event");
    mkt_store_drop(store);
    sample_market_free(&sample);
}

/* A limit on the size of files stands for the disk: the write fails after some bytes, as on a full disk. */
static void full_disk_leaves_what_is_acknowledged_whole(void) {
    struct sample_market sample = sample_market_of(&mkt_wide, 1, 9000, 5);
    struct sw_failure f = {.status = STATUS_OK};
    struct rlimit before, small;
    mkt_read end;
    unlink(path);
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    small = (struct rlimit){200000, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    CHECK(sample_market_store(&sample, path, SIZE_MAX, &f) == STATUS_OUTPUT, "the full disk was not found");
    setrlimit(RLIMIT_FSIZE, &before);
    unsigned long long said = 0;
    const char *at = strstr(f.text, "the first ");
    CHECK(at != NULL && sscanf(at, "the first %llu", &said) == 1 && said > 1000, "%s", f.text);
    f.status = STATUS_OK;
    CHECK(read_all(path, &end, &f) == said && end == MKT_BROKEN, "%s", f.text);
    CHECK(strstr(f.text, "not finished") != NULL, "%s", f.text);
    sample_market_free(&sample);
}

/* --- times --- */

static void shares_of_times_are_right_within_their_class(void) {
    static struct mkt_times times;
    for (int64_t ns = 1; ns <= 1000000; ns++)
        mkt_times_add(&times, ns);
    CHECK_NEAR(mkt_times_mean_us(&times), 500.0005, 1e-9);
    CHECK_NEAR(mkt_times_share_us(&times, 0.5) / 500, 1, 1.0 / 64);
    CHECK_NEAR(mkt_times_share_us(&times, 0.999) / 999, 1, 1.0 / 64);
    CHECK(mkt_time_class(UINT64_MAX) == MKT_TIME_CLASSES - 1, "the class of the longest time");
    for (uint64_t ns = 1; ns < UINT64_C(1) << 62; ns = ns * 3 / 2 + 1)
        CHECK(mkt_time_class(ns) <= mkt_time_class(ns + 1) && mkt_time_class(ns + 1) <= mkt_time_class(ns) + 1,
              "classes do not ascend one by one");
}

int main(void) {
    static const struct check_case cases[] = {
        CASE(messages_come_back_out_of_both_layouts),
        CASE(bytes_of_a_message_are_little_endian),
        CASE(what_does_not_fit_a_layout_is_refused),
        CASE(packed_messages_are_as_short_as_the_report_says),
        CASE(bytes_of_a_store_do_not_depend_on_how_messages_come),
        CASE(torn_store_gives_its_whole_blocks_and_says_so),
        CASE(damaged_store_is_found),
        CASE(store_is_never_written_over),
        CASE(messages_in_the_wrong_stream_are_refused),
        CASE(full_disk_leaves_what_is_acknowledged_whole),
        CASE(shares_of_times_are_right_within_their_class),
    };
    if (folder_make(folder, "market-test") != 0)
        return EXIT_FAILURE;
    snprintf(path, sizeof path, "%s/store", folder);
    const int status = run_cases(cases, sizeof cases / sizeof cases[0]);
    unlink(path);
    rmdir(folder);
    return status;
}
