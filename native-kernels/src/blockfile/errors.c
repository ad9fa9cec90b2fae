/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text.h"
#include "internal.h"

const char *blk_strerror(blk_err code) {
    static const char *const messages[] = {
        [BLK_OK] = "no error",
        [BLK_ERR_ARGUMENT] = "a parameter is out of its range",
        [BLK_ERR_MEMORY] = "not enough memory",
        [BLK_ERR_OPEN] = "the file cannot be opened",
        [BLK_ERR_IO] = "reading or writing failed",
        [BLK_ERR_HEADER] = "a block header is not valid",
        [BLK_ERR_TRUNCATED] = "the file is cut off",
        [BLK_ERR_DEFLATE] = "a block does not decompress",
        [BLK_ERR_CRC] = "a block fails its CRC check",
        [BLK_ERR_INDEX] = "the .gzi index does not describe the file",
    };
    return sw_text_of_code(messages, sizeof messages / sizeof messages[0], (int)code);
}

SW_DEFINES_FAIL(blk_fail, struct blk_error *, blk_err)
