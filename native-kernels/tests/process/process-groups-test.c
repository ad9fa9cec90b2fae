/* SPDX-License-Identifier: Apache-2.0 */
/* Process groups, and persistent objects. */
#include "process/bed.h"

#include <sys/stat.h>
#include <unistd.h>

enum { MEMBERS = 6 };

static void make_members(struct proc_remote *members) {
    for (int i = 0; i < MEMBERS; i++)
        members[i] = page_in(i % servers, i);
}

static void destroy_members(const struct proc_remote *members) {
    for (int i = 0; i < MEMBERS; i++)
        OK(proc_destroy(members[i], error));
}

static void members_know_their_number_and_all_others(void) {
    struct proc_remote members[MEMBERS], copy[MEMBERS], next = {0};
    make_members(members);
    OK(proc_group_make(members, MEMBERS, error));
    for (int i = 0; i < MEMBERS; i++) {
        struct proc_into into = {copy, sizeof copy, 0};
        memset(copy, 0, sizeof copy);
        OK(Page_neighbours(members[i], &into, &next, error));
        CHECK(into.bytes == sizeof copy && memcmp(copy, members, sizeof copy) == 0, "member %d has others", i);
        CHECK(proc_is_same(next, members[(i + 1) % MEMBERS]), "member %d has another one next", i);
    }
    destroy_members(members);
}

static void a_barrier_lets_nobody_go_before_all_have_come(void) {
    struct proc_remote members[MEMBERS];
    struct proc_handle handles[MEMBERS];
    struct Page_wait_in_barrier calls[MEMBERS];
    make_members(members);
    OK(proc_group_make(members, MEMBERS, error));
    for (int i = 0; i < MEMBERS; i++) {
        calls[i] = (struct Page_wait_in_barrier){.times = 20};
        for (int k = 0; k < i; k++)
            CHECK(!proc_is_done(&handles[k]), "member %d went on without member %d", k, i);
        OK(Page_start_wait_in_barrier(members[i], &calls[i], &handles[i], error));
    }
    OK(proc_wait_all(handles, MEMBERS, error));
    for (int i = 0; i < MEMBERS; i++)
        CHECK(calls[i].id == i && calls[i].members == MEMBERS, "%d of %d", calls[i].id, calls[i].members);
    destroy_members(members);
}

static void a_barrier_fails_where_a_member_is_destroyed(void) {
    struct proc_remote members[MEMBERS];
    struct proc_handle handle;
    struct Page_wait_in_barrier call = {.times = 1};
    int32_t id, count;
    make_members(members);
    FAILS(PROC_ERR_ARGUMENT, "in no process group", Page_wait_in_barrier(members[0], 1, &id, &count, error));
    OK(proc_group_make(members, MEMBERS, error));
    OK(Page_start_wait_in_barrier(members[1], &call, &handle, error));
    OK(proc_destroy(members[2], error));
    FAILS(PROC_ERR_LOST, "a member of the process group was destroyed", proc_wait(&handle, error));
    members[2] = page_in(0, 1);
    destroy_members(members);
}

static void the_master_waits_for_all_that_it_has_started(void) {
    struct proc_remote members[MEMBERS];
    struct proc_handle handles[MEMBERS];
    struct Page_nothing calls[MEMBERS];
    make_members(members);
    for (int i = 0; i < MEMBERS; i++)
        OK(Page_start_nothing(members[i], &calls[i], &handles[i], error));
    OK(proc_group_fence(members, MEMBERS, error));
    for (int i = 0; i < MEMBERS; i++)
        CHECK(proc_is_done(&handles[i]), "member %d", i);
    destroy_members(members);
}

#define ADDRESS "http://data/set/Page/34"

