/* SPDX-License-Identifier: Apache-2.0 */
#include "samples.h"

#include "draw.h"
#include "slipway/blockfile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

/* Makes one line of a shape, without the line end. TYPICAL bounds the length. */
static const struct shape {
    const char *name;
    size_t typical;
    const char *alphabet; /* NULL: any byte but LF */
    const char *end;
} shapes[] = {
    {"short lines", 30, "0123456789,.-", "\n"},
    {"empty lines", 0, "a", "\n"},
    {"CRLF", 50, "abc,", "\r\n"},
    {"any bytes, NUL too", 100, NULL, "\n"},
    {"long lines", 20000, "xy", "\n"},
    {"one line", (size_t)1 << 30, "0123456789abcdef", "\n"},
    {"lines of 256", 256, "0123456789 ", "\n"},
};

static char draw_byte(const struct shape *shape) {
    if (shape->alphabet != NULL)
        return shape->alphabet[draw(strlen(shape->alphabet))];
    const char byte = (char)draw(256);
    return byte == '\n' ? '\0' : byte;
}

static size_t longest_line(const char *bytes, size_t count) {
    size_t longest = 0, start = 0;
    for (size_t i = 0; i <= count; i++)
        if (i == count || bytes[i] == '\n') {
            longest = i - start > longest ? i - start : longest;
            start = i + 1;
        }
    return longest;
}

struct sample sample_draw(size_t most) {
    const struct shape *shape = &shapes[draw(sizeof shapes / sizeof shapes[0])];
    const size_t count = draw(20) == 0 ? 0 : draw(3) == 0 ? draw_size(most) : most / 2 + draw(most / 2 + 1);
    struct sample sample = {shape->name, malloc(count + 1), count, 0};
    const size_t end_bytes = strlen(shape->end);
    size_t at = 0;
    while (sample.bytes != NULL && at < count) {
        size_t length = shape->typical <= count ? draw(shape->typical + 1) : count - at;
        for (; length > 0 && at < count; length--)
            sample.bytes[at++] = draw_byte(shape);
        for (size_t i = 0; i < end_bytes && at < count; i++)
            sample.bytes[at++] = shape->end[i];
    }
    if (sample.bytes == NULL)
        abort();
    if (count > 0 && draw(2) == 0)
        sample.bytes[count - 1] = draw(2) == 0 ? '\n' : 'z';
    sample.longest_line = longest_line(sample.bytes, count);
    return sample;
}

void sample_free(struct sample *sample) {
    free(sample->bytes);
    sample->bytes = NULL;
}

static const struct {
    const char *name, *suffix;
} containers[CONTAINERS] = {
    [CONTAINER_PLAIN] = {"plain", ".csv"},
    [CONTAINER_BLOCKS] = {"blocks", ".gz"},
    [CONTAINER_BLOCKS_INDEXED] = {"blocks with .gzi", ".gz"},
    [CONTAINER_BGZIP] = {"bgzip", ".gz"},
    [CONTAINER_BGZIP_INDEXED] = {"bgzip with .gzi", ".gz"},
    [CONTAINER_CONCATENATED] = {"BGZF files one after another", ".gz"},
    [CONTAINER_GZIP] = {"gzip", ".gz"},
    [CONTAINER_GZIP_MEMBERS] = {"gzip of some members", ".gz"},
};

const char *container_name(enum container container) {
    return containers[container].name;
}

const char *container_suffix(enum container container) {
    return containers[container].suffix;
}

static int write_plain(const char *path, const char *mode, const char *bytes, size_t count) {
    FILE *out = fopen(path, mode);
    if (out == NULL)
        return -1;
    const size_t written = fwrite(bytes, 1, count, out);
    return fclose(out) == 0 && written == count ? 0 : -1;
}

static int write_blocks(const char *path, const char *bytes, size_t count, size_t seed, int index) {
    static const unsigned block_bytes[] = {0, 1, 100, 1000, 4096, 16384, BLK_MAX_BLOCK_BYTES};
    unsigned block = block_bytes[seed % (sizeof block_bytes / sizeof block_bytes[0])];
    if (block != 0 && count / block > 5000) /* a file of one-byte blocks is a case; a long one only takes time */
        block = 0;
    const struct blk_write_options options = {block, 1 + (int)(seed / 7 % 9), index};
    struct blk_writer *writer;
    if (blk_create(path, &options, &writer, NULL) != BLK_OK)
        return -1;
    if (blk_write(writer, bytes, count, NULL) != BLK_OK) {
        blk_abandon(writer);
        return -1;
    }
    return blk_finish(writer, NULL) == BLK_OK ? 0 : -1;
}

