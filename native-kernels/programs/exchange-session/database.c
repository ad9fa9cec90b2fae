/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writes the tables of the exchange as CSV, each file by one statement. PostgreSQL does not know the time of the day of
 * each request, which this session keeps in an own table: the taker of an execution is the later order.
 */
#include "session.h"

#include "base/files.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { STATEMENT_BYTES = 4096, LINE_BYTES = 128 };

static const char *const executions =
    "SELECT e.number, e.seq, e.at, time '00:00' + t.at * interval '1 microsecond' AS time_of_day, t.request, e.symbol, "
    "trim_scale(e.shares) AS shares, trim_scale(e.price) AS price, e.buy_order, b.account AS buyer, e.sell_order, "
    "s.account AS seller FROM execution e "
    "JOIN \"order\" b ON b.id = e.buy_order JOIN \"order\" s ON s.id = e.sell_order "
    "JOIN taken t ON t.order_id = greatest(e.buy_order, e.sell_order) ORDER BY e.number, e.seq";
static const char *const positions =
    "SELECT account, symbol, trim_scale(shares) AS shares, trim_scale(reserved) AS reserved FROM position "
    "ORDER BY account, symbol";
static const char *const balances =
    "SELECT id AS account, trim_scale(balance) AS balance, trim_scale(reserved) AS reserved FROM account ORDER BY id";

struct writing {
    const struct options *options;
    PGconn *connection;
};

static int refuse(const struct writing *writing, const char *what, struct sw_failure *f) {
    char text[256];
    snprintf(text, sizeof text, "%s", PQerrorMessage(writing->connection));
    text[strcspn(text, "\n")] = '\0';
    return sw_fail(f, STATUS_COMPUTE, NULL, "PostgreSQL refuses %s: %s", what, text);
}

static int execute(const struct writing *writing, const char *statement, const char *what, struct sw_failure *f) {
    PGresult *result = PQexec(writing->connection, statement);
    const ExecStatusType status = PQresultStatus(result);
    PQclear(result);
    return status == PGRES_COMMAND_OK || status == PGRES_COPY_IN || status == PGRES_COPY_OUT ? STATUS_OK
                                                                                             : refuse(writing, what, f);
}

/* Ends a COPY, in either direction. */
static int end_copy(const struct writing *writing, const char *what, struct sw_failure *f) {
    PGresult *result;
    bool is_done = true;
    while ((result = PQgetResult(writing->connection)) != NULL) {
        is_done = is_done && PQresultStatus(result) == PGRES_COMMAND_OK;
        PQclear(result);
    }
    return is_done ? STATUS_OK : refuse(writing, what, f);
}

/* Makes the table of opened orders: the number of the request in the day, and its time. */
static int put_taken(const struct writing *writing, const struct day *day, struct sw_failure *f) {
    static const char *const what = "the orders of the day";
    if (execute(writing, "CREATE TEMP TABLE taken (order_id bigint PRIMARY KEY, request bigint, at bigint)", what, f) !=
            STATUS_OK ||
        execute(writing, "COPY taken FROM STDIN", what, f) != STATUS_OK)
        return f->status;
    for (size_t i = 0; i < day->count; i++) {
        const struct request *request = &day->requests[i];
        char line[LINE_BYTES];
        if (request->order == 0)
            continue;
        const int length = snprintf(line, sizeof line, "%" PRIu64 "\t%" PRIu64 "\t%" PRId64 "\n", request->order,
                                    request->id, request->at);
        if (PQputCopyData(writing->connection, line, length) != 1)
            return refuse(writing, what, f);
    }
    if (PQputCopyEnd(writing->connection, NULL) != 1)
        return refuse(writing, what, f);
    return end_copy(writing, what, f);
}

/* --- files --- */

/* Makes NAME in the folder of the results. */
static int open_file(const struct writing *writing, const char *name, struct sw_part *part, struct sw_failure *f) {
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/%s", writing->options->results, name) >= (int)sizeof path)
        return sw_fail(f, STATUS_OUTPUT, NULL, "the path of %s is too long", name);
    if (sw_part_create(path, part) != 0)
        return sw_fail(f, STATUS_OUTPUT, NULL, "cannot write %s: %s", path, strerror(errno));
    return STATUS_OK;
}

