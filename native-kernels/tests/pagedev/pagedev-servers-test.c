/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests data sets with disks at the servers of a world. The last two ranks serve, and rank 0 runs the cases. A rank
 * between them, if there is one, is a second client that waits for messages of rank 0.
 */
#include "pagedev/pagedev-lanes.h"
#include "pagedev/sets.h"
#include "slipway/process_world.h"

#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { UNIT = 4, GENERATIONS = 4, ADDRESS = 1 };

struct proc_world *world;
static int clients;

static struct pgd_use use_servers(void) {
    return (struct pgd_use){.world = world, .threads = 2};
}

static void expect(pgd_err code, const struct pgd_error *error) {
    CHECK(code == PGD_OK, "%s", error->text);
}

static void keeps_an_array_at_servers_that_this_process_can_read(void) {
    const struct pgd_options kinds[] = {small_options(), whole_options()};
    const struct pgd_use use = use_servers();
    for (int i = 0; i < 2; i++) {
        struct pgd_set *set = new_set("served", &kinds[i], &use);
        fill_set(set, 1);
        check_set(set, 1);
        close_set(set);
        set = open_set("served", &use);
        check_set(set, 1);
        fill_set(set, 2);
        close_set(set);
        set = open_set("served", NULL);
        check_set(set, 2);
        close_set(set);
    }
}

/* A line of pages along the third dimension. */
static void line_pages(int64_t i1, int64_t i2, struct pgd_page pages[UNIT]) {
    for (int i = 0; i < UNIT; i++)
        pages[i] = (struct pgd_page){{i1, i2, i}};
}

/* Moves a line to the next generation by memory that is shared with the servers, or not. */
static pgd_err move_line(struct pgd_set *set, const struct pgd_page pages[UNIT], uint32_t generation, bool shared,
                         struct pgd_error *error) {
    const size_t bytes = pgd_set_layout(set)->page_bytes;
    char *memory = shared ? pgd_buffer_new(set, 2 * UNIT * bytes) : malloc(2 * UNIT * bytes);
    void *destinations[UNIT];
    const void *sources[UNIT];
    pgd_err code = PGD_OK;
    for (int i = 0; i < UNIT; i++) {
        destinations[i] = memory + (size_t)(2 * i + 1) * bytes; /* every second page of the buffer */
        sources[i] = destinations[i];
    }
    if (generation > 1)
        code = pgd_wait(pgd_start_read_pages(set, pages, UNIT, generation - 1, destinations), error);
    for (int i = 0; i < UNIT; i++) {
        double *values = page_values(set, &pages[i], generation - 1);
        CHECK(generation == 1 || memcmp(values, destinations[i], bytes) == 0, "page %d of generation %u is wrong", i,
              generation - 1);
        pgd_buffer_free(set, values);
        values = page_values(set, &pages[i], generation);
        memcpy(destinations[i], values, bytes);
        pgd_buffer_free(set, values);
    }
    struct pgd_handle *written = pgd_start_write_pages(set, pages, UNIT, generation, sources);
    struct pgd_handle *committed = pgd_start_commit_unit(set, pages, UNIT, generation);
    const pgd_err wrote = pgd_wait(written, error), commit = pgd_wait(committed, error);
    if (shared)
        pgd_buffer_free(set, memory);
    else
        free(memory);
    return code != PGD_OK ? code : wrote != PGD_OK ? wrote : commit;
}

static void move_slab(struct pgd_set *set, int64_t from, int64_t to, bool shared) {
    struct pgd_page pages[UNIT];
    struct pgd_error error = {.code = PGD_OK};
    for (uint32_t generation = 1; generation <= GENERATIONS; generation++)
        for (int64_t i = from; i < to; i++)
            for (int64_t k = 0; k < 4; k++) {
                line_pages(i, k, pages);
                expect(move_line(set, pages, generation, shared, &error), &error);
            }
}

