/* SPDX-License-Identifier: Apache-2.0 */
/* Rounds of twophase-property-test that read a file by all ranks together. */
#include "property-rounds.h"
#include "slipway/twophase.h"
#include "support/check.h"
#include "support/draw.h"

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

/* Enough for the ring to turn over often, and little enough for a round of many ranks on few processors. */
static size_t most_bytes(const struct tp_options *options) {
    const size_t turns = place->ranks <= 4 ? 300 : 1200 / (size_t)place->ranks;
    if (options->segment_bytes == 0)
        return draw(4) == 0 ? LARGE_BYTES : 100000;
    return options->segment_bytes * turns < 1000000 ? options->segment_bytes * turns : 1000000;
}

/* A file being read, and the expected place in the sample. */
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

/* Reads the file of one plan repeatedly. */
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

void round_of_reading(void) {
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