static int publish(struct sw_part *part, struct sw_failure *f) {
    if (sw_part_finish(part) != 0 || sw_part_publish(part) != 0)
        return sw_fail(f, STATUS_OUTPUT, NULL, "cannot write %s: %s", part->path, strerror(errno));
    return STATUS_OK;
}

/* Writes the rows of a COPY to STDOUT. */
static int put_rows(const struct writing *writing, const char *name, struct sw_part *part, struct sw_failure *f) {
    char *row;
    int length;
    while ((length = PQgetCopyData(writing->connection, &row, 0)) > 0) {
        const int written = sw_file_write(part->fd, row, (size_t)length);
        PQfreemem(row);
        if (written != 0)
            return sw_fail(f, STATUS_OUTPUT, NULL, "cannot write %s: %s", part->path, strerror(errno));
    }
    return length == -1 ? end_copy(writing, name, f) : refuse(writing, name, f);
}

/* Writes the answer to QUERY as the file NAME. */
static int write_query(const struct writing *writing, const char *name, const char *query, struct sw_failure *f) {
    static const char *const form = "COPY (%s) TO STDOUT (FORMAT csv, HEADER)";
    const size_t room = strlen(form) + strlen(query);
    struct sw_part part = {.fd = -1};
    char *statement = malloc(room);
    if (statement == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "no memory for %s", name);
    snprintf(statement, room, "COPY (%s) TO STDOUT (FORMAT csv, HEADER)", query);
    if (execute(writing, statement, name, f) == STATUS_OK && open_file(writing, name, &part, f) == STATUS_OK &&
        put_rows(writing, name, &part, f) == STATUS_OK)
        publish(&part, f);
    sw_part_drop(&part);
    free(statement);
    return f->status;
}

/* --- the course of the day --- */

struct text {
    char bytes[STATEMENT_BYTES];
    size_t length;
};

__attribute__((format(printf, 2, 3))) static void append(struct text *text, const char *format, ...) {
    va_list args;
    va_start(args, format);
    const int written = vsnprintf(text->bytes + text->length, sizeof text->bytes - text->length, format, args);
    va_end(args);
    if (written > 0)
        text->length += (size_t)written;
    if (text->length >= sizeof text->bytes)
        text->length = sizeof text->bytes - 1;
}

/* The column of a file of the course: the last price, or the shares, of an interval. */
static const char *const price_column = ", trim_scale(max(c.price) FILTER (WHERE c.symbol = %1$s)) AS %2$s";
static const char *const volume_column =
    ", trim_scale(coalesce(max(c.shares) FILTER (WHERE c.symbol = %1$s), 0)) AS %2$s";

static int append_columns(const struct writing *writing, PGresult *symbols, const char *column, struct text *query,
                          struct sw_failure *f) {
    for (int i = 0; i < PQntuples(symbols); i++) {
        const char *symbol = PQgetvalue(symbols, i, 0);
        char *literal = PQescapeLiteral(writing->connection, symbol, strlen(symbol));
        char *identifier = PQescapeIdentifier(writing->connection, symbol, strlen(symbol));
        if (literal != NULL && identifier != NULL)
            append(query, column, literal, identifier);
        else
            refuse(writing, "a symbol", f);
        PQfreemem(literal);
        PQfreemem(identifier);
    }
    return f->status;
}

/* Writes a file of the course: one row for each interval of the day, with its end in hours, and one column for each
 * symbol. */
static int write_course(const struct writing *writing, PGresult *symbols, const char *name, struct sw_failure *f) {
    const bool is_prices = strcmp(name, "prices.csv") == 0;
    const uint64_t width = writing->options->every * 60 * 1000000;
    struct text query = {.length = 0};
    append(&query, "SELECT round((s.slot + 1) * %" PRIu64 " / 3600000000.0, 4) AS hour", width);
    if (append_columns(writing, symbols, is_prices ? price_column : volume_column, &query, f) != STATUS_OK)
        return f->status;
    append(&query,
           " FROM (SELECT generate_series(min(at) / %" PRIu64 ", max(at) / %" PRIu64 ") AS slot FROM taken) s"
           " LEFT JOIN course c ON c.slot = s.slot GROUP BY s.slot ORDER BY s.slot",
           width, width);
    return write_query(writing, name, query.bytes, f);
}