static void an_object_with_an_address_is_found_by_it(void) {
    struct proc_remote page = {0}, found = {0}, other = page_in(0, 1);
    OK(Page_filled(world, servers - 1, (struct proc_bytes){"abc", 4}, &page, error));
    OK(proc_name(page, ADDRESS, error));
    for (int server = -1; server < servers; server++) {
        OK(proc_open(world, server, ADDRESS, &found, error));
        CHECK(proc_is_same(page, found), "another one");
    }
    FAILS(PROC_ERR_ADDRESS, "another object has the address", proc_name(other, ADDRESS, error));
    FAILS(PROC_ERR_ARGUMENT, "has the address " ADDRESS " already", proc_name(page, "http://data/other", error));
    OK(proc_destroy(page, error));
    FAILS(PROC_ERR_ADDRESS, "no object has the address", proc_open(world, 0, ADDRESS, &found, error));
    OK(proc_name(other, ADDRESS, error));
    OK(proc_destroy(other, error));
}

static void an_address_is_asked_for_while_it_is_given(void) {
    struct proc_remote page = {0}, found = {0}, other = {0};
    for (int i = 0; i < 30; i++) { /* the question of one server and the answer of another meet at all moments */
        char address[64];
        struct proc_handle handle;
        struct proc_error why;
        struct Page_size size;
        snprintf(address, sizeof address, "meets/%d", i);
        OK(Page_filled(world, 0, (struct proc_bytes){"abc", 4}, &page, error));
        OK(Page_start_size(page, &size, &handle, error));
        proc_open(world, servers - 1, address, &found, &why);
        OK(proc_name(page, address, error));
        OK(proc_open(world, servers - 1, address, &found, error));
        CHECK(proc_is_same(found, page), "another object");
        OK(Page_filled(world, 0, (struct proc_bytes){"abc", 4}, &other, error));
        FAILS(PROC_ERR_ADDRESS, "another object has the address", proc_name(other, address, error));
        OK(proc_wait(&handle, error));
        OK(proc_destroy(other, error));
        OK(proc_destroy(page, error));
    }
}

static void addresses_that_cannot_be_are_refused(void) {
    struct proc_remote data = {0}, page = page_in(0, 1);
    FAILS(PROC_ERR_ADDRESS, "is no address", proc_open(world, 0, "", &data, error));
    FAILS(PROC_ERR_ADDRESS, "is no address", proc_open(world, 0, "two words", &data, error));
    FAILS(PROC_ERR_ADDRESS, "no object has the address", proc_open(world, 0, "../../etc/passwd", &data, error));
    FAILS(PROC_ERR_STORE, "has no address", proc_store(page, error));
    OK(proc_memory_new(world, 0, 1, &data, error));
    FAILS(PROC_ERR_CLASS, "its class is not persistent", proc_name(data, "http://data/memory", error));
    OK(proc_destroy(data, error));
    OK(proc_destroy(page, error));
}

static void a_damaged_object_is_refused(void) {
    char path[256];
    struct proc_remote page = {0}, found = {0};
    snprintf(path, sizeof path, "%s/objects/damaged.object", folder);
    OK(Page_filled(world, 0, (struct proc_bytes){"abc", 4}, &page, error));
    OK(proc_name(page, "damaged", error));
    OK(proc_destroy(page, error));
    FILE *file = fopen(path, "w");
    fputs("slipway-object 1\nPage\n0123456789abcdef\n3\n0123456789abcdef\nabc", file);
    fclose(file);
    FAILS(PROC_ERR_STORE, "damaged.object does not hold what was stored",
          proc_open(world, 0, "damaged", &found, error));
    unlink(path);
}

int main(int argc, char **argv) {
    static const struct check_case cases[] = {
        CASE(members_know_their_number_and_all_others),    CASE(a_barrier_lets_nobody_go_before_all_have_come),
        CASE(a_barrier_fails_where_a_member_is_destroyed), CASE(the_master_waits_for_all_that_it_has_started),
        CASE(an_object_with_an_address_is_found_by_it),    CASE(an_address_is_asked_for_while_it_is_given),
        CASE(addresses_that_cannot_be_are_refused),        CASE(a_damaged_object_is_refused)};
    return bed_run(argc, argv, cases, sizeof cases / sizeof cases[0]);
}
