/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Prints the market of `slipway bench var` for the programs that are not in C: as JSON; or, with --scenarios, the terms
 * of an Asian option, then spot, volatility and rate of its scenarios, a line each.
 */
#include "market.h"

static struct market market;

static void print_row(const char *name, const double *row, size_t count, const char *end) {
    printf("\"%s\": [", name);
    for (size_t i = 0; i < count; i++)
        printf("%s%.17g", i > 0 ? ", " : "", row[i]);
    printf("]%s\n", end);
}

static void print_scenarios(void) {
    printf("%d %d %g %g %g\n", FIXINGS, PATHS, ASIAN_STRIKE, ASIAN_MEAN, ASIAN_DEVIATION);
    for (size_t i = 0; i < ASIAN_SCENARIOS; i++)
        printf("%.17g %.17g %.17g\n", market.spot[i], market.volatility[i], market.rate[i]);
}

static void print_json(void) {
    price_market(&market);
    printf("{\"fixings\": %d, \"paths\": %d, \"asian_scenarios\": %d, \"asian_strike\": %g, ", FIXINGS, PATHS,
           ASIAN_SCENARIOS, ASIAN_STRIKE);
    printf("\"asian_mean\": %g, \"asian_deviation\": %g, \"allowed_off\": %d, \"allowed_f32\": %g,\n", ASIAN_MEAN,
           ASIAN_DEVIATION, ALLOWED_OFF, ALLOWED_F32);
    print_row("spot", market.spot, SCENARIOS, ",");
    print_row("volatility", market.volatility, SCENARIOS, ",");
    print_row("rate", market.rate, SCENARIOS, ",");
    print_row("strike", market.strike, STRIKES, ",");
    print_row("years", market.years, MATURITIES, ",");
    print_row("price", market.price[0], (size_t)OPTIONS * SCENARIOS, "}");
}

int main(int argc, char **argv) {
    draw_market(&market);
    if (argc > 1 && strcmp(argv[1], "--scenarios") == 0)
        print_scenarios();
    else
        print_json();
    return EXIT_SUCCESS;
}
