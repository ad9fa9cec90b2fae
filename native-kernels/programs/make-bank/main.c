/* SPDX-License-Identifier: Apache-2.0 */
/* make-bank: a bank for trials of value-at-risk. This file parses, calls and reports; the other files do the work. */
#include "options.h"
#include "outputs.h"
#include "terms.h"

#include <inttypes.h>
#include <stdlib.h>

/* Sets the number of days and instruments from the options. The real calendar is the longest history. */
static void set_sizes(struct bank *bank, const struct options *options) {
    const size_t whole = bank->market.days;
    const double days = (double)whole * options->scale;
    bank->seed = options->seed;
    bank->scale = options->scale;
    bank->tables = options->tables;
    bank->instruments = (uint64_t)(FULL_INSTRUMENTS * options->scale + 0.5);
    bank->days = days < LEAST_DAYS ? LEAST_DAYS : days > (double)whole ? whole : (size_t)(days + 0.5);
    bank->first = whole - bank->days;
    bank->today = bank->market.day[whole - 1];
}

static int make_bank(struct bank *bank, const struct options *options, struct sw_failure *failure) {
    if (bank_read_market(&bank->market, failure) != STATUS_OK)
        return failure->status;
    set_sizes(bank, options);
    bank->lines = calloc(bank->instruments, sizeof *bank->lines);
    if (bank->lines == NULL)
        return sw_fail(failure, STATUS_COMPUTE, "ask for a smaller --scale",
                       "not enough memory for %" PRIu64 " instruments", bank->instruments);
    if (bank_make_factors(bank, failure) == STATUS_OK)
        bank_make_history(bank, failure);
    return failure->status;
}

static void free_bank(struct bank *bank) {
    if (bank->factors != NULL)
        free(bank->factors[0].units);
    free(bank->factors);
    free(bank->lines);
    bank_free_market(&bank->market);
}

static int run(const struct options *options, struct sw_failure *failure) {
    struct bank bank = {.seed = 0};
    struct folder folder;
    if (folder_make(&folder, options->folder, failure) == STATUS_OK &&
        make_bank(&bank, options, failure) == STATUS_OK) {
        if (options->tables)
            bank_write_tables(&bank, &folder);
        else
            bank_write_files(&bank, &folder);
        if (folder_publish(&folder) == STATUS_OK)
            printf("%zu files, %" PRIu64 " bytes: %" PRIu64 " instruments, %zu factors over %zu days\n", folder.count,
                   folder.bytes, bank.instruments, bank.count, bank.days);
    }
    folder_drop(&folder);
    free_bank(&bank);
    return failure->status;
}

int main(int argc, char **argv) {
    struct options options;
    struct sw_failure failure = {.status = STATUS_OK};
    if (take_arguments(argc, argv, &options, &failure) == STATUS_OK && !options.help)
        run(&options, &failure);
    if (failure.status != STATUS_OK)
        sw_failure_print("make-bank", &failure);
    else if (options.help)
        explain_options(stdout);
    return failure.status;
}
