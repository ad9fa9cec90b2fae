/* SPDX-License-Identifier: Apache-2.0 */
/* Tests the creation, calls and destruction of objects, with their arguments and results. */
#include "process/bed.h"

#include "Page.h"

#include <stdint.h>
#include <unistd.h>

enum { LARGE = 3 << 20 };

static int last_server(void) {
    return servers - 1;
}

static void an_object_is_created_called_and_destroyed(void) {
    int64_t bytes = 0;
    struct proc_remote page = page_in(0, 100);
    CHECK(proc_is_some(page), "no pointer");
    OK(Page_size(page, &bytes, error));
    CHECK(bytes == 100, "%lld", (long long)bytes);
    OK(proc_destroy(page, error));
    FAILS(PROC_ERR_ADDRESS, "Page.size", Page_size(page, &bytes, error));
}

static void fill(unsigned char *bytes, size_t count, unsigned seed) {
    for (size_t i = 0; i < count; i++)
        bytes[i] = (unsigned char)(seed + i * 7 + (i >> 8) * 13);
}

/* Writes COUNT bytes FROM to a page of the same size, and reads them back TO. */
static void there_and_back(unsigned char *from, unsigned char *to, size_t count) {
    struct proc_remote page = page_in(last_server(), (int64_t)count);
    struct proc_into into = {to, count, 0};
    fill(from, count, (unsigned)count);
    memset(to, 0, count);
    OK(Page_write(page, (struct proc_bytes){from, count}, 0, error));
    OK(Page_read(page, 0, &into, error));
    CHECK(into.bytes == count, "%zu of %zu", into.bytes, count);
    CHECK(memcmp(from, to, count) == 0, "other bytes");
    OK(proc_destroy(page, error));
}

static void bytes_of_any_size_go_and_come_back(void) {
    static const size_t sizes[] = {0, 1, 7, 8, 9, 1000, 16347, 16348, 16349, 65536, 1000003, LARGE};
    unsigned char *from = malloc(LARGE), *to = malloc(LARGE);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        there_and_back(from, to, sizes[i]);
    free(from);
    free(to);
}

static void a_buffer_is_filled_by_the_method_itself(void) {
    struct proc_error error;
    unsigned char *from = proc_buffer_new(LARGE, &error), *to = proc_buffer_new(LARGE, &error);
    unsigned char *plain = malloc(LARGE);
    CHECK(from != NULL && to != NULL, "%s", error.text);
    there_and_back(from, to, LARGE);
    there_and_back(from + 5, to + 100, 1001);
    there_and_back(from, plain, 70000);
    there_and_back(plain, to, 70000);
    proc_buffer_free(from);
    proc_buffer_free(to);
    free(plain);
    proc_buffer_free(NULL);
}

static void a_constructor_takes_arguments(void) {
    char read[6] = "";
    struct proc_remote page = {0};
    struct proc_into into = {read, sizeof read, 0};
    OK(Page_filled(world, 0, (struct proc_bytes){"hello", 6}, &page, error));
    OK(Page_read(page, 0, &into, error));
    CHECK(strcmp(read, "hello") == 0, "%s", read);
    OK(proc_destroy(page, error));
}

static void numbers_and_lists_go_as_arguments(void) {
    static const double values[] = {1.5, -2, 1e300};
    static const int64_t weights[] = {2, 1, 0};
    double sum = 0;
    int32_t count = 0;
    struct proc_remote page = page_in(0, 1);
    OK(Page_sum(page, (struct proc_f64s){values, 3}, (struct proc_i64s){weights, 3}, -0.5, &sum, &count, error));
    CHECK(sum == -0.5 && count == 3, "%g %d", sum, count);
    FAILS(PROC_ERR_METHOD, "3 values have 2 weights",
          Page_sum(page, (struct proc_f64s){values, 3}, (struct proc_i64s){weights, 2}, 1, &sum, &count, error));
    OK(proc_destroy(page, error));
}

