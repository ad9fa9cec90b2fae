/* SPDX-License-Identifier: Apache-2.0 */
/* Holdings, and the limits of the desks that hold them. */
#include "bank.h"
#include "records.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { POSITION, DESK, BOOK, INSTRUMENT, QUANTITY, COLUMNS };

/* Takes the book of a position, which belongs to the position's desk: several desks may have books of the same name. */
static int take_book(const struct sw_record *record, uint32_t desk, struct holdings *holdings, struct sw_failure *f) {
    const char *text;
    char name[SW_ID_BYTES + 16];
    if (sw_take_id(record, BOOK, &text, f) != STATUS_OK)
        return f->status;
    snprintf(name, sizeof name, "%" PRIu32 ",%s", desk, text);
    const uint32_t book = sw_names_add(&holdings->books, name, NULL);
    if (book == SW_NO_NAME)
        return sw_fail_alone(f, "%s: not enough memory for the names of books", record->path);
    if (make_room((void **)&holdings->desks_of_books, &holdings->desk_room, (size_t)book + 1,
                  sizeof *holdings->desks_of_books, f) == STATUS_OK &&
        make_room((void **)&holdings->books_of_positions, &holdings->book_room, holdings->count + 1,
                  sizeof *holdings->books_of_positions, f) == STATUS_OK) {
        holdings->desks_of_books[book] = desk;
        holdings->books_of_positions[holdings->count] = book;
    }
    return f->status;
}

static int take_holding(void *to, const struct sw_record *record, struct sw_failure *f) {
    struct bank *bank = to;
    struct holdings *holdings = &bank->holdings;
    struct rmc_holding holding;
    const char *text;
    uint32_t position;
    if (sw_take_new(record, POSITION, &holdings->positions, &position, f) != STATUS_OK ||
        sw_take_id(record, DESK, &text, f) != STATUS_OK)
        return f->status;
    holding.group = sw_names_add(&holdings->desks, text, NULL);
    if (holding.group == SW_NO_NAME)
        return sw_fail_alone(f, "%s: not enough memory for the names of desks", record->path);
    if (take_book(record, holding.group, holdings, f) != STATUS_OK ||
        sw_take_known(record, INSTRUMENT, &bank->instruments.names, "instrument", &holding.instrument, f) !=
            STATUS_OK ||
        sw_take_real(record, QUANTITY, &holding.quantity, f) != STATUS_OK ||
        make_room((void **)&holdings->holdings, &holdings->room, holdings->count + 1, sizeof holding, f) != STATUS_OK ||
        make_room((void **)&holdings->lines, &holdings->line_room, holdings->count + 1, sizeof *holdings->lines, f) !=
            STATUS_OK)
        return f->status;
    holdings->lines[holdings->count] = (uint32_t)record->line;
    holdings->holdings[holdings->count++] = holding;
    return STATUS_OK;
}

int read_holdings(MPI_Comm comm, const char *path, struct bank *bank, struct sw_failure *f) {
    static const char *const columns[COLUMNS] = {"position", "desk", "book", "instrument", "quantity"};
    struct holdings *holdings = &bank->holdings;
    if (make_room((void **)&holdings->files, &holdings->file_room, holdings->file_count + 1, sizeof *holdings->files,
                  f) != STATUS_OK)
        return f->status;
    holdings->files[holdings->file_count++] = (struct holdings_file){path, holdings->count};
    return each_record(comm, path, columns, COLUMNS, (struct taker){take_holding, bank}, f);
}

int position_failed(const struct holdings *holdings, const struct rmc_error *error, struct sw_failure *f) {
    size_t file = holdings->file_count - 1;
    if (error->code != RMC_ERR_OVERFLOW)
        return risk_failed(error, f);
    while (file > 0 && holdings->files[file].first > error->holding)
        file--;
    return sw_fail(f, STATUS_COMPUTE, "ask for fewer --decimals, or look at its quantity and its instrument",
                   "%.160s line %" PRIu32 ": position %s: %s", holdings->files[file].path,
                   holdings->lines[error->holding], sw_names_text(&holdings->positions, (uint32_t)error->holding),
                   error->text);
}

static int take_limit(void *to, const struct sw_record *record, struct sw_failure *f) {
    enum { DESK_OF_LIMIT, MEASURE, LEVEL, LIMIT, HORIZON };
    struct bank *bank = to;
    struct limit limit = {.desk = SW_NO_NAME};
    if ((!sw_is_empty(record, DESK_OF_LIMIT) &&
         sw_take_known(record, DESK_OF_LIMIT, &bank->holdings.desks, "desk", &limit.desk, f) != STATUS_OK) ||
        sw_take_choice(record, MEASURE, measure_names, &limit.measure, f) != STATUS_OK ||
        sw_take_real(record, LEVEL, &limit.level, f) != STATUS_OK ||
        sw_take_real(record, LIMIT, &limit.most, f) != STATUS_OK ||
        (!sw_is_empty(record, HORIZON) && sw_take_real(record, HORIZON, &limit.horizon, f) != STATUS_OK) ||
        make_room((void **)&bank->limits, &bank->limit_room, bank->limit_count + 1, sizeof limit, f) != STATUS_OK)
        return f->status;
    if (!(limit.level >= 0.5 && limit.level < 1))
        return sw_refuse(f, record, LEVEL, "write 99 percent as 0.99", "is %g, not from 0.5 to below 1", limit.level);
    if (!sw_is_empty(record, HORIZON) && !(limit.horizon > 0))
        return sw_refuse(f, record, HORIZON, "give it in trading days, or leave it empty for every horizon of a run",
                         "is %g, not above zero", limit.horizon);
    bank->limits[bank->limit_count++] = limit;
    return STATUS_OK;
}

int read_limits(MPI_Comm comm, const char *path, struct bank *bank, struct sw_failure *f) {
    static const char *const columns[] = {"desk", "measure", "level", "limit", "?horizon_days"};
    return each_record(comm, path, columns, 5, (struct taker){take_limit, bank}, f);
}
