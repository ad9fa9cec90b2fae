/* SPDX-License-Identifier: Apache-2.0 */
/* Checks options for missing partners, options without effect in the requested run, and contradictions. */
#include "varmc.h"

#include "base/text.h"
#include "slipway/riskmc_models.h"

#include <string.h>

static const char *const output_names[OUTPUTS] = {
    [OUTPUT_PNL] = "--pnl",
    [OUTPUT_FIGURES] = "--figures",
    [OUTPUT_DESKS] = "--desks",
    [OUTPUT_VALUES] = "--values",
    [OUTPUT_STRESS] = "--stress",
    [OUTPUT_LIMITS] = "--limits",
    [OUTPUT_CONTRIBUTIONS] = "--contributions",
    [OUTPUT_CONVERGENCE] = "--convergence",
    [OUTPUT_WORST] = "--worst",
    [OUTPUT_BOOKS] = "--books",
    [OUTPUT_WITHOUT] = "--without",
    [OUTPUT_SAVE] = "--save",
};

/* Modes of a run. A run has one mode of each group. The modes of laws and inner paths are in the order of their
 * options. */
enum {
    PRICES = 1 << 0,
    BANK = 1 << 1,
    NORMAL = 1 << 2,
    STUDENT = 1 << 3,
    FILTERED = 1 << 4,
    HISTORICAL = 1 << 5,
    COMMON = 1 << 6,
    FRESH = 1 << 7,
    PROXY = 1 << 8,
    WHOLE = 1 << 9,
    ONTO = 1 << 10,
    UNTRADED = 1 << 11,
    ADD = 1 << 12,
    UNTOLD = 1 << 13,
    WORST = 1 << 14,
    MODES = 15
};

static const char *const mode_names[MODES] = {
    "with --positions",      "with --inputs",       "with --law normal",  "with --law student", "with --law filtered",
    "with --law historical", "with --inner common", "with --inner fresh", "with --inner proxy", "without --onto",
    "with --onto",           "without --add",       "with --add",         "without --worst",    "with --worst",
};

enum {
    LAWS = NORMAL | STUDENT | FILTERED | HISTORICAL,
    INNERS = COMMON | FRESH | PROXY,
    BY_COVARIANCE = NORMAL | STUDENT,
    OF_BANK = BANK | WHOLE
};
static const unsigned groups[] = {PRICES | BANK, LAWS, INNERS, WHOLE | ONTO, UNTRADED | ADD, UNTOLD | WORST};

/* The modes in which an option has an effect. An option without a mode of some group works in all modes of that group.
 * An option without a row here works in every run. */
static const struct use {
    const char *option;
    unsigned modes;
} uses[] = {
    {"--positions", PRICES},
    {"--prices", PRICES},
    {"--curve", PRICES},
    {"--onto", BANK | COMMON | FRESH | ADD},
    {"--add", BANK | ONTO},
    {"--without", BANK | ONTO},
    {"--save", OF_BANK | COMMON | FRESH},
    {"--desks", BANK},
    {"--books", OF_BANK},
    {"--values", OF_BANK},
    {"--limits", BANK},
    {"--stress", OF_BANK},
    {"--contributions", OF_BANK},
    {"--convergence", OF_BANK},
    {"--worst", OF_BANK},
    {"--worst-count", OF_BANK | WORST},
    {"--levels", BANK},
    {"--law", BANK},
    {"--degrees", BANK | STUDENT},
    {"--covariance", BANK | BY_COVARIANCE},
    {"--repair", BY_COVARIANCE},
    {"--drift", BANK | BY_COVARIANCE | FILTERED},
    {"--check", OF_BANK | NORMAL},
    {"--inner", BANK},
    {"--inner-error", OF_BANK},
    {"--arithmetic", BANK},
    {"--simd", BANK},
    {"--decimals", BANK},
    {"--interval", OF_BANK | BY_COVARIANCE | FILTERED},
};

/* Returns the modes of a run. Until the saved run is read, the modes that it decides include all of their group. */
static unsigned modes_of(const struct options *options, bool saved_unread) {
    const unsigned law = (unsigned)NORMAL << options->law, inner = (unsigned)COMMON << options->inner;
    return (options->inputs != NULL ? BANK : PRICES) | (saved_unread ? LAWS : law) | (saved_unread ? INNERS : inner) |
           (options->onto != NULL ? ONTO : WHOLE) | (options->add != NULL ? ADD : UNTRADED) |
           (options->outputs[OUTPUT_WORST] != NULL ? WORST : UNTOLD);
}

/* Writes the names of MODES to TEXT, with "or" between them. */
static void name_modes(unsigned modes, char *text, size_t room) {
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < MODES && used < room; i++)
        if ((modes >> i & 1) != 0)
            used += (size_t)snprintf(text + used, room - used, "%s%s", used > 0 ? " or " : "", mode_names[i]);
}

static int check_use(const struct use *use, unsigned run, struct sw_failure *f) {
    for (size_t g = 0; g < sizeof groups / sizeof groups[0]; g++) {
        const unsigned wanted = use->modes & groups[g];
        char hint[128], of_run[64], works[96];
        if (wanted == 0 || (wanted & run) != 0)
            continue;
        name_modes(run & groups[g], of_run, sizeof of_run);
        name_modes(wanted, works, sizeof works);
        snprintf(hint, sizeof hint, "leave it out; it works %s", works);
        return sw_fail(f, STATUS_USAGE, hint, "%s does nothing in a run %s", use->option, of_run);
    }
    return STATUS_OK;
}

int check_uses(const struct options *options, const struct arguments *arguments, struct sw_failure *f) {
    const unsigned run = modes_of(options, options->onto != NULL && !arguments->saved_is_read);
    for (size_t i = 0; i < sizeof uses / sizeof uses[0] && f->status == STATUS_OK; i++)
        if (is_given(arguments, uses[i].option))
            check_use(&uses[i], run, f);
    return f->status;
}

int check_inputs(const struct options *options, struct sw_failure *f) {
    const char *const of_prices[] = {options->positions, options->prices, options->curve};
    static const char *const names[] = {"--positions", "--prices", "--curve"};
    for (int i = 0; i < 3 && options->inputs == NULL; i++)
        if (of_prices[i] == NULL)
            return sw_fail(f, STATUS_USAGE, "give --positions, --prices and --curve, or the list of a bank to --inputs",
                           "%s is missing", names[i]);
    return STATUS_OK;
}

/* Returns whether OTHER is PATH, the temporary name of PATH, or the name of an index of PATH. */
static bool is_name_of(const char *path, const char *other) {
    static const char *const suffixes[] = {"", ".part", ".gzi", ".gzi.part", NULL};
    const size_t length = strlen(path);
    return strncmp(path, other, length) == 0 && sw_text_find(suffixes, other + length) >= 0;
}

int check_outputs(const struct options *options, struct sw_failure *f) {
    for (int i = 0; i < OUTPUTS; i++)
        for (int j = i + 1; j < OUTPUTS; j++) {
            const char *one = options->outputs[i], *other = options->outputs[j];
            if (one != NULL && other != NULL && (is_name_of(one, other) || is_name_of(other, one)))
                return sw_fail(f, STATUS_USAGE, "give each output a name of its own",
                               "%s %.100s and %s %.100s would overwrite each other", output_names[i], one,
                               output_names[j], other);
        }
    return STATUS_OK;
}
