/* SPDX-License-Identifier: Apache-2.0 */
/* The passes of a plan, one after another, by all clients; the spectrum of the last one. */
#include "pass.h"

#include <stdlib.h>
#include <string.h>

static ooc_err check(const struct ooc_job *job, struct ooc_error *error) {
    const struct pgd_layout *layout = pgd_set_layout(job->set);
    const struct ooc_plan *plan = job->plan;
    if (plan->pass_count < 1)
        return ooc_fail(error, OOC_ERR_ARGUMENT, "a plan in memory has no passes: transform the array in memory");
    if (job->power != NULL && plan->question.task != OOC_DO_FORWARD)
        return ooc_fail(error, OOC_ERR_ARGUMENT, "a spectrum is that of a forward transform, and this is none");
    if (memcmp(layout->page, plan->page, sizeof plan->page) != 0 ||
        memcmp(layout->domain, plan->question.size, sizeof layout->domain) != 0)
        return ooc_fail(error, OOC_ERR_GEOMETRY,
                        "the pages of the data set are not those of the plan; make a plan for "
                        "the pages of the set");
    return OOC_OK;
}

/* Allocates the memory of three units, for all passes, and the rows of a spectrum. */
static ooc_err take_buffers(struct ooc_run *run, struct ooc_error *error) {
    for (int i = 0; i < OOC_UNITS; i++) {
        run->buffers[i] = pgd_buffer_new(run->job->set, (size_t)run->job->plan->unit_bytes);
        if (run->buffers[i] == NULL)
            return ooc_fail(error, OOC_ERR_MEMORY,
                            "not enough memory for %d units of %llu bytes; give the run less "
                            "--memory, or the machine more",
                            OOC_UNITS, (unsigned long long)run->job->plan->unit_bytes);
    }
    if (run->job->power != NULL) {
        const struct ooc_pass *last = &run->job->plan->passes[run->job->plan->pass_count - 1];
        run->bins = ooc_spectrum_bins(run->job->plan->question.size);
        run->rows = calloc((size_t)(ooc_pass_units(last) * run->bins), sizeof *run->rows);
        if (run->rows == NULL)
            return ooc_fail(error, OOC_ERR_MEMORY, "not enough memory for a spectrum of %lld bins",
                            (long long)run->bins);
    }
    return OOC_OK;
}

int ooc_clients_meet(const struct ooc_clients *clients, int failed) {
    return clients->meet != NULL ? clients->meet(clients->context, failed) : failed;
}

/* All clients end a stretch together: CODE is the code of this client. Returns CODE, or the error that another client
 * has failed. */
static ooc_err agree(const struct ooc_run *run, ooc_err code, struct ooc_error *error) {
    if (!ooc_clients_meet(&run->job->clients, code != OOC_OK) || code != OOC_OK)
        return code;
    return ooc_fail(error, OOC_ERR_CALLER, "another client failed");
}

/* Adds the rows of all units in the order of the units, no matter which client has computed a row. */
static ooc_err finish_spectrum(struct ooc_run *run, struct ooc_error *error) {
    const struct ooc_clients *clients = &run->job->clients;
    const struct ooc_pass *last = &run->job->plan->passes[run->job->plan->pass_count - 1];
    const int64_t units = ooc_pass_units(last);
    if (clients->add != NULL && clients->add(clients->context, run->rows, (size_t)(units * run->bins)) != 0)
        return ooc_fail(error, OOC_ERR_CALLER, "the clients could not add up the spectrum");
    for (int64_t b = 0; b < run->bins; b++) {
        run->job->power[b] = 0;
        for (int64_t u = 0; u < units; u++)
            run->job->power[b] += run->rows[u * run->bins + b];
    }
    return OOC_OK;
}

ooc_err ooc_run(const struct ooc_job *job, struct ooc_error *error) {
    struct ooc_run run = {.job = job};
    struct ooc_error own;
    if (error == NULL)
        error = &own;
    ooc_err code = check(job, error);
    if (code == OOC_OK)
        code = take_buffers(&run, error);
    code = agree(&run, code, error);
    for (int p = 0; p < job->plan->pass_count && code == OOC_OK; p++) {
        if (job->clients.begin_pass != NULL)
            job->clients.begin_pass(job->clients.context, p);
        code = ooc_pass_run(&run, p, error);
        code = agree(&run, code, error);
    }
    if (code == OOC_OK && job->power != NULL)
        code = finish_spectrum(&run, error);
    for (int i = 0; i < OOC_UNITS; i++)
        pgd_buffer_free(job->set, run.buffers[i]);
    free(run.rows);
    return code;
}
