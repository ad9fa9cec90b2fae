/* SPDX-License-Identifier: Apache-2.0 */
/* var-backtest: forecasts of value-at-risk against outcomes. This file parses, calls and reports. */
#include "backtest.h"

static void run(const struct options *options, struct sw_failure *f) {
    struct market market;
    struct results results = {.count = 0};
    if (read_market(options, &market, f) == STATUS_OK && run_backtest(options, &market, &results, f) == STATUS_OK &&
        write_outputs(options, &results, f) == STATUS_OK)
        print_results(options, &market, &results, stdout);
    if (f->status == STATUS_OK && fflush(stdout) != 0)
        sw_fail(f, STATUS_OUTPUT, NULL, "the test cannot be printed");
    free_results(&results);
    free_market(&market);
}

int main(int argc, char **argv) {
    struct options options;
    struct sw_failure f = {.status = STATUS_OK};
    if (parse_options(argc, argv, &options, &f) == STATUS_OK) {
        if (options.help)
            print_help(stdout);
        else
            run(&options, &f);
    }
    if (f.status != STATUS_OK)
        sw_failure_print("var-backtest", &f);
    return f.status;
}
