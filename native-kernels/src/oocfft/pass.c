/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Units are dealt out: client c of n has the units c, c + n, ... A unit goes through three queues. The reading thread
 * takes the unit from `spare` and fills the unit. The caller takes the unit from `filled` and computes. The writing
 * thread takes the unit from `computed`, commits the unit and gives the memory back. An item NULL ends a queue. After a
 * failure units still go their way, but no thread works on them.
 */
#include "pass.h"

#include "queue.h"

#include "base/clock.h"

#include <stdatomic.h>
#include <stdlib.h>

/* A unit in memory. */
struct unit {
    struct pgd_page *pages;
    void **at; /* the memory of each page */
    size_t count;
    bool there; /* an earlier run has committed the unit */
    bool past;  /* an earlier run has committed the unit in a later pass */
    struct ooc_unit_figures figures;
};

struct pass {
    struct ooc_run *run;
    const struct ooc_pass *plan;
    int number;
    uint32_t generation; /* that is written */
    bool adds;           /* to the spectrum */
    struct unit units[OOC_UNITS];
    uint32_t *generations; /* of the pages of a unit, for the reading thread */
    struct ooc_queue spare, filled, computed;
    atomic_bool failed;
    pthread_mutex_t lock; /* of `error` */
    struct ooc_error error;
};

static void fail(struct pass *pass, const struct unit *unit, const char *what, const struct pgd_error *error) {
    pthread_mutex_lock(&pass->lock);
    if (!atomic_exchange(&pass->failed, true))
        ooc_fail(&pass->error, OOC_ERR_DEVICE, "pass %d, unit %lld cannot be %s: %s", pass->number + 1,
                 (long long)unit->figures.unit, what, error->text);
    pthread_mutex_unlock(&pass->lock);
}

/* Fills in the pages of UNIT, and their places in memory. */
static void begin_unit(struct pass *pass, struct unit *unit, int64_t number) {
    const struct ooc_plan *plan = pass->run->job->plan;
    const int64_t *page = plan->page;
    unit->count = ooc_unit_pages(plan, pass->plan, number, unit->pages);
    for (size_t i = 1; i < unit->count; i++)
        unit->at[i] = (char *)unit->at[0] + i * (size_t)(page[0] * page[1] * page[2]) * PGD_VALUE_BYTES;
    unit->figures = (struct ooc_unit_figures){.pass = pass->number, .unit = number};
    unit->figures.bytes = unit->count * (uint64_t)(page[0] * page[1] * page[2]) * PGD_VALUE_BYTES;
    for (int i = 0; i < 3; i++) {
        unit->figures.box.from[i] = unit->pages[0].at[i] * page[i];
        unit->figures.box.to[i] = unit->figures.box.from[i] + pass->plan->unit[i] * page[i];
    }
}

/* Says whether all pages of UNIT are committed in the generation of the pass. */
static void look_at_unit(struct pass *pass, struct unit *unit) {
    struct pgd_error error;
    unit->there = true;
    unit->past = false;
    if (pgd_generations(pass->run->job->set, unit->pages, unit->count, pass->generations, &error) != PGD_OK) {
        fail(pass, unit, "looked at", &error);
        return;
    }
    for (size_t i = 0; i < unit->count; i++) {
        unit->there = unit->there && pass->generations[i] >= pass->generation;
        unit->past = unit->past || pass->generations[i] > pass->generation;
    }
    /* No unit of a later pass is begun before all of this one are done. */
    unit->there = unit->there || unit->past;
    unit->figures.skipped = unit->there;
}

static void read_unit(struct pass *pass, struct unit *unit) {
    struct pgd_error error;
    const double begin = sw_clock_seconds();
    look_at_unit(pass, unit);
    if (atomic_load(&pass->failed) || (unit->there && !pass->adds))
        return;
    const struct ooc_clients *clients = &pass->run->job->clients;
    if (!unit->there && clients->begin != NULL)
        clients->begin(clients->context, pass->number, unit->figures.unit);
    const uint32_t generation = unit->there ? pass->generation : pass->generation - 1;
    struct pgd_handle *handle =
        pgd_start_read_pages(pass->run->job->set, unit->pages, unit->count, generation, unit->at);
    if (pgd_wait(handle, &error) != PGD_OK)
        fail(pass, unit, "read", &error);
    unit->figures.read_seconds = sw_clock_seconds() - begin;
}

static void *read_units(void *argument) {
    struct pass *pass = argument;
    const struct ooc_clients *clients = &pass->run->job->clients;
    const int64_t units = ooc_pass_units(pass->plan), step = clients->count > 0 ? clients->count : 1;
    for (int64_t number = clients->number; number < units && !atomic_load(&pass->failed); number += step) {
        struct unit *unit = ooc_queue_take(&pass->spare);
        begin_unit(pass, unit, number);
        read_unit(pass, unit);
        ooc_queue_put(&pass->filled, unit);
    }
    ooc_queue_put(&pass->filled, NULL);
    return NULL;
}

/* Writes and commits a unit. Commits a unit of an earlier run again, which releases the former pages of the unit: the
 * earlier run may have ended before their release. */
static void write_unit(struct pass *pass, struct unit *unit) {
    if (unit->past)
        return;
    struct pgd_set *set = pass->run->job->set;
    struct pgd_error error;
    const double begin = sw_clock_seconds();
    struct pgd_handle *writing = NULL;
    if (!unit->there)
        writing = pgd_start_write_pages(set, unit->pages, unit->count, pass->generation, (const void *const *)unit->at);
    struct pgd_handle *committing = pgd_start_commit_unit(set, unit->pages, unit->count, pass->generation);
    if (pgd_wait(writing, &error) != PGD_OK)
        fail(pass, unit, "written", &error);
    if (pgd_wait(committing, &error) != PGD_OK)
        fail(pass, unit, "committed", &error);
    unit->figures.write_seconds = sw_clock_seconds() - begin;
}

