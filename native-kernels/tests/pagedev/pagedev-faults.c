/* SPDX-License-Identifier: Apache-2.0 */
#include "pagedev/faults.h"

#include "pagedev/pagedev-cases.h"
#include "pagedev/sets.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct pgd_page first = {{0, 0, 0}};

/* Makes all calls of one kind from now on fail. */
static void break_disk(atomic_int *from, int reason) {
    faults_clear();
    faults.reason = reason;
    *from = 1;
}

void tells_a_full_disk_and_goes_on_when_there_is_room(void) {
    struct pgd_options options = {.domain = {4, 8, 16}, .page = {4, 8, 16}, .spare_pages = 1};
    struct pgd_error error;
    struct pgd_set *set = new_set("full", &options, NULL);
    HOLDS(write_page(set, first, 1, &error) == PGD_OK && commit_page(set, first, 1, &error) == PGD_OK);
    HOLDS(write_page(set, first, 2, &error) == PGD_OK); /* in the spare place */
    break_disk(&faults.reserve_at, ENOSPC);
    REFUSED(write_page(set, first, 2, &error), PGD_ERR_SPACE, "(0, 0, 0)", pgd_set_disk(set, 0), "free space");
    faults_clear();
    CHECK(write_page(set, first, 2, &error) == PGD_OK, "%s", error.text);

    break_disk(&faults.write_at, ENOSPC);
    REFUSED(commit_page(set, first, 2, &error), PGD_ERR_SPACE, "log", "not committed");
    faults_clear();
    CHECK(check_page(set, first, 1, &error) == PGD_OK, "%s", error.text);
    CHECK(commit_page(set, first, 2, &error) == PGD_OK, "%s", error.text);
    CHECK(check_page(set, first, 2, &error) == PGD_OK, "%s", error.text);

    break_disk(&faults.write_at, EDQUOT);
    REFUSED(write_page(set, first, 3, &error), PGD_ERR_SPACE, "write a page", "free space");
    faults_clear();
    REFUSED(check_page(set, first, 3, &error), PGD_ERR_IO, "its write had failed");
    REFUSED(commit_page(set, first, 3, &error), PGD_ERR_IO, "its write had failed");
    HOLDS(write_page(set, first, 3, &error) == PGD_OK && commit_page(set, first, 3, &error) == PGD_OK);
    CHECK(check_page(set, first, 3, &error) == PGD_OK, "%s", error.text);
    close_set(set);
}

void keeps_a_release_that_the_log_had_no_room_for(void) {
    const struct pgd_options options = whole_options();
    const struct pgd_page other = {{0, 0, 3}}; /* on the same disk */
    struct pgd_error error;
    struct pgd_set *set = new_set("releases", &options, NULL);
    for (uint32_t generation = 1; generation <= 2; generation++)
        HOLDS(write_page(set, first, generation, &error) == PGD_OK &&
              commit_page(set, first, generation, &error) == PGD_OK);
    HOLDS(write_page(set, other, 1, &error) == PGD_OK);
    break_disk(&faults.write_at, ENOSPC);
    REFUSED(commit_page(set, other, 1, &error), PGD_ERR_SPACE, "log", "not committed");
    faults_clear();
    CHECK(commit_page(set, other, 1, &error) == PGD_OK, "%s", error.text);
    pgd_set_abandon(set);
    set = open_set("releases", NULL);
    REFUSED(check_page(set, first, 1, &error), PGD_ERR_GENERATION, "(0, 0, 0)", "generation 1");
    CHECK(check_page(set, first, 2, &error) == PGD_OK && check_page(set, other, 1, &error) == PGD_OK, "%s", error.text);
    close_set(set);
}

void tells_a_disk_that_fails_to_read_or_write(void) {
    const struct pgd_options options = whole_options();
    struct pgd_error error;
    struct pgd_set *set = new_set("failing", &options, NULL);
    HOLDS(write_page(set, first, 1, &error) == PGD_OK && commit_page(set, first, 1, &error) == PGD_OK);
    break_disk(&faults.read_at, EIO);
    REFUSED(check_page(set, first, 1, &error), PGD_ERR_IO, "(0, 0, 0)", pgd_set_disk(set, 0), strerror(EIO));
    break_disk(&faults.write_at, EIO);
    REFUSED(write_page(set, first, 2, &error), PGD_ERR_IO, "(0, 0, 0)", pgd_set_disk(set, 0), "write a page");
    faults_clear();
    CHECK(check_page(set, first, 1, &error) == PGD_OK, "%s", error.text);
    pgd_set_abandon(set);
}

void commits_nothing_more_after_a_failed_sync(void) {
    const struct pgd_options options = whole_options();
    struct pgd_error error;
    struct pgd_set *set = new_set("sync", &options, NULL);
    HOLDS(write_page(set, first, 1, &error) == PGD_OK && commit_page(set, first, 1, &error) == PGD_OK);
    CHECK(write_page(set, first, 2, &error) == PGD_OK, "%s", error.text);
    break_disk(&faults.sync_at, EIO);
    REFUSED(commit_page(set, first, 2, &error), PGD_ERR_IO, pgd_set_disk(set, 0), "durable");
    faults_clear();
    REFUSED(commit_page(set, first, 2, &error), PGD_ERR_IO, pgd_set_disk(set, 0), "durable");
    pgd_set_abandon(set);
    set = open_set("sync", NULL);
    CHECK(check_page(set, first, 1, &error) == PGD_OK, "%s", error.text);
    HOLDS(write_page(set, first, 2, &error) == PGD_OK && commit_page(set, first, 2, &error) == PGD_OK);
    close_set(set);
}

