/* SPDX-License-Identifier: Apache-2.0 */
#include "report-design.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char tables[] =
    "DROP SCHEMA IF EXISTS report CASCADE; CREATE SCHEMA report; SET search_path = report;"
    "CREATE TABLE account (id bigint PRIMARY KEY, balance numeric NOT NULL CHECK (balance >= 0));"
    "CREATE TABLE position (account bigint, symbol text, shares numeric NOT NULL CHECK (shares >= 0),"
    " PRIMARY KEY (account, symbol));"
    "CREATE TABLE \"order\" (row bigserial PRIMARY KEY, id bigint, account bigint, symbol text, amount numeric,"
    " price numeric, state text, at timestamptz DEFAULT now());"
    "CREATE SEQUENCE order_id;"
    "CREATE INDEX ON \"order\" (symbol, price) WHERE state = 'open'; CREATE INDEX ON \"order\" (id);";

int report_make_tables(PGconn *connection) {
    PGresult *result = PQexec(connection, tables);
    const int status = PQresultStatus(result) == PGRES_COMMAND_OK ? 0 : -1;
    PQclear(result);
    return status;
}

/* --- one step: one statement, committed alone --- */

enum { MOST_VALUES = 6 };

static PGresult *step(PGconn *connection, const char *sql, const char *const values[], int count) {
    PGresult *result = PQexecParams(connection, sql, count, NULL, values, NULL, NULL, 0);
    const ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK)
        fprintf(stderr, "bench-exchange-report: %s: %s", sql, PQerrorMessage(connection));
    return result;
}

#define STEP(connection, sql, ...)                                                                                     \
    step(connection, sql, (const char *const[]){__VA_ARGS__},                                                          \
         (int)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)))

/* Does a step, and returns whether a row was changed. */
static bool change(PGresult *result) {
    const bool changed = strcmp(PQcmdTuples(result), "0") != 0 && PQresultStatus(result) != PGRES_FATAL_ERROR;
    PQclear(result);
    return changed;
}

struct text {
    char digits[XCH_AMOUNT_BYTES];
};

static struct text amount_text(int64_t amount) {
    struct text text = {{0}};
    xch_put_amount(text.digits, amount);
    return text;
}

static struct text money_text(xch_money money) {
    struct text text = {{0}};
    xch_put_money(text.digits, money);
    return text;
}

static struct text number_text(uint64_t number) {
    struct text text = {{0}};
    snprintf(text.digits, sizeof text.digits, "%" PRIu64, number);
    return text;
}

static int64_t amount_of(const PGresult *result, int row, int column) {
    int64_t amount = 0;
    const char *text = PQgetvalue(result, row, column);
    xch_read_shares(text, strlen(text), &amount);
    return amount;
}

/* --- creates --- */

static const char *create_account(PGconn *connection, const struct xch_item *item) {
    const struct text balance = money_text(item->balance);
    PGresult *found = STEP(connection, "SELECT id FROM account WHERE id = $1", item->texts[XCH_TEXT_ID]);
    const bool exists = PQntuples(found) > 0;
    PQclear(found);
    if (exists)
        return "the account exists";
    return change(STEP(connection, "INSERT INTO account VALUES ($1, $2)", item->texts[XCH_TEXT_ID], balance.digits))
               ? NULL
               : "the account exists";
}

static void add_shares(PGconn *connection, const char *account, const char *symbol, const char *shares) {
    if (!change(STEP(connection, "UPDATE position SET shares = shares + $3 WHERE account = $1 AND symbol = $2", account,
                     symbol, shares)))
        change(STEP(connection, "INSERT INTO position VALUES ($1, $2, $3)", account, symbol, shares));
}

static const char *create_shares(PGconn *connection, const struct xch_item *item) {
    const struct text shares = amount_text(item->amount);
    PGresult *found = STEP(connection, "SELECT id FROM account WHERE id = $1", item->texts[XCH_TEXT_ID]);
    const bool exists = PQntuples(found) > 0;
    PQclear(found);
    if (!exists)
        return "there is no such account";
    add_shares(connection, item->texts[XCH_TEXT_ID], item->texts[XCH_TEXT_SYM], shares.digits);
    return NULL;
}

/* --- orders --- */

struct incoming {
    const char *symbol;
    struct text account, id;
    bool buys;
    int64_t left, limit;
};

