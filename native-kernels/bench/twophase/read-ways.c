/* SPDX-License-Identifier: Apache-2.0 */
#include "read-ways.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

static size_t buffer_bytes(const struct way *way) {
    return way->options.segment_bytes != 0 ? way->options.segment_bytes : BUFFER_BYTES;
}

static void consume_all(struct way *way, const char *lines, size_t bytes) {
    for (size_t at = 0; at < bytes; at += LINE_BYTES)
        consume(way, lines + at);
}

static int is_rank_0(const struct way *way) {
    int rank;
    MPI_Comm_rank(way->comm, &rank);
    return rank == 0;
}

const char *read_posix(struct way *way) {
    char line[LINE_BYTES];
    ssize_t got;
    const int in = open(way->path, O_RDONLY);
    if (in < 0)
        return "cannot open";
    while ((got = read(in, line, sizeof line)) == LINE_BYTES)
        consume(way, line);
    way->ended = sw_clock_seconds();
    close(in);
    return got == 0 ? NULL : "a read failed";
}

const char *read_buffer(struct way *way) {
    char *buffer = malloc(buffer_bytes(way));
    ssize_t got;
    const int in = open(way->path, O_RDONLY);
    if (in < 0 || buffer == NULL)
        return "cannot open";
    while ((got = read(in, buffer, buffer_bytes(way))) > 0)
        consume_all(way, buffer, (size_t)got);
    way->ended = sw_clock_seconds();
    close(in);
    free(buffer);
    return got == 0 ? NULL : "a read failed";
}

/* Rank 0 reads the file and broadcasts it, a buffer at a time; TAKE gets each buffer on every rank. */
static const char *broadcast(struct way *way, const char *(*take)(void *taker, char *bytes, int count), void *taker) {
    const int reader = is_rank_0(way), in = reader ? open(way->path, O_RDONLY) : -1;
    char *buffer = malloc(buffer_bytes(way));
    long long left = reader ? lseek(in, 0, SEEK_END) : 0;
    const char *wrong = NULL;
    if (buffer == NULL || left < 0)
        return "cannot open";
    MPI_Bcast(&left, 1, MPI_LONG_LONG, 0, way->comm);
    for (long long at = 0; wrong == NULL && left > 0;) {
        const int count = (int)(left < (long long)buffer_bytes(way) ? left : (long long)buffer_bytes(way));
        if (reader && pread(in, buffer, (size_t)count, at) != count)
            return "a read failed";
        MPI_Bcast(buffer, count, MPI_BYTE, 0, way->comm);
        wrong = take(taker, buffer, count);
        at += count;
        left -= count;
    }
    way->ended = sw_clock_seconds();
    if (reader)
        close(in);
    free(buffer);
    return wrong;
}

static const char *take_lines(void *taker, char *bytes, int count) {
    consume_all(taker, bytes, (size_t)count);
    return NULL;
}

const char *read_broadcast(struct way *way) {
    return broadcast(way, take_lines, way);
}

/* The size is queried first: at the end of the file OMPIO's collective read reports the requested size as read. */
const char *read_generic(struct way *way) {
    char *buffer = malloc(buffer_bytes(way));
    MPI_File in;
    MPI_Offset left = 0;
    if (buffer == NULL || MPI_File_open(way->comm, way->path, MPI_MODE_RDONLY, MPI_INFO_NULL, &in) != MPI_SUCCESS)
        return "cannot open";
    MPI_File_get_size(in, &left);
    while (left > 0) {
        const int count = (int)(left < (MPI_Offset)buffer_bytes(way) ? left : (MPI_Offset)buffer_bytes(way));
        if (MPI_File_read_all(in, buffer, count, MPI_BYTE, MPI_STATUS_IGNORE) != MPI_SUCCESS)
            return "a read failed";
        consume_all(way, buffer, (size_t)count);
        left -= count;
    }
    way->ended = sw_clock_seconds();
    MPI_File_close(&in);
    free(buffer);
    return NULL;
}

/* zlib's own reading of gzip members one after the other, which checks their CRCs; members are the 16 KiB blocks. */
struct inflation {
    struct way *way;
    z_stream stream;
    char data[1 << 16]; /* whole blocks of whole lines */
};

static const char *inflate_blocks(void *taker, char *bytes, int count) {
    struct inflation *inflation = taker;
    z_stream *stream = &inflation->stream;
    stream->next_in = (unsigned char *)bytes;
    stream->avail_in = (unsigned)count;
    while (stream->avail_in > 0) {
        const int code = inflate(stream, Z_NO_FLUSH);
        if (code == Z_STREAM_END) {
            consume_all(inflation->way, inflation->data, sizeof inflation->data - stream->avail_out);
            stream->next_out = (unsigned char *)inflation->data;
            stream->avail_out = sizeof inflation->data;
            inflateReset(stream);
        } else if (code != Z_OK || stream->avail_out == 0)
            return "does not inflate";
    }
    return NULL;
}

const char *read_report(struct way *way) {
    struct inflation *inflation = calloc(1, sizeof *inflation);
    if (inflation == NULL || inflateInit2(&inflation->stream, 15 + 16) != Z_OK)
        return "no memory";
    inflation->way = way;
    inflation->stream.next_out = (unsigned char *)inflation->data;
    inflation->stream.avail_out = sizeof inflation->data;
    const char *wrong = broadcast(way, inflate_blocks, inflation);
    inflateEnd(&inflation->stream);
    free(inflation);
    return wrong;
}

/* The byte after a line is the LF, or a NUL after a line that the library has assembled. */
static void consume_line(struct way *way, const char *line) {
    char whole[LINE_BYTES];
    if (line[LINE_BYTES - 1] == '\n') {
        consume(way, line);
        return;
    }
    memcpy(whole, line, LINE_BYTES - 1);
    whole[LINE_BYTES - 1] = '\n';
    consume(way, whole);
}

const char *read_twophase(struct way *way) {
    static struct tp_error error;
    struct tp_file *file;
    const char *line;
    size_t length;
    if (tp_open(way->comm, way->path, &way->options, &file, &error) != TP_OK)
        return error.text;
    while (tp_read_line(file, &line, &length, &error) == TP_OK && line != NULL) {
        if (length != LINE_BYTES - 1)
            return "a line of another length";
        consume_line(way, line);
    }
    way->ended = sw_clock_seconds();
    way->info = tp_plan_info(tp_file_plan(file));
    tp_close(file);
    return error.code == TP_OK ? NULL : error.text;
}
