/* gzip streams without block sizes: inflated from the start by zlib, member after member. */
#include "internal.h"

#include <stdlib.h>
#include <zlib.h>

struct plain_gzip {
    z_stream stream;
    int member_ended;
};

blk_err blk_gzip_start(struct blk_reader *reader, struct blk_error *error) {
    reader->gzip = calloc(1, sizeof *reader->gzip);
    if (reader->gzip == NULL)
        return blk_fail(error, BLK_ERR_MEMORY, "%s: not enough memory to decompress", reader->path);
    if (inflateInit2(&reader->gzip->stream, 15 + 16) != Z_OK) {
        free(reader->gzip);
        reader->gzip = NULL;
        return blk_fail(error, BLK_ERR_MEMORY, "%s: not enough memory to decompress", reader->path);
    }
    return BLK_OK;
}

void blk_gzip_restart(struct blk_reader *reader) {
    inflateReset(&reader->gzip->stream);
    reader->gzip->member_ended = 0;
    reader->next_offset = 0;
}

void blk_gzip_end(struct plain_gzip *gzip) {
    if (gzip == NULL)
        return;
    inflateEnd(&gzip->stream);
    free(gzip);
}

static blk_err inflate_failed(struct blk_reader *reader, int rc, struct blk_error *error) {
    const char *why = reader->gzip->stream.msg != NULL ? reader->gzip->stream.msg : zError(rc);
    const blk_err code = rc == Z_MEM_ERROR ? BLK_ERR_MEMORY : BLK_ERR_DEFLATE;
    return blk_fail(error, code, "%s: gzip stream at offset %llu: %s", reader->path,
                    (unsigned long long)reader->next_offset, why);
}

blk_err blk_gzip_read(struct blk_reader *reader, void *buffer, size_t want, size_t *got, struct blk_error *error) {
    z_stream *stream = &reader->gzip->stream;
    const size_t chunk = want < (1U << 30) ? want : (1U << 30);
    stream->next_out = buffer;
    stream->avail_out = (uInt)chunk;
    *got = 0;
    while (stream->avail_out > 0) {
        const unsigned char *bytes;
        size_t have;
        const blk_err code = blk_window(reader, reader->next_offset, WINDOW_BYTES / 4, &bytes, &have, error);
        if (code != BLK_OK)
            return code;
        if (have == 0) {
            if (!reader->gzip->member_ended)
                return blk_fail(error, BLK_ERR_TRUNCATED, "%s: gzip stream ends at offset %llu inside a member",
                                reader->path, (unsigned long long)reader->next_offset);
            break;
        }
        if (reader->gzip->member_ended) {
            inflateReset(stream);
            reader->gzip->member_ended = 0;
        }
        stream->next_in = (Bytef *)(uintptr_t)bytes;
        stream->avail_in = (uInt)have;
        const int rc = inflate(stream, Z_NO_FLUSH);
        reader->next_offset += have - stream->avail_in;
        if (rc == Z_STREAM_END)
            reader->gzip->member_ended = 1;
        else if (rc != Z_OK && rc != Z_BUF_ERROR)
            return inflate_failed(reader, rc, error);
    }
    *got = chunk - stream->avail_out;
    return BLK_OK;
}
