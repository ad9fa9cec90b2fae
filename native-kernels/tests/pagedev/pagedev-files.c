/* SPDX-License-Identifier: Apache-2.0 */
#include "pagedev/pagedev-cases.h"

#include "pagedev/sets.h"
#include "support/samples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { VALUES = 12 * 8 * 10 };

/* A .npy file with a given text, then COUNT doubles. */
static void make_npy(const char *name, const char *text, const double *values, size_t count) {
    FILE *out = fopen(in_folder(name), "wb");
    const size_t length = strlen(text);
    const unsigned char head[10] = {
        0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (unsigned char)(length % 256), (unsigned char)(length / 256)};
    HOLDS(out != NULL && fwrite(head, 1, sizeof head, out) == sizeof head && fwrite(text, 1, length, out) == length &&
          fwrite(values, sizeof *values, count, out) == count && fclose(out) == 0);
}

static struct pgd_set *filled_set(const char *name) {
    const struct pgd_options options = small_options();
    struct pgd_set *set = new_set(name, &options, NULL);
    fill_set(set, 7);
    return set;
}

void writes_and_reads_npy_and_raw_files(void) {
    static const char *const names[] = {"x.npy", "x.raw"};
    const struct pgd_options options = small_options();
    const struct pgd_box box = {.from = {0, 0, 0}, .to = {12, 8, 10}};
    struct pgd_error error;
    struct pgd_set *from = filled_set("from");
    for (size_t memory = 0; memory <= 40000; memory += 7000)
        for (int i = 0; i < 2; i++) {
            size_t bytes;
            struct pgd_set *to = new_set("to", &options, NULL);
            CHECK(pgd_export(from, in_folder(names[i]), memory, &error) == PGD_OK, "%s", error.text);
            char *file = read_whole(in_folder(names[i]), &bytes);
            const size_t head = i == 0 ? 128 : 0;
            CHECK(bytes == head + VALUES * PGD_VALUE_BYTES, "%zu bytes", bytes);
            CHECK(wrong_in_box(&box, PGD_NATURAL, 7, (double *)(file + head)) == 0, "%s", names[i]);
            CHECK(i == 1 ||
                      strncmp(file + 10, "{'descr': '<c16', 'fortran_order': False, 'shape': (12, 8, 10), }", 65) == 0,
                  "%.60s", file + 10);
            free(file);
            CHECK(pgd_import(to, in_folder(names[i]), memory, &error) == PGD_OK, "%s", error.text);
            pgd_set_abandon(to);
            to = open_set("to", NULL);
            check_set(to, 7);
            close_set(to);
        }
    close_set(from);
}

void reads_files_in_fortran_order_and_of_real_values(void) {
    static double values[2 * VALUES], back[2 * VALUES];
    const struct pgd_options options = small_options();
    const struct pgd_box box = {.from = {0, 0, 0}, .to = {12, 8, 10}};
    struct pgd_error error;
    struct pgd_file file;
    struct pgd_set *set = new_set("fortran", &options, NULL);
    fill_box(&box, PGD_TRANSPOSED_13, 4, values);
    make_npy("f.npy", "{'shape': (12, 8, 10), 'fortran_order': True, \"descr\": '<c16'}  \n", values, 2 * VALUES);
    for (size_t memory = 0; memory <= 40000; memory += 7000) {
        CHECK(pgd_import(set, in_folder("f.npy"), memory, &error) == PGD_OK, "%s", error.text);
        check_set(set, 4);
        fill_set(set, 1);
    }
    for (int i = 0; i < VALUES; i++)
        values[i] = i * 0.5;
    make_npy("r.npy", "{'descr': '<f8', 'fortran_order': False, 'shape': (12, 8, 10), }\n", values, VALUES);
    CHECK(pgd_import(set, in_folder("r.npy"), 9000, &error) == PGD_OK, "%s", error.text);
    CHECK(pgd_array_read(set, &box, PGD_NATURAL, back, &error) == PGD_OK, "%s", error.text);
    for (int i = 0; i < VALUES; i++)
        CHECK(back[2 * i] == i * 0.5 && back[2 * i + 1] == 0, "value %d is %g%+gi", i, back[2 * i], back[2 * i + 1]);
    make_npy("line.npy", "{'descr': '<f8', 'fortran_order': False, 'shape': (7,)}", values, 7);
    CHECK(pgd_npy_look(in_folder("line.npy"), &file, &error) == PGD_OK, "%s", error.text);
    HOLDS(file.shape[0] == 1 && file.shape[1] == 1 && file.shape[2] == 7 && file.value_bytes == 8);
    close_set(set);
}

