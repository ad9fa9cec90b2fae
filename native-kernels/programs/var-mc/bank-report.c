/* SPDX-License-Identifier: Apache-2.0 */
/* The outputs of a bank's run: vectors of P&L by all ranks, figures and values of instruments by rank 0. */
#include "bank-run.h"
#include "base/split.h"

#include <inttypes.h>
#include <math.h>

enum { PNL, DESKS, VALUES, FIGURES, OUTPUTS };

/* What all texts are made of. */
struct reporting {
    MPI_Comm comm;
    const struct options *options;
    const struct bank *bank;
    const struct vectors *vectors;
    int rank;
    uint64_t first; /* scenario of this rank */
};

static void put_pnl(FILE *out, const struct reporting *all) {
    const struct vectors *vectors = all->vectors;
    if (all->rank == 0)
        fprintf(out, "scenario,pnl\n");
    for (size_t i = 0; i < vectors->scenarios; i++) {
        fprintf(out, "%" PRIu64 ",", all->first + i);
        put_amount(out, vectors->pnl[vectors->desks * vectors->scenarios + i], (unsigned)all->options->decimals);
        fputc('\n', out);
    }
}

static void put_desks(FILE *out, const struct reporting *all) {
    const struct vectors *vectors = all->vectors;
    if (all->rank == 0)
        fprintf(out, "scenario,desk,pnl\n");
    for (size_t i = 0; i < vectors->scenarios; i++)
        for (size_t d = 0; d < vectors->desks; d++) {
            fprintf(out, "%" PRIu64 ",%s,", all->first + i, sw_names_text(&all->bank->holdings.desks, (uint32_t)d));
            put_amount(out, vectors->pnl[d * vectors->scenarios + i], (unsigned)all->options->decimals);
            fputc('\n', out);
        }
}

/* An instrument that nobody holds has no value here. */
static void put_values(FILE *out, const struct reporting *all) {
    if (all->rank != 0)
        return;
    fprintf(out, "instrument,value\n");
    for (uint32_t i = 0; i < all->bank->instruments.names.count; i++)
        if (!isnan(all->vectors->values[i]))
            fprintf(out, "%s,%.17g\n", sw_names_text(&all->bank->instruments.names, i), all->vectors->values[i]);
}

/* Makes this rank's part of one output. Collective. */
static int make_text(const struct reporting *all, int which, struct output *output, struct failure *f) {
    FILE *out = open_memstream(&output->text, &output->bytes);
    if (out == NULL)
        fail(f, STATUS_COMPUTE, NULL, "not enough memory for the text of %s", output->path);
    if (agree(all->comm, f) == STATUS_OK) {
        if (which == PNL)
            put_pnl(out, all);
        else if (which == DESKS)
            put_desks(out, all);
        else if (which == VALUES)
            put_values(out, all);
        else
            put_figures(all->comm, all->options, all->bank, all->vectors, out, f);
    }
    if (out != NULL) {
        const bool broken = ferror(out) != 0;
        if ((fclose(out) != 0 || broken) && f->status == STATUS_OK)
            fail(f, STATUS_COMPUTE, NULL, "not enough memory for the text of %s", output->path);
    }
    return agree(all->comm, f);
}

int write_bank(MPI_Comm comm, const struct options *options, const struct bank *bank, const struct vectors *vectors,
               struct failure *f) {
    struct output outputs[OUTPUTS] = {[PNL] = {.path = options->pnl},
                                      [DESKS] = {.path = options->desks},
                                      [VALUES] = {.path = options->values},
                                      [FIGURES] = {.path = options->figures}};
    struct reporting all = {.comm = comm, .options = options, .bank = bank, .vectors = vectors};
    int ranks;
    MPI_Comm_rank(comm, &all.rank);
    MPI_Comm_size(comm, &ranks);
    all.first = sw_split(options->scenarios, (uint64_t)all.rank, (uint64_t)ranks).first;
    for (int i = 0; i < OUTPUTS && f->status == STATUS_OK; i++)
        if (outputs[i].path != NULL)
            make_text(&all, i, &outputs[i], f);
    return write_files(comm, outputs, OUTPUTS, f);
}
