/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Damaged and hostile files of a data set: layouts, maps, logs, pages, states and .npy files. With any contents of the
 * files, the library must not touch memory out of bounds, and each read must give the written values or an error.
 *
 *     pagedev-fuzz [--cases N] [--seed S]
 *
 * The seed S + i alone decides case i. A build with SLIPWAY_SANITIZE also sees overruns.
 */
#include "base/text.h"
#include "pagedev/checksum.h"
#include "pagedev/log.h"
#include "pagedev/sets.h"
#include "support/draw.h"
#include "support/hang.h"
#include "support/samples.h"

#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILES = 7, NPY = 6, VALUES = 6 * 4 * 8, MOST_BYTES = 1 << 20 };

/* The files of the set, then a .npy file. */
static char names[FILES][512];
static char *contents[FILES];
static size_t lengths[FILES];
static unsigned long long current_seed;

static void die(int signal) {
    fprintf(stderr, "not so: signal %d\nagain: pagedev-fuzz --cases 1 --seed %llu\n", signal, current_seed);
    _exit(EXIT_FAILURE);
}

static void put_file(int number, const char *bytes, size_t count) {
    FILE *out = fopen(names[number], "wb");
    CHECK(out != NULL && fwrite(bytes, 1, count, out) == count && fclose(out) == 0, "%s", names[number]);
}

static struct pgd_address reversed(void *context, const struct pgd_page *page) {
    (void)context;
    return (struct pgd_address){(uint32_t)page->at[0], (uint64_t)(8 - page->at[1] * 4 - page->at[2])};
}

static void make_files(void) {
    const struct pgd_options options = {
        .domain = {6, 4, 8}, .page = {3, 2, 2}, .disk_count = 2, .map = PGD_MAP_FUNCTION, .function = reversed};
    struct pgd_set *set = new_set("set", &options, NULL);
    for (uint32_t generation = 1; generation <= 2; generation++) {
        fill_set(set, generation);
        HOLDS(pgd_set_flush(set, NULL) == PGD_OK);
    }
    HOLDS(pgd_set_keep(set, "a state of a few bytes", 23, NULL) == PGD_OK);
    HOLDS(pgd_export(set, in_folder("set/x.npy"), 0, NULL) == PGD_OK);
    snprintf(names[0], sizeof names[0], "%s/set/layout", folder);
    snprintf(names[1], sizeof names[1], "%s/set/map", folder);
    snprintf(names[2], sizeof names[2], "%s/set/state", folder);
    snprintf(names[3], sizeof names[3], "%s/log", pgd_set_disk(set, 0));
    snprintf(names[4], sizeof names[4], "%s/log", pgd_set_disk(set, 1));
    snprintf(names[5], sizeof names[5], "%s/pages", pgd_set_disk(set, 0));
    snprintf(names[NPY], sizeof names[NPY], "%s/set/x.npy", folder);
    close_set(set);
    for (int i = 0; i < FILES; i++)
        contents[i] = read_whole(names[i], &lengths[i]);
}

/* Corrects the checks of a damaged file, so that the library reads its contents. */
static void mend(int number, char *bytes, size_t count) {
    if (number == 0) {
        char *check = memmem(bytes, count, "\ncheck ", 7);
        if (check != NULL && bytes + count - check >= 24) {
            const uint64_t hash = sw_bytes_hash(SW_HASH_BASIS, bytes, (size_t)(check + 1 - bytes));
            char digits[32];
            snprintf(digits, sizeof digits, "%016llx", (unsigned long long)hash);
            memcpy(check + 7, digits, 16);
        }
    } else if (number == 1 && count >= 8) {
        const uint64_t sum = pgd_checksum(bytes, (count - 8) / 8 * 8);
        memcpy(bytes + (count - 8) / 8 * 8, &sum, 8);
    } else if (number == 2 && count >= 16) {
        const uint64_t sum = pgd_checksum(bytes + 8, (count - 8) / 8 * 8);
        memcpy(bytes, &sum, 8);
    } else if (number == 3 || number == 4) {
        struct pgd_log_head head;
        struct pgd_log_record record;
        memcpy(&head, bytes, sizeof head);
        for (size_t at = sizeof head; at + sizeof record <= count; at += sizeof record) {
            memcpy(&record, bytes + at, sizeof record);
            record.check = pgd_log_check(head.id, &record);
            memcpy(bytes + at, &record, sizeof record);
        }
    }
}

