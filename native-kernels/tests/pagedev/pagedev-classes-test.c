/* SPDX-License-Identifier: Apache-2.0 */
/* The report's devices and arrays as objects of a world. The last ranks serve, rank 0 runs the cases. */
#include "Array.h"
#include "ArrayDevice.h"
#include "ArrayPageDevice.h"
#include "PageDevice.h"
#include "pagedev/sets.h"
#include "slipway/process_world.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { PAGES = 6, N1 = 4, N2 = 8, N3 = 16, PAGE_BYTES = N1 * N2 * N3 * PGD_VALUE_BYTES };

static struct proc_world *world;
static const char *registry;

#define OK(call)                                                                                                       \
    do {                                                                                                               \
        struct proc_error error_of_call = {.code = PROC_OK};                                                           \
        struct proc_error *error = &error_of_call;                                                                     \
        const proc_err code_of_call = (call);                                                                          \
        CHECK(code_of_call == PROC_OK, "%s", error->text);                                                             \
    } while (0)

#define FAILS(words, call)                                                                                             \
    do {                                                                                                               \
        struct proc_error error_of_call = {.code = PROC_OK};                                                           \
        struct proc_error *error = &error_of_call;                                                                     \
        const proc_err code_of_call = (call);                                                                          \
        CHECK(code_of_call == PROC_ERR_METHOD, "%d: %s", (int)code_of_call, error->text);                              \
        CHECK(strstr(error->text, words) != NULL, "%s", error->text);                                                  \
    } while (0)

static double page[PAGE_BYTES / sizeof(double)], back[PAGE_BYTES / sizeof(double)];

static struct pgd_box page_box(int64_t number) {
    return (struct pgd_box){{number * N1, 0, 0}, {(number + 1) * N1, N2, N3}};
}

static struct proc_bytes page_of(int64_t number, pgd_order order) {
    const struct pgd_box box = page_box(number);
    fill_box(&box, order, 1, page);
    return (struct proc_bytes){page, sizeof page};
}

static void check_back(int64_t number, pgd_order order, const struct proc_into *into) {
    const struct pgd_box box = page_box(number);
    CHECK(into->bytes == sizeof back, "%zu bytes", into->bytes);
    CHECK(wrong_in_box(&box, order, 1, back) == 0, "page %d is wrong", (int)number);
    memset(back, 0, sizeof back);
}

static void a_page_device_keeps_pages_and_opens_what_it_made(void) {
    struct proc_remote device = {0};
    struct proc_into into = {back, sizeof back, 0};
    int64_t pages, bytes;
    uint64_t id;
    OK(PageDevice_new(world, 0, in_folder("device"), PAGES, PAGE_BYTES, &device, error));
    for (int64_t i = 0; i < PAGES; i++)
        OK(PageDevice_write(device, page_of(i, PGD_NATURAL), i, error));
    OK(PageDevice_read(device, 3, &into, error));
    check_back(3, PGD_NATURAL, &into);
    FAILS("no page 6", PageDevice_read(device, PAGES, &into, error));
    FAILS("no page -1", PageDevice_write(device, page_of(0, PGD_NATURAL), -1, error));
    FAILS("8192 bytes, not 16", PageDevice_write(device, (struct proc_bytes){page, 16}, 0, error));
    into.room = 16;
    FAILS("room", PageDevice_read(device, 0, &into, error));
    OK(proc_destroy(device, error));

    into.room = sizeof back;
    OK(PageDevice_new(world, 0, in_folder("device"), PAGES, PAGE_BYTES, &device, error));
    OK(PageDevice_read(device, 5, &into, error));
    check_back(5, PGD_NATURAL, &into);
    OK(PageDevice_shape(device, &pages, &bytes, &id, error));
    CHECK(pages == PAGES && bytes == PAGE_BYTES && id != 0, "%d pages of %d bytes", (int)pages, (int)bytes);
    OK(proc_destroy(device, error));
    FAILS("of 6 pages", PageDevice_new(world, 0, in_folder("device"), PAGES + 1, PAGE_BYTES, &device, error));
    FAILS("0 pages", PageDevice_new(world, 0, in_folder("none"), 0, PAGE_BYTES, &device, error));
}

static void an_array_page_device_reads_pages_transposed(void) {
    struct proc_remote device = {0};
    struct proc_into into = {back, sizeof back, 0};
    OK(ArrayPageDevice_new(world, 0, in_folder("array-pages"), PAGES, N1, N2, N3, &device, error));
    OK(ArrayPageDevice_write_transpose13(device, page_of(1, PGD_TRANSPOSED_13), 1, error));
    OK(ArrayPageDevice_write_transpose23(device, page_of(2, PGD_TRANSPOSED_23), 2, error));
    OK(PageDevice_read(device, 1, &into, error));
    check_back(1, PGD_NATURAL, &into);
    OK(PageDevice_read(device, 2, &into, error));
    check_back(2, PGD_NATURAL, &into);
    OK(ArrayPageDevice_read_transpose23(device, 1, &into, error));
    check_back(1, PGD_TRANSPOSED_23, &into);
    OK(ArrayPageDevice_read_transpose13(device, 2, &into, error));
    check_back(2, PGD_TRANSPOSED_13, &into);
    FAILS("no page 9", ArrayPageDevice_read_transpose13(device, 9, &into, error));
    OK(proc_destroy(device, error));
    FAILS("pages", ArrayPageDevice_new(world, 0, in_folder("none"), PAGES, N1, 0, N3, &device, error));
}

