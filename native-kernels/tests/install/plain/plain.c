/* SPDX-License-Identifier: Apache-2.0 */
/* A program outside our tree and without MPI: writes numbers to a block file, reads them back and adds them up. The
 * exit status is 0 if all is right. */
#include <slipway/blockfile.h>
#include <slipway/orderbook.h>
#include <slipway/pricing.h>
#include <slipway/riskmc.h>
#include <slipway/stream.h>
#include <slipway/vecmath.h>

#include <stdio.h>
#include <stdlib.h>

#if BLK_VERSION != RMC_VERSION || BLK_VERSION != VM_VERSION || BLK_VERSION != PRC_VERSION ||                           \
    BLK_VERSION != BOOK_VERSION || BLK_VERSION != OSF_VERSION || BLK_VERSION < 200
#error "the headers are of different versions"
#endif

enum { NUMBERS = 100000, LINE = 8 };

static blk_err write_numbers(const char *path, struct blk_error *error) {
    struct blk_writer *writer;
    char line[32];
    blk_err code = blk_create(path, NULL, &writer, error);
    for (int i = 1; code == BLK_OK && i <= NUMBERS; i++) {
        snprintf(line, sizeof line, "%07d\n", i);
        code = blk_write(writer, line, LINE, error);
    }
    return code == BLK_OK ? blk_finish(writer, error) : code;
}

static blk_err add_numbers(const char *path, double *sum, struct blk_error *error) {
    struct blk_reader *reader;
    char line[LINE + 1] = "";
    size_t got = LINE;
    blk_err code = blk_open(path, &reader, error);
    while (code == BLK_OK && got == LINE) {
        code = blk_read(reader, line, LINE, &got, error);
        if (code == BLK_OK && got == LINE)
            *sum += strtod(line, NULL);
    }
    blk_close(reader);
    return code;
}

/* Returns whether a bid and an ask trade. */
static int trades(void) {
    const struct book_options options = {.instruments = 1};
    struct book_order order = {.id = 1, .price = 500, .volume = 10, .side = BOOK_BID};
    struct book_result result = {.traded = 0};
    struct book *book;
    if (book_new(&options, &book) != BOOK_OK || book_submit(book, &order, NULL) != BOOK_OK)
        return 0;
    order.side = BOOK_ASK;
    book_submit(book, &order, &result);
    book_free(book);
    return result.traded == 10;
}

int main(int argc, char **argv) {
    struct blk_error error;
    double sum = 0, one = 0;
    if (argc != 2)
        return EXIT_FAILURE;
    if (write_numbers(argv[1], &error) != BLK_OK || add_numbers(argv[1], &sum, &error) != BLK_OK) {
        fprintf(stderr, "%s\n", error.text);
        return EXIT_FAILURE;
    }
    vm_exp(1, &one, &one);
    printf("added up %.0f\n", sum);
    const struct prc_instrument cash = {.kind = PRC_CASH};
    return osf_Init(NULL) == OSF_ERR_SUCCESS && osf_Finalize() == OSF_ERR_SUCCESS && !prc_takes_paths(&cash) &&
                   one == 1 && sum == NUMBERS * (NUMBERS + 1.0) / 2 && rmc_normal_cdf(0) == 0.5 && trades()
               ? EXIT_SUCCESS
               : EXIT_FAILURE;
}
