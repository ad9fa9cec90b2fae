#include "internal.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>

const char *tp_strerror(tp_err code) {
    switch (code) {
    case TP_OK:
        return "no error";
    case TP_ERR_ARGUMENT:
        return "an option is out of its range, or the call does not fit the object";
    case TP_ERR_MEMORY:
        return "not enough memory";
    case TP_ERR_OPEN:
        return "the file cannot be opened";
    case TP_ERR_IO:
        return "reading or writing failed";
    case TP_ERR_TRUNCATED:
        return "the file is cut off";
    case TP_ERR_CORRUPT:
        return "the file is damaged";
    case TP_ERR_LINE:
        return "a line is too long";
    case TP_ERR_MPI:
        return "an MPI call failed";
    }
    return "unknown error";
}

tp_err tp_fail(struct tp_error *error, tp_err code, const char *format, ...) {
    va_list args;
    error->code = code;
    va_start(args, format);
    vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
    return code;
}

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

tp_err tp_agree(MPI_Comm comm, struct tp_error *mine) {
    int rank, first;
    MPI_Comm_rank(comm, &rank);
    int failed = mine->code != TP_OK ? rank : INT_MAX;
    if (MPI_Allreduce(&failed, &first, 1, MPI_INT, MPI_MIN, comm) != MPI_SUCCESS)
        return tp_fail(mine, TP_ERR_MPI, "MPI_Allreduce failed while agreeing on an error");
    if (first == INT_MAX)
        return TP_OK;
    if (MPI_Bcast(mine, (int)sizeof *mine, MPI_BYTE, first, comm) != MPI_SUCCESS)
        return tp_fail(mine, TP_ERR_MPI, "MPI_Bcast failed while agreeing on an error");
    return mine->code;
}