static void an_array_page_device_shares_a_living_device_and_computes_there(void) {
    struct proc_remote device = {0}, array = {0};
    double norm = 0, sum = 0;
    OK(PageDevice_new(world, 0, in_folder("device"), PAGES, PAGE_BYTES, &device, error));
    OK(ArrayPageDevice_attach(world, 0, device, N1, N2, N3, &array, error));
    OK(PageDevice_write(device, page_of(4, PGD_NATURAL), 4, error));
    for (size_t i = 0; i < sizeof page / sizeof page[0]; i++)
        sum += page[i] * page[i];
    OK(ArrayPageDevice_norm(array, 4, &norm, error));
    CHECK_NEAR(norm, sqrt(sum), 1e-9 * norm);
    OK(ArrayPageDevice_scale(array, 4, -0.5, error));
    struct proc_into into = {back, sizeof back, 0};
    OK(PageDevice_read(device, 4, &into, error));
    for (size_t i = 0; i < sizeof page / sizeof page[0]; i++)
        CHECK(back[i] == -0.5 * page[i], "value %zu is %g", i, back[i]);
    OK(proc_destroy(device, error)); /* the other one keeps the pages */
    OK(ArrayPageDevice_norm(array, 4, &norm, error));
    CHECK_NEAR(norm, sqrt(sum) / 2, 1e-9 * norm);
    OK(proc_destroy(array, error));

    OK(PageDevice_new(world, 0, in_folder("device"), PAGES, PAGE_BYTES, &device, error));
    FAILS("not one of 8192 bytes", ArrayPageDevice_attach(world, 0, device, N1, N2, N3 + 1, &array, error));
    if (proc_world_servers(world) > 1)
        FAILS("server 0", ArrayPageDevice_attach(world, 1, device, N1, N2, N3, &array, error));
    OK(proc_destroy(device, error));
}

static void an_array_device_reads_ahead(void) {
    const int64_t ahead[] = {2, 3, 4}, beyond[] = {0, PAGES};
    struct proc_remote device = {0};
    struct proc_into into = {back, sizeof back, 0};
    int64_t hits = 0;
    OK(ArrayDevice_new(world, 0, in_folder("cached"), PAGES, N1, N2, N3, 4, &device, error));
    for (int64_t i = 0; i < PAGES; i++)
        OK(PageDevice_write(device, page_of(i, PGD_NATURAL), i, error));
    OK(PageDevice_flush(device, error));
    OK(proc_destroy(device, error));
    OK(ArrayDevice_new(world, 0, in_folder("cached"), PAGES, N1, N2, N3, 4, &device, error));
    OK(ArrayDevice_read_into_cache(device, (struct proc_i64s){ahead, 3}, error));
    for (int64_t i = 2; i <= 4; i++) {
        OK(PageDevice_read(device, i, &into, error)); /* waits for pages on their way to the cache */
        check_back(i, PGD_NATURAL, &into);
    }
    OK(ArrayDevice_cached(device, &hits, error));
    CHECK(hits == 3, "%d hits", (int)hits);
    FAILS("no page 6", ArrayDevice_read_into_cache(device, (struct proc_i64s){beyond, 2}, error));
    OK(proc_destroy(device, error));
}

static void an_array_reads_and_writes_boxes_and_tells_its_address(void) {
    static double values[12 * 8 * 10 * 2];
    static char address[PGD_ADDRESS_TEXT_BYTES];
    const struct pgd_options options = small_options();
    const struct pgd_use use = {.world = world};
    const struct pgd_box box = {.from = {1, 2, 3}, .to = {9, 8, 7}};
    const int64_t numbers[] = {1, 2, 3, 9, 8, 7}, outside[] = {0, 0, 0, 13, 1, 1};
    const struct proc_i64s some = {numbers, 6}, far = {outside, 6};
    const size_t doubles = 8 * 6 * 4 * 2;
    struct proc_remote array = {0};
    struct proc_into into = {values, doubles * sizeof(double), 0}, where = {address, sizeof address, 0};
    struct pgd_error said;
    struct pgd_set *set = new_set("array", &options, NULL);
    close_set(set);
    OK(Array_new(world, 0, in_folder("array"), 4, &array, error));
    fill_box(&box, PGD_TRANSPOSED_23, 3, values);
    OK(Array_write(array, some, PGD_TRANSPOSED_23, (struct proc_f64s){values, doubles}, error));
    memset(values, 0, sizeof values);
    OK(Array_read_into_cache(array, some, error));
    OK(Array_read(array, some, PGD_TRANSPOSED_13, &into, error));
    CHECK(wrong_in_box(&box, PGD_TRANSPOSED_13, 3, values) == 0, "the object's box is wrong");
    FAILS("12x8x10", Array_read(array, far, 0, &into, error));
    FAILS("order 3", Array_read(array, some, 3, &into, error));
    FAILS("6 numbers", Array_read(array, (struct proc_i64s){numbers, 5}, 0, &into, error));
    FAILS("doubles", Array_write(array, some, 0, (struct proc_f64s){values, 2}, error));

    OK(Array_where(array, &where, error));
    CHECK(pgd_set_attach(address, &use, &set, &said) == PGD_OK, "%s", said.text);
    CHECK(pgd_array_read(set, &box, PGD_NATURAL, values, &said) == PGD_OK, "%s", said.text);
    CHECK(wrong_in_box(&box, PGD_NATURAL, 3, values) == 0, "the client's box is wrong");
    close_set(set);
    OK(proc_destroy(array, error));
    FAILS("no data set", Array_new(world, 0, in_folder("not-there"), 0, &array, error));
}

