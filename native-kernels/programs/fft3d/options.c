/* SPDX-License-Identifier: Apache-2.0 */
#include "parameter.h"

#include "base/options.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const filters[] = {"none", "poisson", "low", "high", "gauss", "power", NULL};
static const char *const plans[] = {"auto", "memory", "two-pass", "report", NULL};
static const char hint[] = "fft3d --help lists the options";

#define TEXT(option_name, member, argument_name, text)                                                                 \
    {                                                                                                                  \
        .name = (option_name), .kind = SW_OPTION_TEXT, .field = offsetof(struct options, member),                      \
        .argument = (argument_name), .help = (text)                                                                    \
    }
#define FLAG(option_name, member, text)                                                                                \
    { .name = (option_name), .kind = SW_OPTION_FLAG, .field = offsetof(struct options, member), .help = (text) }

static const struct sw_option rows[] = {
    TEXT("--input", input, "FILE", "the array: .npy (complex or real doubles, C order), or raw complex doubles"),
    {.name = "--generate",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct options, seed),
     .argument = "SEED",
     .most = UINT64_MAX,
     .help = "in place of --input: random numbers, uniform from -1 to 1"},
    TEXT("--size", size_text, "N1xN2xN3", "the size of a raw or generated array; N alone means a cube"),
    TEXT("--output", output, "FILE", "the file of the result, .npy or raw by its name"),
    FLAG("--inverse", inverse, "transform back, and divide by the number of elements"),
    {.name = "--filter",
     .kind = SW_OPTION_CHOICE,
     .field = offsetof(struct options, filter),
     .argument = "KIND",
     .choices = filters,
     .help = "transform, multiply, transform back: poisson, low, high, gauss or power"},
    {.name = "--parameter",
     .kind = SW_OPTION_REAL,
     .field = offsetof(struct options, parameter),
     .argument = "P",
     .above = -1e9,
     .at_most = 1e9,
     .help = "the parameter of a filter (default 1): the wave number of low, high and gauss, above 0; the exponent of "
             "power"},
    {.name = "--plan",
     .kind = SW_OPTION_CHOICE,
     .field = offsetof(struct options, plan),
     .argument = "PLAN",
     .choices = plans,
     .help = "auto, memory, two-pass or report"},
    TEXT("--memory", memory_text, "BYTES",
         "memory of all clients and servers together, such as 512MB or 2GB (default 1GB)"),
    TEXT("--data", data, "FOLDER", "make a page set there, which keeps the result, even if the array fits into memory"),
    TEXT("--checkpoint", checkpoint, "FOLDER",
         "a page set for an array that does not fit into memory; continues an unfinished run of the same input and "
         "options, and removes the set at the end"),
    TEXT("--resume", resume, "FOLDER", "continue the run that --data or --checkpoint has begun there"),
    TEXT("--remove", remove, "FOLDER", "remove the page set there with its pages on all disks, and do nothing else"),
    TEXT("--disks", disks_text, "D1,D2,...",
         "folders, one a disk, over which pages are distributed (default: those of the page set)"),
    TEXT("--page", page_text, "N1xN2xN3", "the size of a page in elements (default: chosen by the plan)"),
    {.name = "--servers",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct options, servers),
     .argument = "N",
     .most = 1024,
     .help = "ranks that manage the disks; the others transform (default: half of the ranks)"},
    {.name = "--threads",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct options, threads),
     .argument = "N",
     .least = 1,
     .most = 1024,
     .help = "threads of each client (default: the processors divided by the clients)"},
    FLAG("--barriers", barriers, "let clients wait for each other after each unit, as in the report"),
    TEXT("--spectrum", spectrum, "FILE.csv",
         "output of a forward transform: k,power; a filter never holds its whole transform, and an inverse begins with "
         "the transform"),
    TEXT("--slice", slice, "FILE.csv", "output: row,column,value of the first plane, at most 512 x 512"),
    TEXT("--figures", figures, "FILE.csv",
         "output: phase,client,server,unit,bytes,seconds,mb_per_s,domain,processor_seconds,network_bytes"),
    TEXT("--summary", summary, "FILE.csv", "output: name,value of the whole run"),
    TEXT("--trace", trace, "FILE", "append a line for the begin and for the commit of each unit; for tests of crashes"),
    FLAG("--roundtrip", roundtrip,
         "transform forward and back, and compare with the input; the result is the input again"),
    {.name = "--rate",
     .kind = SW_OPTION_REAL,
     .field = offsetof(struct options, rate),
     .argument = "MB/S",
     .above = 0,
     .at_most = 1e9,
     .help = "the rate of all disks, for --explain (default: measured)"},
    FLAG("--explain", explain, "print plan, bytes and seconds, without a transform"),
    FLAG("--check", check,
         "check transforms of --size by their properties: in memory, there up to 2^24 elements in long double, too; or "
         "with --data on disks"),
    FLAG("--help", help, "print this and exit"),
};
static const struct sw_options table = {rows, sizeof rows / sizeof rows[0], "fft3d"};

