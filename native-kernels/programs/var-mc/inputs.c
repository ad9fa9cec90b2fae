/* SPDX-License-Identifier: Apache-2.0 */
#include "base/rows.h"
#include "varmc.h"

#include "base/rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int table_failure(sw_table_result result, const char *path, const struct sw_table *table, const struct tp_error *error,
                  struct failure *f) {
    if (result == SW_TABLE_FILE)
        return fail(f, STATUS_FILE,
                    error->code == TP_ERR_OPEN ? "check the path and its permissions on the node of rank 0"
                                               : "stage the file in again",
                    "%s", error->text);
    if (result == SW_TABLE_MEMORY)
        return fail_for_memory(f, "%s: not enough memory to read it", path);
    return fail(f, STATUS_CONTENT, "the file must be RFC 4180 CSV with the columns that var-mc --help lists",
                "%s line %lu: %s", path, sw_table_line(table), error->text);
}

int take_number(const struct sw_csv_field *field, const char *name, const char *path, const struct sw_table *table,
                double *out, struct failure *f) {
    char *end;
    if (field->text == NULL)
        return fail(f, STATUS_CONTENT, "give it a value", "%s line %lu: %s is empty", path, sw_table_line(table), name);
    *out = strtod(field->text, &end);
    if (end == field->text || *end != '\0' || !isfinite(*out) || strpbrk(field->text, "xX ") != NULL)
        return fail(f, STATUS_CONTENT, "write a decimal number with a point, such as 12.5",
                    "%s line %lu: %s is not a number: \"%.60s\"", path, sw_table_line(table), name, field->text);
    return STATUS_OK;
}

int grow(void **array, size_t count, size_t *capacity, size_t size, struct failure *f) {
    void *grown = sw_rows_grow(*array, capacity, count + 1, size);
    if (grown == NULL)
        return fail_for_memory(f, "not enough memory for %zu input rows", count + 1);
    *array = grown;
    return STATUS_OK;
}

static int take_point(const struct sw_csv_field *fields, const char *path, const struct sw_table *table,
                      struct market *market, struct failure *f) {
    double tenor = 0, rate = 0;
    if (take_number(&fields[0], "tenor_years", path, table, &tenor, f) != STATUS_OK ||
        take_number(&fields[1], "zero_rate", path, table, &rate, f) != STATUS_OK)
        return f->status;
    const size_t n = market->curve_points;
    if (tenor < 0 || (n > 0 && tenor <= market->tenor[n - 1]))
        return fail(f, STATUS_CONTENT, "order the curve by tenor", "%s line %lu: tenor_years %g does not ascend", path,
                    sw_table_line(table), tenor);
    if (fabs(rate) > 1)
        return fail(f, STATUS_CONTENT, "write 3 percent as 0.03", "%s line %lu: zero_rate %g is above 100 percent",
                    path, sw_table_line(table), rate);
    market->tenor[n] = tenor;
    market->rate[n] = rate;
    market->curve_points = n + 1;
    return STATUS_OK;
}

int read_curve(MPI_Comm comm, const char *path, struct market *market, struct failure *f) {
    static const char *const names[] = {"tenor_years", "zero_rate"};
    struct sw_table *table;
    struct sw_csv_field fields[2];
    struct tp_error error;
    size_t tenors = 0, rates = 0;
    sw_table_result result = sw_table_open(comm, path, names, 2, &table, &error);
    while (result == SW_TABLE_OK && (result = sw_table_next(table, fields, &error)) == SW_TABLE_OK) {
        if (grow((void **)&market->tenor, market->curve_points, &tenors, sizeof(double), f) != STATUS_OK ||
            grow((void **)&market->rate, market->curve_points, &rates, sizeof(double), f) != STATUS_OK ||
            take_point(fields, path, table, market, f) != STATUS_OK)
            break;
    }
    if (result != SW_TABLE_OK && result != SW_TABLE_END)
        table_failure(result, path, table, &error, f);
    else if (f->status == STATUS_OK && market->curve_points == 0)
        fail(f, STATUS_CONTENT, NULL, "%s line 2: there is no point on the curve", path);
    if (!f->alone)
        sw_table_close(table);
    return f->status;
}

int read_inputs(MPI_Comm comm, const struct options *options, struct inputs *inputs, struct failure *f) {
    memset(inputs, 0, sizeof *inputs);
    if (read_prices(comm, options->prices, &inputs->market, f) == STATUS_OK &&
        read_curve(comm, options->curve, &inputs->market, f) == STATUS_OK)
        read_positions(comm, options->positions, inputs, f);
    return f->status;
}

void free_inputs(struct inputs *inputs) {
    free(inputs->market.symbols);
    free(inputs->market.close);
    free(inputs->market.gaps);
    free(inputs->market.tenor);
    free(inputs->market.rate);
    free(inputs->positions);
}