/* Trades with the best order of the other side. */
static void execute(PGconn *connection, struct incoming *in, const PGresult *best) {
    const char *const other_row = PQgetvalue(best, 0, 0), *const other_id = PQgetvalue(best, 0, 1),
                      *const other = PQgetvalue(best, 0, 2), *const price_text = PQgetvalue(best, 0, 4);
    const int64_t there = llabs(amount_of(best, 0, 3)), price = amount_of(best, 0, 4);
    const int64_t shares = there < in->left ? there : in->left;
    const struct text count = amount_text(shares), sold = amount_text(-shares);
    const struct text paid = money_text(xch_cost(shares, price)),
                      back = money_text(xch_cost(shares, in->limit - price));
    const char *const buyer = in->buys ? in->account.digits : other, *const seller =
                                                                         in->buys ? other : in->account.digits;
    change(STEP(connection, "UPDATE account SET balance = balance + $2 WHERE id = $1", seller, paid.digits));
    if (in->buys && in->limit > price)
        change(STEP(connection, "UPDATE account SET balance = balance + $2 WHERE id = $1", buyer, back.digits));
    add_shares(connection, buyer, in->symbol, count.digits);
    change(STEP(connection,
                "INSERT INTO \"order\" (id, account, symbol, amount, price, state) VALUES"
                " ($1, 0, $2, $3, $4, 'executed')",
                other_id, in->symbol, in->buys ? sold.digits : count.digits, price_text));
    change(STEP(connection,
                "INSERT INTO \"order\" (id, account, symbol, amount, price, state) VALUES"
                " ($1, 0, $2, $3, $4, 'executed')",
                in->id.digits, in->symbol, in->buys ? count.digits : sold.digits, price_text));
    if (shares == there)
        change(STEP(connection, "DELETE FROM \"order\" WHERE row = $1", other_row));
    else
        change(STEP(connection, "UPDATE \"order\" SET amount = amount + $2 WHERE row = $1", other_row,
                    in->buys ? count.digits : sold.digits));
    in->left -= shares;
}

static void match(PGconn *connection, struct incoming *in) {
    const struct text limit = amount_text(in->limit);
    const char *const best_ask =
        "SELECT row, id, account, amount, price FROM \"order\" WHERE symbol = $1 AND state = 'open'"
        " AND amount < 0 AND price <= $2 ORDER BY price, row LIMIT 1";
    const char *const best_bid =
        "SELECT row, id, account, amount, price FROM \"order\" WHERE symbol = $1 AND state = 'open'"
        " AND amount > 0 AND price >= $2 ORDER BY price DESC, row LIMIT 1";
    while (in->left > 0) {
        PGresult *best = STEP(connection, in->buys ? best_ask : best_bid, in->symbol, limit.digits);
        const bool found = PQntuples(best) == 1;
        if (found)
            execute(connection, in, best);
        PQclear(best);
        if (!found)
            return;
    }
}

/* Takes the largest cost of the order from the account, or the shares from the position. */
static const char *reserve(PGconn *connection, const struct incoming *in) {
    const struct text need = in->buys ? money_text(xch_cost(in->left, in->limit)) : amount_text(in->left);
    PGresult *found =
        in->buys ? STEP(connection, "SELECT balance >= $2 FROM account WHERE id = $1", in->account.digits, need.digits)
                 : STEP(connection, "SELECT shares >= $3 FROM position WHERE account = $1 AND symbol = $2",
                        in->account.digits, in->symbol, need.digits);
    const bool enough = PQntuples(found) == 1 && PQgetvalue(found, 0, 0)[0] == 't';
    PQclear(found);
    if (!enough)
        return "there is no such account or position, or not enough in it";
    if (in->buys)
        change(STEP(connection, "UPDATE account SET balance = balance - $2 WHERE id = $1", in->account.digits,
                    need.digits));
    else
        change(STEP(connection, "UPDATE position SET shares = shares - $3 WHERE account = $1 AND symbol = $2",
                    in->account.digits, in->symbol, need.digits));
    return NULL;
}

