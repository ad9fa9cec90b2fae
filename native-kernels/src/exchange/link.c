/* SPDX-License-Identifier: Apache-2.0 */
#include "link.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PASSWORD_BYTES = 1024 };

/* The SQLSTATE of exchange_fence. */
static const char replaced_state[] = "XS001";

/*
 * With any setting of the database, an answered COMMIT is durable. Plans are made once, for large tables: statistics
 * from the time of small tables must not lead to scans of whole tables.
 */
static const char settings[] =
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';"
    "SET TimeZone = 'UTC'; SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = "
    "0;"
    "SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET enable_hashjoin = off;"
    "SET enable_mergejoin = off; SET jit = off";

/* Keeps the first line of a message. */
static void keep_text(struct xch_link *link, const char *message) {
    snprintf(link->text, sizeof link->text, "%.*s", (int)strcspn(message, "\n"), message);
}

static link_state lost(struct xch_link *link) {
    keep_text(link, PQerrorMessage(link->conn));
    xch_link_close(link);
    return LINK_LOST;
}

/* Says whether the data cause a refusal: by a cardinality, a value, a constraint, or a limit. */
static bool is_of_data(const char *state) {
    static const char *const classes[] = {"21", "22", "23", "54"};
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++)
        if (strncmp(state, classes[i], 2) == 0)
            return true;
    return false;
}

/* Returns the state of the link for an unsuccessful result. */
static link_state failed(struct xch_link *link, const PGresult *result) {
    const char *const state = result == NULL ? NULL : PQresultErrorField(result, PG_DIAG_SQLSTATE);
    if (PQstatus(link->conn) != CONNECTION_OK || state == NULL)
        return lost(link);
    keep_text(link, PQresultErrorMessage(result));
    if (strcmp(state, replaced_state) == 0)
        return LINK_REPLACED;
    return is_of_data(state) ? LINK_WRONG : LINK_REFUSED;
}

/* Reads the password, the first line of the password file. Returns 0, or -1 with the defect in the text of the link. */
static int read_password(struct xch_link *link, char password[PASSWORD_BYTES]) {
    const char *const path = link->options->password_file;
    FILE *const file = fopen(path, "r");
    if (file == NULL || fgets(password, PASSWORD_BYTES, file) == NULL) {
        snprintf(link->text, sizeof link->text, "%s: cannot read the password: %s", path,
                 file == NULL ? strerror(errno) : "it has no line");
        if (file != NULL)
            fclose(file);
        return -1;
    }
    password[strcspn(password, "\r\n")] = '\0';
    fclose(file);
    return 0;
}

/* Drops notices, which say only that tables exist already. */
static void drop_notice(void *context, const PGresult *result) {
    (void)context;
    (void)result;
}

link_state xch_link_open(struct xch_link *link) {
    char password[PASSWORD_BYTES] = "";
    const bool has_password = link->options->password_file != NULL;
    if (has_password && read_password(link, password) != 0)
        return LINK_REFUSED;
    /* Later words win: the operator's string overrides the times here, but not the other words. */
    const char *const words[] = {"keepalives_idle",
                                 "keepalives_interval",
                                 "keepalives_count",
                                 "tcp_user_timeout",
                                 "connect_timeout",
                                 "dbname",
                                 "application_name",
                                 "client_encoding",
                                 has_password ? "password" : NULL,
                                 NULL};
    const char *const values[] = {"10",       "5",    "3",      "30000", "10", link->options->database,
                                  link->name, "UTF8", password, NULL};
    link->conn = PQconnectdbParams(words, values, 1);
    explicit_bzero(password, sizeof password);
    if (link->conn == NULL) {
        keep_text(link, "no memory for a connection");
        return LINK_LOST;
    }
    if (PQstatus(link->conn) != CONNECTION_OK)
        return lost(link);
    PQsetNoticeReceiver(link->conn, drop_notice, NULL);
    return xch_link_run(link, settings);
}

void xch_link_close(struct xch_link *link) {
    PQfinish(link->conn);
    link->conn = NULL;
}

/* Takes a result of a statement with or without rows. */
static link_state check(struct xch_link *link, PGresult *result) {
    if (result == NULL)
        return failed(link, result);
    const ExecStatusType status = PQresultStatus(result);
    link_state state = LINK_DONE;
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        state = failed(link, result);
    PQclear(result);
    return state;
}

link_state xch_link_run(struct xch_link *link, const char *sql) {
    return check(link, PQexec(link->conn, sql));
}

link_state xch_link_prepare(struct xch_link *link, const char *name, const char *sql) {
    return check(link, PQprepare(link->conn, name, sql, 0, NULL));
}

