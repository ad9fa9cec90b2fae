/* SPDX-License-Identifier: Apache-2.0 */
#include "modes.h"

#include "orderflow/orderflow.h"

enum { AT_ONCE = 1024 };

int match_random(MPI_Comm comm, struct engine *engine, const struct options *options, struct sw_failure *f) {
    struct sw_orderflow flow = {.state = options->seed};
    struct book_order orders[AT_ONCE];
    book_err code = BOOK_OK;
    int rank;
    MPI_Comm_rank(comm, &rank);
    if (sw_names_add(&engine->names, "random", NULL) == SW_NO_NAME)
        code = BOOK_ERR_MEMORY;
    const size_t step = engine->trades != NULL ? 1 : AT_ONCE; /* a trade is written with the number of its message */
    while (rank == 0 && flow.drawn < options->random && code == BOOK_OK) {
        size_t count = 0, done;
        while (count < step && flow.drawn < options->random)
            orders[count++] = sw_orderflow_next(&flow);
        code = book_submit_all(engine->book, orders, count, NULL, &done);
        engine->message = flow.drawn;
        if (engine->trades != NULL)
            book_flush(engine->book);
    }
    if (code != BOOK_OK || engine->lacks_memory)
        sw_fail(f, STATUS_COMPUTE, "ask for fewer orders", "not enough memory for %llu random orders",
                (unsigned long long)options->random);
    return agree(comm, f);
}
