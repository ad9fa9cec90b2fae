/* SPDX-License-Identifier: Apache-2.0 */
/* The dates of payments and fixings. */
#include "internal.h"

#include <math.h>

size_t prc_payments(double maturity, unsigned per_year) {
    const double periods = ceil((maturity - PRC_SAME_DATE) * per_year);
    return periods > 0 ? (size_t)periods : 0;
}

double prc_payment_date(double maturity, unsigned per_year, size_t count, size_t i) {
    return maturity - (double)(count - 1 - i) / per_year;
}

struct prc_fixings prc_fixings_of(const struct prc_instrument *instrument) {
    const struct prc_asian *asian = &instrument->terms.asian;
    const struct prc_discrete_barrier *barrier = &instrument->terms.discrete_barrier;
    if (instrument->kind == PRC_ASIAN)
        return (struct prc_fixings){asian->first_fixing, asian->option.maturity, asian->fixings};
    return (struct prc_fixings){barrier->first_fixing, barrier->barrier.option.maturity, barrier->fixings};
}

double prc_fixing_date(struct prc_fixings fixings, unsigned i) {
    if (i + 1 == fixings.count)
        return fixings.maturity;
    return fixings.first + (fixings.maturity - fixings.first) * i / (fixings.count - 1);
}

unsigned prc_fixings_before(struct prc_fixings fixings, double time) {
    unsigned before = 0;
    while (before < fixings.count && prc_fixing_date(fixings, before) < time - PRC_SAME_DATE)
        before++;
    return before;
}

double prc_growth(double rate, size_t periods) {
    double growth = 1;
    for (size_t i = 0; i < periods; i++)
        growth *= 1 + rate;
    return growth;
}

double prc_level_payment(double balance, double rate, size_t payments, double growth) {
    return rate == 0 ? balance / (double)payments : balance * rate * growth / (growth - 1);
}
