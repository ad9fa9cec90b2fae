/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Crashes of page sets. A child process moves a set through its generations, unit by unit, and is ended at each call by
 * which data reaches the disk. After every such end, each unit can be read whole, in its newest generation or in the
 * generation before. The remaining work can then be done, also if another end interrupts that work. Further cases end a
 * process that makes or removes a set.
 */
#include "pagedev/faults.h"
#include "pagedev/sets.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { UNITS = 4, UNIT_PAGES = 4, GENERATIONS = 3, DISKS = 3, DIED = 9 };

/* Lists the pages of unit NUMBER: a line of pages along the third dimension, on all disks. */
static void unit_pages(int number, struct pgd_page pages[UNIT_PAGES]) {
    for (int i = 0; i < UNIT_PAGES; i++)
        pages[i] = (struct pgd_page){{number / 2, number % 2, i}};
}

static struct pgd_options options(void) {
    return (struct pgd_options){.domain = {8, 16, 64}, .page = {4, 8, 16}, .disk_count = DISKS, .spare_pages = 2};
}

static void fail(const char *what, const struct pgd_error *error) {
    fprintf(stderr, "not so: %s: %s\n", what, error->text);
    _exit(EXIT_FAILURE);
}

/* Returns whether all pages of a unit are committed in GENERATION. */
static bool is_done(struct pgd_set *set, int unit, uint32_t generation) {
    struct pgd_page pages[UNIT_PAGES];
    uint32_t found[UNIT_PAGES];
    struct pgd_error error;
    unit_pages(unit, pages);
    if (pgd_generations(set, pages, UNIT_PAGES, found, &error) != PGD_OK)
        fail("generations are told", &error);
    for (int i = 0; i < UNIT_PAGES; i++)
        if (found[i] < generation)
            return false;
    return true;
}

/* Checks that a unit can be read in the generation before GENERATION, unless that is generation 0, and then writes and
 * commits the unit in GENERATION. */
static void do_unit(struct pgd_set *set, int unit, uint32_t generation) {
    struct pgd_page pages[UNIT_PAGES];
    struct pgd_error error;
    const void *sources[UNIT_PAGES];
    double *values[UNIT_PAGES];
    unit_pages(unit, pages);
    for (int i = 0; i < UNIT_PAGES; i++) {
        if (generation > 1 && check_page(set, pages[i], generation - 1, &error) != PGD_OK)
            fail("a unit that is not done can be read in the generation before", &error);
        values[i] = page_values(set, &pages[i], generation);
        sources[i] = values[i];
    }
    struct pgd_handle *written = pgd_start_write_pages(set, pages, UNIT_PAGES, generation, sources);
    struct pgd_handle *committed = pgd_start_commit_unit(set, pages, UNIT_PAGES, generation);
    if (pgd_wait(written, &error) != PGD_OK || pgd_wait(committed, &error) != PGD_OK)
        fail("a unit can be written and committed", &error);
    for (int i = 0; i < UNIT_PAGES; i++)
        pgd_buffer_free(set, values[i]);
}

/* Does all units that are not done. Commits units that are done once more, so that their former generations are
 * released. */
static void run(struct pgd_set *set) {
    struct pgd_page pages[UNIT_PAGES];
    struct pgd_error error;
    for (uint32_t generation = 1; generation <= GENERATIONS; generation++)
        for (int unit = 0; unit < UNITS; unit++) {
            unit_pages(unit, pages);
            if (is_done(set, unit, generation + 1))
                continue;
            if (!is_done(set, unit, generation))
                do_unit(set, unit, generation);
            else if (pgd_commit_unit(set, pages, UNIT_PAGES, generation, &error) != PGD_OK)
                fail("a unit that is done can be committed again", &error);
        }
}

/* Calls run in a child process that is ended at its call number DIE_AT. Returns whether the child was ended there, and
 * did not finish before. */
