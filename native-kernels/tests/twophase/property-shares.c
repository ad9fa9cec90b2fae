/* SPDX-License-Identifier: Apache-2.0 */
/* Rounds of twophase-property-test in which each rank reads its share of the lines. */
#include "property-rounds.h"
#include "slipway/twophase.h"
#include "support/check.h"
#include "support/draw.h"

/* The share of a rank, as lines with LF. */
struct share {
    char *bytes;
    size_t count;
    size_t room;
};

static void gather(struct share *share, const char *bytes, size_t count) {
    CHECK(share->count + count <= share->room, "a share of more than the file");
    if (share->count + count > share->room)
        return;
    memcpy(share->bytes + share->count, bytes, count);
    share->count += count;
}

static tp_err read_share(struct tp_file *file, struct share *share, int mode, struct tp_error *error) {
    char buffer[3000];
    const uint64_t begin = tp_tell(file);
    for (int turn = rank;; turn++) { /* not the same calls on all ranks: shares are read locally */
        const int by_line = mode == 0 || (mode == 2 && turn % 3 != 0);
        const char *line = buffer;
        size_t got = 0;
        const tp_err code = by_line ? tp_read_line(file, &line, &got, error)
                                    : tp_read(file, buffer, 1 + (size_t)(turn * 577 % 2999), &got, error);
        if (code != TP_OK)
            return code;
        if (by_line ? line == NULL : got == 0)
            return TP_OK;
        gather(share, line, got);
        if (by_line)
            gather(share, "\n", 1);
        const uint64_t told = tp_tell(file) - begin;
        CHECK(told == share->count || told + 1 == share->count, "tp_tell %llu after %zu bytes",
              (unsigned long long)told, share->count);
    }
}

/* In rank order the shares make the file; each begins with the first line that begins in the rank's part. */
static void check_share(const struct share *share, const struct sample *sample) {
    const unsigned long long mine = share->count;
    unsigned long long before = 0, all = 0;
    MPI_Exscan(&mine, &before, 1, MPI_UNSIGNED_LONG_LONG, MPI_SUM, place->comm);
    MPI_Allreduce(&mine, &all, 1, MPI_UNSIGNED_LONG_LONG, MPI_SUM, place->comm);
    if (rank == 0)
        before = 0;
    const int no_final_lf = sample->count > 0 && sample->bytes[sample->count - 1] != '\n';
    CHECK(all == sample->count || (no_final_lf && all == sample->count + 1), "%llu bytes of %zu", all, sample->count);
    if (before > sample->count || mine == 0)
        return;
    const size_t left = sample->count - (size_t)before, same = mine < left ? (size_t)mine : left;
    CHECK(memcmp(share->bytes, sample->bytes + before, same) == 0, "%llu bytes at %llu", mine, before);
    CHECK(before == 0 || sample->bytes[before - 1] == '\n', "begins inside a line, at %llu", before);
    const double part = (double)sample->count / place->ranks, last_line = (double)before + (double)mine;
    CHECK((double)before > part * rank - 1.5, "begins at %llu, before its part", before);
    CHECK(rank + 1 == place->ranks || last_line <= part * (rank + 1) + (double)sample->longest_line + 2.5,
          "ends at %.0f, far behind its part", last_line);
}

void round_of_shares(void) {
    struct tp_options options = {0};
    options.segment_bytes = draw(3) == 0 ? 0 : 1 + draw_size(200000);
    note(", segment %zu", options.segment_bytes);
    struct sample sample = sample_draw(draw(5) == 0 ? LARGE_BYTES : draw_size(300000));
    const char *path = store((enum container)draw(CONTAINERS), &sample, draw(1000));
    const int mode = (int)draw(3), to_the_end = draw(8) != 0;
    struct share share = {malloc(sample.count + 2), 0, sample.count + 2};
    struct tp_error error = {TP_OK, ""};
    struct tp_file *file;
    note(", by %s", mode == 0 ? "line" : mode == 1 ? "bytes" : "both");
    tp_err code = tp_open_share(place->comm, path, &options, &file, &error);
    CHECK(code == TP_OK, "tp_open_share: %s", error.text);
    if (code == TP_OK && to_the_end) {
        code = read_share(file, &share, mode, &error);
        CHECK(code == TP_OK, "share: %s", error.text);
    }
    tp_close(file);
    if (code == TP_OK && to_the_end)
        check_share(&share, &sample);
    free(share.bytes);
    sample_free(&sample);
}
