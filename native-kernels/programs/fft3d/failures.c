/* SPDX-License-Identifier: Apache-2.0 */
/* Failures of the libraries as those of the program. */
#include "fft3d.h"

#include <string.h>

/* Fails with TEXT, and with HINT unless TEXT names a remedy, behind a semicolon. */
static int fail_for(int status, const char *hint, const char *text, struct sw_failure *f) {
    return sw_fail(f, status, strchr(text, ';') == NULL ? hint : NULL, "%s", text);
}

int ooc_failed(const struct ooc_error *error, struct sw_failure *f) {
    static const struct {
        int status;
        const char *hint;
    } kinds[] = {
        [OOC_ERR_ARGUMENT] = {STATUS_USAGE, "man fft3d tells what each option may be"},
        [OOC_ERR_MEMORY] = {STATUS_COMPUTE, "start fewer ranks or --threads, or free memory on this machine"},
        [OOC_ERR_GEOMETRY] = {STATUS_COMPUTE, "leave --page and --plan out: then they are chosen"},
        [OOC_ERR_DEVICE] = {STATUS_COMPUTE, "mend the disk or the server, and go on by --resume"},
        [OOC_ERR_CONTENT] = {STATUS_CONTENT, "mend that number in the input"},
        [OOC_ERR_CALLER] = {STATUS_COMPUTE, "look for the message of the other client"},
    };
    return fail_for(kinds[error->code].status, kinds[error->code].hint, error->text, f);
}

int pgd_failed(const struct pgd_error *error, struct sw_failure *f) {
    static const char *const hints[] = {
        [PGD_ERR_ARGUMENT] = "man fft3d tells what each option may be",
        [PGD_ERR_MEMORY] = "start fewer ranks, or free memory on this machine",
        [PGD_ERR_GEOMETRY] = "leave --page out: then pages are chosen that divide the array",
        [PGD_ERR_RANGE] = "begin anew, in another folder",
        [PGD_ERR_OPEN] = "look at the name, the owner and the permissions, or take another folder",
        [PGD_ERR_IO] = "look at the disk and the log of its system, and go on by --resume",
        [PGD_ERR_SPACE] = "free space there, or name other disks by --disks",
        [PGD_ERR_BUSY] = "wait for the end of the other run, or take another folder",
        [PGD_ERR_FORMAT] = "take the file from a copy, or begin anew, in another folder",
        [PGD_ERR_DAMAGED] = "take the page from a copy, or begin anew, in another folder",
        [PGD_ERR_GENERATION] = "begin anew, in another folder",
        [PGD_ERR_NAN] = "mend the value in the input",
        [PGD_ERR_SERVER] = "mend the server or its host, and go on by --resume",
    };
    const int status = error->code == PGD_ERR_NAN                                     ? STATUS_CONTENT
                       : error->code == PGD_ERR_OPEN || error->code == PGD_ERR_FORMAT ? STATUS_FILE
                                                                                      : STATUS_COMPUTE;
    return fail_for(status, hints[error->code], error->text, f);
}
