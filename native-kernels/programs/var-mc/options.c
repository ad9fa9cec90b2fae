#include "varmc.h"

#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SCENARIOS = 100000000 };

typedef enum { A_PATH, A_COUNT, A_SEED, A_DAYS } argument_kind;

struct row {
    const char *name;
    const char *argument;
    argument_kind kind;
    size_t offset;
    unsigned long most; /* of an A_COUNT */
    const char *help;
};

static const struct row rows[] = {
    {"--positions", "FILE", A_PATH, offsetof(struct options, positions), 0,
     "position_id,book_id,kind,symbol,option,strike,expiry_years,quantity"},
    {"--prices", "FILE", A_PATH, offsetof(struct options, prices), 0, "symbol,day,close, ordered by symbol and day"},
    {"--curve", "FILE", A_PATH, offsetof(struct options, curve), 0, "tenor_years,zero_rate, continuously compounded"},
    {"--pnl", "FILE", A_PATH, offsetof(struct options, pnl), 0, "output: scenario,pnl"},
    {"--figures", "FILE", A_PATH, offsetof(struct options, figures), 0, "output: measure,confidence,value,lower,upper"},
    {"--scenarios", "N", A_COUNT, offsetof(struct options, scenarios), MAX_SCENARIOS, "scenarios (default 10000)"},
    {"--horizon-days", "D", A_DAYS, offsetof(struct options, horizon_days), 0, "horizon in trading days (default 1)"},
    {"--paths", "N", A_COUNT, offsetof(struct options, paths), RMC_MAX_PATHS,
     "inner paths of each Asian option (default 1000)"},
    {"--seed", "N", A_SEED, offsetof(struct options, seed), 0, "seed of all random numbers (default 1)"},
};

enum { ROWS = sizeof rows / sizeof rows[0] };

void print_help(FILE *out) {
    fprintf(out,
            "usage: mpirun -n RANKS var-mc OPTION VALUE ...\n"
            "Value-at-risk of a portfolio by Monte Carlo. Inputs are CSV files with a header line, plain, BGZF or\n"
            "gzip; the figures have the same bits for any number of ranks.\n\n");
    for (size_t i = 0; i < ROWS; i++)
        fprintf(out, "  %-15s %-5s %s%s\n", rows[i].name, rows[i].argument, rows[i].help,
                rows[i].kind == A_PATH ? " (required)" : "");
    fprintf(out, "  %-21s %s\n\nProgress goes as lines of JSON to the file named by SLIPWAY_PROGRESS.\n", "--help",
            "print this and exit");
    print_statuses(out);
}

static int take(const struct row *row, const char *text, struct options *options, struct failure *f) {
    char *to = (char *)options + row->offset, *end;
    errno = 0;
    switch (row->kind) {
    case A_PATH:
        if (*text == '\0')
            break;
        memcpy(to, &text, sizeof text);
        return STATUS_OK;
    case A_COUNT: {
        const unsigned long value = strtoul(text, &end, 10);
        if (*text < '0' || *text > '9' || *end != '\0' || errno != 0 || value < 1 || value > row->most)
            return fail(f, STATUS_USAGE, NULL, "%s is not a number from 1 to %lu: \"%s\"", row->name, row->most, text);
        memcpy(to, &value, sizeof value);
        return STATUS_OK;
    }
    case A_SEED: {
        const unsigned long long value = strtoull(text, &end, 10);
        if (*text < '0' || *text > '9' || *end != '\0' || errno != 0)
            break;
        memcpy(to, &value, sizeof value);
        return STATUS_OK;
    }
    case A_DAYS: {
        const double value = strtod(text, &end);
        if (end == text || *end != '\0' || !isfinite(value) || value <= 0 || value > 2520)
            return fail(f, STATUS_USAGE, NULL, "%s is not above 0 and at most 2520: \"%s\"", row->name, text);
        memcpy(to, &value, sizeof value);
        return STATUS_OK;
    }
    }
    return fail(f, STATUS_USAGE, "var-mc --help lists the options", "%s cannot be \"%s\"", row->name, text);
}

int parse_options(int argc, char **argv, struct options *options, struct failure *f) {
    *options = (struct options){.scenarios = 10000, .paths = 1000, .seed = 1, .horizon_days = 1};
    for (int i = 1; i < argc; i++) {
        const struct row *row = NULL;
        if (strcmp(argv[i], "--help") == 0) {
            options->help = true;
            return STATUS_OK;
        }
        for (size_t r = 0; r < ROWS; r++)
            if (strcmp(argv[i], rows[r].name) == 0)
                row = &rows[r];
        if (row == NULL)
            return fail(f, STATUS_USAGE, "var-mc --help lists the options", "no such option: %s", argv[i]);
        if (++i == argc)
            return fail(f, STATUS_USAGE, NULL, "%s needs a value", row->name);
        if (take(row, argv[i], options, f) != STATUS_OK)
            return f->status;
    }
    for (size_t r = 0; r < ROWS; r++) {
        const char *path;
        memcpy(&path, (char *)options + rows[r].offset, sizeof path);
        if (rows[r].kind == A_PATH && path == NULL)
            return fail(f, STATUS_USAGE, "var-mc --help lists the options", "%s is missing", rows[r].name);
    }
    return STATUS_OK;
}
