/* SPDX-License-Identifier: Apache-2.0 */
/*
 * twophase equals a plain array: for random data, containers, options, places of the ranks and sequences of calls,
 * every rank gets what the array holds; shares are its lines, each once, in order; what all ranks write is what one
 * writes.
 *
 *     mpirun -n N twophase-property-test [--seed S] [--rounds R] [--seconds T]
 *
 * Round i has the seed S + i and depends on nothing else, so what failed comes back by --seed S+i --rounds 1.
 */
#include "places.h"
#include "slipway/twophase.h"
#include "support/check.h"
#include "support/draw.h"
#include "support/samples.h"

#include <signal.h>
#include <stdarg.h>
#include <unistd.h>

enum { ROUND_LIMIT_SECONDS = 120, LARGE_BYTES = 3 << 20 };

static char folder[64], about[512];
static int world_rank, world_ranks;
static struct place places[PLACES];
static const struct place *place;
static int rank; /* in place->comm */

static void too_long(int signal_number) {
    static const char text[] = "a rank waits for ever; the round so far: ";
    (void)signal_number;
    (void)!write(STDERR_FILENO, text, sizeof text - 1);
    (void)!write(STDERR_FILENO, about, strlen(about));
    (void)!write(STDERR_FILENO, "\n", 1);
    _exit(EXIT_FAILURE);
}

