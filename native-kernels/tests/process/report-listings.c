/* SPDX-License-Identifier: Apache-2.0 */
/* report-listings NAME: runs the listing NAME of the report, as in docs/processes.md. */
#include "process/bed.h"

#include "ArrayDevice.h"
#include "ComputingProcess.h"
#include "report-fft/master.h"

#include <fcntl.h>
#include <unistd.h>

enum { N = 8, SIDE = 4, PAGE_DOUBLES = 2 * SIDE * SIDE * SIDE, PAGE_SIZE = PAGE_DOUBLES * (int)sizeof(double) };

/* Returns the path of a file in the folder of the test. */
static const char *path_of(const char *name) {
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void fill(double *page, double first) {
    for (int i = 0; i < PAGE_DOUBLES; i++)
        page[i] = first + i;
}

static void page_device(void) {
    struct proc_remote storage = {0};
    unsigned char *page = proc_buffer_new(4096, NULL), *back = proc_buffer_new(4096, NULL);
    struct proc_into into = {back, 4096, 0};
    const int machine = proc_world_find(world, proc_world_host(world, servers - 1), servers - 1);
    memset(page, 17, 4096);
    OK(PageDevice_new(world, machine, path_of("pagefile"), 1024, 4096, &storage, error));
    OK(PageDevice_write(storage, (struct proc_bytes){page, 4096}, 17, error));
    OK(PageDevice_read(storage, 17, &into, error));
    CHECK(memcmp(page, back, 4096) == 0, "another page");
    FAILS(PROC_ERR_METHOD, "no page 1024", PageDevice_read(storage, 1024, &into, error));
    OK(proc_destroy(storage, error));
    proc_buffer_free(page);
    proc_buffer_free(back);
}

static void array_page_device(void) {
    struct proc_remote device = {0};
    static double page[PAGE_DOUBLES], back[PAGE_DOUBLES];
    struct proc_into into = {back, sizeof back, 0};
    fill(page, 1);
    OK(ArrayPageDevice_new(world, 0, path_of("blocks"), 10, SIDE, SIDE, SIDE, &device, error));
    OK(PageDevice_write(device, (struct proc_bytes){page, sizeof page}, 3, error));
    OK(ArrayPageDevice_read_transpose13(device, 3, &into, error));
    CHECK(back[2] == page[2 * SIDE * SIDE] && back[2 * SIDE] == page[2 * SIDE], "%g %g", back[2], back[2 * SIDE]);
    OK(ArrayPageDevice_write_transpose13(device, (struct proc_bytes){back, sizeof back}, 4, error));
    OK(PageDevice_read(device, 4, &into, error));
    CHECK(memcmp(page, back, sizeof page) == 0, "transposed twice, a page is another one");
    OK(ArrayPageDevice_read_transpose23(device, 3, &into, error));
    CHECK(back[2] == page[2 * SIDE], "%g", back[2]);
    OK(proc_destroy(device, error));
}

static void remote_memory(void) {
    struct proc_remote data = {0};
    double x = -1;
    OK(proc_memory_new(world, servers - 1, 1024, &data, error));
    OK(proc_memory_set(data, 7, 3.1415, error));
    OK(proc_memory_get(data, 2, &x, error));
    CHECK(x == 0, "%g", x);
    OK(proc_memory_get(data, 7, &x, error));
    CHECK(x == 3.1415, "%g", x);
    OK(proc_destroy(data, error));
}

/* Starts N computing processes that share DATA. */
static void start_processes(struct proc_remote data, struct proc_remote *process_group) {
    struct ComputingProcess_new calls[N];
    struct proc_handle handles[N];
    for (int i = 0; i < N; i++) {
        calls[i] = (struct ComputingProcess_new){.data = data};
        OK(ComputingProcess_start_new(world, i % servers, &calls[i], &handles[i], error));
    }
    OK(proc_wait_all(handles, N, error));
    for (int i = 0; i < N; i++)
        process_group[i] = calls[i].object;
}

static void shared_data(void) {
    struct proc_remote data = {0}, process_group[N];
    struct ComputingProcess_share_of_sum calls[N];
    struct proc_handle handles[N];
    double sum = 0;
    OK(proc_memory_new(world, 0, 100, &data, error));
    for (int i = 0; i < 100; i++)
        OK(proc_memory_set(data, (size_t)i, i, error));
    start_processes(data, process_group);
    OK(proc_group_make(process_group, N, error));
    for (int i = 0; i < N; i++) {
        calls[i] = (struct ComputingProcess_share_of_sum){.count = 100};
        OK(ComputingProcess_start_share_of_sum(process_group[i], &calls[i], &handles[i], error));
    }
    OK(proc_wait_all(handles, N, error));
    for (int i = 0; i < N; i++)
        sum += calls[i].sum;
    CHECK(sum == 4950, "%g", sum);
}

static void process_group(void) {
    struct proc_remote group[N], member = {0}, nothing = {0};
    int32_t id = -1, number = -1;
    start_processes(nothing, group);
    OK(proc_group_make(group, N, error));
    for (int i = 0; i < N; i++) {
        OK(ComputingProcess_id(group[i], &id, &number, error));
        CHECK(id == i && number == N, "%d of %d", id, number);
        OK(ComputingProcess_member(group[i], (i + 1) % N, &member, error));
        CHECK(proc_is_same(member, group[(i + 1) % N]), "member %d", i);
    }
}

static void barrier(void) {
    struct proc_remote group[N], nothing = {0};
    struct ComputingProcess_barrier calls[N];
    struct proc_handle handles[N];
    start_processes(nothing, group);
    OK(proc_group_make(group, N, error));
    for (int i = 0; i < N; i++)
        OK(ComputingProcess_start_barrier(group[i], &calls[i], &handles[i], error));
    OK(proc_group_fence(group, N, error));
    for (int i = 0; i < N; i++)
        CHECK(proc_is_done(&handles[i]), "process %d", i);
}

static void persistent_process(void) {
    struct proc_remote made = {0}, page = {0};
    int64_t bytes = 0;
    OK(Page_filled(world, 0, (struct proc_bytes){"abc", 4}, &made, error));
    OK(proc_name(made, "http://data/set/Page/34", error));
    OK(proc_open(world, -1, "http://data/set/Page/34", &page, error));
    OK(Page_size(page, &bytes, error));
    CHECK(bytes == 4, "%lld", (long long)bytes);
}

/* Launches page servers on all machines, and an array of 8 x 8 x 8 on them. */
static struct proc_remote launch_array(void) {
    const int64_t n[6] = {0, 8, 0, 8, 0, 8}, p[6] = {0, SIDE, 0, SIDE, 0, SIDE};
    struct ArrayDevice_new calls[N];
    struct proc_handle handles[N];
    struct proc_remote page_server[N], a = {0};
    char paths[N][160];
    CHECK(servers <= N, "%d servers", servers);
    for (int i = 0; i < servers; i++) {
        snprintf(paths[i], sizeof paths[i], "%s.%d", path_of("array"), i);
        calls[i] = (struct ArrayDevice_new){
            .filename = paths[i], .number_of_pages = 8, .n1 = SIDE, .n2 = SIDE, .n3 = SIDE, .number_of_cache_pages = 2};
        OK(ArrayDevice_start_new(world, i, &calls[i], &handles[i], error));
    }
    OK(proc_wait_all(handles, (size_t)servers, error));
    for (int i = 0; i < servers; i++)
        page_server[i] = calls[i].object;
    OK(Array_new(world, 0, (struct proc_i64s){n, 6}, (struct proc_i64s){p, 6},
                 (struct proc_remotes){page_server, (size_t)servers}, &a, error));
    return a;
}

static void array(void) {
    static double all[2 * 512], line[2 * 512], back[2 * 512];
    const int64_t whole[6] = {0, 8, 0, 8, 0, 8}, d[6] = {0, 8, 4, 8, 0, 4};
    struct proc_into into = {line, 2 * 128 * sizeof(double), 0}, all_back = {back, sizeof back, 0};
    struct Array_read_into_server_cache ahead = {.d = {d, 6}};
    struct proc_handle started;
    struct proc_remote a = launch_array();
    for (int i = 0; i < 2 * 512; i++)
        all[i] = i;
    OK(Array_write(a, (struct proc_i64s){whole, 6}, (struct proc_f64s){all, 2 * 512}, error));
    OK(Array_start_read_into_server_cache(a, &ahead, &started, error));
    OK(proc_wait(&started, error));
    OK(Array_read_transpose13(a, (struct proc_i64s){d, 6}, &into, error));
    for (int i3 = 0; i3 < 4; i3++)
        for (int i2 = 0; i2 < 4; i2++)
            for (int i1 = 0; i1 < 8; i1++)
                CHECK(line[2 * ((i3 * 4 + i2) * 8 + i1)] == all[2 * ((i1 * 8 + 4 + i2) * 8 + i3)], "%d %d %d", i1, i2,
                      i3);
    OK(Array_write_transpose13(a, (struct proc_i64s){d, 6}, (struct proc_f64s){line, 2 * 128}, error));
    OK(Array_read(a, (struct proc_i64s){whole, 6}, &all_back, error));
    CHECK(memcmp(all, back, sizeof all) == 0, "the array is another one");
}

static void array_device(void) {
    struct proc_remote device = {0};
    static double page[PAGE_DOUBLES], other[PAGE_DOUBLES], back[PAGE_DOUBLES];
    struct proc_into into = {back, sizeof back, 0};
    fill(page, 1);
    fill(other, 1000);
    OK(ArrayDevice_new(world, 0, path_of("cached"), 4, SIDE, SIDE, SIDE, 2, &device, error));
    OK(PageDevice_write(device, (struct proc_bytes){page, sizeof page}, 2, error));
    OK(ArrayDevice_read_into_cache(device, 2, error));
    const int fd = open(path_of("cached"), O_WRONLY);
    CHECK(pwrite(fd, other, sizeof other, 2 * (off_t)PAGE_SIZE) == PAGE_SIZE, "the file cannot be written");
    close(fd);
    OK(PageDevice_read(device, 2, &into, error)); /* from the cache: the file has another page */
    CHECK(memcmp(back, page, sizeof page) == 0, "the page does not come from the cache");
    OK(PageDevice_write(device, (struct proc_bytes){other, sizeof other}, 2, error));
    OK(PageDevice_read(device, 2, &into, error));
    CHECK(memcmp(back, other, sizeof page) == 0, "the cache has an old page");
    OK(proc_destroy(device, error));
}

int main(int argc, char **argv) {
    static const struct proc_class *const classes[] = {&Page_class,        &ComputingProcess_class,
                                                       &PageDevice_class,  &ArrayPageDevice_class,
                                                       &ArrayDevice_class, &Array_class};
    static const struct bed_classes of = {classes, sizeof classes / sizeof classes[0]};
    static const struct check_case cases[] = {
        CASE(page_device), CASE(array_page_device),  CASE(remote_memory), CASE(shared_data), CASE(process_group),
        CASE(barrier),     CASE(persistent_process), CASE(array),         CASE(array_device)};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (argc == 2 && strcmp(argv[1], cases[i].name) == 0)
            return bed_run_with(argc, argv, &of, &cases[i], 1);
    fputs("usage: report-listings NAME\n", stderr);
    return 2;
}
