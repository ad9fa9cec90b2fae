/* SPDX-License-Identifier: Apache-2.0 */
/* gzip streams without block sizes: zlib inflates them from the start, member after member. */
#include "internal.h"

#include <stdlib.h>
#include <zlib.h>

struct blk_gzip {
    struct blk_window *window;
    uint64_t next_offset; /* in the file */
    z_stream stream;
    int member_ended;
};

struct blk_gzip *blk_gzip_new(struct blk_window *window) {
    struct blk_gzip *gzip = calloc(1, sizeof *gzip);
    if (gzip == NULL)
        return NULL;
    gzip->window = window;
    if (inflateInit2(&gzip->stream, 15 + 16) == Z_OK)
        return gzip;
    free(gzip);
    return NULL;
}

void blk_gzip_restart(struct blk_gzip *gzip) {
    inflateReset(&gzip->stream);
    gzip->member_ended = 0;
    gzip->next_offset = 0;
}

void blk_gzip_free(struct blk_gzip *gzip) {
    if (gzip == NULL)
        return;
    inflateEnd(&gzip->stream);
    free(gzip);
}

static blk_err inflate_failed(const struct blk_gzip *gzip, int rc, struct blk_error *error) {
    const char *why = gzip->stream.msg != NULL ? gzip->stream.msg : zError(rc);
    const blk_err code = rc == Z_MEM_ERROR ? BLK_ERR_MEMORY : BLK_ERR_DEFLATE;
    return blk_fail(error, code, "%s: gzip stream at offset %llu: %s", gzip->window->path, (ull)gzip->next_offset, why);
}

/* Inflates HAVE bytes of the file, as far as the stream has room for the output. */
static blk_err take(struct blk_gzip *gzip, const unsigned char *bytes, size_t have, struct blk_error *error) {
    z_stream *stream = &gzip->stream;
    if (gzip->member_ended) {
        inflateReset(stream);
        gzip->member_ended = 0;
    }
    stream->next_in = (Bytef *)(uintptr_t)bytes;
    stream->avail_in = (uInt)have;
    const int rc = inflate(stream, Z_NO_FLUSH);
    gzip->next_offset += have - stream->avail_in;
    if (rc == Z_STREAM_END)
        gzip->member_ended = 1;
    else if (rc != Z_OK && rc != Z_BUF_ERROR)
        return inflate_failed(gzip, rc, error);
    return BLK_OK;
}

/* Reads like blk_gzip_read, at most as much as zlib takes at once. */
static blk_err read_piece(struct blk_gzip *gzip, void *buffer, size_t want, size_t *got, struct blk_error *error) {
    z_stream *stream = &gzip->stream;
    blk_err code = BLK_OK;
    stream->next_out = buffer;
    stream->avail_out = (uInt)want;
    while (code == BLK_OK && stream->avail_out > 0) {
        const unsigned char *bytes;
        size_t have;
        code = blk_window_at(gzip->window, gzip->next_offset, WINDOW_BYTES / 4, &bytes, &have, error);
        if (code == BLK_OK && have == 0 && gzip->member_ended)
            break;
        if (code == BLK_OK && have == 0)
            code = blk_fail(error, BLK_ERR_TRUNCATED, "%s: gzip stream ends at offset %llu inside a member",
                            gzip->window->path, (ull)gzip->next_offset);
        if (code == BLK_OK)
            code = take(gzip, bytes, have, error);
    }
    *got = want - stream->avail_out;
    return code;
}

blk_err blk_gzip_read(struct blk_gzip *gzip, void *buffer, size_t want, size_t *got, struct blk_error *error) {
    enum { MOST = 1 << 30 };
    *got = 0;
    while (*got < want) {
        const size_t left = want - *got;
        size_t piece;
        const blk_err code = read_piece(gzip, (char *)buffer + *got, left < MOST ? left : MOST, &piece, error);
        *got += piece;
        if (code != BLK_OK || piece == 0)
            return code;
    }
    return BLK_OK;
}