static void *write_units(void *argument) {
    struct pass *pass = argument;
    const struct ooc_clients *clients = &pass->run->job->clients;
    struct unit *unit;
    while ((unit = ooc_queue_take(&pass->computed)) != NULL) {
        if (!atomic_load(&pass->failed))
            write_unit(pass, unit);
        if (!atomic_load(&pass->failed) && clients->tell != NULL)
            clients->tell(clients->context, &unit->figures);
        ooc_queue_put(&pass->spare, unit);
    }
    return NULL;
}

static void compute_unit(struct pass *pass, struct unit *unit) {
    struct ooc_run *run = pass->run;
    const double begin = sw_clock_seconds();
    struct ooc_view view = {.at = unit->at};
    for (int i = 0; i < 3; i++) {
        view.page[i] = run->job->plan->page[i];
        view.pages[i] = pass->plan->unit[i];
        view.from[i] = unit->figures.box.from[i];
    }
    if (!unit->there)
        ooc_sweep(run->job->engine, &view, pass->plan->steps, pass->plan->step_count, &run->job->filter);
    if (pass->adds) {
        struct ooc_error error;
        double *row = run->rows + unit->figures.unit * run->bins;
        if (ooc_view_power(run->job->engine, &view, row, &error) != OOC_OK) {
            pthread_mutex_lock(&pass->lock);
            pass->error = error;
            atomic_store(&pass->failed, true);
            pthread_mutex_unlock(&pass->lock);
        }
    }
    unit->figures.compute_seconds = sw_clock_seconds() - begin;
}

/* Does the caller's part: computes, and meets the other clients after each unit where the job asks for barriers. */
static void compute_units(struct pass *pass) {
    const struct ooc_job *job = pass->run->job;
    const int64_t count = job->clients.count > 0 ? job->clients.count : 1;
    int64_t rounds = job->barriers ? ooc_pieces(ooc_pass_units(pass->plan), count) : 0;
    struct unit *unit;
    while ((unit = ooc_queue_take(&pass->filled)) != NULL) {
        if (!atomic_load(&pass->failed))
            compute_unit(pass, unit);
        ooc_queue_put(&pass->computed, unit);
        if (rounds > 0) {
            rounds--;
            ooc_clients_meet(&job->clients, 0);
        }
    }
    ooc_queue_put(&pass->computed, NULL);
    for (; rounds > 0; rounds--)
        ooc_clients_meet(&job->clients, 0);
}

static ooc_err begin_pass(struct pass *pass, struct ooc_error *error) {
    const size_t count = ooc_unit_pages(pass->run->job->plan, pass->plan, 0, NULL);
    pass->generations = malloc(count * sizeof *pass->generations);
    bool enough = pass->generations != NULL;
    for (int i = 0; i < OOC_UNITS; i++) {
        pass->units[i].pages = malloc(count * sizeof *pass->units[i].pages);
        pass->units[i].at = malloc(count * sizeof *pass->units[i].at);
        enough = enough && pass->units[i].pages != NULL && pass->units[i].at != NULL;
        if (!enough)
            return ooc_fail(error, OOC_ERR_MEMORY, "not enough memory for units of %zu pages", count);
        pass->units[i].at[0] = pass->run->buffers[i];
    }
    return OOC_OK;
}

static void end_pass(struct pass *pass) {
    free(pass->generations);
    for (int i = 0; i < OOC_UNITS; i++) {
        free(pass->units[i].pages);
        free(pass->units[i].at);
    }
    ooc_queue_end(&pass->spare);
    ooc_queue_end(&pass->filled);
    ooc_queue_end(&pass->computed);
    pthread_mutex_destroy(&pass->lock);
}

/* Runs the three threads of a pass that has begun. */
static ooc_err work(struct pass *pass, struct ooc_error *error) {
    pthread_t reader, writer;
    for (int i = 0; i < OOC_UNITS; i++)
        ooc_queue_put(&pass->spare, &pass->units[i]);
    if (pthread_create(&writer, NULL, write_units, pass) != 0)
        return ooc_fail(error, OOC_ERR_MEMORY, "no thread that writes could be started");
    if (pthread_create(&reader, NULL, read_units, pass) != 0) {
        ooc_queue_put(&pass->computed, NULL);
        pthread_join(writer, NULL);
        return ooc_fail(error, OOC_ERR_MEMORY, "no thread that reads could be started");
    }
    compute_units(pass);
    pthread_join(reader, NULL);
    pthread_join(writer, NULL);
    if (!atomic_load(&pass->failed))
        return OOC_OK;
    *error = pass->error;
    return error->code;
}

ooc_err ooc_pass_run(struct ooc_run *run, int number, struct ooc_error *error) {
    struct pass pass = {.run = run,
                        .plan = &run->job->plan->passes[number],
                        .number = number,
                        .generation = (run->job->generation > 0 ? run->job->generation : 1) + (uint32_t)number + 1,
                        .adds = run->rows != NULL && number == run->job->plan->pass_count - 1};
    pthread_mutex_init(&pass.lock, NULL);
    ooc_queue_begin(&pass.spare);
    ooc_queue_begin(&pass.filled);
    ooc_queue_begin(&pass.computed);
    ooc_err code = begin_pass(&pass, error);
    if (code == OOC_OK)
        code = work(&pass, error);
    end_pass(&pass);
    return code;
}