static void a_method_has_several_results_of_bulk(void) {
    static double values[30001], first[15000], second[15001];
    struct proc_into into[2] = {{first, sizeof first, 0}, {second, sizeof second, 0}};
    struct proc_remote page = page_in(0, 1);
    for (int i = 0; i < 30001; i++)
        values[i] = i;
    OK(Page_halves(page, (struct proc_f64s){values, 30001}, &into[0], &into[1], error));
    CHECK(into[0].bytes == sizeof first && into[1].bytes == sizeof second, "%zu %zu", into[0].bytes, into[1].bytes);
    CHECK(memcmp(first, values, sizeof first) == 0 && memcmp(second, values + 15000, sizeof second) == 0,
          "other values");
    OK(proc_destroy(page, error));
}

static void a_result_that_does_not_fit_is_refused(void) {
    char text[4];
    struct proc_into into = {text, sizeof text, 0};
    struct proc_remote page = page_in(0, 1);
    FAILS(PROC_ERR_METHOD, "name has 5 bytes, and the caller room for 4", Page_name(page, &into, error));
    OK(proc_destroy(page, error));
}

static void a_derived_class_overrides_and_adds_methods(void) {
    char text[32];
    double values[4] = {3, 0, 0, 4}, norm = 0;
    struct proc_into into = {text, sizeof text, 0};
    struct proc_remote page = {0}, plain = page_in(0, 8);
    OK(ScaledPage_new(world, last_server(), sizeof values, &page, error));
    OK(Page_write(page, (struct proc_bytes){values, sizeof values}, 0, error));
    OK(ScaledPage_scale(page, 2, error));
    OK(ScaledPage_norm(page, &norm, error));
    CHECK(norm == 10, "%g", norm);
    OK(Page_name(page, &into, error));
    CHECK(strcmp(text, "ScaledPage") == 0, "%s", text);
    FAILS(PROC_ERR_CLASS, "the object is a Page", ScaledPage_norm(plain, &norm, error));
    OK(proc_destroy(page, error));
    OK(proc_destroy(plain, error));
}

static void a_remote_pointer_is_an_argument(void) {
    char read[4] = "";
    int64_t bytes = 0;
    struct proc_remote from = {0}, to = page_in(last_server(), 4);
    struct proc_into into = {read, sizeof read, 0};
    OK(Page_filled(world, 0, (struct proc_bytes){"abc", 4}, &from, error));
    OK(Page_copy_from(to, from, &bytes, error));
    OK(Page_read(to, 0, &into, error));
    CHECK(bytes == 4 && strcmp(read, "abc") == 0, "%lld %s", (long long)bytes, read);
    FAILS(PROC_ERR_ARGUMENT, "cannot call itself", Page_copy_from(to, to, &bytes, error));
    OK(proc_destroy(from, error));
    OK(proc_destroy(to, error));
}

static void a_plain_function_runs_in_a_server(void) {
    int64_t sum = 0;
    struct Page_add call = {.left = 20, .right = 22};
    struct proc_handle handle;
    OK(Page_add(world, last_server(), INT64_MAX - 1, 1, &sum, error));
    CHECK(sum == INT64_MAX, "%lld", (long long)sum);
    OK(Page_start_add(world, 0, &call, &handle, error));
    OK(proc_wait(&handle, error));
    CHECK(call.sum == 42, "%lld", (long long)call.sum);
}

static void many_calls_are_started_before_the_first_wait(void) {
    enum { CALLS = 3000 };
    static struct Page_read calls[CALLS];
    static struct proc_handle handles[CALLS];
    static unsigned char out[CALLS][100], contents[CALLS + 100];
    struct proc_remote page = {0};
    fill(contents, sizeof contents, 1);
    OK(Page_filled(world, last_server(), (struct proc_bytes){contents, sizeof contents}, &page, error));
    for (int i = 0; i < CALLS; i++) {
        calls[i] = (struct Page_read){.at_byte = i, .contents = {out[i], 100, 0}};
        OK(Page_start_read(page, &calls[i], &handles[i], error));
    }
    OK(proc_wait_all(handles, CALLS, error));
    for (int i = 0; i < CALLS; i++)
        CHECK(proc_is_done(&handles[i]) && memcmp(out[i], contents + i, 100) == 0, "call %d", i);
    OK(proc_destroy(page, error));
}