static link_state give(struct xch_link *link, PGresult *answer, PGresult **result) {
    *result = NULL;
    if (PQresultStatus(answer) != PGRES_TUPLES_OK && PQresultStatus(answer) != PGRES_COMMAND_OK)
        return check(link, answer);
    *result = answer;
    return LINK_DONE;
}

link_state xch_link_ask(struct xch_link *link, const char *sql, const char *const *values, int count,
                        PGresult **result) {
    return give(link, PQexecParams(link->conn, sql, count, NULL, values, NULL, NULL, 0), result);
}

struct parameters {
    const char *values[LINK_PARAMETERS];
    int lengths[LINK_PARAMETERS], formats[LINK_PARAMETERS];
};

static struct parameters parameters_of(const struct xch_statement *statement) {
    struct parameters parameters = {0};
    for (int i = 0; i < statement->count; i++) {
        parameters.values[i] = statement->columns[i]->bytes;
        parameters.lengths[i] = (int)statement->columns[i]->count;
        parameters.formats[i] = 1;
    }
    return parameters;
}

static int send_one(PGconn *conn, const struct xch_statement *statement) {
    const struct parameters parameters = parameters_of(statement);
    return PQsendQueryPrepared(conn, statement->name, statement->count, parameters.values, parameters.lengths,
                               parameters.formats, 0);
}

/* Statements that are sent together. */
struct volley {
    const struct xch_statement *statements, *questions;
    size_t count, question_count;
};

static int send_all(PGconn *conn, const struct volley *volley) {
    static const struct xch_statement begin = {.name = "begin"}, commit = {.name = "commit"};
    int sent = volley->count == 0 || send_one(conn, &begin);
    for (size_t i = 0; i < volley->count && sent; i++)
        sent = send_one(conn, &volley->statements[i]);
    sent = sent && (volley->count == 0 || send_one(conn, &commit));
    for (size_t i = 0; i < volley->question_count && sent; i++)
        sent = send_one(conn, &volley->questions[i]);
    return sent && PQpipelineSync(conn);
}

/* Keeps the rows of a question at PLACE, and frees the result of any other statement. */
static void keep_result(const struct volley *volley, size_t place, PGresult *result) {
    const size_t before = volley->count == 0 ? 0 : volley->count + 2; /* with begin and commit */
    if (PQresultStatus(result) == PGRES_TUPLES_OK && place >= before && place - before < volley->question_count)
        *volley->questions[place - before].result = result;
    else
        PQclear(result);
}

/* Reads the results up to the synchronisation. Keeps the first failure. */
static link_state read_results(struct xch_link *link, const struct volley *volley) {
    link_state state = LINK_DONE;
    size_t place = 0;
    for (int nulls = 0; state != LINK_LOST;) {
        PGresult *const result = PQgetResult(link->conn);
        const ExecStatusType status = PQresultStatus(result);
        nulls = result == NULL ? nulls + 1 : 0; /* one NULL ends each statement; two in a row: no more results */
        place += result == NULL;
        if (PQstatus(link->conn) != CONNECTION_OK || nulls == 2) {
            PQclear(result);
            return lost(link);
        }
        if (result != NULL && status == PGRES_PIPELINE_SYNC) {
            PQclear(result);
            return state;
        }
        if (status == PGRES_FATAL_ERROR && result != NULL && state == LINK_DONE)
            state = failed(link, result);
        keep_result(volley, place, result);
    }
    return state;
}

static link_state shoot(struct xch_link *link, const struct volley *volley) {
    if (!PQenterPipelineMode(link->conn) || !send_all(link->conn, volley))
        return lost(link);
    const link_state state = read_results(link, volley);
    if (state == LINK_LOST)
        return state;
    if (!PQexitPipelineMode(link->conn))
        return lost(link);
    if (state != LINK_DONE && PQtransactionStatus(link->conn) != PQTRANS_IDLE &&
        xch_link_run(link, "ROLLBACK") != LINK_DONE)
        return LINK_LOST;
    return state;
}

link_state xch_link_transact(struct xch_link *link, const struct xch_statement *statements, size_t count,
                             const struct xch_statement *questions, size_t question_count) {
    const struct volley volley = {statements, questions, count, question_count};
    for (size_t i = 0; i < question_count; i++)
        *questions[i].result = NULL;
    const link_state state = shoot(link, &volley);
    for (size_t i = 0; i < question_count && state != LINK_DONE; i++) {
        PQclear(*questions[i].result);
        *questions[i].result = NULL;
    }
    return state;
}

void xch_link_tell(struct xch_link *link, link_state state) {
    if (state == LINK_DONE && link->told)
        fprintf(stderr, "%s: the database is back\n", link->options->program);
    else if (state != LINK_DONE && !link->told)
        fprintf(stderr, "%s: the database cannot be used, and is tried again until it can: %s\n",
                link->options->program, link->text);
    link->told = state != LINK_DONE;
}
