/* SPDX-License-Identifier: Apache-2.0 */
/* Threads of one process that call objects of the same process, at the same time. */
#include "process/alone.h"

#include "Page.h"
#include "support/check.h"

#include <pthread.h>
#include <sys/resource.h>

enum { THREADS = 4, CALLS = 300, BYTES = 5000 };

static struct proc_world *world;
static struct proc_remote page;
static unsigned char *shared;

static void check(proc_err code, const struct proc_error *error) {
    CHECK(code == PROC_OK, "%s", error->text);
}

/* Writes to one part of the page, from own memory and from the buffer that all threads share, and reads the part
 * back. */
static void *write_and_read(void *argument) {
    const int64_t own = (int64_t)(intptr_t)argument, at = own * BYTES;
    struct proc_error error = {.text = ""};
    unsigned char *from = shared + at, back[BYTES];
    for (int i = 0; i < CALLS; i++) {
        struct proc_into into = {i % 2 == 0 ? back : from, BYTES, 0};
        memset(from, (int)(own + i), BYTES);
        check(Page_write(page, (struct proc_bytes){from, BYTES}, at, &error), &error);
        check(Page_read(page, at, &into, &error), &error);
        CHECK(((unsigned char *)into.at)[BYTES - 1] == (unsigned char)(own + i), "call %d", i);
    }
    return NULL;
}

static void run_threads(void *(*run)(void *)) {
    pthread_t threads[THREADS];
    for (intptr_t i = 0; i < THREADS; i++)
        CHECK(pthread_create(&threads[i], NULL, run, (void *)i) == 0, "no thread");
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

static void threads_call_one_object(void) {
    struct proc_error error = {.text = ""};
    shared = proc_buffer_new((size_t)THREADS * BYTES, &error);
    check(Page_new(world, 0, (int64_t)THREADS * BYTES, &page, &error), &error);
    run_threads(write_and_read);
    check(proc_destroy(page, &error), &error);
    proc_buffer_free(shared);
}

static void *create_and_destroy(void *argument) {
    struct proc_error error = {.text = ""};
    (void)argument;
    for (int i = 0; i < CALLS / 10; i++) {
        struct proc_remote own = {0};
        int64_t bytes = 0;
        check(Page_new(world, 0, i, &own, &error), &error);
        check(Page_size(own, &bytes, &error), &error);
        CHECK(bytes == i, "%lld", (long long)bytes);
        check(proc_destroy(own, &error), &error);
    }
    return NULL;
}

static void threads_create_and_destroy_objects(void) {
    run_threads(create_and_destroy);
}

static struct proc_handle of_another;

static void *wait_for_it(void *argument) {
    struct proc_error error = {.text = ""};
    (void)argument;
    CHECK(!proc_is_done(&of_another), "the reply was taken");
    CHECK(proc_wait(&of_another, &error) == PROC_ERR_ARGUMENT, "%s", error.text);
    return NULL;
}

static void a_handle_is_for_the_thread_that_started_it(void) {
    struct proc_error error = {.text = ""};
    struct Page_nothing call;
    pthread_t thread;
    check(Page_new(world, 0, 1, &page, &error), &error);
    check(Page_start_nothing(page, &call, &of_another, &error), &error);
    pthread_create(&thread, NULL, wait_for_it, NULL);
    pthread_join(thread, NULL);
    check(proc_wait(&of_another, &error), &error);
    check(proc_destroy(page, &error), &error);
}

/* Calls the page while the other thread takes no replies, and then lets that go on. */
static void *call_meanwhile(void *argument) {
    struct proc_error error = {.text = ""};
    int64_t bytes = 0;
    (void)argument;
    check(Page_size(page, &bytes, &error), &error);
    CHECK(bytes == BYTES, "%lld", (long long)bytes);
    return NULL;
}

static void who_takes_no_replies_keeps_nobody_waiting(void) {
    enum { READS = 20 };
    struct proc_error error = {.text = ""};
    static struct Page_read calls[READS];
    static struct proc_handle handles[READS];
    static unsigned char out[READS][BYTES];
    pthread_t thread;
    check(Page_new(world, 0, BYTES, &page, &error), &error);
    for (int i = 0; i < READS; i++) { /* the results have many times the room of the ring */
        calls[i] = (struct Page_read){.contents = {out[i], BYTES, 0}};
        check(Page_start_read(page, &calls[i], &handles[i], &error), &error);
    }
    pthread_create(&thread, NULL, call_meanwhile, NULL);
    pthread_join(thread, NULL);
    check(proc_wait_all(handles, READS, &error), &error);
    for (int i = 0; i < READS; i++)
        CHECK(calls[i].contents.bytes == BYTES, "read %d", i);
    check(proc_destroy(page, &error), &error);
}

static void a_thread_keeps_no_lines_to_objects_that_are_gone(void) {
    enum { OBJECTS = 600 };
    struct proc_error error = {.text = ""};
    struct rlimit few = {150, 0}, before;
    getrlimit(RLIMIT_NOFILE, &before);
    few.rlim_max = before.rlim_max;
    setrlimit(RLIMIT_NOFILE, &few);
    for (int i = 0; i < OBJECTS; i++) {
        struct proc_remote own = {0};
        check(Page_new(world, 0, 1, &own, &error), &error);
        check(Page_nothing(own, &error), &error);
        check(proc_destroy(own, &error), &error);
        if (check_failures > 0)
            break;
    }
    setrlimit(RLIMIT_NOFILE, &before);
}

int main(void) {
    static const struct proc_class *const classes[] = {&Page_class};
    static const struct check_case cases[] = {CASE(threads_call_one_object), CASE(threads_create_and_destroy_objects),
                                              CASE(a_handle_is_for_the_thread_that_started_it),
                                              CASE(who_takes_no_replies_keeps_nobody_waiting),
                                              CASE(a_thread_keeps_no_lines_to_objects_that_are_gone)};
    world = alone_begin(classes, 1);
    const int status = run_cases(cases, sizeof cases / sizeof cases[0]);
    alone_end(world);
    return status;
}