static bool run_until(const char *name, int die_at) {
    int status = 0;
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        struct pgd_set *set = open_set(name, NULL);
        faults_clear();
        faults.die_at = die_at;
        run(set);
        _exit(check_failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status), "status %d", status);
    CHECK(WEXITSTATUS(status) == DIED || WEXITSTATUS(status) == EXIT_SUCCESS, "status %d", WEXITSTATUS(status));
    return WEXITSTATUS(status) == DIED;
}

static int step = 1; /* the distance between the calls at which children are ended */

static void goes_on_after_an_end_at_any_call(void) {
    const struct pgd_options made = options();
    int ends = 0;
    for (int die_at = 1;; die_at += step) {
        pgd_set_abandon(new_set("crash", &made, NULL));
        const bool died = run_until("crash", die_at);
        ends += died;
        /* Another child continues, and is ended too; then the remaining work is done. */
        if (died)
            run_until("crash", 1 + die_at * 7 % 40);
        struct pgd_set *set = open_set("crash", NULL);
        run(set);
        check_set(set, GENERATIONS);
        close_set(set);
        if (!died || check_failures > 0)
            break;
    }
    /* Each unit has four writes, and on each disk two syncs and an addition to the log. */
    CHECK(ends * step > UNITS * GENERATIONS * (UNIT_PAGES + 2 * DISKS), "it could end at %d calls only", ends * step);
}

static void keeps_no_more_places_after_many_ends(void) {
    const struct pgd_options made = options();
    struct pgd_figures figures;
    struct pgd_error error;
    pgd_set_abandon(new_set("places", &made, NULL));
    for (int die_at = 3; run_until("places", die_at); die_at += 2 * step)
        continue;
    struct pgd_set *set = open_set("places", NULL);
    run(set);
    for (size_t disk = 0; disk < DISKS; disk++) {
        HOLDS(pgd_set_figures(set, disk, &figures, &error) == PGD_OK);
        CHECK(figures.places - figures.free_places <= (UNITS * UNIT_PAGES + DISKS - 1) / DISKS + 1,
              "%d of %d places are free", (int)figures.free_places, (int)figures.places);
    }
    close_set(set);
}

/* --- sets made and removed --- */

static pgd_err make(struct pgd_set **set, struct pgd_error *error) {
    char disk[256];
    snprintf(disk, sizeof disk, "%s/bed/disk", folder);
    const char *disks[] = {disk, in_folder("bed")};
    struct pgd_options made = options();
    made.disks = disks;
    made.disk_count = 2;
    return pgd_set_create(in_folder("bed/whole"), &made, NULL, set, error);
}

static void make_and_close(void) {
    struct pgd_error error;
    struct pgd_set *set;
    if (make(&set, &error) != PGD_OK)
        fail("a set can be made where a making or removal has ended", &error);
    pgd_set_abandon(set);
}

static void remove_it(void) {
    struct pgd_error error;
    if (pgd_set_remove(in_folder("bed/whole"), &error) != PGD_OK)
        fail("a set can be removed where a removal has ended", &error);
}

/* Calls ACT in a child process that is ended at its call number DIE_AT. Returns whether the child was ended there, and
 * did not finish before. */
static bool act_until(void (*act)(void), int die_at) {
    int status = 0;
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        faults_clear();
        faults.die_at = die_at;
        act();
        _exit(EXIT_SUCCESS);
    }
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status), "status %d", status);
    CHECK(WEXITSTATUS(status) == DIED || WEXITSTATUS(status) == EXIT_SUCCESS, "status %d", WEXITSTATUS(status));
    return WEXITSTATUS(status) == DIED;
}

/* Returns whether the folder "bed" has only the folder of the disk, and that folder is empty. Removes both then, and
 * makes "bed" again. */
static bool is_empty(void) {
    rmdir(in_folder("bed/disk"));
    return rmdir(in_folder("bed")) == 0 && mkdir(in_folder("bed"), 0700) == 0;
}