static const char *open_order(PGconn *connection, const struct xch_request *request, const struct xch_item *item,
                              uint64_t *id) {
    struct incoming in = {.symbol = item->texts[XCH_TEXT_SYM],
                          .account = number_text(request->account),
                          .buys = item->amount > 0,
                          .left = llabs(item->amount),
                          .limit = item->limit};
    const char *error = reserve(connection, &in);
    if (error != NULL)
        return error;
    const struct text limit = amount_text(item->limit);
    PGresult *next = STEP(connection, "SELECT nextval('order_id') WHERE $1 <> ''", in.symbol);
    *id = strtoull(PQgetvalue(next, 0, 0), NULL, 10);
    PQclear(next);
    in.id = number_text(*id);
    match(connection, &in);
    if (in.left == 0)
        return NULL;
    const struct text left = amount_text(in.buys ? in.left : -in.left);
    change(STEP(connection,
                "INSERT INTO \"order\" (id, account, symbol, amount, price, state) VALUES"
                " ($1, $2, $3, $4, $5, 'open')",
                in.id.digits, in.account.digits, in.symbol, left.digits, limit.digits));
    return NULL;
}

/* --- queries and cancels --- */

static const char *cancel(PGconn *connection, const struct xch_request *request, const struct xch_item *item) {
    const struct text account = number_text(request->account);
    PGresult *found = STEP(connection,
                           "SELECT amount, price, symbol, row FROM \"order\" WHERE id = $1 AND account = $2"
                           " AND state = 'open'",
                           item->texts[XCH_TEXT_ID], account.digits);
    if (PQntuples(found) != 1) {
        PQclear(found);
        return "the order is not open, or another account's";
    }
    const int64_t amount = amount_of(found, 0, 0), price = amount_of(found, 0, 1);
    const struct text back = amount > 0 ? money_text(xch_cost(amount, price)) : amount_text(-amount);
    if (amount > 0)
        change(
            STEP(connection, "UPDATE account SET balance = balance + $2 WHERE id = $1", account.digits, back.digits));
    else
        add_shares(connection, account.digits, PQgetvalue(found, 0, 2), back.digits);
    change(STEP(connection, "UPDATE \"order\" SET state = 'canceled', at = now() WHERE row = $1",
                PQgetvalue(found, 0, 3)));
    PQclear(found);
    return NULL;
}

static const char *look_up(PGconn *connection, const struct xch_item *item, struct report_answer *answer) {
    PGresult *found = STEP(connection,
                           "SELECT state, abs(amount), price, extract(epoch FROM at)::bigint FROM \"order\""
                           " WHERE id = $1 ORDER BY row",
                           item->texts[XCH_TEXT_ID]);
    const int rows = PQntuples(found);
    answer->answer.id = item->order;
    answer->answer.executed = answer->executed;
    for (int row = 0; row < rows; row++) {
        const char *state = PQgetvalue(found, row, 0);
        const int64_t shares = amount_of(found, row, 1), time = strtoll(PQgetvalue(found, row, 3), NULL, 10) * 1000000;
        if (strcmp(state, "open") == 0)
            answer->answer.open = shares;
        else if (strcmp(state, "canceled") == 0) {
            answer->answer.canceled = shares;
            answer->answer.canceled_time = time;
        } else if (answer->answer.executed_count < REPORT_MOST_EXECUTED)
            answer->executed[answer->answer.executed_count++] =
                (struct xch_execution){shares, amount_of(found, row, 2), time};
    }
    PQclear(found);
    return rows == 0 ? "there is no such order" : NULL;
}

void report_serve_item(PGconn *connection, const struct xch_request *request, const struct xch_item *item,
                       struct report_answer *answer) {
    static const xch_answer_kind kinds[] = {
        [XCH_CREATE_ACCOUNT] = XCH_ANSWER_CREATED, [XCH_CREATE_SYMBOL] = XCH_ANSWER_CREATED,
        [XCH_CREATE_SHARES] = XCH_ANSWER_CREATED,  [XCH_ORDER] = XCH_ANSWER_OPENED,
        [XCH_QUERY] = XCH_ANSWER_STATUS,           [XCH_CANCEL] = XCH_ANSWER_CANCELED};
    const char *error = NULL;
    answer->answer = (struct xch_answer){.kind = kinds[item->kind]};
    if (item->kind == XCH_CREATE_ACCOUNT)
        error = create_account(connection, item);
    else if (item->kind == XCH_CREATE_SHARES)
        error = create_shares(connection, item);
    else if (item->kind == XCH_ORDER)
        error = open_order(connection, request, item, &answer->answer.id);
    else if (item->kind == XCH_CANCEL)
        error = cancel(connection, request, item);
    if (error == NULL && (item->kind == XCH_QUERY || item->kind == XCH_CANCEL))
        error = look_up(connection, item, answer);
    if (error != NULL)
        answer->answer = (struct xch_answer){.error = error};
}
