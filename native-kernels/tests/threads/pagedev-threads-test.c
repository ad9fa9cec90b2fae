/* SPDX-License-Identifier: Apache-2.0 */
/* Threads that share a data set: they read ahead, write, commit units and query, each in a separate slab. */
#include "pagedev/sets.h"

#include <pthread.h>
#include <stdlib.h>

enum { WORKERS = 3, GENERATIONS = 6, LINE = 4 };

struct worker {
    struct pgd_set *set;
    int64_t slab;
    pgd_err code;
    struct pgd_error error;
};

static void line_pages(int64_t slab, int64_t row, struct pgd_page pages[LINE]) {
    for (int64_t i = 0; i < LINE; i++)
        pages[i] = (struct pgd_page){{slab, row, i}};
}

/* Reads a line in one generation and writes the line in the next, while the following line is read ahead. */
static pgd_err do_line(struct worker *worker, int64_t row, uint32_t generation) {
    struct pgd_page pages[LINE], ahead[LINE];
    uint32_t found[LINE];
    double *values[LINE];
    const void *sources[LINE];
    struct pgd_figures figures;
    line_pages(worker->slab, row, pages);
    line_pages(worker->slab, (row + 1) % 4, ahead);
    pgd_err code = pgd_prefetch(worker->set, ahead, LINE, PGD_NEWEST, &worker->error);
    for (int i = 0; i < LINE; i++) {
        if (generation > 1 && code == PGD_OK)
            code = check_page(worker->set, pages[i], generation - 1, &worker->error);
        values[i] = page_values(worker->set, &pages[i], generation);
        sources[i] = values[i];
    }
    struct pgd_handle *written = pgd_start_write_pages(worker->set, pages, LINE, generation, sources);
    struct pgd_handle *committed = pgd_start_commit_unit(worker->set, pages, LINE, generation);
    const pgd_err wrote = pgd_wait(written, &worker->error), commit = pgd_wait(committed, &worker->error);
    for (int i = 0; i < LINE; i++)
        pgd_buffer_free(worker->set, values[i]);
    if (code == PGD_OK)
        code = wrote != PGD_OK ? wrote : commit;
    if (code == PGD_OK)
        code = pgd_generations(worker->set, pages, LINE, found, &worker->error);
    return code == PGD_OK ? pgd_set_figures(worker->set, (size_t)row % 3, &figures, &worker->error) : code;
}

static void *work(void *argument) {
    struct worker *worker = argument;
    for (uint32_t generation = 1; generation <= GENERATIONS; generation++)
        for (int64_t row = 0; row < 4 && worker->code == PGD_OK; row++)
            worker->code = do_line(worker, row, generation);
    return NULL;
}

static void run(const struct pgd_use *use) {
    const struct pgd_options options = {.domain = {12, 32, 64}, .page = {4, 8, 16}, .disk_count = 3};
    struct worker workers[WORKERS];
    pthread_t threads[WORKERS];
    struct pgd_set *set = new_set("threads", &options, use);
    for (int i = 0; i < WORKERS; i++) {
        workers[i] = (struct worker){.set = set, .slab = i};
        CHECK(pthread_create(&threads[i], NULL, work, &workers[i]) == 0, "thread %d cannot be started", i);
    }
    for (int i = 0; i < WORKERS; i++) {
        pthread_join(threads[i], NULL);
        CHECK(workers[i].code == PGD_OK, "%s", workers[i].error.text);
    }
    check_set(set, GENERATIONS);
    close_set(set);
}

static void share_a_set_without_a_cache(void) {
    run(NULL);
}

static void share_a_set_with_a_cache(void) {
    run(&(struct pgd_use){.cache_pages = 7, .threads = 2});
}

int main(void) {
    static const struct check_case cases[] = {CASE(share_a_set_without_a_cache), CASE(share_a_set_with_a_cache)};
    folder_begin("pagedev-threads");
    const int status = run_cases(cases, sizeof cases / sizeof cases[0]);
    folder_end();
    return status;
}