static const char *const meanings[STATUS_MPI + 1] = {
    [STATUS_CONTENT] = "the input has a value that cannot be transformed; the message names the place",
    [STATUS_COMPUTE] = "the run cannot be computed: memory, disks; committed units stay for --resume",
};

void print_help(FILE *out) {
    fputs("usage: fft3d --input FILE | --generate SEED --size N1xN2xN3 [OPTION...]\n"
          "       mpirun -n RANKS fft3d --data FOLDER --disks D1,D2 --servers N --memory BYTES --input FILE ...\n"
          "       fft3d --resume FOLDER [OPTION...]\n"
          "       fft3d --remove FOLDER\n"
          "       fft3d --check --size N1xN2xN3 [--data FOLDER] [OPTION...]\n"
          "Transforms an array of complex doubles in three dimensions, in memory or on disks.\n\n",
          out);
    sw_options_print(&table, out);
    fprintf(out, "\nProgress is appended as lines of JSON to the file in SLIPWAY_PROGRESS.\n");
    sw_statuses_print(out, STATUS_MPI, meanings);
}

/* Takes N1xN2xN3, or N for a cube. */
static int take_shape(const char *option, const char *text, int64_t shape[3], struct sw_failure *f) {
    const char *rest = text;
    int count = 0;
    while (count < 3 && isdigit((unsigned char)*rest)) {
        char *end;
        shape[count] = strtoll(rest, &end, 10);
        if (shape[count] < 1 || shape[count] > OOC_MAX_LENGTH)
            break;
        count++;
        rest = *end == 'x' && count < 3 ? end + 1 : end;
    }
    if (count == 1 && *rest == '\0')
        shape[1] = shape[2] = shape[0];
    else if (count != 3 || *rest != '\0')
        return sw_fail(f, STATUS_USAGE, "write 256x256x128, or 256 for a cube", "%s %.60s: it is no shape of 1 to %d",
                       option, text, OOC_MAX_LENGTH);
    return STATUS_OK;
}

/* Also for --check, which asks for no plan. */
static int check_size(const struct options *options, struct sw_failure *f) {
    const int64_t *size = options->size;
    if (size[0] > 0 && size[0] > OOC_MAX_ELEMENTS / size[1] / size[2])
        return sw_fail(f, STATUS_USAGE, "take a smaller --size", "--size %.60s: it has more than %lld elements",
                       options->size_text, (long long)OOC_MAX_ELEMENTS);
    return f->status;
}

static int take_memory(struct options *options, struct sw_failure *f) {
    static const char *const units[] = {"", "KB", "MB", "GB", "TB", NULL};
    char *end;
    const char *text = options->memory_text;
    const uint64_t number = strtoull(text, &end, 10);
    for (int i = 0; units[i] != NULL && isdigit((unsigned char)*text); i++)
        if (strcmp(end, units[i]) == 0 && number > 0 && number <= UINT64_MAX >> 10 * i >> 1) {
            options->memory = number << 10 * i;
            return STATUS_OK;
        }
    return sw_fail(f, STATUS_USAGE, "write 512MB, 2GB or a number of bytes", "--memory %.60s: it is no size", text);
}

/* Returns NAME without signs that do not change the named folder: "./" at the begin of a part, and doubled slashes. */
static const char *next_part(const char *name) {
    while (name[0] == '/' || (name[0] == '.' && (name[1] == '/' || name[1] == '\0')))
        name++;
    return name;
}

/* Compares names part by part: all ranks come to the same end, also where a rank's host does not have the folders. */
static bool are_same_names(const char *a, const char *b) {
    if ((*a == '/') != (*b == '/'))
        return false;
    for (;;) {
        a = next_part(a);
        b = next_part(b);
        const size_t length = strcspn(a, "/");
        if (length != strcspn(b, "/") || strncmp(a, b, length) != 0)
            return false;
        if (length == 0)
            return true;
        a += length;
        b += length;
    }
}

static bool has_disk(const struct options *options, const char *disk) {
    for (size_t d = 0; d < options->disk_count; d++)
        if (are_same_names(options->disks[d], disk))
            return true;
    return false;
}

static int take_disks(struct options *options, struct sw_failure *f) {
    char *rest = NULL, *copy = strdup(options->disks_text);
    options->disks_room = copy;
    if (copy == NULL)
        return sw_fail(f, STATUS_COMPUTE, NULL, "not enough memory for the names of disks");
    for (char *disk = strtok_r(copy, ",", &rest); disk != NULL; disk = strtok_r(NULL, ",", &rest)) {
        if (options->disk_count == MAX_DISKS)
            return sw_fail(f, STATUS_USAGE, hint, "--disks names more than %d folders", MAX_DISKS);
        if (has_disk(options, disk))
            return sw_fail(f, STATUS_USAGE, "name each folder once", "--disks names %.200s twice", disk);
        options->disks[options->disk_count++] = disk;
    }
    if (options->disk_count == 0)
        return sw_fail(f, STATUS_USAGE, hint, "--disks \"%.60s\" names no folder", options->disks_text);
    return STATUS_OK;
}