static void moves_units_through_generations(void) {
    const struct pgd_options options = whole_options();
    const struct pgd_use use = use_servers();
    struct pgd_page pages[UNIT];
    uint32_t found[UNIT];
    struct pgd_error error;
    struct pgd_set *set = new_set("units", &options, &use);
    move_slab(set, 0, 2, true);
    move_slab(set, 2, 4, false);
    check_set(set, GENERATIONS);
    line_pages(3, 3, pages);
    expect(pgd_generations(set, pages, UNIT, found, &error), &error);
    for (int i = 0; i < UNIT; i++)
        CHECK(found[i] == GENERATIONS, "generation %u", found[i]);
    REFUSED(check_page(set, pages[0], 1, &error), PGD_ERR_GENERATION, "(3, 3, 0)", "generation 1");
    REFUSED(commit_page(set, pages[0], 9, &error), PGD_ERR_GENERATION, "(3, 3, 0)", "generation 9");
    struct pgd_figures figures;
    uint64_t places = 0, spare = 0;
    for (size_t disk = 0; disk < 3; disk++) {
        expect(pgd_set_figures(set, disk, &figures, &error), &error);
        places += figures.places;
        spare += figures.free_places;
    }
    CHECK(places - spare == 64, "%d places are taken", (int)(places - spare));
    expect(write_page(set, pages[0], 7, &error), &error);
    pgd_set_abandon(set); /* pages without a commit are gone */
    set = open_set("units", &use);
    check_set(set, GENERATIONS);
    close_set(set);
}

struct worker {
    pthread_t thread;
    struct pgd_set *set;
    int64_t slab;
};

static void *work(void *argument) {
    const struct worker *worker = argument;
    move_slab(worker->set, worker->slab, worker->slab + 1, true);
    return NULL;
}

static void serves_threads_of_one_client(void) {
    const struct pgd_options options = whole_options();
    struct pgd_use use = use_servers();
    struct worker workers[4];
    use.cache_pages = 5;
    struct pgd_set *set = new_set("threads", &options, &use);
    for (int i = 0; i < 4; i++) {
        workers[i] = (struct worker){.set = set, .slab = i};
        CHECK(pthread_create(&workers[i].thread, NULL, work, &workers[i]) == 0, "thread %d", i);
    }
    for (int i = 0; i < 4; i++)
        pthread_join(workers[i].thread, NULL);
    check_set(set, GENERATIONS);
    close_set(set);
}