/* Writes prices.csv and volumes.csv, with the symbols of the largest turnover. */
static int write_courses(const struct writing *writing, struct sw_failure *f) {
    static const char *const most =
        "SELECT symbol FROM execution GROUP BY symbol ORDER BY sum(shares * price) DESC, symbol LIMIT 8";
    struct text course = {.length = 0};
    append(&course,
           "CREATE TEMP TABLE course AS SELECT t.at / %" PRIu64 " AS slot, e.symbol, sum(e.shares) AS shares, "
           "(array_agg(e.price ORDER BY e.number DESC, e.seq DESC))[1] AS price FROM execution e "
           "JOIN taken t ON t.order_id = greatest(e.buy_order, e.sell_order) GROUP BY 1, 2",
           writing->options->every * 60 * 1000000);
    if (execute(writing, course.bytes, "the course of the day", f) != STATUS_OK)
        return f->status;
    PGresult *symbols = PQexec(writing->connection, most);
    if (PQresultStatus(symbols) != PGRES_TUPLES_OK)
        refuse(writing, "the symbols of the day", f);
    else if (write_course(writing, symbols, "prices.csv", f) == STATUS_OK)
        write_course(writing, symbols, "volumes.csv", f);
    PQclear(symbols);
    return f->status;
}

/* --- figures --- */

/* Writes figures.csv, and the number of executions to *COUNT. */
static int write_figures(const struct writing *writing, const struct results *results, uint64_t *count,
                         struct sw_failure *f) {
    const struct counts *counts = results->counts;
    const struct audit *audit = results->audit;
    struct text query = {.length = 0};
    append(&query,
           "SELECT * FROM (VALUES ('requests', %zu::numeric), ('orders', %" PRIu64 "), ('queries', %" PRIu64
           "), ('cancels', %" PRIu64 "), ('refused', %" PRIu64 "), ('passed_over', %" PRIu64
           "), ('seconds', %.3f), ('requests_per_s', %.1f), ('p50_ms', %.3f), ('p99_ms', %.3f), ('entries', %" PRIu64
           "), ('money_off', %s), ('shares_off', %s)) AS told (name, value) UNION ALL "
           "SELECT 'executions', count(*) FROM execution UNION ALL "
           "SELECT 'shares_traded', trim_scale(coalesce(sum(shares), 0)) FROM execution UNION ALL "
           "SELECT 'turnover', trim_scale(coalesce(sum(shares * price), 0)) FROM execution",
           results->day->count, counts->orders, counts->queries, counts->cancels, counts->refused, counts->passed_over,
           counts->seconds, counts->per_s, counts->p50_ms, counts->p99_ms, audit->entries, audit->money_off,
           audit->shares_off);
    PGresult *found = PQexec(writing->connection, "SELECT count(*) FROM execution");
    if (PQresultStatus(found) != PGRES_TUPLES_OK)
        refuse(writing, "the figures of the day", f);
    else
        *count = strtoull(PQgetvalue(found, 0, 0), NULL, 10);
    PQclear(found);
    return f->status == STATUS_OK ? write_query(writing, "figures.csv", query.bytes, f) : f->status;
}

int write_results(const struct options *options, const struct results *results, uint64_t *executions_count,
                  struct sw_failure *f) {
    const struct writing writing = {options, PQconnectdb(DATABASE_FROM_ABOVE)};
    if (PQstatus(writing.connection) != CONNECTION_OK)
        refuse(&writing, "a connection", f);
    else if (put_taken(&writing, results->day, f) == STATUS_OK &&
             write_query(&writing, "executions.csv", executions, f) == STATUS_OK &&
             write_query(&writing, "closing-positions.csv", positions, f) == STATUS_OK &&
             write_query(&writing, "closing-balances.csv", balances, f) == STATUS_OK &&
             write_courses(&writing, f) == STATUS_OK)
        write_figures(&writing, results, executions_count, f);
    PQfinish(writing.connection);
    return f->status;
}
