#include "internal.h"

#include <stdarg.h>
#include <stdio.h>

const char *blk_strerror(blk_err code) {
    switch (code) {
    case BLK_OK:
        return "no error";
    case BLK_ERR_ARGUMENT:
        return "a parameter is out of its range";
    case BLK_ERR_MEMORY:
        return "not enough memory";
    case BLK_ERR_OPEN:
        return "the file cannot be opened";
    case BLK_ERR_IO:
        return "reading or writing failed";
    case BLK_ERR_HEADER:
        return "a block header is not valid";
    case BLK_ERR_TRUNCATED:
        return "the file is cut off";
    case BLK_ERR_DEFLATE:
        return "a block does not decompress";
    case BLK_ERR_CRC:
        return "a block fails its CRC check";
    case BLK_ERR_INDEX:
        return "the .gzi index does not describe the file";
    }
    return "unknown error";
}

blk_err blk_fail(struct blk_error *error, blk_err code, const char *format, ...) {
    if (error != NULL) {
        va_list args;
        error->code = code;
        va_start(args, format);
        vsnprintf(error->text, sizeof error->text, format, args);
        va_end(args);
    }
    return code;
}