void refuses_values_that_are_not_finite_with_their_place(void) {
    static double values[2 * VALUES];
    const struct pgd_options options = small_options();
    struct pgd_error error;
    struct pgd_set *set = new_set("nan", &options, NULL);
    const size_t place = (5 * 8 + 3) * 10 + 7;
    values[2 * place + 1] = (double)NAN;
    make_npy("n.npy", "{'descr': '<c16', 'fortran_order': False, 'shape': (12, 8, 10), }", values, 2 * VALUES);
    REFUSED(pgd_import(set, in_folder("n.npy"), 0, &error), PGD_ERR_NAN, "n.npy", "(5, 3, 7)", "nan");
    REFUSED(pgd_import(set, in_folder("n.npy"), 5000, &error), PGD_ERR_NAN, "n.npy", "(5, 3, 7)");
    values[2 * place + 1] = 0;
    values[2 * ((7 * 8 + 3) * 12 + 5)] = (double)-INFINITY;
    make_npy("n.npy", "{'descr': '<c16', 'fortran_order': True, 'shape': (12, 8, 10), }", values, 2 * VALUES);
    REFUSED(pgd_import(set, in_folder("n.npy"), 5000, &error), PGD_ERR_NAN, "(5, 3, 7)", "-inf");
    close_set(set);
}

void refuses_damaged_npy_files(void) {
    static const double values[8];
    static const struct {
        const char *text, *says;
    } files[] = {
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2, 2), }", "\"<f4\""},
        {"{'descr': '>c16', 'fortran_order': False, 'shape': (2, 2, 2), }", "\"<c16\""},
        {"{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (2, 2, 2), }", "descr"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2, 2, 1), }", "4 dimensions"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2, 3), }", "need 1"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2, 0), }", "2x2x0"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (2, -2, 2), }", "header"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (999999999999999, 999999999999999, 999999999999999), }",
         "shape"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (9999999999999999999, 1, 1), }", "header"},
        {"{'descr': '<f8', 'fortran_order': Maybe, 'shape': (2, 2, 2), }", "header"},
        {"{'descr': '<f8', 'shape': (2, 2, 2), }", "header"},
        {"{'descr': '<f8', 'descr': '<f8', 'fortran_order': False, 'shape': (2, 2, 2), }", "header"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2, 2)", "header"},
        {"{'descr': '<f8", "header"},
        {"", "header"},
    };
    struct pgd_error error;
    struct pgd_file file;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        make_npy("bad.npy", files[i].text, values, 8);
        REFUSED(pgd_npy_look(in_folder("bad.npy"), &file, &error), PGD_ERR_FORMAT, "bad.npy", files[i].says);
    }
    make_npy("bad.npy", "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2, 2), }", values, 8);
    CHECK(pgd_npy_look(in_folder("bad.npy"), &file, &error) == PGD_OK, "%s", error.text);
    HOLDS(truncate(in_folder("bad.npy"), 110) == 0);
    REFUSED(pgd_npy_look(in_folder("bad.npy"), &file, &error), PGD_ERR_FORMAT, "110 bytes", "cut off");
    HOLDS(truncate(in_folder("bad.npy"), 30) == 0);
    REFUSED(pgd_npy_look(in_folder("bad.npy"), &file, &error), PGD_ERR_FORMAT, "header");
    HOLDS(truncate(in_folder("bad.npy"), 8) == 0);
    REFUSED(pgd_npy_look(in_folder("bad.npy"), &file, &error), PGD_ERR_FORMAT, "begin");
    REFUSED(pgd_npy_look(in_folder("not-there.npy"), &file, &error), PGD_ERR_OPEN, "not-there.npy");
}

void refuses_files_of_another_shape(void) {
    static const double values[2 * VALUES];
    const struct pgd_options options = small_options();
    struct pgd_error error;
    struct pgd_set *set = new_set("shape", &options, NULL);
    make_npy("s.npy", "{'descr': '<c16', 'fortran_order': False, 'shape': (10, 8, 12), }", values, 2 * VALUES);
    REFUSED(pgd_import(set, in_folder("s.npy"), 0, &error), PGD_ERR_GEOMETRY, "10x8x12", "12x8x10");
    HOLDS(rename(in_folder("s.npy"), in_folder("s.raw")) == 0);
    REFUSED(pgd_import(set, in_folder("s.raw"), 0, &error), PGD_ERR_GEOMETRY, "s.raw", "15360");
    REFUSED(pgd_import(set, folder, 0, &error), PGD_ERR_OPEN, folder);
    REFUSED(pgd_export(set, in_folder("no-folder/x.npy"), 0, &error), PGD_ERR_OPEN, "no-folder");
    close_set(set);
}
