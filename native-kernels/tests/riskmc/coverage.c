/* SPDX-License-Identifier: Apache-2.0 */
/*
 * riskmc-coverage [SEEDS [SCENARIOS]]: the share of rmc_measure's intervals that hold the truth, for each book of
 * books.h, of an Asian option with few paths, and of each book in runs that stop when VaR to the mean is precise
 * enough. 2,000 seeds of 10,000 scenarios by default. Fails if a share is not from 93 to 97 %.
 */
#include "riskmc/few-paths.h"
#include "riskmc/stopped.h"

static int bad_share(const char *measure, int missed, int seeds) {
    const double share = 100.0 * (seeds - missed) / seeds;
    printf("  %s %.2f %%", measure, share);
    return share < 93 || share > 97;
}

static int bad_shares(const struct missed *missed, int seeds) {
    const int bad = bad_share("VaR to the mean", missed->var_mean, seeds) +
                    bad_share("VaR to today", missed->var_today, seeds) +
                    bad_share("ES to the mean", missed->es_mean, seeds);
    printf("\n");
    return bad;
}

/* Shows the shares of runs that stop at a precision, and returns the number of bad ones. */
static int show_stopped(int seeds) {
    int bad = 0;
    for (int book = 0; book < BOOKS; book++)
        for (int level = 0; level < LEVELS; level++) {
            struct stopped stopped = {.looks = 0};
            count_stopped(1, (uint64_t)seeds + 1, book, level, &stopped);
            printf("%-14s %.0f %%, until %.0f %% wide (%.0f scenarios, %.1f looks; %d of %d reach it):",
                   book_names[book], 100 * book_levels[level], 100 * stopped_widths[level], stopped.scenarios / seeds,
                   (double)stopped.looks / seeds, stopped.reached, seeds);
            bad += bad_shares(&stopped.missed, seeds);
        }
    return bad;
}

int main(int argc, char **argv) {
    static struct missed missed[BOOKS][LEVELS];
    const int seeds = argc > 1 ? atoi(argv[1]) : 2000, scenarios = argc > 2 ? atoi(argv[2]) : 10000;
    struct missed few = {0, 0, 0}, bare = {0, 0, 0};
    int bad = 0;
    count_missed(1, (uint64_t)seeds + 1, (uint32_t)scenarios, missed);
    for (int book = 0; book < BOOKS; book++)
        for (int level = 0; level < LEVELS; level++) {
            printf("%-14s %.0f %%:", book_names[book], 100 * book_levels[level]);
            bad += bad_shares(&missed[book][level], seeds);
        }
    count_missed_with_few_paths(1, (uint64_t)seeds + 1, &few, &bare);
    printf("short Asian with 200 paths, 95 %%:");
    bad += bad_shares(&few, seeds);
    printf("without the error of its paths:  ");
    bad_shares(&bare, seeds);
    bad += show_stopped(seeds);
    printf("%d of %d shares are outside of 93 to 97 %%\n", bad, 3 * (2 * BOOKS * LEVELS + 1));
    return bad == 0 && check_failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