void tells_a_failed_write_behind_when_it_is_committed(void) {
    const struct pgd_options options = whole_options();
    const struct pgd_use use = {.cache_pages = 4};
    struct pgd_error error;
    struct pgd_set *set = new_set("behind", &options, &use);
    break_disk(&faults.write_at, EIO);
    CHECK(write_page(set, first, 1, &error) == PGD_OK, "%s", error.text);
    REFUSED(commit_page(set, first, 1, &error), PGD_ERR_IO, "(0, 0, 0)", pgd_set_disk(set, 0), "write a page");
    faults_clear();
    CHECK(write_page(set, first, 1, &error) == PGD_OK && commit_page(set, first, 1, &error) == PGD_OK, "%s",
          error.text);
    CHECK(check_page(set, first, 1, &error) == PGD_OK, "%s", error.text);
    close_set(set);
}

void keeps_its_files_from_other_users(void) {
    static const char *const names[] = {"layout", "map", "state"};
    const struct pgd_address table[] = {{0, 0}};
    const struct pgd_options options = {
        .domain = {4, 8, 16}, .page = {4, 8, 16}, .map = PGD_MAP_TABLE, .table = table, .disk_count = 1};
    struct pgd_error error;
    struct stat status;
    char file[512];
    const mode_t before = umask(022);
    struct pgd_set *set = new_set("private", &options, NULL);
    CHECK(pgd_set_keep(set, "x", 1, &error) == PGD_OK, "%s", error.text);
    for (int i = 0; i < 5; i++) {
        if (i < 3)
            snprintf(file, sizeof file, "%s/private/%s", folder, names[i]);
        else
            snprintf(file, sizeof file, "%s/%s", pgd_set_disk(set, 0), i == 3 ? "pages" : "log");
        CHECK(stat(file, &status) == 0 && (status.st_mode & 07) == 0, "%s has mode %o", file, status.st_mode & 0777);
    }
    umask(before);
    close_set(set);
}

void works_without_o_direct_and_says_so(void) {
    const struct pgd_options options = small_options();
    const struct pgd_use use = {.page_cache = 1};
    faults_clear();
    faults.no_direct = true;
    struct pgd_set *set = new_set("buffered", &options, NULL);
    CHECK(strstr(pgd_set_remark(set), "without O_DIRECT") != NULL && strstr(pgd_set_remark(set), "buffered") != NULL,
          "\"%s\"", pgd_set_remark(set));
    fill_set(set, 1);
    close_set(set);
    set = open_set("buffered", NULL);
    check_set(set, 1);
    close_set(set);
    faults_clear();
    set = open_set("buffered", &use);
    CHECK(pgd_set_remark(set)[0] == '\0', "\"%s\"", pgd_set_remark(set));
    check_set(set, 1);
    close_set(set);
}

/* The number of entries of the test's folder. */
static int entries(void) {
    int count = 0;
    DIR *opened = opendir(folder);
    while (opened != NULL && readdir(opened) != NULL)
        count++;
    if (opened != NULL)
        closedir(opened);
    return count;
}

void says_with_figures_that_a_disk_has_too_little_room(void) {
    char disk[256];
    snprintf(disk, sizeof disk, "%s/new-disk", folder);
    const char *disks[] = {disk, folder};
    struct pgd_options options = {.domain = {256, 256, 256}, .page = {64, 64, 64}, .disks = disks, .disk_count = 2};
    struct pgd_error error;
    struct pgd_set *set;
    const int before = entries();
    faults_clear();
    faults.free_bytes = 300 << 20;
    options.spare_pages = 10; /* 64 + 2 * 10 pages of 4 MiB: 336 MiB */
    REFUSED(pgd_set_create(in_folder("large"), &options, NULL, &set, &error), PGD_ERR_SPACE, disk, "352", "314572800",
            "256x256x256", "2 of 2 disks");
    faults_clear();
    CHECK(entries() == before, "%d entries, not %d", entries(), before);
}

void leaves_nothing_of_a_set_that_cannot_be_made(void) {
    char disk[256];
    snprintf(disk, sizeof disk, "%s/new-disk", folder);
    const char *disks[] = {disk, folder};
    struct pgd_options options = small_options();
    struct pgd_error error;
    options.disks = disks;
    const int before = entries();
    int calls = 0;
    for (int at = 1; at <= 12; at++) {
        atomic_int *const kinds[] = {&faults.write_at, &faults.sync_at, &faults.reserve_at};
        for (int kind = 0; kind < 3; kind++) {
            struct pgd_set *set;
            faults_clear();
            faults.reason = ENOSPC;
            *kinds[kind] = at;
            const pgd_err code = pgd_set_create(in_folder("none"), &options, NULL, &set, &error);
            faults_clear();
            calls += code != PGD_OK;
            CHECK(code == PGD_OK || (code == PGD_ERR_SPACE && set == NULL), "%s", error.text);
            if (code == PGD_OK)
                close_set(set);
            if (code == PGD_OK)
                CHECK(pgd_set_remove(in_folder("none"), &error) == PGD_OK, "%s", error.text);
            rmdir(disk);
            CHECK(entries() == before, "call %d of kind %d: %d entries, not %d", at, kind, entries(), before);
        }
    }
    CHECK(calls >= 8, "%d calls failed", calls);
}
