/* SPDX-License-Identifier: Apache-2.0 */
/* The bank as tables of a database: a CSV file for each, and the SQL for them. */
#include "embedded.h"
#include "outputs.h"
#include "terms.h"

#include <stdio.h>
#include <string.h>

const struct simple_table bank_parameters_table = {"parameters", "name,value", bank_write_parameters};
const struct simple_table bank_limits_table = {"limits", "desk,measure,level,limit", bank_write_limits};
const struct simple_table bank_common_tables[COMMON_TABLES] = {
    {"history", "factor,day,value", bank_write_history},
    {"curves", "curve,years,factor", bank_write_curves},
    {"scenarios", "scenario,factor,move", bank_write_scenarios},
};

void bank_put(struct folder *folder, const struct bank *bank, const struct simple_table *table, bool is_listed) {
    char name[2 * NAME_BYTES];
    snprintf(name, sizeof name, "%s.csv", table->name);
    struct sheet *sheet = folder_add(folder, is_listed ? table->name : NULL, name, table->columns);
    if (sheet != NULL)
        table->write(bank, sheet);
    folder_end(folder, sheet);
}

static void put_kinds(struct folder *folder, struct bank *bank) {
    struct sheet *members = folder_add(folder, NULL, "basket_member.csv", "instrument,place,factor,volatility,weight");
    for (int i = 0; i < KINDS && members != NULL; i++) {
        const bool is_basket = strcmp(bank_kinds[i].name, "basket") == 0;
        char name[2 * NAME_BYTES];
        snprintf(name, sizeof name, "%s.csv", bank_kinds[i].name);
        for (char *dash = strchr(name, '-'); dash != NULL; dash = strchr(dash, '-'))
            *dash = '_'; /* the name of the table */
        struct sheet *sheet = folder_add(folder, NULL, name,
                                         is_basket ? "instrument,currency,correlation,option,strike,maturity,curve"
                                                   : bank_kinds[i].columns);
        if (sheet != NULL)
            bank_write_kind(bank, i, sheet, is_basket ? members : NULL);
        folder_end(folder, sheet);
    }
    folder_end(folder, members);
}

static void put_factors(struct folder *folder, const struct bank *bank) {
    struct sheet *sheet = folder_add(folder, NULL, "factors.csv", "factor,class,currency,origin");
    if (sheet != NULL)
        bank_write_factors(bank, -1, sheet);
    folder_end(folder, sheet);
}

static void put_positions(struct folder *folder, const struct bank *bank) {
    struct sheet *sheet = folder_add(folder, NULL, "position.csv", "position,day,desk,book,instrument,quantity");
    struct sheet *desks[DESKS];
    for (int i = 0; i < DESKS; i++)
        desks[i] = sheet;
    if (sheet != NULL)
        bank_write_holdings(bank, desks);
    folder_end(folder, sheet);
}

void bank_write_tables(struct bank *bank, struct folder *folder) {
    bank_put(folder, bank, &bank_parameters_table, false);
    put_factors(folder, bank);
    for (size_t i = 0; i < COMMON_TABLES; i++)
        bank_put(folder, bank, &bank_common_tables[i], false);
    put_kinds(folder, bank);
    bank_put(folder, bank, &bank_limits_table, false);
    put_positions(folder, bank);
    folder_put(folder, "schema.sql", sql_schema, sql_schema_bytes);
    folder_put(folder, "load.sql", sql_load, sql_load_bytes);
    folder_put(folder, "fill.sql", sql_fill, sql_fill_bytes);
    folder_put(folder, "keys.sql", sql_keys, sql_keys_bytes);
    folder_put(folder, "statements.csv", sql_statements, sql_statements_bytes);
}