static int check_folders(const struct options *options, struct sw_failure *f) {
    const int folders = (options->data != NULL) + (options->checkpoint != NULL) + (options->resume != NULL);
    if (folders > 1)
        return sw_fail(f, STATUS_USAGE, hint, "--data, --checkpoint and --resume do not go together");
    if (folders == 0 && options->page_text != NULL && !options->explain)
        return sw_fail(f, STATUS_USAGE, "leave it out, or name a folder by --data or --checkpoint",
                       "--page %.60s is the size of pages of a page set, and no folder for one is named",
                       options->page_text);
    if (folders == 0 && options->disk_count > 0)
        return sw_fail(f, STATUS_USAGE, "name a folder for the page set by --data", "--disks goes with --data");
    if (options->resume != NULL && (options->page_text != NULL || options->disk_count > 0))
        return sw_fail(f, STATUS_USAGE, "leave --page and --disks out",
                       "--resume %.200s: the page set there knows its pages and disks", options->resume);
    return STATUS_OK;
}

/* Returns the first given option that is not in KEPT, or NULL. KEPT ends with NULL. */
static const char *find_other(int argc, char **argv, const char *const kept[]) {
    for (size_t r = 0; r < table.count; r++) {
        size_t k = 0;
        while (kept[k] != NULL && strcmp(kept[k], rows[r].name) != 0)
            k++;
        if (kept[k] == NULL && sw_options_give(&table, argc, argv, rows[r].name))
            return rows[r].name;
    }
    return NULL;
}

static int check_remove(int argc, char **argv, struct sw_failure *f) {
    static const char *const kept[] = {"--remove", "--servers", NULL};
    if (find_other(argc, argv, kept) != NULL)
        return sw_fail(f, STATUS_USAGE, hint, "--remove goes with no option but --servers");
    return f->status;
}

/* Refuses options that --check would not heed. */
static int check_checks(const struct options *options, int argc, char **argv, struct sw_failure *f) {
    static const char *const kept[] = {"--check", "--size", "--data",    "--disks",   "--memory",
                                       "--page",  "--plan", "--servers", "--threads", NULL};
    if (options->generate || options->input != NULL || options->checkpoint != NULL || options->resume != NULL)
        return sw_fail(f, STATUS_USAGE, hint,
                       "--check has arrays of its own: it goes with no input, and with --data alone");
    const char *other = find_other(argc, argv, kept);
    if (other != NULL)
        return sw_fail(f, STATUS_USAGE, "leave it out, or make a run of its own without --check",
                       "%s has no effect with --check", other);
    return f->status;
}

static int check_together(const struct options *options, int argc, char **argv, struct sw_failure *f) {
    const int inputs = options->generate + (options->input != NULL);
    if (options->remove != NULL)
        return check_remove(argc, argv, f);
    if (inputs == 2)
        return sw_fail(f, STATUS_USAGE, hint, "--input and --generate do not go together");
    if (options->check && check_checks(options, argc, argv, f) != STATUS_OK)
        return f->status;
    if (inputs == 0 && options->resume == NULL && !options->check && !options->explain)
        return sw_fail(f, STATUS_USAGE, hint, "nothing to transform: --input, --generate or --resume?");
    if (options->input == NULL && options->size_text == NULL && options->resume == NULL)
        return sw_fail(f, STATUS_USAGE, "give --size N1xN2xN3", "%s needs a size",
                       options->check      ? "--check"
                       : options->generate ? "--generate"
                                           : "--explain");
    if (options->inverse && options->filter != 0)
        return sw_fail(f, STATUS_USAGE, hint, "--inverse and --filter do not go together: a filter goes both ways");
    if (options->spectrum != NULL && (options->inverse || options->filter != 0))
        return sw_fail(f, STATUS_USAGE, "make it by a run of its own", "--spectrum is that of a forward transform");
    if (options->roundtrip && (options->inverse || options->filter != 0))
        return sw_fail(f, STATUS_USAGE, hint, "--roundtrip goes with a forward transform");
    return check_folders(options, f) == STATUS_OK ? parameter_check(options, f) : f->status;
}

int take_options(int argc, char **argv, struct options *options, struct sw_failure *f) {
    *options = (struct options){.memory_text = "1GB", .parameter = 1};
    if (sw_options_take(&table, options, argc, argv, f) != STATUS_OK || options->help)
        return f->status;
    options->generate = sw_options_give(&table, argc, argv, "--generate");
    options->parameter_given = sw_options_give(&table, argc, argv, "--parameter");
    if (!sw_options_give(&table, argc, argv, "--servers"))
        options->servers = UINT64_MAX; /* the world decides */
    options->task = options->filter != 0 ? OOC_DO_FILTER : options->inverse ? OOC_DO_INVERSE : OOC_DO_FORWARD;
    if (options->size_text != NULL && take_shape("--size", options->size_text, options->size, f) == STATUS_OK)
        check_size(options, f);
    if (f->status == STATUS_OK && options->page_text != NULL)
        take_shape("--page", options->page_text, options->page, f);
    if (f->status == STATUS_OK && options->disks_text != NULL)
        take_disks(options, f);
    if (f->status == STATUS_OK && take_memory(options, f) == STATUS_OK)
        check_together(options, argc, argv, f);
    return f->status;
}
