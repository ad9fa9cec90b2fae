/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text.h"
#include "internal.h"

SW_DEFINES_FAIL(pgd_fail, struct pgd_error *, pgd_err)

pgd_err pgd_lacks_memory(struct pgd_error *error, size_t bytes, const char *what) {
    return pgd_fail(error, PGD_ERR_MEMORY, "no memory for %zu bytes of %s", bytes, what);
}

const char *pgd_strerror(pgd_err code) {
    static const char *const messages[] = {
        [PGD_OK] = "no error",
        [PGD_ERR_ARGUMENT] = "a parameter is out of its range",
        [PGD_ERR_MEMORY] = "not enough memory",
        [PGD_ERR_GEOMETRY] = "pages do not divide the array, or a map puts two pages into one place",
        [PGD_ERR_RANGE] = "a page, box or disk lies outside of the array",
        [PGD_ERR_OPEN] = "a file or folder cannot be opened or created",
        [PGD_ERR_IO] = "a disk failed",
        [PGD_ERR_SPACE] = "a disk is full, or has too little room",
        [PGD_ERR_BUSY] = "another process has the data set",
        [PGD_ERR_FORMAT] = "a file is damaged, or of another version",
        [PGD_ERR_DAMAGED] = "a page is not what was written there",
        [PGD_ERR_GENERATION] = "a page has no such generation",
        [PGD_ERR_NAN] = "a value is not finite",
        [PGD_ERR_SERVER] = "a server has died, or refuses",
    };
    return sw_text_of_code(messages, sizeof messages / sizeof messages[0], (int)code);
}
