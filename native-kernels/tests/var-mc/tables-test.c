/* SPDX-License-Identifier: Apache-2.0 */
/* The tables of Asian options in memory that ranks share: the bits of one process alone, on any ranks and nodes. */
#include "riskmc/asian-fixtures.h"
#include "var-mc/tables.h"

enum { OPTIONS = 5, PATHS = 300 };

/* Makes a portfolio with tables filled by this rank alone, or not filled. */
static struct rmc_portfolio *portfolio_of(int filled) {
    struct rmc_position positions[OPTIONS];
    double root[4];
    struct rmc_portfolio *portfolio = NULL;
    for (size_t i = 0; i < OPTIONS; i++) {
        positions[i] = asian_call(90 + 5.0 * (double)i, 40, 12, 1);
        positions[i].instrument = 77 + i;
    }
    if (filled)
        return asian_portfolio(positions, OPTIONS, PATHS, 3);
    CHECK(rmc_cholesky(asian_cov, 2, root, NULL) == RMC_OK, "cholesky");
    const struct rmc_setup setup = {.positions = positions,
                                    .position_count = OPTIONS,
                                    .spot = asian_spot,
                                    .cov = asian_cov,
                                    .root = root,
                                    .factors = 2,
                                    .curve = {&asian_tenor, &asian_rate, 1},
                                    .horizon_days = 10,
                                    .paths = PATHS,
                                    .seed = 3};
    CHECK(rmc_portfolio_new(&setup, &portfolio, NULL) == RMC_OK, "portfolio");
    return portfolio;
}

static void same_bits_by(int alone) {
    struct rmc_portfolio *whole = portfolio_of(1), *shared = portfolio_of(0);
    struct node_tables tables;
    struct sw_failure f = {.status = STATUS_OK};
    double pnl[2][100];
    CHECK(fill_tables(MPI_COMM_WORLD, alone, shared, &tables, &f) == STATUS_OK, "%s", f.text);
    const size_t bytes = OPTIONS * rmc_table_length(whole) * sizeof(double);
    CHECK(memcmp(rmc_tables(whole), rmc_tables(shared), bytes) == 0, "other tables");
    CHECK(rmc_pnl(whole, 0, 100, pnl[0], NULL) == RMC_OK && rmc_pnl(shared, 0, 100, pnl[1], NULL) == RMC_OK, "pnl");
    CHECK(memcmp(pnl[0], pnl[1], sizeof pnl[0]) == 0, "other bits");
    rmc_portfolio_free(whole);
    rmc_portfolio_free(shared);
    free_tables(&tables);
}

static void one_node_has_the_tables_of_a_rank_alone(void) {
    same_bits_by(0);
}

static void nodes_of_one_rank_exchange_their_tables(void) {
    same_bits_by(1);
}

/* All ranks of a node see what one rank writes to a table; a rank that is a node has separate memory. */
static void ranks_of_a_node_have_one_memory(void) {
    for (int alone = 0; alone <= 1; alone++) {
        struct rmc_portfolio *portfolio = portfolio_of(0);
        struct node_tables tables;
        struct sw_failure f = {.status = STATUS_OK};
        CHECK(fill_tables(MPI_COMM_WORLD, alone, portfolio, &tables, &f) == STATUS_OK, "%s", f.text);
        const int rank = tables.place.rank, last = tables.place.ranks - 1;
        CHECK(rmc_tables(portfolio) == tables.window.base, "tables elsewhere");
        CHECK(tables.place.members == (alone ? 1 : tables.place.ranks), "%d members", tables.place.members);
        sw_window_barrier(&tables.window, tables.place.all);
        if (rank == last)
            rmc_tables(portfolio)[1] = -1;
        sw_window_barrier(&tables.window, tables.place.all);
        CHECK((rmc_tables(portfolio)[1] == -1) == (!alone || rank == last), "alone %d, rank %d", alone, rank);
        rmc_portfolio_free(portfolio);
        free_tables(&tables);
    }
}

int main(int argc, char **argv) {
    static const struct check_case cases[] = {
        CASE(one_node_has_the_tables_of_a_rank_alone),
        CASE(nodes_of_one_rank_exchange_their_tables),
        CASE(ranks_of_a_node_have_one_memory),
    };
    MPI_Init(&argc, &argv);
    const int failed = run_cases(cases, sizeof cases / sizeof cases[0]);
    MPI_Finalize();
    return failed;
}
