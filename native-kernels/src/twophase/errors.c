/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text.h"
#include "internal.h"
#include "node/agree.h"

const char *tp_strerror(tp_err code) {
    static const char *const messages[] = {
        [TP_OK] = "no error",
        [TP_ERR_ARGUMENT] = "an option is out of its range, or the call does not fit the object",
        [TP_ERR_MEMORY] = "not enough memory",
        [TP_ERR_OPEN] = "the file cannot be opened",
        [TP_ERR_IO] = "reading or writing failed",
        [TP_ERR_TRUNCATED] = "the file is cut off",
        [TP_ERR_CORRUPT] = "the file is damaged",
        [TP_ERR_LINE] = "a line is too long",
        [TP_ERR_MPI] = "an MPI call failed",
    };
    return sw_text_of_code(messages, sizeof messages / sizeof messages[0], (int)code);
}

SW_DEFINES_FAIL(tp_fail, struct tp_error *, tp_err)

static tp_err code_of(blk_err code) {
    switch (code) {
    case BLK_OK:
        return TP_OK;
    case BLK_ERR_ARGUMENT:
        return TP_ERR_ARGUMENT;
    case BLK_ERR_MEMORY:
        return TP_ERR_MEMORY;
    case BLK_ERR_OPEN:
        return TP_ERR_OPEN;
    case BLK_ERR_IO:
        return TP_ERR_IO;
    case BLK_ERR_TRUNCATED:
        return TP_ERR_TRUNCATED;
    case BLK_ERR_HEADER:
    case BLK_ERR_DEFLATE:
    case BLK_ERR_CRC:
    case BLK_ERR_INDEX:
        return TP_ERR_CORRUPT;
    }
    return TP_ERR_IO;
}

tp_err tp_from_blockfile(struct tp_error *error, const struct blk_error *cause) {
    return tp_fail(error, code_of(cause->code), "%s", cause->text);
}

tp_err tp_mpi(struct tp_error *error, int rc, const char *what) {
    char reason[MPI_MAX_ERROR_STRING] = "";
    int length;
    if (rc == MPI_SUCCESS)
        return TP_OK;
    MPI_Error_string(rc, reason, &length);
    return tp_fail(error, TP_ERR_MPI, "%s failed: %.200s", what, reason);
}

tp_err tp_window(struct tp_error *error, int rc, size_t bytes) {
    char reason[MPI_MAX_ERROR_STRING] = "";
    int length;
    if (rc == MPI_SUCCESS)
        return TP_OK;
    MPI_Error_string(rc, reason, &length);
    return tp_fail(error, TP_ERR_MEMORY, "a node has no memory for a ring of %zu bytes: %.150s", bytes, reason);
}

tp_err tp_agree(MPI_Comm comm, struct tp_error *mine) {
    if (sw_agree(comm, mine->code != TP_OK, mine, sizeof *mine) != MPI_SUCCESS)
        return tp_fail(mine, TP_ERR_MPI, "MPI failed while the ranks agreed on an error");
    return mine->code;
}
