/* SPDX-License-Identifier: Apache-2.0 */
/* The inputs of a run on prices, and the curve. */
#include "base/rows.h"
#include "records.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int make_room(void **array, size_t *room, size_t count, size_t size, struct sw_failure *f) {
    void *grown = sw_rows_grow(*array, room, count, size);
    if (grown == NULL)
        return sw_fail_alone(f, "not enough memory for %zu input rows", count);
    *array = grown;
    return STATUS_OK;
}

enum { TENOR, RATE, COLUMNS };

/* The curve, and the capacity of its arrays. */
struct curve {
    struct market *market;
    size_t tenors, rates;
};

static int take_point(void *to, const struct sw_record *record, struct sw_failure *f) {
    struct curve *curve = to;
    struct market *market = curve->market;
    const size_t n = market->curve_points;
    double tenor = 0, rate = 0;
    if (sw_take_real(record, TENOR, &tenor, f) != STATUS_OK || sw_take_real(record, RATE, &rate, f) != STATUS_OK)
        return f->status;
    if (tenor < 0 || (n > 0 && tenor <= market->tenor[n - 1]))
        return sw_refuse(f, record, TENOR, "order the curve by tenor", "%g does not ascend", tenor);
    if (fabs(rate) > 1)
        return sw_refuse(f, record, RATE, "write 3 percent as 0.03", "%g is above 100 percent", rate);
    if (make_room((void **)&market->tenor, &curve->tenors, n + 1, sizeof tenor, f) != STATUS_OK ||
        make_room((void **)&market->rate, &curve->rates, n + 1, sizeof rate, f) != STATUS_OK)
        return f->status;
    market->tenor[n] = tenor;
    market->rate[n] = rate;
    market->curve_points = n + 1;
    return STATUS_OK;
}

int read_curve(MPI_Comm comm, const char *path, struct market *market, struct sw_failure *f) {
    static const char *const columns[COLUMNS] = {"tenor_years", "zero_rate"};
    struct curve curve = {market, 0, 0};
    return each_record(comm, path, columns, COLUMNS, (struct taker){take_point, &curve}, f);
}

int read_inputs(MPI_Comm comm, const struct options *options, struct inputs *inputs, struct sw_failure *f) {
    memset(inputs, 0, sizeof *inputs);
    if (read_prices(comm, options->prices, &inputs->market, f) == STATUS_OK &&
        read_curve(comm, options->curve, &inputs->market, f) == STATUS_OK)
        read_positions(comm, options->positions, inputs, f);
    return f->status;
}

void free_inputs(struct inputs *inputs) {
    sw_names_free(&inputs->market.symbols);
    free(inputs->market.close);
    free(inputs->market.gaps);
    free(inputs->market.tenor);
    free(inputs->market.rate);
    free(inputs->positions);
}