/* Acts as the second client: attaches, moves a slab, and reports the number of errors. */
static void be_second_client(void) {
    for (;;) {
        char address[PGD_ADDRESS_TEXT_BYTES];
        const struct pgd_use use = use_servers();
        struct pgd_set *set;
        struct pgd_error error;
        MPI_Recv(address, sizeof address, MPI_CHAR, 0, ADDRESS, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (address[0] == '\0')
            return;
        const pgd_err code = pgd_set_attach(address, &use, &set, &error);
        expect(code, &error);
        if (code == PGD_OK) {
            move_slab(set, 2, 4, true);
            close_set(set);
        }
        MPI_Send(&check_failures, 1, MPI_INT, 0, ADDRESS, MPI_COMM_WORLD);
    }
}

static void shares_a_set_with_a_client_that_attaches(void) {
    const struct pgd_options options = whole_options();
    const struct pgd_use use = use_servers();
    char address[PGD_ADDRESS_TEXT_BYTES] = "";
    struct pgd_error error;
    struct pgd_set *set = new_set("shared", &options, &use), *other;
    int wrong = 0;
    expect(pgd_set_address(set, address, &error), &error);
    if (clients > 1)
        MPI_Send(address, sizeof address, MPI_CHAR, 1, ADDRESS, MPI_COMM_WORLD);
    move_slab(set, 0, 2, true);
    if (clients > 1)
        MPI_Recv(&wrong, 1, MPI_INT, 1, ADDRESS, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else if (pgd_set_attach(address, &use, &other, &error) == PGD_OK) {
        move_slab(other, 2, 4, true);
        close_set(other);
    }
    CHECK(wrong == 0, "%d things are wrong at the second client", wrong);
    check_set(set, GENERATIONS);
    close_set(set);

    REFUSED(pgd_set_attach(address, &use, &other, &error), PGD_ERR_SERVER, "not open");
    expect(pgd_set_remove(in_folder("shared"), &error), &error);
    set = new_set("shared", &options, &use);
    REFUSED(pgd_set_attach(address, &use, &other, &error), PGD_ERR_ARGUMENT, "another one");
    REFUSED(pgd_set_attach("http://data/set", &use, &other, &error), PGD_ERR_ARGUMENT, "no address");
    REFUSED(pgd_set_attach(address, NULL, &other, &error), PGD_ERR_ARGUMENT, "servers");
    close_set(set);
}

static void refuses_a_second_writer_in_the_world_and_outside(void) {
    const struct pgd_options options = small_options();
    const struct pgd_use use = use_servers();
    struct pgd_use many = use_servers();
    struct pgd_error error;
    char address[PGD_ADDRESS_TEXT_BYTES];
    struct pgd_set *set = new_set("one", &options, &use), *other;
    REFUSED(pgd_set_open(in_folder("one"), &use, &other, &error), PGD_ERR_BUSY, "one writer");
    REFUSED(pgd_set_open(in_folder("one"), NULL, &other, &error), PGD_ERR_BUSY, "one writer");
    close_set(set);
    many.servers = 99;
    REFUSED(pgd_set_open(in_folder("one"), &many, &other, &error), PGD_ERR_ARGUMENT, "99 servers");
    set = open_set("one", NULL);
    REFUSED(pgd_set_address(set, address, &error), PGD_ERR_ARGUMENT, "without servers");
    close_set(set);
}

static void names_page_and_disk_of_what_servers_find(void) {
    char disk[256], file[512];
    snprintf(disk, sizeof disk, "%s/disk", folder);
    const char *disks[] = {disk};
    struct pgd_options options = {.domain = {4, 8, 16}, .page = {4, 8, 16}, .disks = disks, .disk_count = 1};
    const struct pgd_use use = use_servers();
    const struct pgd_page page = {{0, 0, 0}};
    struct pgd_error error;
    struct pgd_set *set = new_set("flipped", &options, &use);
    fill_set(set, 1);
    expect(pgd_set_flush(set, &error), &error);
    snprintf(file, sizeof file, "%s/pages", pgd_set_disk(set, 0));
    flip_byte(file, 100);
    REFUSED(check_page(set, page, 1, &error), PGD_ERR_DAMAGED, "array page (0, 0, 0)", pgd_set_disk(set, 0));
    snprintf(file, sizeof file, "%s", pgd_set_disk(set, 0));
    close_set(set);
    expect(pgd_set_remove_at(in_folder("flipped"), &use, &error), &error);
    CHECK(access(file, F_OK) != 0 && !pgd_set_exists(in_folder("flipped")), "%s is still there", file);

    options.domain[0] = INT64_C(1) << 32; /* 8 TiB, in pages of 128 MiB */
    options.page[0] = 1 << 16;
    REFUSED(pgd_set_create(in_folder("vast"), &options, &use, &set, &error), PGD_ERR_SPACE, "are needed", "are free");
    CHECK(!pgd_set_exists(in_folder("vast")), "something is left behind");
}

static void reads_before_later_writes_of_one_thread(void) {
    enum { READS = 24 };
    const struct pgd_options options = {.domain = {4, 8, 16}, .page = {4, 8, 16}};
    const struct pgd_use use = use_servers();
    const struct pgd_page page = {{0, 0, 0}};
    struct pgd_error error;
    struct pgd_set *set = new_set("order", &options, &use);
    const struct pgd_box box = whole_box(set);
    const size_t bytes = pgd_set_layout(set)->page_bytes;
    char *memory = pgd_buffer_new(set, READS * bytes);
    struct pgd_handle *reads[READS], *writes[READS];
    const void *sources[READS];
    expect(write_page(set, page, 1, &error), &error);
    for (uint32_t i = 0; i < READS; i++) { /* each read finds the page of the write before */
        void *destination = memory + i * bytes;
        sources[i] = page_values(set, &page, i + 2);
        reads[i] = pgd_start_read_pages(set, &page, 1, PGD_NEWEST, &destination);
        writes[i] = pgd_start_write_pages(set, &page, 1, i + 2, &sources[i]);
    }
    for (uint32_t i = 0; i < READS; i++) {
        expect(pgd_wait(reads[i], &error), &error);
        expect(pgd_wait(writes[i], &error), &error);
        CHECK(wrong_in_box(&box, PGD_NATURAL, i + 1, (double *)(memory + i * bytes)) == 0, "read %u", i);
        pgd_buffer_free(set, (void *)sources[i]);
    }
    pgd_buffer_free(set, memory);
    close_set(set);
}

/* To a server of another host, which has not the memory of this one, more than one call is needed. */
static void moves_more_than_a_call_to_another_host_takes(void) {
    enum { PAGES = 20, PAGE_BYTES = 64 * 64 * 64 * PGD_VALUE_BYTES };
    const struct pgd_options options = {.domain = {64, 64, 64 * (int64_t)PAGES}, .page = {64, 64, 64}};
    const struct pgd_use use = use_servers();
    struct pgd_page pages[PAGES];
    void *there[PAGES], *back[PAGES];
    struct pgd_error error;
    if (proc_world_is_here(world, 0))
        return;
    struct pgd_set *set = new_set("more", &options, &use);
    char *memory = pgd_buffer_new(set, (size_t)PAGES * PAGE_BYTES),
         *found = pgd_buffer_new(set, (size_t)PAGES * PAGE_BYTES);
    for (int i = 0; i < PAGES; i++) {
        pages[i] = (struct pgd_page){{0, 0, i}};
        there[i] = memory + (size_t)i * PAGE_BYTES;
        back[i] = found + (size_t)(PAGES - 1 - i) * PAGE_BYTES;
        memset(there[i], i + 1, PAGE_BYTES);
    }
    expect(pgd_wait(pgd_start_write_pages(set, pages, PAGES, 1, (const void *const *)there), &error), &error);
    expect(pgd_wait(pgd_start_read_pages(set, pages, PAGES, 1, back), &error), &error);
    for (int i = 0; i < PAGES; i++)
        CHECK(memcmp(there[i], back[i], PAGE_BYTES) == 0, "page %d has other bytes", i);
    pgd_buffer_free(set, memory);
    pgd_buffer_free(set, found);
    pgd_set_abandon(set);
    expect(pgd_set_remove_at(in_folder("more"), &use, &error), &error);
}

static const struct check_case cases[] = {
    CASE(keeps_an_array_at_servers_that_this_process_can_read),
    CASE(moves_units_through_generations),
    CASE(serves_threads_of_one_client),
    CASE(shares_a_set_with_a_client_that_attaches),
    CASE(refuses_a_second_writer_in_the_world_and_outside),
    CASE(names_page_and_disk_of_what_servers_find),
    CASE(reads_before_later_writes_of_one_thread),
    CASE(answers_no_bytes_that_no_page_was_read_into),
    CASE(goes_on_behind_calls_that_it_refuses),
    CASE(moves_more_than_a_call_to_another_host_takes),
};

static int run_clients(int rank) {
    const char none[PGD_ADDRESS_TEXT_BYTES] = "";
    if (rank > 0) {
        be_second_client();
        return EXIT_SUCCESS;
    }
    folder_begin("pagedev-servers");
    const int status = run_cases(cases, sizeof cases / sizeof cases[0]);
    folder_end();
    if (clients > 1)
        MPI_Send(none, sizeof none, MPI_CHAR, 1, ADDRESS, MPI_COMM_WORLD);
    return status;
}

int main(int argc, char **argv) {
    int rank, ranks, status = EXIT_SUCCESS;
    struct proc_error error = {.code = PROC_OK};
    struct proc_plan plan = {.servers = 2};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    plan.servers = ranks > 2 ? 2 : 1;
    plan.classes = pgd_classes(&plan.class_count);
    clients = ranks - plan.servers;
    CHECK(proc_world_split(MPI_COMM_WORLD, &plan, &world, &error) == PROC_OK, "%s", error.text);
    if (world != NULL && proc_world_serves(world))
        CHECK(proc_serve(world, &error) == PROC_OK, "%s", error.text);
    else if (world != NULL)
        status = run_clients(rank);
    CHECK(proc_world_end(world, &error) == PROC_OK, "%s", error.text);
    MPI_Finalize();
    return check_failures > 0 ? EXIT_FAILURE : status;
}
