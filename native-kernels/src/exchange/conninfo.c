/* SPDX-License-Identifier: Apache-2.0 */
#include "store.h"

#include <libpq-fe.h>
#include <string.h>

/* libpq takes a text of neither form as the plain name of a database. */
static bool is_plain_name(const char *text) {
    return strchr(text, '=') == NULL && strncmp(text, "postgresql://", 13) != 0 &&
           strncmp(text, "postgres://", 11) != 0;
}

/* The message of libpq is not passed on, because it may repeat the string with a password. */
int xch_check_conninfo(const char *text, struct sw_failure *f) {
    if (is_plain_name(text))
        return STATUS_OK;
    PQconninfoOption *const options = PQconninfoParse(text, NULL);
    if (options == NULL)
        return sw_fail(f, STATUS_USAGE, "as in --database 'host=/run/postgresql dbname=exchange'",
                       "--database is no connection string that libpq can read");
    for (const PQconninfoOption *option = options; option->keyword != NULL; option++)
        if (option->val != NULL && strcmp(option->keyword, "password") == 0)
            sw_fail(f, STATUS_USAGE, "write it into a file, and give --password-file FILE",
                    "--database has a password, which anybody sees who lists processes");
    PQconninfoFree(options);
    return f->status;
}