static void bulk_goes_both_ways_at_once(void) {
    enum { CALLS = 16, BYTES = 1 << 20 };
    static struct Page_read reads[CALLS];
    static struct Page_write writes[CALLS];
    static struct proc_handle handles[2 * CALLS];
    unsigned char *from = malloc(BYTES), *to = malloc((size_t)CALLS * BYTES);
    struct proc_remote page = page_in(0, BYTES);
    fill(from, BYTES, 3);
    for (int i = 0; i < CALLS; i++) {
        writes[i] = (struct Page_write){.contents = {from, BYTES}, .at_byte = 0};
        reads[i] = (struct Page_read){.at_byte = 0, .contents = {to + (size_t)i * BYTES, BYTES, 0}};
        OK(Page_start_write(page, &writes[i], &handles[2 * i], error));
        OK(Page_start_read(page, &reads[i], &handles[2 * i + 1], error));
    }
    OK(proc_wait_all(handles, 2 * CALLS, error));
    for (int i = 0; i < CALLS; i++)
        CHECK(memcmp(to + (size_t)i * BYTES, from, BYTES) == 0, "read %d", i);
    OK(proc_destroy(page, error));
    free(from);
    free(to);
}

static void creations_are_started(void) {
    enum { COUNT = 12 };
    struct Page_new calls[COUNT];
    struct proc_handle handles[COUNT];
    int64_t bytes;
    for (int i = 0; i < COUNT; i++) {
        calls[i] = (struct Page_new){.bytes = i};
        OK(Page_start_new(world, i % servers, &calls[i], &handles[i], error));
    }
    OK(proc_wait_all(handles, COUNT, error));
    for (int i = 0; i < COUNT; i++) {
        OK(Page_size(calls[i].object, &bytes, error));
        CHECK(bytes == i, "%lld of %d", (long long)bytes, i);
        OK(proc_start_destroy(calls[i].object, &handles[i], error));
    }
    OK(proc_wait_all(handles, COUNT, error));
}

static void errors_name_class_method_and_host(void) {
    const char *host = proc_world_host(world, 0);
    struct proc_remote page = page_in(0, 10);
    CHECK(host[0] != '\0', "no name");
    FAILS(PROC_ERR_METHOD, "Page.fail at server 0 on host ", Page_fail(page, "it is Monday", error));
    FAILS(PROC_ERR_METHOD, host, Page_fail(page, "it is Monday", error));
    FAILS(PROC_ERR_METHOD, ": it is Monday", Page_fail(page, "it is Monday", error));
    FAILS(PROC_ERR_METHOD, "Page.new at server 0", Page_new(world, 0, -1, &page, error));
}

static void what_cannot_be_is_refused(void) {
    struct proc_remote page = page_in(0, 10), forged = page, none = {0};
    int64_t bytes;
    forged.stamp++;
    FAILS(PROC_ERR_ADDRESS, "stale or forged", Page_size(forged, &bytes, error));
    forged = page;
    forged.object += 1000;
    FAILS(PROC_ERR_ADDRESS, "stale or forged", Page_size(forged, &bytes, error));
    forged = page;
    forged.server = 1000;
    FAILS(PROC_ERR_ADDRESS, "no server of a world", Page_size(forged, &bytes, error));
    FAILS(PROC_ERR_ADDRESS, "points to no object", Page_size(none, &bytes, error));
    FAILS(PROC_ERR_ARGUMENT, "no server of that number", Page_new(world, servers, 1, &page, error));
    FAILS(PROC_ERR_ARGUMENT, "contents is NULL", Page_write(page, (struct proc_bytes){NULL, 3}, 0, error));
    FAILS(PROC_ERR_ARGUMENT, "why is NULL", Page_fail(page, NULL, error));
    OK(proc_destroy(page, error));
}

static void stubs_of_another_version_are_refused(void) {
    struct proc_method other = Page_method_size, constructor = Page_method_new;
    struct Page_size call = {.at = NULL};
    struct Page_new creation = {.bytes = 1};
    struct proc_remote page = page_in(0, 10);
    other.id++;
    FAILS(PROC_ERR_CLASS, "another version", proc_call(page, &other, &call, error));
    constructor.id++;
    FAILS(PROC_ERR_CLASS, "another version", proc_create(world, 0, &constructor, &creation, error));
    OK(proc_destroy(page, error));
}