static char changed(char byte, size_t kind, char other) {
    switch (kind) {
    case 0:
        return (char)(draw_bits() & 0xff);
    case 1:
        return (char)((unsigned char)byte ^ (unsigned char)(1U << draw(8)));
    case 2:
        return (char)('0' + (int)draw(10));
    case 3:
        return '\0';
    default:
        return other;
    }
}

/* Damages one file, and returns the number of the file. */
static int damage(void) {
    static char bytes[MOST_BYTES];
    const int number = (int)draw(FILES);
    size_t count = lengths[number];
    memcpy(bytes, contents[number], count);
    for (size_t changes = 1 + draw(4); changes > 0; changes--) {
        const size_t at = draw(count), length = 1 + draw(8), kind = draw(5);
        for (size_t i = at; i < at + length && i < count; i++)
            bytes[i] = changed(bytes[i], kind, bytes[(at + 7 * i) % count]);
    }
    if (draw(4) == 0)
        count = draw(count + 1);
    if (draw(2) == 0)
        mend(number, bytes, count);
    put_file(number, bytes, count);
    return number;
}

/* The read values must belong to one of the written generations, or be zeros if a log has lost its records. */
static void check_values(const struct pgd_set *set, const double *values) {
    for (size_t i = 0; i < VALUES; i++) {
        const int64_t index[3] = {(int64_t)(i / 32), (int64_t)(i / 8 % 4), (int64_t)(i % 8)};
        double wanted[2];
        value_at(index, 2, wanted);
        const double *value = &values[2 * i];
        const bool is_zero = value[0] == 0 && value[1] == 0;
        CHECK(is_zero || (value[0] == wanted[0] && (value[1] == wanted[1] || value[1] == wanted[1] + 1)),
              "seed %llu: value %zu is %g%+gi", current_seed, i, value[0], value[1]);
    }
    (void)set;
}

static void read_set(bool checked) {
    static double values[2 * VALUES];
    static char state[PGD_MAX_STATE_BYTES];
    struct pgd_error error;
    struct pgd_set *set;
    size_t bytes;
    if (pgd_set_open(in_folder("set"), NULL, &set, &error) != PGD_OK) {
        CHECK(set == NULL && error.text[0] != '\0', "an error without a text");
        return;
    }
    const struct pgd_layout *layout = pgd_set_layout(set);
    const struct pgd_box box = {.from = {0, 0, 0}, .to = {6, 4, 8}};
    if (pgd_set_kept(set, state, &bytes, &error) == PGD_OK && checked)
        CHECK(bytes == 23 && strcmp(state, "a state of a few bytes") == 0, "seed %llu", current_seed);
    if (layout->domain[0] == 6 && layout->domain[1] == 4 && layout->domain[2] == 8 &&
        pgd_array_read(set, &box, PGD_NATURAL, values, &error) == PGD_OK && checked)
        check_values(set, values);
    pgd_import(set, names[NPY], 0, &error);
    pgd_set_abandon(set);
}

static void run_case(unsigned long long seed) {
    current_seed = seed;
    draw_seed(seed);
    const int number = damage();
    /* Checks the values only after damage to pages. Other files have corrected checks, and may say anything. */
    read_set(number == 5);
    /* Restores all files for the next case: a read may have cut a log, and an import may have written pages. */
    for (int i = 0; i < FILES; i++)
        put_file(i, contents[i], lengths[i]);
}

int main(int argc, char **argv) {
    const struct draw_cases cases = draw_cases(argc, argv, 2000);
    folder_begin("pagedev-fuzz");
    signal(SIGSEGV, die);
    signal(SIGBUS, die);
    signal(SIGABRT, die);
    signal(SIGFPE, die);
    signal(SIGALRM, die);
    make_files();
    for (unsigned long long i = 0; i < cases.count && check_failures == 0; i++) {
        alarm(HANG_SECONDS);
        run_case(cases.seed + i);
    }
    for (int i = 0; i < FILES; i++)
        free(contents[i]);
    if (check_failures > 0)
        fprintf(stderr, "again: pagedev-fuzz --cases 1 --seed %llu\n", current_seed);
    else
        folder_end();
    printf("%llu cases\n", (unsigned long long)cases.count);
    return check_failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
