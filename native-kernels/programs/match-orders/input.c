/* SPDX-License-Identifier: Apache-2.0 */
/* Messages of files, which all ranks read together. */
#include "modes.h"

#include "slipway/twophase.h"

#include <string.h>

struct input {
    MPI_Comm comm;
    struct engine *engine;
    const struct options *options;
    uint64_t messages;
    uint32_t instrument; /* of a LOBSTER file */
    struct sw_failure *failure;
};

/* Takes the name of an instrument, which every rank sees in the same order. */
static int number_of(struct input *input, const struct sw_record *record, const char *name, uint32_t *number) {
    struct sw_names *names = &input->engine->names;
    *number = sw_names_find(names, name);
    if (*number == SW_NO_NAME && names->count == input->engine->instruments)
        return sw_refuse(input->failure, record, SW_NO_COLUMN, "raise --instruments",
                         "%.40s is one instrument more than the %u that there may be", name,
                         input->engine->instruments);
    if (*number == SW_NO_NAME)
        *number = sw_names_add(names, name, NULL);
    return *number != SW_NO_NAME ? STATUS_OK
                                 : sw_fail(input->failure, STATUS_COMPUTE, NULL, "not enough memory for names");
}

static void take_record(struct input *input, struct sw_record *record, const struct sw_csv *csv) {
    struct sw_csv_field fields[MESSAGE_COLUMNS];
    struct message message = {.kind = MESSAGE_NOTHING};
    const bool lobster = input->options->lobster;
    for (size_t i = 0; i < (lobster ? LOBSTER_COLUMNS : MESSAGE_COLUMNS); i++)
        fields[i] = sw_csv_field(csv, i);
    /* A LOBSTER file has no header; the parser was given one. */
    record->line = sw_csv_line(csv) - lobster;
    record->fields = fields;
    input->messages++;
    if ((lobster ? take_lobster : take_message)(record, &message, input->failure) != STATUS_OK)
        return;
    message.order.instrument = input->instrument;
    if (!lobster && number_of(input, record, message.instrument, &message.order.instrument) != STATUS_OK)
        return;
    input->engine->message = input->messages;
    if (is_mine(input->comm, message.order.instrument))
        engine_take(input->engine, &message, record, input->failure);
}

static void take_result(struct input *input, struct sw_record *record, const struct sw_csv *csv, sw_csv_result result) {
    record->line = sw_csv_line(csv) - input->options->lobster;
    if (result == SW_CSV_RECORD)
        take_record(input, record, csv);
    else if (result == SW_CSV_CONTENT)
        sw_refuse(input->failure, record, SW_NO_COLUMN, "match-orders(1) lists the columns", "%s", sw_csv_text(csv));
    else if (result == SW_CSV_MEMORY)
        sw_fail(input->failure, STATUS_COMPUTE, NULL, "%.160s line %lu: not enough memory", record->path, record->line);
}

/* A failed rank reads on to the end, because reading is collective. */
static void read_lines(struct input *input, struct sw_record *record, struct sw_csv *csv, struct tp_file *file) {
    struct sw_failure *f = input->failure;
    struct tp_error error;
    const char *line;
    size_t length;
    tp_err code = tp_read_line(file, &line, &length, &error);
    for (; code == TP_OK && line != NULL; code = tp_read_line(file, &line, &length, &error))
        if (f->status == STATUS_OK)
            take_result(input, record, csv, sw_csv_take_line(csv, line, length));
    if (code != TP_OK)
        sw_fail(f, code == TP_ERR_MPI ? STATUS_MPI : STATUS_FILE, NULL, "%s", error.text);
    else if (f->status == STATUS_OK)
        take_result(input, record, csv, sw_csv_end(csv));
}

/* Names the instrument of a LOBSTER file: the part of the file name before the first "_" or ".". */
static void name_file(struct input *input, const struct sw_record *record) {
    const char *slash = strrchr(record->path, '/'), *base = slash != NULL ? slash + 1 : record->path;
    char name[SW_ID_BYTES];
    size_t length = strcspn(base, "_.");
    length = length < sizeof name ? length : sizeof name - 1;
    memcpy(name, base, length);
    name[length] = '\0';
    number_of(input, record, name, &input->instrument);
}

/* Makes the parser of a file. A LOBSTER file has no header, so a header is handed in here. */
static struct sw_csv *new_parser(bool lobster) {
    static const char header[] = "time,type,id,size,price,direction";
    struct sw_csv *csv =
        lobster ? sw_csv_new(lobster_columns, LOBSTER_COLUMNS) : sw_csv_new(message_columns, MESSAGE_COLUMNS);
    if (csv != NULL && lobster)
        sw_csv_take_line(csv, header, sizeof header - 1);
    return csv;
}

static int read_file(struct input *input, const char *path) {
    const bool lobster = input->options->lobster;
    struct sw_record record = {.path = path, .columns = lobster ? lobster_columns : message_columns};
    struct sw_failure *f = input->failure;
    struct tp_file *file = NULL;
    struct tp_error error;
    struct sw_csv *csv = new_parser(lobster);
    if (csv == NULL)
        sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory to read %.160s", path);
    else if (lobster)
        name_file(input, &record);
    if (agree(input->comm, f) == STATUS_OK) {
        const tp_err code = tp_open(input->comm, path, NULL, &file, &error);
        if (code == TP_OK)
            read_lines(input, &record, csv, file);
        else
            sw_fail(f, code == TP_ERR_MPI ? STATUS_MPI : STATUS_FILE, NULL, "%s", error.text);
        tp_close(file);
    }
    sw_csv_free(csv);
    return agree(input->comm, f);
}

int match_files(MPI_Comm comm, struct engine *engine, const struct options *options, uint64_t *messages,
                struct sw_failure *f) {
    struct input input = {.comm = comm, .engine = engine, .options = options, .failure = f};
    read_file(&input, options->input);
    for (int i = 0; i < options->file_count && f->status == STATUS_OK; i++)
        read_file(&input, options->files[i]);
    *messages = input.messages;
    return f->status;
}
