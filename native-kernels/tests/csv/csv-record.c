/* SPDX-License-Identifier: Apache-2.0 */
/* Fields of a record: the values taken, and the texts of refusals. */
#include "csv-cases.h"
#include "csv/record.h"
#include "support/check.h"

enum { NAME, NUMBER, DAY, COLUMNS };

static const char *const columns[COLUMNS] = {"name", "?number", "day"};

/* The test writes the fields, so they are not const. */
static struct sw_csv_field fields[COLUMNS];
static const struct sw_record record = {"in.csv", 7, columns, fields};

static void set(int column, char *text) {
    fields[column] = (struct sw_csv_field){text, text != NULL ? strlen(text) : 0};
}

/* Checks that F has TEXT after path and line, with the status of wrong content. */
static void says(const struct sw_failure *f, int status, const char *text) {
    char wanted[256];
    snprintf(wanted, sizeof wanted, "in.csv line 7: %s", text);
    CHECK(status == STATUS_CONTENT && f->status == STATUS_CONTENT, "status %d", status);
    CHECK(strcmp(f->text, wanted) == 0, "it says: %s", f->text);
}

void takes_numbers_and_refuses_what_is_none(void) {
    struct sw_failure f = {.status = STATUS_OK};
    double real = 0;
    long whole = 0;
    set(NUMBER, "-12.5e1");
    CHECK(sw_take_real(&record, NUMBER, &real, &f) == STATUS_OK && real == -125, "%g: %s", real, f.text);
    set(NUMBER, "12");
    CHECK(sw_take_whole(&record, NUMBER, 0, 12, &whole, &f) == STATUS_OK && whole == 12, "%ld: %s", whole, f.text);
    says(&f, sw_take_whole(&record, NUMBER, 0, 11, &whole, &f), "number is not a whole number from 0 to 11: \"12\"");
    set(NUMBER, "0x10");
    says(&f, sw_take_real(&record, NUMBER, &real, &f), "number is not a number: \"0x10\"");
    set(NUMBER, "nan");
    says(&f, sw_take_real(&record, NUMBER, &real, &f), "number is not a number: \"nan\"");
    set(NUMBER, NULL);
    says(&f, sw_take_real(&record, NUMBER, &real, &f), "number is empty");
    says(&f, sw_take_whole(&record, NUMBER, 0, 11, &whole, &f), "number is empty");
}

void takes_days_choices_and_names(void) {
    static const char *const choices[] = {"call", "put", NULL};
    struct sw_failure f = {.status = STATUS_OK};
    struct sw_names names = {.count = 0};
    uint32_t number = 7;
    int day = 0, choice = 7;
    set(DAY, "2024-02-29");
    CHECK(sw_take_day(&record, DAY, &day, &f) == STATUS_OK && day == 20240229, "%d: %s", day, f.text);
    set(DAY, "2023-02-29");
    says(&f, sw_take_day(&record, DAY, &day, &f), "day is not a day: \"2023-02-29\"");
    set(NAME, "put");
    CHECK(sw_take_choice(&record, NAME, choices, &choice, &f) == STATUS_OK && choice == 1, "%d", choice);
    set(NAME, "straddle");
    says(&f, sw_take_choice(&record, NAME, choices, &choice, &f), "name is not one of call, put: \"straddle\"");
    says(&f, sw_take_known(&record, NAME, &names, "desk", &number, &f),
         "name is no desk of the list's files: \"straddle\"");
    CHECK(sw_take_new(&record, NAME, &names, &number, &f) == STATUS_OK && number == 0, "%u", number);
    CHECK(sw_take_known(&record, NAME, &names, "desk", &number, &f) == STATUS_OK && number == 0, "%u", number);
    says(&f, sw_take_new(&record, NAME, &names, &number, &f), "name comes twice: \"straddle\"");
    set(NAME, "a name of more than thirty-one bytes");
    says(&f, sw_take_new(&record, NAME, &names, &number, &f),
         "name is too long: \"a name of more than thirty-one bytes\"");
    sw_names_free(&names);
}