/* Tests objects that are stored when a world ends, and opened by the first use of their address in the next world. */
static void objects_are_stored_with_their_world(void) {
    const struct pgd_options options = small_options();
    struct proc_remote device = {0}, array = {0};
    OK(ArrayDevice_new(world, 0, in_folder("stored"), PAGES, N1, N2, N3, 2, &device, error));
    OK(PageDevice_write(device, page_of(5, PGD_NATURAL), 5, error));
    OK(proc_name(device, "http://data/set/ArrayDevice/34", error));
    struct pgd_set *set = new_set("stored-array", &options, NULL);
    fill_set(set, 3);
    close_set(set);
    OK(Array_new(world, 0, in_folder("stored-array"), 0, &array, error));
    OK(proc_name(array, "http://data/set/Array", error));
}

static void objects_open_again_by_their_addresses(void) {
    static double values[12 * 8 * 10 * 2];
    const int64_t numbers[] = {0, 0, 0, 12, 8, 10};
    const struct pgd_box box = {.from = {0, 0, 0}, .to = {12, 8, 10}};
    struct proc_remote device = {0}, array = {0};
    struct proc_into into = {back, sizeof back, 0}, all = {values, sizeof values, 0};
    const int server = proc_world_servers(world) - 1; /* another one than before, where there are two */
    OK(proc_open(world, server, "http://data/set/ArrayDevice/34", &device, error));
    OK(ArrayPageDevice_read_transpose13(device, 5, &into, error));
    check_back(5, PGD_TRANSPOSED_13, &into);
    OK(proc_open(world, server, "http://data/set/Array", &array, error));
    OK(Array_read(array, (struct proc_i64s){numbers, 6}, 0, &all, error));
    CHECK(wrong_in_box(&box, PGD_NATURAL, 3, values) == 0, "the array is wrong");
    OK(proc_destroy(device, error));
    OK(proc_destroy(array, error));
}

static const struct check_case firsts[] = {
    CASE(a_page_device_keeps_pages_and_opens_what_it_made),
    CASE(an_array_page_device_reads_pages_transposed),
    CASE(an_array_page_device_shares_a_living_device_and_computes_there),
    CASE(an_array_device_reads_ahead),
    CASE(an_array_reads_and_writes_boxes_and_tells_its_address),
    CASE(objects_are_stored_with_their_world),
};
static const struct check_case lasts[] = {CASE(objects_open_again_by_their_addresses)};

/* One world of these ranks, in which rank 0 runs CASES. */
static int run_world(int servers, const struct check_case *cases, size_t count) {
    int status = EXIT_SUCCESS;
    struct proc_error error = {.code = PROC_OK};
    struct proc_plan plan = {.servers = servers, .folder = registry};
    plan.classes = pgd_classes(&plan.class_count);
    CHECK(proc_world_split(MPI_COMM_WORLD, &plan, &world, &error) == PROC_OK, "%s", error.text);
    if (world != NULL && proc_world_serves(world))
        CHECK(proc_serve(world, &error) == PROC_OK, "%s", error.text);
    else if (world != NULL)
        status = run_cases(cases, count);
    CHECK(proc_world_end(world, &error) == PROC_OK, "%s", error.text);
    MPI_Barrier(MPI_COMM_WORLD);
    return status;
}

int main(int argc, char **argv) {
    static char name[64];
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (rank == 0) {
        folder_begin("pagedev-classes");
        memcpy(name, folder, sizeof name);
    }
    MPI_Bcast(name, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD);
    registry = name;
    int status = run_world(ranks - 1, firsts, sizeof firsts / sizeof firsts[0]);
    if (run_world(ranks - 1, lasts, sizeof lasts / sizeof lasts[0]) != EXIT_SUCCESS)
        status = EXIT_FAILURE;
    if (rank == 0)
        folder_end();
    MPI_Finalize();
    return check_failures > 0 ? EXIT_FAILURE : status;
}
