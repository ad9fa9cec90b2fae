/* SPDX-License-Identifier: Apache-2.0 */
#include "chain.h"

#include "little.h"

uint64_t mkt_run_orders(const struct mkt_run *run, uint32_t rate) {
    if (run->is_given)
        return run->orders * (rate + 1) / run->rate_count - run->orders * rate / run->rate_count;
    const double most = run->seconds * (double)run->rates[rate];
    if (most <= 0 || most >= (double)run->orders)
        return run->orders;
    return most < 1 ? 1 : (uint64_t)most; /* the first order comes when the rate begins */
}

uint32_t mkt_run_instruments(const struct mkt_run *run) {
    return run->is_given ? run->instruments : run->instruments * run->rate_count;
}

uint64_t mkt_run_all_orders(const struct mkt_run *run) {
    uint64_t all = 0;
    for (uint32_t i = 0; i < run->rate_count; i++)
        all += mkt_run_orders(run, i);
    return all;
}

void mkt_clock_put(const struct mkt_clock *clock, unsigned char out[MKT_CLOCK_BYTES]) {
    mkt_put(out, clock->kind, 8);
    mkt_put(out + 8, clock->a, 8);
    mkt_put(out + 16, clock->b, 8);
    mkt_put(out + 24, clock->c, 8);
    mkt_put(out + 32, clock->d, 8);
}

struct mkt_clock mkt_clock_get(const unsigned char bytes[MKT_CLOCK_BYTES]) {
    return (struct mkt_clock){mkt_get(bytes, 8), mkt_get(bytes + 8, 8), mkt_get(bytes + 16, 8), mkt_get(bytes + 24, 8),
                              mkt_get(bytes + 32, 8)};
}
