/* SPDX-License-Identifier: Apache-2.0 */
/* The two forms of a written bank, and their common parts. */
#ifndef MAKE_BANK_OUTPUTS_H
#define MAKE_BANK_OUTPUTS_H

#include "folder.h"

/* A table that is a single file in either form. */
struct simple_table {
    const char *name, *columns;
    void (*write)(const struct bank *bank, struct sheet *sheet);
};

enum { COMMON_TABLES = 3 };

extern const struct simple_table bank_parameters_table, bank_limits_table;
extern const struct simple_table bank_common_tables[COMMON_TABLES]; /* history, curves, scenarios */

/* Adds the file of a table to FOLDER; IS_LISTED: also adds it to the list of inputs, as the kind of that name. */
void bank_put(struct folder *folder, const struct bank *bank, const struct simple_table *table, bool is_listed);

/* Adds the 44 files and their list to FOLDER. Failures are in the folder's `failure`. */
void bank_write_files(struct bank *bank, struct folder *folder);

/* Adds the tables, and the SQL that makes, loads and queries them. */
void bank_write_tables(struct bank *bank, struct folder *folder);

#endif
