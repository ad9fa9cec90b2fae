/* SPDX-License-Identifier: Apache-2.0 */
/* Prints the market of `slipway bench var` as JSON, for the programs that are not in C. */
#include "market.h"

static struct market market;

static void print_row(const char *name, const double *row, size_t count, const char *end) {
    printf("\"%s\": [", name);
    for (size_t i = 0; i < count; i++)
        printf("%s%.17g", i > 0 ? ", " : "", row[i]);
    printf("]%s\n", end);
}

int main(void) {
    draw_market(&market);
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
    return EXIT_SUCCESS;
}