static void leaves_nothing_of_a_making_that_was_ended_at_any_call(void) {
    int die_at = 1;
    mkdir(in_folder("bed"), 0700);
    for (bool died = true; died && check_failures == 0; die_at++) {
        died = act_until(make_and_close, die_at);
        if (!pgd_set_exists(in_folder("bed/whole")))
            make_and_close();
        close_set(open_set("bed/whole", NULL));
        remove_it();
        CHECK(is_empty(), "something is left of a making that has ended at call %d", die_at);
    }
    CHECK(die_at > 12, "it could end at %d calls only", die_at);
}

static void goes_on_with_a_removal_that_was_ended_at_any_call(void) {
    int die_at = 1;
    mkdir(in_folder("bed"), 0700);
    for (bool died = true; died && check_failures == 0; die_at++) {
        struct pgd_error error;
        make_and_close();
        died = act_until(remove_it, die_at);
        if (die_at % 2 == 0 && !pgd_set_exists(in_folder("bed/whole")))
            make_and_close();
        const pgd_err code = pgd_set_remove(in_folder("bed/whole"), &error);
        CHECK(code == PGD_OK || (code == PGD_ERR_OPEN && die_at % 2 != 0), "%s", error.text);
        rmdir(in_folder("bed/whole"));
        CHECK(is_empty(), "something is left of a removal that has ended at call %d", die_at);
    }
    CHECK(die_at > 8, "it could end at %d calls only", die_at);
}

/* Starts a process that makes the set. The exit status says whether the process made the set or was refused. */
static pid_t start_making(void) {
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        struct pgd_error error = {.code = PGD_OK};
        struct pgd_set *set;
        const pgd_err code = make(&set, &error);
        if (code != PGD_OK && code != PGD_ERR_BUSY && code != PGD_ERR_OPEN)
            fail("a making beside another one is refused", &error);
        _exit(code == PGD_OK ? EXIT_SUCCESS : DIED);
    }
    return child;
}

static void makes_one_set_where_several_make_it_at_once(void) {
    enum { ROUNDS = 40, MAKERS = 3 };
    mkdir(in_folder("bed"), 0700);
    int made = 1;
    for (int round = 0; round < ROUNDS && made == 1; round++) {
        pid_t children[MAKERS];
        int refused = 0;
        made = 0;
        for (int i = 0; i < MAKERS; i++)
            children[i] = start_making();
        for (int i = 0; i < MAKERS; i++) {
            int status = 0;
            CHECK(waitpid(children[i], &status, 0) == children[i] && WIFEXITED(status), "status %d", status);
            made += WEXITSTATUS(status) == EXIT_SUCCESS;
            refused += WEXITSTATUS(status) == DIED;
        }
        CHECK(made == 1 && refused == MAKERS - 1, "%d made it, %d were refused", made, refused);
        close_set(open_set("bed/whole", NULL));
        remove_it();
        CHECK(is_empty(), "something is left in round %d", round);
    }
}

/* pagedev-crash-test [STEP]: ends children only at every STEP-th call, which builds that are many times as slow
 * need. */
int main(int argc, char **argv) {
    static const struct check_case cases[] = {
        CASE(goes_on_after_an_end_at_any_call),
        CASE(keeps_no_more_places_after_many_ends),
        CASE(leaves_nothing_of_a_making_that_was_ended_at_any_call),
        CASE(goes_on_with_a_removal_that_was_ended_at_any_call),
        CASE(makes_one_set_where_several_make_it_at_once),
    };
    if (argc > 1)
        step = atoi(argv[1]) > 0 ? atoi(argv[1]) : 1; /* NOLINT(cert-err34-c): the build's own number */
    folder_begin("pagedev-crash");
    const int status = run_cases(cases, sizeof cases / sizeof cases[0]);
    folder_end();
    return status;
}