static int write_by_bgzip(const char *path, const char *bytes, size_t count, size_t seed, int index) {
    char source[512], command[1200];
    static int installed = -1;
    if (installed < 0)
        installed = system("command -v bgzip >/dev/null") == 0;
    if (!installed)
        return write_blocks(path, bytes, count, seed, index);
    snprintf(source, sizeof source, "%s.raw", path);
    if (index)
        snprintf(command, sizeof command, "bgzip -c -i -I '%s.gzi' '%s' > '%s'", path, source, path);
    else
        snprintf(command, sizeof command, "bgzip -c '%s' > '%s'", source, path);
    const int failed = write_plain(source, "wb", bytes, count) != 0 || system(command) != 0;
    unlink(source);
    return failed ? -1 : 0;
}

static int append_file(const char *to, const char *from) {
    char piece[4096];
    FILE *in = fopen(from, "rb"), *out = fopen(to, "ab");
    size_t n = 0;
    int failed = in == NULL || out == NULL;
    while (!failed && (n = fread(piece, 1, sizeof piece, in)) > 0)
        failed = fwrite(piece, 1, n, out) != n;
    if (in != NULL)
        fclose(in);
    if (out != NULL)
        failed |= fclose(out) != 0;
    return failed ? -1 : 0;
}

static int write_concatenated(const char *path, const char *bytes, size_t count, size_t seed) {
    char piece_path[512];
    const size_t pieces = 1 + seed % 3;
    snprintf(piece_path, sizeof piece_path, "%s.piece.gz", path);
    int failed = write_plain(path, "wb", "", 0);
    for (size_t i = 0; i <= pieces && !failed; i++) {
        const size_t from = count * i / (pieces + 1), to = count * (i + 1) / (pieces + 1);
        failed = write_blocks(piece_path, bytes + from, to - from, seed + i, 0) != 0 || append_file(path, piece_path);
    }
    unlink(piece_path);
    return failed ? -1 : 0;
}

static int write_gzip(const char *path, const char *bytes, size_t count, size_t members) {
    for (size_t i = 0; i < members; i++) {
        const size_t from = count * i / members, to = count * (i + 1) / members;
        gzFile out = gzopen(path, i == 0 ? "wb" : "ab");
        if (out == NULL)
            return -1;
        const int written = to > from ? gzwrite(out, bytes + from, (unsigned)(to - from)) : 0;
        if (gzclose(out) != Z_OK || (size_t)written != to - from)
            return -1;
    }
    return 0;
}

int container_write(enum container container, const char *path, const char *bytes, size_t count, size_t seed) {
    char index[512];
    snprintf(index, sizeof index, "%s.gzi", path);
    unlink(index);
    switch (container) {
    case CONTAINER_PLAIN:
        return write_plain(path, "wb", bytes, count);
    case CONTAINER_BLOCKS:
    case CONTAINER_BLOCKS_INDEXED:
        return write_blocks(path, bytes, count, seed, container == CONTAINER_BLOCKS_INDEXED);
    case CONTAINER_BGZIP:
    case CONTAINER_BGZIP_INDEXED:
        return write_by_bgzip(path, bytes, count, seed, container == CONTAINER_BGZIP_INDEXED);
    case CONTAINER_CONCATENATED:
        return write_concatenated(path, bytes, count, seed);
    case CONTAINER_GZIP:
        return write_gzip(path, bytes, count, 1);
    case CONTAINER_GZIP_MEMBERS:
        return write_gzip(path, bytes, count, 2 + seed % 3);
    case CONTAINERS:
        break;
    }
    return -1;
}

int folder_make(char path[64], const char *name) {
    const char *memory = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", *asked = getenv("TEST_FOLDER");
    snprintf(path, 64, "%.40s/slipway-%s.XXXXXX", asked != NULL ? asked : memory, name);
    return mkdtemp(path) != NULL ? 0 : -1;
}

char *read_whole(const char *path, size_t *count) {
    FILE *in = fopen(path, "rb");
    *count = 0;
    if (in == NULL)
        return NULL;
    fseek(in, 0, SEEK_END);
    const size_t size = (size_t)ftell(in);
    rewind(in);
    char *bytes = malloc(size + 1);
    *count = fread(bytes, 1, size, in);
    fclose(in);
    return bytes;
}