/* Adds to what is said of a round that fails. */
static void note(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void note(const char *format, ...) {
    const size_t used = strlen(about);
    va_list values;
    va_start(values, format);
    vsnprintf(about + used, sizeof about - used, format, values);
    va_end(values);
}

static const char *path_for(const char *suffix) {
    static char path[128];
    snprintf(path, sizeof path, "%s/data%s", folder, suffix);
    return path;
}

/* --- what is read --- */

static const char *store(enum container container, const struct sample *sample, size_t seed) {
    const char *path = path_for(container_suffix(container));
    note(", %s, %zu bytes of %s", container_name(container), sample->count, sample->shape);
    if (rank == 0)
        CHECK(container_write(container, path, sample->bytes, sample->count, seed) == 0, "%s", path);
    MPI_Barrier(place->comm);
    return path;
}

static int groups_of(tp_group group) {
    return group == TP_GROUP_NODE ? place->nodes : place->ranks;
}

static struct tp_options draw_options(void) {
    struct tp_options options = {0};
    options.phase2 = (tp_phase2)draw(TP_PHASE2_ALLGATHERV + 1);
    options.group = (tp_group)draw(TP_GROUP_RANK + 1);
    if (options.group != TP_GROUP_AUTO && draw(2) == 0)
        options.access_ranks = 1 + (int)draw((size_t)groups_of(options.group));
    options.segment_bytes = draw(6) == 0 ? 0 : 1 + draw_size(200000);
    options.slots = draw(3) == 0 ? 0 : 2 + draw(draw(8) == 0 ? 63 : 4);
    note(", phase2 %d, group %d, %d access ranks, segment %zu, %zu slots", (int)options.phase2, (int)options.group,
         options.access_ranks, options.segment_bytes, options.slots);
    return options;
}

/* So much that the ring turns over often enough, and that a round of many ranks on few processors ends. */
static size_t most_bytes(const struct tp_options *options) {
    const size_t turns = place->ranks <= 4 ? 300 : 1200 / (size_t)place->ranks;
    if (options->segment_bytes == 0)
        return draw(4) == 0 ? LARGE_BYTES : 100000;
    return options->segment_bytes * turns < 1000000 ? options->segment_bytes * turns : 1000000;
}

/* A file that is read, and the place in the sample where it must be. */
struct cursor {
    const struct sample *sample;
    struct tp_file *file;
    size_t at;
    size_t limit; /* of a line */
    int ended;    /* by an error */
};

static void step_read(struct cursor *cursor, size_t want) {
    const size_t left = cursor->sample->count - cursor->at, wanted = want < left ? want : left;
    char *buffer = malloc(want + 1);
    struct tp_error error = {TP_OK, ""};
    size_t got = 77;
    buffer[want] = '!';
    const tp_err code = tp_read(cursor->file, buffer, want, &got, &error);
    CHECK(code == TP_OK, "tp_read of %zu at %zu: %s", want, cursor->at, error.text);
    if (code == TP_OK) {
        CHECK(got == wanted, "at %zu: %zu bytes, not %zu", cursor->at, got, wanted);
        CHECK(got > wanted || memcmp(buffer, cursor->sample->bytes + cursor->at, got) == 0, "%zu bytes at %zu", got,
              cursor->at);
    }
    CHECK(buffer[want] == '!', "wrote behind a buffer of %zu", want);
    cursor->ended = code != TP_OK;
    cursor->at += wanted;
    free(buffer);
}

static void step_line(struct cursor *cursor) {
    const char *at = cursor->sample->bytes + cursor->at, *line = at;
    const size_t left = cursor->sample->count - cursor->at;
    const char *end = left > 0 ? memchr(at, '\n', left) : NULL;
    const size_t wanted = end != NULL ? (size_t)(end - at) : left;
    struct tp_error error = {TP_OK, ""};
    size_t length = 77;
    const tp_err code = tp_read_line(cursor->file, &line, &length, &error);
    CHECK(code == (wanted > cursor->limit ? TP_ERR_LINE : TP_OK), "tp_read_line at %zu: %s", cursor->at, error.text);
    cursor->ended = code != TP_OK;
    cursor->at += wanted + (end != NULL);
    if (code != TP_OK)
        return;
    CHECK((line == NULL) == (left == 0), "at %zu of %zu", cursor->at, cursor->sample->count);
    CHECK(length == wanted, "line of %zu bytes, not %zu, before %zu", length, wanted, cursor->at);
    if (line == NULL || length != wanted)
        return;
    CHECK(memcmp(line, at, length) == 0, "line of %zu bytes before %zu", length, cursor->at);
    CHECK(line[length] == '\n' || line[length] == '\0', "the line before %zu is followed by %d", cursor->at,
          line[length]);
}

static void step_seek(struct cursor *cursor, size_t offset) {
    struct tp_error error = {TP_OK, ""};
    const int beyond = offset > cursor->sample->count;
    const tp_err code = tp_seek(cursor->file, offset, &error);
    CHECK(code == (beyond ? TP_ERR_ARGUMENT : TP_OK), "tp_seek from %zu to %zu of %zu: %s", cursor->at, offset,
          cursor->sample->count, error.text);
    cursor->ended = code != TP_OK && code != TP_ERR_ARGUMENT;
    if (!beyond)
        cursor->at = offset;
}

/* Plain gzip cannot be read at an offset. */
static void step_read_at(struct cursor *cursor, size_t offset, size_t want) {
    const size_t count = cursor->sample->count, left = offset < count ? count - offset : 0;
    const size_t wanted = want < left ? want : left;
    const int refused = tp_plan_info(tp_file_plan(cursor->file)).slow || offset > count;
    struct tp_error error = {TP_OK, ""};
    char *buffer = malloc(want + 1);
    size_t got = 77;
    buffer[want] = '!';
    const tp_err code = tp_read_at(cursor->file, offset, buffer, want, &got, &error);
    CHECK(code == (refused ? TP_ERR_ARGUMENT : TP_OK), "tp_read_at %zu of %zu: %s", offset, count, error.text);
    CHECK(got == (refused ? 0 : wanted), "tp_read_at %zu: %zu bytes, not %zu", offset, got, wanted);
    CHECK(refused || memcmp(buffer, cursor->sample->bytes + offset, wanted) == 0, "%zu bytes at %zu", wanted, offset);
    CHECK(buffer[want] == '!', "wrote behind a buffer of %zu", want);
    cursor->ended = code != TP_OK && code != TP_ERR_ARGUMENT;
    free(buffer);
}

static void step(struct cursor *cursor, size_t most) {
    const size_t count = cursor->sample->count;
    switch (draw(9)) {
    case 8:
        step_read_at(cursor, draw(6) == 0 ? count + draw(3) : draw(count + 1), draw_size(draw(3) == 0 ? count : most));
        break;
    case 0:
        step_seek(cursor, draw(6) == 0 ? count : draw(6) == 0 ? count + 1 + draw_size(1 << 20) : draw(count + 1));
        break;
    case 1:
    case 2:
    case 3:
        step_read(cursor, draw_size(most));
        break;
    default:
        for (size_t lines = 1 + draw(20); lines > 0 && !cursor->ended; lines--)
            step_line(cursor);
    }
    CHECK(cursor->ended || tp_tell(cursor->file) == cursor->at, "tp_tell is %llu, not %zu",
          (unsigned long long)tp_tell(cursor->file), cursor->at);
}

static void drain(struct cursor *cursor, size_t piece) {
    const int by_line = draw(2) == 0;
    while (!cursor->ended && cursor->at < cursor->sample->count)
        if (by_line)
            step_line(cursor);
        else
            step_read(cursor, piece);
    for (int again = 0; again < 2 && !cursor->ended; again++) {
        step_read(cursor, 5);
        step_line(cursor);
    }
}

static void check_info(const struct tp_info *info, const struct tp_options *options, enum container container,
                       const struct sample *sample) {
    const int gzip = container == CONTAINER_GZIP || container == CONTAINER_GZIP_MEMBERS;
    CHECK(info->phase2 != TP_PHASE2_AUTO && info->group != TP_GROUP_AUTO, "the plan left a choice open");
    CHECK(options->group == TP_GROUP_AUTO || info->group == options->group, "group %d", (int)info->group);
    CHECK(info->ranks == place->ranks && info->groups == groups_of(info->group), "%d ranks in %d groups", info->ranks,
          info->groups);
    CHECK(options->phase2 == TP_PHASE2_AUTO || info->phase2 == options->phase2 || gzip ||
              (info->groups == 1 && info->phase2 == TP_PHASE2_NONE),
          "phase2 %d", (int)info->phase2);
    CHECK(info->phase2 == TP_PHASE2_NONE ? info->parts == 0 : info->parts >= 1 && info->parts <= info->access_ranks,
          "%d parts for %d access ranks", info->parts, info->access_ranks);
    CHECK(info->group_bytes > info->slots * info->segment_bytes, "%zu bytes a group", info->group_bytes);
    CHECK(info->access_ranks >= 1 && info->access_ranks <= info->groups, "%d access ranks", info->access_ranks);
    CHECK(info->compressed == (container != CONTAINER_PLAIN), "compressed %d", info->compressed);
    CHECK((info->slow != 0) == gzip, "slow %d", info->slow);
    CHECK(info->data_bytes == (gzip ? 0 : sample->count), "data_bytes %llu", (unsigned long long)info->data_bytes);
    CHECK(info->slots >= 2 && (options->slots == 0 || info->slots == options->slots), "%zu slots", info->slots);
    CHECK(info->segment_bytes >= 1 || sample->count == 0, "segment_bytes");
}

static void check_print(const struct tp_plan *plan) {
    char text[4096] = "";
    FILE *out = fmemopen(text, sizeof text, "w");
    tp_plan_print(plan, out);
    CHECK(out != NULL && fclose(out) == 0 && strlen(text) > 40, "tp_plan_print: %s", text);
}

static void use(struct cursor *cursors, size_t count, size_t segment) {
    const size_t most = draw(2) == 0 ? 100 : 2 * segment + 100;
    for (size_t steps = draw(25); steps > 0; steps--) {
        struct cursor *cursor = &cursors[draw(count)];
        if (!cursor->ended)
            step(cursor, most);
    }
    for (size_t i = 0; i < count; i++)
        if (draw(3) > 0)
            drain(&cursors[i], 1 + draw(2 * segment));
}

static size_t draw_line_limit(const struct sample *sample) {
    const size_t which = draw(20);
    if (which == 0 && sample->longest_line > 1)
        return 1 + draw(sample->longest_line);
    return which < 5 ? sample->longest_line + (sample->longest_line == 0) : TP_DEFAULT_LINE_LIMIT;
}

/* One plan, whose file is read again and again. */
static void read_by_plan(const char *path, const struct tp_options *options, enum container container,
                         const struct cursor *start) {
    struct tp_error error = {TP_OK, ""};
    struct tp_file *another;
    struct tp_plan *plan;
    tp_err code = tp_plan_new(place->comm, path, options, &plan, &error);
    CHECK(code == TP_OK, "tp_plan_new: %s", error.text);
    if (code != TP_OK)
        return;
    const struct tp_info info = tp_plan_info(plan);
    check_info(&info, options, container, start->sample);
    check_print(plan);
    for (size_t times = 1 + draw(3); times > 0 && code == TP_OK; times--) {
        struct cursor cursor = *start;
        code = tp_plan_open(plan, &cursor.file, &error);
        CHECK(code == TP_OK, "tp_plan_open: %s", error.text);
        if (code != TP_OK)
            break;
        if (draw(4) == 0)
            CHECK(tp_plan_open(plan, &another, NULL) == TP_ERR_ARGUMENT && another == NULL, "two files at a time");
        CHECK(tp_file_plan(cursor.file) == plan, "tp_file_plan");
        use(&cursor, 1, info.segment_bytes);
        tp_close(cursor.file);
    }
    tp_plan_free(plan);
}

/* The file opened twice, read in turn. */
static void read_twice(const char *path, const struct tp_options *options, enum container container,
                       const struct cursor *start) {
    struct cursor cursors[2] = {*start, *start};
    struct tp_error error = {TP_OK, ""};
    tp_err code = TP_OK;
    for (size_t i = 0; i < 2 && code == TP_OK; i++)
        code = tp_open(place->comm, path, options, &cursors[i].file, &error);
    CHECK(code == TP_OK, "tp_open: %s", error.text);
    if (code == TP_OK) {
        const struct tp_info info = tp_plan_info(tp_file_plan(cursors[0].file));
        check_info(&info, options, container, start->sample);
        use(cursors, 2, info.segment_bytes);
    }
    for (size_t i = 0; i < 2; i++)
        tp_close(cursors[i].file);
}

static void round_of_reading(void) {
    struct tp_options options = draw_options();
    struct sample sample = sample_draw(most_bytes(&options));
    const enum container container = (enum container)draw(CONTAINERS);
    const char *path = store(container, &sample, draw(1000));
    const struct cursor start = {&sample, NULL, 0, draw_line_limit(&sample), 0};
    const int twice = draw(4) == 0;
    options.line_limit = start.limit;
    note(", line limit %zu, %s", start.limit, twice ? "opened twice" : "by plan");
    if (twice)
        read_twice(path, &options, container, &start);
    else
        read_by_plan(path, &options, container, &start);
    sample_free(&sample);
}

/* --- shares --- */

/* What a rank got of its share, lines with their LF. */
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

/* In rank order the shares are the file; each begins with the first line that begins in the rank's part. */
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

static void round_of_shares(void) {
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

/* --- writing --- */

/* What is written, and in how many calls. */
struct writing {
    const struct tp_write_options *options;
    const struct sample *sample;
    size_t calls;
};

static tp_err write_by(MPI_Comm comm, const char *path, const struct writing *writing, struct tp_writer **writer,
                       struct tp_error *error) {
    const struct sample *sample = writing->sample;
    int size, me;
    MPI_Comm_size(comm, &size);
    MPI_Comm_rank(comm, &me);
    tp_err code = tp_create(comm, path, writing->options, writer, error);
    size_t at = 0;
    for (size_t call = 0; call < writing->calls && code == TP_OK; call++) {
        size_t from = 0, bytes = 0;
        for (int r = 0; r < size; r++) { /* all ranks draw the pieces of all, so each knows where its own begins */
            const size_t left = sample->count - at, last = call + 1 == writing->calls && r + 1 == size;
            const size_t piece = last ? left : draw(4) == 0 ? 0 : draw(2 * (left / (size_t)size + 1));
            const size_t taken = piece < left ? piece : left;
            if (r == me) {
                from = at;
                bytes = taken;
            }
            at += taken;
        }
        code = tp_write(*writer, bytes > 0 ? sample->bytes + from : NULL, bytes, error);
    }
    return code;
}

static char *slurp(const char *path, size_t *count) {
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

static void check_equal(const char *left, const char *right) {
    size_t left_count, right_count;
    char *left_bytes = slurp(left, &left_count), *right_bytes = slurp(right, &right_count);
    CHECK(left_bytes != NULL && right_bytes != NULL, "%s is not there", left_bytes == NULL ? left : right);
    if (left_bytes != NULL && right_bytes != NULL)
        CHECK(left_count == right_count && memcmp(left_bytes, right_bytes, left_count) == 0,
              "%s (%zu bytes) is not as %s (%zu bytes)", left, left_count, right, right_count);
    free(left_bytes);
    free(right_bytes);
}

static void suffixed(char out[200], const char *path, const char *suffix) {
    snprintf(out, 200, "%.150s%s", path, suffix);
}

/* Before the end only the .part is there; PATH is as it was. */
static void check_unfinished(const char *path, int was_there) {
    char part[200];
    suffixed(part, path, ".part");
    CHECK(access(part, F_OK) == 0, "%s is not there", part);
    size_t count;
    char *bytes = slurp(path, &count);
    CHECK((bytes != NULL) == was_there, "%s is%s there too early", path, was_there ? " not" : "");
    CHECK(bytes == NULL || (count == 3 && memcmp(bytes, "old", 3) == 0), "%s was changed too early", path);
    free(bytes);
}

static void check_written(const char *path, const char *alone, const struct tp_write_options *options,
                          const struct sample *sample) {
    char left[200], right[200];
    check_equal(path, alone);
    if (options->index) {
        suffixed(left, path, ".gzi");
        suffixed(right, alone, ".gzi");
        check_equal(left, right);
    }
    suffixed(left, path, ".plain");
    CHECK(container_write(CONTAINER_PLAIN, left, sample->bytes, sample->count, 0) == 0, "%s", left);
    if (!options->compress) {
        check_equal(path, left);
        return;
    }
    char command[600];
    snprintf(command, sizeof command, "zcat '%s' | cmp - '%s'", path, left);
    CHECK(system(command) == 0, "zcat does not give the data back");
}

static void check_removed(const char *path) {
    char command[400];
    snprintf(command, sizeof command, "cd '%s' && test \"$(ls | grep '^data' | grep -v -x '%s')\" = ''", folder,
             strrchr(path, '/') + 1);
    CHECK(system(command) == 0, "something is left beside %s", path);
}

static void clean(void) {
    char command[200];
    snprintf(command, sizeof command, "rm -f %s/data*", folder);
    CHECK(system(command) == 0, "%s", command);
}

static void round_of_writing(void) {
    struct tp_write_options options = {0};
    options.compress = draw(3) > 0;
    options.level = options.compress ? (int)draw(10) : 0;
    options.block_bytes = options.compress && draw(2) == 0 ? 500 + (uint32_t)draw(60000) : 0;
    options.index = options.compress && draw(2) == 0;
    struct sample sample = sample_draw(draw(4) == 0 ? LARGE_BYTES : 100000);
    const size_t calls = 1 + draw(6);
    const int was_there = draw(2) == 0, abandoned = draw(6) == 0;
    char path[200], alone[200], part[200];
    struct tp_error error = {TP_OK, ""};
    struct tp_writer *writer = NULL;
    suffixed(path, folder, options.compress ? "/data.gz" : "/data.csv");
    suffixed(alone, folder, options.compress ? "/data-alone.gz" : "/data-alone.csv");
    suffixed(part, path, ".part");
    note(", write %zu bytes of %s in %zu calls, compress %d, level %d, block %u, index %d", sample.count, sample.shape,
         calls, options.compress, options.level, options.block_bytes, options.index);
    if (rank == 0) {
        clean();
        CHECK(!was_there || container_write(CONTAINER_PLAIN, path, "old", 3, 0) == 0, "%s", path);
    }
    MPI_Barrier(place->comm);
    const struct writing together = {&options, &sample, calls};
    tp_err code = write_by(place->comm, path, &together, &writer, &error);
    CHECK(code == TP_OK, "write: %s", error.text);
    if (rank == 0 && code == TP_OK)
        check_unfinished(path, was_there);
    MPI_Barrier(place->comm);
    if (abandoned || code != TP_OK)
        tp_abandon(writer);
    else
        code = tp_finish(writer, &error);
    CHECK(code == TP_OK, "finish: %s", error.text);
    if (abandoned) /* removing is rank 0's work, which nobody waits for */
        MPI_Barrier(place->comm);
    CHECK(abandoned || access(path, F_OK) == 0, "rank %d does not see the file", rank);
    CHECK(access(part, F_OK) != 0, "%s is still there", part);
    if (rank == 0 && abandoned)
        check_removed(path);
    if (rank == 0 && !abandoned && code == TP_OK) {
        const struct writing by_one = {&options, &sample, 1};
        code = write_by(MPI_COMM_SELF, alone, &by_one, &writer, &error);
        CHECK(code == TP_OK && tp_finish(writer, &error) == TP_OK, "alone: %s", error.text);
        check_written(path, alone, &options, &sample);
    }
    MPI_Barrier(place->comm);
    sample_free(&sample);
}

/* --- rounds --- */

static const struct {
    const char *name;
    void (*run)(void);
    size_t weight;
} kinds[] = {{"reading", round_of_reading, 7}, {"shares", round_of_shares, 2}, {"writing", round_of_writing, 2}};

static size_t draw_kind(void) {
    size_t weights = 0, kind = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        weights += kinds[i].weight;
    size_t at = draw(weights);
    while (at >= kinds[kind].weight)
        at -= kinds[kind++].weight;
    return kind;
}

/* Non-zero when all ranks found all right. */
static int run_round(unsigned long long seed) {
    const int before = check_failures;
    draw_seed(seed);
    const size_t number = draw(PLACES), kind = draw_kind();
    place = &places[number];
    about[0] = '\0';
    note("seed %llu, %d ranks, %s, %s", seed, world_ranks, kinds[kind].name, place->name);
    place_enter((int)number);
    alarm(ROUND_LIMIT_SECONDS);
    if (place->comm != MPI_COMM_NULL) {
        MPI_Comm_rank(place->comm, &rank);
        kinds[kind].run();
    }
    int failed = check_failures != before;
    if (failed)
        fprintf(stderr, "rank %d: failed: %s\n", world_rank, about);
    MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    alarm(0);
    return !failed;
}

struct limits {
    unsigned long long seed, rounds;
    double seconds;
};

static struct limits parse(int argc, char **argv) {
    struct limits limits = {1, 1ULL << 60, 5};
    int rounds_given = 0, seconds_given = 0;
    for (int i = 1; i + 1 < argc; i += 2)
        if (strcmp(argv[i], "--seed") == 0)
            limits.seed = strtoull(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--rounds") == 0 && ++rounds_given)
            limits.rounds = strtoull(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--seconds") == 0 && ++seconds_given)
            limits.seconds = strtod(argv[i + 1], NULL);
    if (rounds_given && !seconds_given)
        limits.seconds = 1e9;
    return limits;
}

/* Rounds until one fails or the time is over; rank 0's clock counts. */
static int run_rounds(const struct limits *limits) {
    const double end = MPI_Wtime() + limits->seconds;
    unsigned long long done = 0;
    int right = 1, more = 1;
    while (more) {
        right = run_round(limits->seed + done);
        done += (unsigned long long)right;
        more = right && done < limits->rounds && MPI_Wtime() < end;
        MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    if (world_rank == 0 && right)
        printf("%llu rounds on %d ranks from seed %llu\n", done, world_ranks, limits->seed);
    if (world_rank == 0 && !right)
        printf("not ok; again: mpirun -n %d twophase-property-test --seed %llu --rounds 1\n", world_ranks,
               limits->seed + done);
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world_ranks);
    signal(SIGALRM, too_long);
    const struct limits limits = parse(argc, argv);
    if (world_rank == 0 && folder_make(folder, "property") != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Bcast(folder, (int)sizeof folder, MPI_CHAR, 0, MPI_COMM_WORLD);
    places_make(places);
    const int status = run_rounds(&limits);
    places_free(places);
    if (world_rank == 0) {
        clean();
        rmdir(folder);
    }
    MPI_Finalize();
    return status;
}
