/* SPDX-License-Identifier: Apache-2.0 */
/* The bank as 44 files and their list. */
#include "folder.h"
#include "outputs.h"
#include "terms.h"

#include <stdio.h>

/*
 * Writes the day to a separate file, because a procedure returns the day, and most statements ask for data of that day.
 */
static void put_day(struct folder *folder, const struct bank *bank) {
    struct sheet *sheet = folder_add(folder, "parameters", "day.csv", "name,value");
    if (sheet != NULL) {
        sheet_text(sheet, "as_of");
        sheet_day(sheet, bank->today);
        sheet_end_row(sheet);
    }
    folder_end(folder, sheet);
}

static void put_factors(struct folder *folder, const struct bank *bank) {
    for (int i = 0; i < CLASSES; i++) {
        char name[2 * NAME_BYTES];
        snprintf(name, sizeof name, "factors-%s.csv", bank_classes[i]);
        struct sheet *sheet = folder_add(folder, "factors", name, "factor,class,currency,value");
        if (sheet != NULL)
            bank_write_factors(bank, i, sheet);
        folder_end(folder, sheet);
    }
}

static void put_kinds(struct folder *folder, struct bank *bank) {
    for (int i = 0; i < KINDS; i++) {
        char name[2 * NAME_BYTES];
        snprintf(name, sizeof name, "%s.csv", bank_kinds[i].name);
        struct sheet *sheet = folder_add(folder, bank_kinds[i].name, name, bank_kinds[i].columns);
        if (sheet != NULL)
            bank_write_kind(bank, i, sheet, NULL);
        folder_end(folder, sheet);
    }
}

static void put_holdings(struct folder *folder, const struct bank *bank) {
    struct sheet *desks[DESKS];
    bool whole = true;
    for (int i = 0; i < DESKS; i++) {
        char name[2 * NAME_BYTES];
        snprintf(name, sizeof name, "holdings-%s.csv", bank_desks[i]);
        desks[i] = folder_add(folder, "holdings", name, "position,desk,book,instrument,quantity");
        whole = whole && desks[i] != NULL;
    }
    if (whole)
        bank_write_holdings(bank, desks);
    for (int i = 0; i < DESKS; i++)
        folder_end(folder, desks[i]);
}

static void put_list(struct folder *folder) {
    const size_t count = folder->count;
    struct sheet *sheet = folder_add(folder, NULL, "inputs.csv", "kind,file");
    for (size_t i = 0; i < count && sheet != NULL; i++) {
        sheet_text(sheet, folder->files[i].kind);
        sheet_text(sheet, folder->files[i].name);
        sheet_end_row(sheet);
    }
    folder_end(folder, sheet);
}

void bank_write_files(struct bank *bank, struct folder *folder) {
    put_day(folder, bank);
    bank_put(folder, bank, &bank_parameters_table, true);
    put_factors(folder, bank);
    for (size_t i = 0; i < COMMON_TABLES; i++)
        bank_put(folder, bank, &bank_common_tables[i], true);
    put_kinds(folder, bank);
    bank_put(folder, bank, &bank_limits_table, true);
    put_holdings(folder, bank);
    put_list(folder);
}