static void plain_memory_is_set_and_read(void) {
    struct proc_remote data = {0};
    double x = 0, all[1024], some[3] = {1, 2, 3};
    OK(proc_memory_new(world, last_server(), 1024, &data, error));
    OK(proc_memory_set(data, 7, 3.1415, error));
    OK(proc_memory_get(data, 7, &x, error));
    CHECK(x == 3.1415, "%g", x);
    OK(proc_memory_write(data, 1021, (struct proc_f64s){some, 3}, error));
    OK(proc_memory_read(data, 0, 1024, all, error));
    CHECK(all[2] == 0 && all[7] == 3.1415 && all[1023] == 3, "%g %g %g", all[2], all[7], all[1023]);
    FAILS(PROC_ERR_ARGUMENT, "element 1024 is beyond the end", proc_memory_set(data, 1024, 1, error));
    FAILS(PROC_ERR_ARGUMENT, "beyond the end", proc_memory_read(data, 1023, 2, all, error));
    OK(proc_destroy(data, error));
}

static void a_host_tells_what_it_has(void) {
    struct proc_host host = {.cores = 0};
    OK(proc_host_of(world, last_server(), folder, &host, error));
    CHECK(host.cores >= 1 && host.memory > host.memory_free && host.memory_free > 0 && host.space >= host.space_free &&
              host.space > 0 && host.disks >= 0 && host.load >= 0,
          "%d cores", host.cores);
    CHECK(strcmp(host.name, proc_world_host(world, last_server())) == 0, "%s", host.name);
    CHECK(proc_world_find(world, host.name, last_server()) == last_server() &&
              proc_world_find(world, "no such host", 0) == -1,
          "%s", host.name);
    FAILS(PROC_ERR_ARGUMENT, "/no/such/folder", proc_host_of(world, 0, "/no/such/folder", &host, error));
}

static void the_queue_of_an_object_can_be_asked(void) {
    enum { CALLS = 5 };
    char file[96];
    uint64_t calls = 99;
    struct proc_handle handles[CALLS];
    struct Page_nothing nothing[CALLS];
    struct Page_stay stay = {.file = file};
    struct proc_remote page = page_in(0, 1);
    OK(Page_nothing(page, error));
    OK(proc_queue(page, &calls, error));
    CHECK(calls == 0, "%llu", (unsigned long long)calls);
    snprintf(file, sizeof file, "%s/queue", folder);
    OK(Page_start_stay(page, &stay, &handles[0], error));
    for (int i = 1; i < CALLS; i++)
        OK(Page_start_nothing(page, &nothing[i], &handles[i], error));
    for (int i = 0; i < 12000 && calls < CALLS; i++) { /* from another host they take a while */
        usleep(10000);
        OK(proc_queue(page, &calls, error));
    }
    CHECK(calls == CALLS, "%llu", (unsigned long long)calls);
    CHECK(!proc_is_done(&handles[0]), "it does not wait");
    fclose(fopen(file, "w"));
    OK(proc_wait_all(handles, CALLS, error));
    OK(proc_destroy(page, error));
    FAILS(PROC_ERR_ADDRESS, "stale or forged", proc_queue(page, &calls, error));
}

int main(int argc, char **argv) {
    static const struct check_case cases[] = {CASE(an_object_is_created_called_and_destroyed),
                                              CASE(bytes_of_any_size_go_and_come_back),
                                              CASE(a_buffer_is_filled_by_the_method_itself),
                                              CASE(a_constructor_takes_arguments),
                                              CASE(numbers_and_lists_go_as_arguments),
                                              CASE(a_method_has_several_results_of_bulk),
                                              CASE(a_result_that_does_not_fit_is_refused),
                                              CASE(a_derived_class_overrides_and_adds_methods),
                                              CASE(a_remote_pointer_is_an_argument),
                                              CASE(a_plain_function_runs_in_a_server),
                                              CASE(many_calls_are_started_before_the_first_wait),
                                              CASE(bulk_goes_both_ways_at_once),
                                              CASE(creations_are_started),
                                              CASE(errors_name_class_method_and_host),
                                              CASE(what_cannot_be_is_refused),
                                              CASE(stubs_of_another_version_are_refused),
                                              CASE(plain_memory_is_set_and_read),
                                              CASE(a_host_tells_what_it_has),
                                              CASE(the_queue_of_an_object_can_be_asked)};
    return bed_run(argc, argv, cases, sizeof cases / sizeof cases[0]);
}
