/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests measures of a run folder while the system calls of the measure fail. The test makes them fail by replacing
 * fts_read(3).
 */
#include "quota.h"

#include <errno.h>
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int error; /* the errno of each file and folder; 0: as the system says */

FTSENT *__real_fts64_read(FTS *tree);
FTSENT *__wrap_fts64_read(FTS *tree);

FTSENT *__wrap_fts64_read(FTS *tree) {
    FTSENT *entry = __real_fts64_read(tree);
    if (entry != NULL && error != 0)
        entry->fts_errno = error;
    return entry;
}

static int wrong(const char *what) {
    fprintf(stderr, "usage-test: %s\n", what);
    return EXIT_FAILURE;
}

static int check(const struct run_options *options) {
    struct quota quota = {.measure = folder_usage};
    const struct usage whole = folder_usage(options, NO_ROOT);
    if (whole.starved || whole.bytes == UNMEASURED || whole.entries != 2)
        return wrong("a folder with one file is not measured");
    error = EACCES;
    if (folder_usage(options, NO_ROOT).bytes != UNMEASURED)
        return wrong("a folder that cannot be read counts as measured");
    if (!quota_measure_last(&quota, options, -1) || quota.used.bytes != UNMEASURED)
        return wrong("a folder that cannot be read does not count as over its quota");
    error = ENOMEM;
    const struct usage starved = folder_usage(options, NO_ROOT);
    if (!starved.starved || starved.bytes == UNMEASURED)
        return wrong("a measure without memory counts as over the quota");
    if (quota_measure_last(&quota, options, -1))
        return wrong("a measure without memory has a result");
    error = ENOENT;
    if (folder_usage(options, NO_ROOT).bytes == UNMEASURED)
        return wrong("a file that has just gone counts as over the quota");
    return EXIT_SUCCESS;
}

int main(void) {
    char folder[] = "/tmp/usage-test-XXXXXX", file[64];
    if (mkdtemp(folder) == NULL)
        return wrong("no folder");
    snprintf(file, sizeof file, "%s/file", folder);
    FILE *made = fopen(file, "w");
    if (made == NULL || fputs("one\n", made) < 0 || fclose(made) != 0)
        return wrong("no file");
    const struct run_options options = {.folder = folder};
    const int status = check(&options);
    unlink(file);
    rmdir(folder);
    return status;
}
