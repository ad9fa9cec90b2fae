/* SPDX-License-Identifier: Apache-2.0 */
/*
 * make-inputs FOLDER POSITIONS SYMBOLS DAYS: inputs for var-mc in the shape of the main job, made from a fixed seed:
 * positions.csv and prices.csv, each plain and as BGZF with index, and curve.csv. About 22 % Asian options, half
 * European. "stocks" as a fifth argument makes a portfolio of stocks only.
 */
#include "slipway/blockfile.h"
#include "slipway/riskmc.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *folder;

static FILE *create(const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *out = fopen(path, "w");
    if (out == NULL) {
        perror(path);
        exit(1);
    }
    return out;
}

static void compress(const char *name) {
    char from[4096], to[4096 + 8];
    static char data[1 << 16];
    struct blk_writer *writer;
    struct blk_error error;
    const struct blk_write_options options = {0, 0, 1};
    snprintf(from, sizeof from, "%s/%s", folder, name);
    snprintf(to, sizeof to, "%s.gz", from);
    FILE *in = fopen(from, "r");
    blk_err code = in == NULL ? BLK_ERR_OPEN : blk_create(to, &options, &writer, &error);
    for (size_t n; code == BLK_OK && (n = fread(data, 1, sizeof data, in)) > 0;)
        code = blk_write(writer, data, n, &error);
    if (code == BLK_OK)
        code = blk_finish(writer, &error);
    if (code != BLK_OK) {
        fprintf(stderr, "%s: %s\n", to, blk_strerror(code));
        exit(1);
    }
    fclose(in);
}

static double normal(unsigned who, unsigned index) {
    const uint32_t counter[4] = {index, who, 7, 0};
    uint32_t key[2];
    double z[2];
    rmc_key(2024, RMC_FOR_SCENARIO, key);
    rmc_normal_pair(key, counter, z);
    return z[0];
}

static void prices(int symbols, int days, double *last) {
    FILE *out = create("prices.csv");
    fputs("symbol,day,close\n", out);
    for (int s = 0; s < symbols; s++) {
        double price = 20 + 13.0 * s;
        for (int d = 0; d < days; d++) {
            const double market = normal(1000, (unsigned)d), own = normal((unsigned)s, (unsigned)d);
            price *= exp(0.0002 + 0.008 * market + (0.006 + 0.0004 * s) * own);
            fprintf(out, "S%03d,%04d-%02d-%02d,%.4f\n", s, 2020 + d / 336, 1 + d / 28 % 12, 1 + d % 28, price);
        }
        last[s] = price;
    }
    fclose(out);
}

static void positions(int count, int symbols, const double *last, int stocks_only) {
    FILE *out = create("positions.csv");
    fputs("position_id,book_id,kind,symbol,option,strike,expiry_years,quantity\n", out);
    for (int i = 0; i < count; i++) {
        const int s = i * 7 % symbols, sort = i * 37 % 100;
        const double quantity = i % 3 == 2 ? -10.0 * (1 + i % 40) : 10.0 * (1 + i % 50);
        const double strike = last[s] * (0.8 + 0.01 * (i % 41)), years = 0.1 + 0.05 * (i % 37);
        const char *option = i % 2 == 0 ? "call" : "put";
        if (stocks_only || sort < 28)
            fprintf(out, "%d,%d,stock,S%03d,,,,%g\n", i + 1, 1 + i % 8, s, quantity);
        else
            fprintf(out, "%d,%d,%s,S%03d,%s,%.2f,%.4f,%g\n", i + 1, 1 + i % 8, sort < 78 ? "european" : "asian", s,
                    option, strike, years, quantity);
    }
    fclose(out);
}

int main(int argc, char **argv) {
    if (argc < 5) {
        fprintf(stderr, "usage: make-inputs FOLDER POSITIONS SYMBOLS DAYS [stocks]\n");
        return 2;
    }
    folder = argv[1];
    const int symbols = atoi(argv[3]);
    double *last = calloc((size_t)symbols, sizeof *last);
    prices(symbols, atoi(argv[4]), last);
    positions(atoi(argv[2]), symbols, last, argc > 5 && strcmp(argv[5], "stocks") == 0);
    free(last);
    FILE *curve = create("curve.csv");
    fputs("tenor_years,zero_rate\n0.25,0.031\n0.5,0.032\n1,0.034\n2,0.036\n5,0.039\n", curve);
    fclose(curve);
    compress("positions.csv");
    compress("prices.csv");
    return 0;
}
