/* SPDX-License-Identifier: Apache-2.0 */
#include "base/bell.h"
#include "base/clock.h"
#include "base/files.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/rows.h"
#include "base/split.h"
#include "base/text.h"
#include "support/check.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char folder[64];

static const char *in_folder(const char *name) {
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* --- text --- */

static void say(char *text, size_t room, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void say(char *text, size_t room, const char *format, ...) {
    va_list args;
    va_start(args, format);
    sw_text_format(text, room, format, args);
    va_end(args);
}

static void formats_a_text_and_cuts_what_does_not_fit(void) {
    char text[8];
    memset(text, 'x', sizeof text);
    say(text, sizeof text, "%d of %d", 3, 9);
    CHECK(strcmp(text, "3 of 9") == 0, "%s", text);
    say(text, sizeof text, "%s", "exactly");
    CHECK(strcmp(text, "exactly") == 0, "%s", text);
    say(text, sizeof text, "%s", "one more");
    CHECK(strcmp(text, "one mor") == 0, "%s", text);
}

static void joins_two_texts(void) {
    static const char *const rows[][3] = {{"a", "b", "ab"}, {"", "b", "b"}, {"a", "", "a"}, {"", "", ""}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *joined = sw_text_join(rows[i][0], rows[i][1]);
        CHECK(joined != NULL && strcmp(joined, rows[i][2]) == 0, "row %zu", i);
        free(joined);
    }
}

static void finds_a_name_among_names(void) {
    static const char *const names[] = {"call", "put", "", NULL}, *const none[] = {NULL};
    CHECK(sw_text_find(names, "call") == 0, "call");
    CHECK(sw_text_find(names, "") == 2, "the empty name");
    CHECK(sw_text_find(names, "pu") == -1 && sw_text_find(names, "putt") == -1, "a part of a name was taken");
    CHECK(sw_text_find(none, "call") == -1, "found among none");
}

static void has_a_text_for_every_code(void) {
    static const char *const table[] = {"fine", NULL, "bad", "of another table"};
    CHECK(strcmp(sw_text_of_code(table, 3, 0), "fine") == 0, "0");
    CHECK(strcmp(sw_text_of_code(table, 3, 2), "bad") == 0, "2");
    const int unknown[] = {1, 3, -1};
    for (size_t i = 0; i < 3; i++)
        CHECK(strcmp(sw_text_of_code(table, 3, unknown[i]), "unknown error") == 0, "%d", unknown[i]);
}

/* --- rows --- */

static void grows_rows_and_keeps_what_they_hold(void) {
    size_t capacity = 0, moves = 0;
    uint32_t *rows = NULL;
    for (size_t i = 0; i < 100000; i++) {
        const size_t before = capacity;
        uint32_t *grown = sw_rows_grow(rows, &capacity, i + 1, sizeof *rows);
        CHECK(grown != NULL && capacity > i, "%zu", i);
        if (grown == NULL)
            break;
        CHECK(capacity != before || grown == rows, "row %zu moved without need", i);
        moves += capacity != before;
        rows = grown;
        rows[i] = (uint32_t)i;
    }
    CHECK(moves < 20, "%zu moves", moves);
    for (size_t i = 0; i < 100000; i += 997)
        CHECK(rows[i] == i, "row %zu is %u", i, rows[i]);
    free(rows);
}

static void grows_rows_by_many_at_once(void) {
    size_t capacity = 0;
    char *rows = sw_rows_grow(NULL, &capacity, 1000, 1);
    CHECK(rows != NULL && capacity >= 1000, "%zu", capacity);
    memset(rows, 1, 1000);
    free(rows);
}

static void leaves_rows_alone_that_cannot_grow(void) {
    size_t capacity = 0;
    char *rows = sw_rows_grow(NULL, &capacity, 1, 8);
    const size_t before = capacity;
    const size_t too_many[] = {SIZE_MAX, SIZE_MAX / 8 + 1, SIZE_MAX / 2};
    rows[0] = 'a';
    for (size_t i = 0; i < 3; i++) {
        void *grown = sw_rows_grow(rows, &capacity, too_many[i], 8);
        CHECK(grown == NULL && capacity == before && rows[0] == 'a', "%zu rows", too_many[i]);
    }
    free(rows);
}

/* --- clock, split --- */

static void has_a_clock_that_goes_on_and_one_of_the_day(void) {
    const struct timespec wait = {0, 5000000};
    const double from = sw_clock_seconds();
    const int64_t day = sw_clock_day_ms();
    nanosleep(&wait, NULL);
    const double passed = sw_clock_seconds() - from;
    CHECK(passed >= 0.005 && passed < 60, "%g seconds", passed);
    CHECK(llabs((long long)day / 1000 - (long long)time(NULL)) <= 60, "%lld ms", (long long)day);
}

static void shares_out_everything_once_and_evenly(void) {
    for (uint64_t count = 0; count < 40; count++)
        for (uint64_t parts = 1; parts < 12; parts++) {
            uint64_t at = 0, last = UINT64_MAX;
            for (uint64_t part = 0; part < parts; part++) {
                const struct sw_range range = sw_split(count, part, parts);
                const uint64_t size = range.end - range.first;
                CHECK(range.first == at && size >= count / parts && size <= count / parts + 1 && size <= last,
                      "part %d of %d over %d", (int)part, (int)count, (int)parts);
                at = range.end;
                last = size;
            }
            CHECK(at == count, "%d over %d end at %d", (int)count, (int)parts, (int)at);
        }
    const struct sw_range last = sw_split(UINT64_MAX, 2, 3);
    CHECK(last.end == UINT64_MAX && last.end - last.first == UINT64_MAX / 3, "no room for large counts");
}

/* --- bell, memory: between processes --- */

enum { HANDS = 200 };

struct table { /* in shared memory */
    struct sw_bell bell;
    _Atomic uint32_t turn;
};

/* Takes each turn of the other PARITY over, until all hands are played. False when the other does not come. */
static bool play(struct table *table, uint32_t parity) {
    const double until = sw_clock_seconds() + 60;
    for (uint32_t turn = parity; turn < HANDS; turn += 2) {
        while (sw_clock_seconds() < until) {
            const uint32_t seen = atomic_load(&table->bell.rings);
            if (atomic_load(&table->turn) == turn)
                break;
            sw_bell_wait(&table->bell, seen);
        }
        if (atomic_load(&table->turn) != turn)
            return false;
        atomic_store(&table->turn, turn + 1);
        sw_bell_ring(&table->bell);
    }
    return true;
}

/* Waits for process PID. Returns its exit status, or -1. */
static int status_of(pid_t pid) {
    int status;
    return pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Plays all hands with another process. Returns the seconds that it took. */
static double play_both(struct table *table) {
    const double from = sw_clock_seconds();
    memset(table, 0, sizeof *table);
    fflush(stdout);
    const pid_t pid = fork();
    if (pid == 0)
        _exit(play(table, 1) ? 0 : 1);
    CHECK(play(table, 0), "the other process does not take its turn");
    CHECK(status_of(pid) == 0, "the other process waits in vain");
    CHECK(atomic_load(&table->bell.rings) == HANDS, "%u rings", atomic_load(&table->bell.rings));
    CHECK(atomic_load(&table->bell.sleepers) == 0, "%u asleep", atomic_load(&table->bell.sleepers));
    return sw_clock_seconds() - from;
}

/* Two processes that sleep to the end of each wait need 2 ms for two hands. A busy machine may need that long, too, but
 * not each time. */
static void a_bell_wakes_another_process(void) {
    const double unwoken = HANDS * 0.001;
    double best = 60;
    struct table *table = mmap(NULL, sizeof *table, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    CHECK(table != MAP_FAILED, "mmap");
    for (int round = 0; round < 50 && best >= unwoken / 2; round++) {
        const double took = play_both(table);
        best = took < best ? took : best;
    }
    CHECK(best < unwoken / 2, "nobody is woken: %g seconds at best", best);
    munmap(table, sizeof *table);
}

static void a_wait_ends_when_the_bell_has_rung_or_after_a_while(void) {
    struct sw_bell bell = {0, 0};
    sw_bell_ring(&bell);
    CHECK(atomic_load(&bell.rings) == 1, "it did not ring");
    for (uint32_t i = 0; i < 1000; i++)
        sw_bell_wait(&bell, 0); /* has rung since: 1000 sleeps would take 2 seconds */
    const double from = sw_clock_seconds();
    sw_bell_wait(&bell, 1);
    CHECK(sw_clock_seconds() - from < 30, "nobody rings, and it sleeps on");
    CHECK(atomic_load(&bell.sleepers) == 0, "asleep");
}

static void shares_memory_by_its_name_between_processes(void) {
    char name[64];
    struct sw_memory mine, again;
    snprintf(name, sizeof name, "/slipway-base-test.%d", (int)getpid());
    CHECK(sw_memory_create(name, 10000, &mine) == 0 && mine.bytes == 10000, "%s", strerror(errno));
    unsigned char *bytes = mine.base;
    for (size_t i = 0; i < 10000; i++)
        CHECK(bytes[i] == 0, "byte %zu is %d", i, bytes[i]);
    CHECK((uintptr_t)mine.base % (uintptr_t)sysconf(_SC_PAGESIZE) == 0, "it does not begin at a page");
    CHECK(sw_memory_create(name, 10000, &again) == -1 && errno == EEXIST, "made twice: %s", strerror(errno));
    bytes[0] = 42;
    fflush(stdout);
    const pid_t pid = fork();
    if (pid == 0) {
        struct sw_memory theirs;
        sw_memory_close(&mine); /* what is left is found by the name alone */
        if (sw_memory_open(name, &theirs) != 0 || theirs.bytes != 10000 || *(unsigned char *)theirs.base != 42)
            _exit(1);
        ((unsigned char *)theirs.base)[9999] = 43;
        _exit(sw_memory_remove(name) == 0 ? 0 : 2);
    }
    CHECK(status_of(pid) == 0, "the other process does not find the memory");
    CHECK(bytes[9999] == 43 && bytes[0] == 42, "other bytes");
    CHECK(sw_memory_open(name, &again) == -1 && errno == ENOENT, "the name is still there: %s", strerror(errno));
    CHECK(sw_memory_remove(name) == -1 && errno == ENOENT, "removed twice");
    sw_memory_close(&mine);
    CHECK(mine.base == NULL && mine.bytes == 0, "not closed");
    sw_memory_close(&mine);
}

static void memory_that_cannot_be_made_leaves_no_name(void) {
    char name[64];
    struct sw_memory memory;
    snprintf(name, sizeof name, "/slipway-base-test.%d", (int)getpid());
    CHECK(sw_memory_create(name, 0, &memory) == -1 && errno == EINVAL, "0 bytes: %s", strerror(errno));
    CHECK(sw_memory_create(name, (size_t)1 << 60, &memory) == -1, "there is no such machine");
    CHECK(sw_memory_open(name, &memory) == -1 && errno == ENOENT, "left behind: %s", strerror(errno));
    const int fd = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600); /* whose maker has not come further */
    CHECK(fd >= 0 && sw_memory_open(name, &memory) == -1 && errno == EAGAIN, "%s", strerror(errno));
    close(fd);
    sw_memory_remove(name);
}

/* --- files --- */

static void spill(const char *path, const char *text) {
    const int fd = sw_file_create(path);
    CHECK(fd >= 0 && sw_file_write(fd, text, strlen(text)) == 0 && sw_file_finish(fd) == 0, "%s: %s", path,
          strerror(errno));
}

/* Whether the file at PATH holds TEXT and nothing else. */
static bool holds(const char *path, const char *text) {
    char back[256];
    struct stat status;
    const int fd = sw_file_open(path, &status);
    if (fd < 0)
        return false;
    const ssize_t got = sw_file_read_at(fd, back, sizeof back, 0);
    close(fd);
    return got == (ssize_t)strlen(text) && memcmp(back, text, (size_t)got) == 0;
}

static void opens_regular_files_only(void) {
    struct stat status;
    spill(in_folder("a"), "abc");
    const int fd = sw_file_open(in_folder("a"), &status);
    CHECK(fd >= 0 && status.st_size == 3, "%s", strerror(errno));
    CHECK((fcntl(fd, F_GETFD) & FD_CLOEXEC) != 0, "a program started later would have it");
    close(fd);
    CHECK(sw_file_open(in_folder("none"), &status) == -1 && errno == ENOENT, "%s", strerror(errno));
    CHECK(sw_file_open(folder, &status) == -1 && errno == ENOTSUP, "a folder: %s", strerror(errno));
    CHECK(mkfifo(in_folder("fifo"), 0600) == 0, "%s", strerror(errno));
    CHECK(sw_file_open(in_folder("fifo"), &status) == -1 && errno == ENOTSUP, "a FIFO: %s", strerror(errno));
    unlink(in_folder("fifo"));
}

static void reads_at_an_offset_and_less_at_the_end_only(void) {
    char back[8];
    struct stat status;
    spill(in_folder("b"), "0123456789");
    const int fd = sw_file_open(in_folder("b"), &status);
    CHECK(sw_file_read_at(fd, back, 4, 3) == 4 && memcmp(back, "3456", 4) == 0, "in the middle");
    CHECK(sw_file_read_at(fd, back, 8, 6) == 4 && memcmp(back, "6789", 4) == 0, "at the end");
    CHECK(sw_file_read_at(fd, back, 8, 10) == 0 && sw_file_read_at(fd, back, 8, 1000) == 0, "behind the end");
    CHECK(sw_file_read_at(fd, back, 0, 0) == 0, "nothing");
    close(fd);
    CHECK(sw_file_read_at(fd, back, 1, 0) == -1 && errno == EBADF, "a closed descriptor");
}

static void writes_in_order_and_at_an_offset(void) {
    const int fd = sw_file_create(in_folder("c"));
    CHECK(sw_file_write(fd, "ab", 2) == 0 && sw_file_write(fd, "cd", 2) == 0, "%s", strerror(errno));
    CHECK(sw_file_write_at(fd, "XY", 2, 1) == 0 && sw_file_write(fd, "e", 1) == 0, "%s", strerror(errno));
    CHECK(sw_file_finish(fd) == 0 && holds(in_folder("c"), "aXYde"), "other bytes");
    CHECK(sw_file_write(fd, "x", 1) == -1 && errno == EBADF, "a closed descriptor");
    CHECK(sw_file_write_at(fd, "x", 1, 0) == -1 && errno == EBADF, "a closed descriptor");
    CHECK(sw_file_finish(fd) == -1 && errno == EBADF, "a closed descriptor");
    const int full = open("/dev/full", O_WRONLY | O_CLOEXEC);
    CHECK(full < 0 || (sw_file_write(full, "x", 1) == -1 && errno == ENOSPC), "a full device: %s", strerror(errno));
    close(full);
}

static void empties_a_file_and_follows_no_link(void) {
    char target[256];
    spill(in_folder("d"), "something long");
    spill(in_folder("d"), "short");
    CHECK(holds(in_folder("d"), "short"), "not emptied");
    snprintf(target, sizeof target, "%s", in_folder("d"));
    CHECK(symlink(target, in_folder("link")) == 0, "%s", strerror(errno));
    CHECK(sw_file_create(in_folder("link")) == -1 && errno == ELOOP, "a link: %s", strerror(errno));
    CHECK(holds(target, "short"), "written through a link");
    CHECK(sw_file_create(in_folder("no/such")) == -1 && errno == ENOENT, "%s", strerror(errno));
}

static void syncs_the_folder_of_a_file(void) {
    struct stat found, wanted;
    const int fd = sw_folder_of(in_folder("a"));
    CHECK(fd >= 0 && fstat(fd, &found) == 0 && stat(folder, &wanted) == 0 && found.st_ino == wanted.st_ino, "%s",
          in_folder("a"));
    CHECK(sw_folder_sync(fd) == 0, "%s", strerror(errno));
    close(fd);
    const int here = sw_folder_of("a");
    CHECK(here >= 0 && fstat(here, &found) == 0 && stat(".", &wanted) == 0 && found.st_ino == wanted.st_ino, "a");
    close(here);
    CHECK(sw_folder_of(in_folder("no/such/file")) == -1 && errno == ENOENT, "%s", strerror(errno));
    CHECK(sw_folder_sync(-1) == -1 && errno == EBADF, "%s", strerror(errno));
}

static void a_part_gets_its_name_when_it_is_whole(void) {
    struct sw_part part;
    spill(in_folder("e"), "old");
    spill(in_folder("e.part"), "left by an earlier try");
    CHECK(sw_part_create(in_folder("e"), &part) == 0 && sw_file_write(part.fd, "new", 3) == 0, "%s", strerror(errno));
    CHECK(holds(in_folder("e"), "old"), "named too early");
    CHECK(sw_part_finish(&part) == 0 && part.fd == -1, "%s", strerror(errno));
    CHECK(holds(in_folder("e"), "old") && holds(in_folder("e.part"), "new"), "named too early");
    CHECK(sw_part_publish(&part) == 0, "%s", strerror(errno));
    sw_part_drop(&part);
    CHECK(holds(in_folder("e"), "new") && access(in_folder("e.part"), F_OK) != 0, "not in its place");
    CHECK(part.path == NULL && part.part == NULL && part.fd == -1, "not freed");
    sw_part_drop(&part);
}

static void a_part_that_is_dropped_leaves_nothing(void) {
    struct sw_part part;
    for (int finished = 0; finished < 2; finished++) {
        CHECK(sw_part_create(in_folder("f"), &part) == 0 && sw_file_write(part.fd, "x", 1) == 0, "%s", strerror(errno));
        CHECK(!finished || sw_part_finish(&part) == 0, "%s", strerror(errno));
        errno = EXDEV;
        sw_part_drop(&part);
        CHECK(errno == EXDEV, "errno is lost");
        CHECK(access(in_folder("f"), F_OK) != 0 && access(in_folder("f.part"), F_OK) != 0, "left behind");
    }
}

static void a_part_that_fails_leaves_what_was_there(void) {
    struct sw_part part;
    char victim[256];
    CHECK(sw_part_create(in_folder("no/such/g"), &part) == -1 && errno == ENOENT, "%s", strerror(errno));
    sw_part_drop(&part);
    spill(in_folder("victim"), "of another");
    snprintf(victim, sizeof victim, "%s", in_folder("victim"));
    CHECK(symlink(victim, in_folder("g.part")) == 0, "%s", strerror(errno));
    CHECK(sw_part_create(in_folder("g"), &part) == -1 && errno == ELOOP, "a link: %s", strerror(errno));
    sw_part_drop(&part);
    struct stat status;
    CHECK(lstat(in_folder("g.part"), &status) == 0 && S_ISLNK(status.st_mode), "what was another's is gone");
    CHECK(holds(victim, "of another"), "written through a link");
    CHECK(mkfifo(in_folder("q.part"), 0600) == 0, "%s", strerror(errno));
    CHECK(sw_part_create(in_folder("q"), &part) == -1 && errno == ENXIO, "a FIFO that nobody reads: %s",
          strerror(errno));
    sw_part_drop(&part);
    const int reader = open(in_folder("q.part"), O_RDONLY | O_NONBLOCK);
    CHECK(reader >= 0 && sw_part_create(in_folder("q"), &part) == -1 && errno == ENOTSUP, "a FIFO: %s",
          strerror(errno));
    sw_part_drop(&part);
    close(reader);
    CHECK(access(in_folder("q.part"), F_OK) == 0, "what was another's is gone");
    spill(in_folder("r.part"), "of another");
    CHECK(unlink(victim) == 0, "%s", strerror(errno));
    CHECK(link(in_folder("r.part"), victim) == 0, "%s", strerror(errno));
    CHECK(sw_part_create(in_folder("r"), &part) == -1 && errno == EMLINK, "a file with two names: %s", strerror(errno));
    sw_part_drop(&part);
    CHECK(holds(victim, "of another"), "a file that has another name was emptied");
    CHECK(sw_part_create(in_folder("h"), &part) == 0 && sw_part_finish(&part) == 0, "%s", strerror(errno));
    CHECK(mkdir(in_folder("h"), 0700) == 0, "%s", strerror(errno));
    CHECK(sw_part_publish(&part) == -1 && errno == EISDIR, "over a folder: %s", strerror(errno));
    sw_part_drop(&part);
    CHECK(access(in_folder("h.part"), F_OK) != 0 && access(in_folder("h"), F_OK) == 0, "left behind");
    CHECK(sw_part_create(in_folder("h"), &part) == -1 && errno == EISDIR, "for a folder: %s", strerror(errno));
    sw_part_drop(&part);
    CHECK(access(in_folder("h.part"), F_OK) != 0, "begun, though no file can have this name");
    CHECK(sw_part_create(in_folder("i"), &part) == 0, "%s", strerror(errno));
    close(part.fd);
    CHECK(sw_part_finish(&part) == -1 && errno == EBADF && part.fd == -1, "%s", strerror(errno));
    sw_part_drop(&part);
    CHECK(access(in_folder("i.part"), F_OK) != 0 && access(in_folder("i"), F_OK) != 0, "left behind");
}

/* --- json --- */

static void quotes_any_text_as_json(void) {
    static const char *const rows[][2] = {
        {"", "\"\""},
        {"plain", "\"plain\""},
        {"a\"b\\c", "\"a\\\"b\\\\c\""},
        {"\n\t\x01\x1f\x7f", "\"\\u000a\\u0009\\u0001\\u001f\x7f\""},
        {"\xc3\xa4\xe2\x82\xac\xf0\x9f\x9a\xa2", "\"\xc3\xa4\xe2\x82\xac\xf0\x9f\x9a\xa2\""},
        {"\xff|\xc3|\xc3", "\"\xef\xbf\xbd|\xef\xbf\xbd|\xef\xbf\xbd\""},
        {"\xc0\xaf", "\"\xef\xbf\xbd\xef\xbf\xbd\""},                                 /* a '/' in too many bytes */
        {"\xed\xa0\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""},                 /* half a surrogate pair */
        {"\xf4\x90\x80\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""}, /* above U+10FFFF */
        {"\xe2\x82\"", "\"\xef\xbf\xbd\xef\xbf\xbd\\\"\""}, /* which must not swallow the quote */
    };
    char out[128];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        CHECK(strcmp(sw_json_quote(rows[i][0], out, sizeof out), rows[i][1]) == 0, "row %zu: %s", i, out);
}

static void cuts_a_quoted_text_between_characters_and_closes_it(void) {
    char text[64], out[64], back[64], object[128];
    memset(text, 0, sizeof text);
    for (size_t i = 0; i + 3 < sizeof text; i += 3)
        memcpy(text + i, i % 2 == 0 ? "\xe2\x82\xac" : "\n\\\"", 3);
    for (size_t size = 16; size <= sizeof out; size++) {
        memset(out, 'x', sizeof out);
        CHECK(sw_json_quote(text, out, size) == out && strlen(out) < size, "%zu bytes", size);
        snprintf(object, sizeof object, "{\"a\":%s}", out);
        CHECK(sw_json_string(object, "a", back, sizeof back), "%zu bytes: %s", size, object);
        CHECK(strncmp(text, back, strlen(back)) == 0, "%zu bytes: %s", size, back);
        const size_t cut = strlen(back) % 6;
        CHECK(cut != 1 && cut != 2, "%zu bytes: a character is cut", size);
    }
}

static void finds_the_numbers_of_an_object(void) {
    static const struct {
        const char *json;
        bool found;
        double value;
    } rows[] = {
        {"{\"n\":12}", true, 12},
        {" { \"a\" : \"n\" , \"n\" : -1.5e3 }", true, -1500},
        {"{\"a\":{\"n\":1,\"b\":[1,{\"n\":2}]},\"n\":3}", true, 3},
        {"{\"a\":\"}\\\",\\\"n\\\":9\",\"n\":4}", true, 4},
        {"{\"a\":[\"]\",\"{\"],\"n\":5\n}", true, 5},
        {"{\"a\":{\"n\":1}}", false, 0},
        {"{\"nn\":1,\"N\":2}", false, 0},
        {"{\"n\":\"1\"}", false, 0},
        {"{\"n\":0x10}", false, 0},
        {"{\"n\":1x}", false, 0},
        {"{\"n\":1", false, 0}, /* which may have been 12 */
        {"{\"n\":-inf}", false, 0},
        {"{\"n\":1e999}", false, 0},
        {"{\"n\":nan}", false, 0},
        {"{\"n\":}", false, 0},
        {"{\"n\":", false, 0},
        {"{\"n\"", false, 0},
        {"{\"n", false, 0},
        {"{\"a\\", false, 0},
        {"{\"a\":[[[{", false, 0},
        {"{\"a\":1 \"n\":2}", false, 0},
        {"[\"n\",1]", false, 0},
        {"\"n\":1", false, 0},
        {"{}", false, 0},
        {"{", false, 0},
        {"", false, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        double value = 77;
        CHECK(sw_json_number(rows[i].json, "n", &value) == rows[i].found, "%s", rows[i].json);
        CHECK(rows[i].found ? value <= rows[i].value && value >= rows[i].value : value > 76, "%s: %g", rows[i].json,
              value);
    }
}

static void finds_the_strings_of_an_object(void) {
    static const struct {
        const char *json, *value; /* NULL: none */
    } rows[] = {
        {"{\"s\":\"abc\"}", "abc"},
        {"{\"a\":{\"s\":\"no\"},\"s\":\"\"}", ""},
        {"{\"s\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u000a\"}", "\"\\/\b\f\n\r\tA\n"},
        {"{\"s\":\"\xc3\xa4\"}", "\xc3\xa4"},
        {"{\"s\":\"sevenXX\"}", "sevenXX"},
        {"{\"s\":\"1234567890123456\"}", NULL}, /* of 16 bytes, and none for the NUL */
        {"{\"s\":\"\\u0000\"}", NULL},
        {"{\"s\":\"\\u00e4\"}", NULL},
        {"{\"s\":\"\\u12\"}", NULL},
        {"{\"s\":\"\\x\"}", NULL},
        {"{\"s\":\"\\", NULL},
        {"{\"s\":\"abc", NULL},
        {"{\"s\":12}", NULL},
        {"{\"t\":\"s\"}", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char out[16];
        const bool found = sw_json_string(rows[i].json, "s", out, sizeof out);
        CHECK(found == (rows[i].value != NULL), "%s", rows[i].json);
        CHECK(!found || strcmp(out, rows[i].value) == 0, "%s: %s", rows[i].json, out);
    }
}

/* --- options --- */

struct fields {
    const char *in, *out;
    uint64_t count, seed;
    double days, rate;
    int kind;
    bool fast;
};

static const char *const kinds[] = {"plain", "bgzf", NULL};
static const struct sw_option option_rows[] = {
    {.name = "--in",
     .kind = SW_OPTION_TEXT,
     .field = offsetof(struct fields, in),
     .argument = "FILE",
     .help = "input",
     .needed = SW_OPTION_NEEDED},
    {.name = "--out", .kind = SW_OPTION_TEXT, .field = offsetof(struct fields, out), .argument = "FILE", .help = "out"},
    {.name = "--count",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct fields, count),
     .argument = "N",
     .help = "how many",
     .least = 1,
     .most = 500},
    {.name = "--seed",
     .kind = SW_OPTION_COUNT,
     .field = offsetof(struct fields, seed),
     .argument = "N",
     .help = "seed",
     .most = UINT64_MAX},
    {.name = "--days",
     .kind = SW_OPTION_REAL,
     .field = offsetof(struct fields, days),
     .argument = "D",
     .help = "days",
     .above = 0,
     .at_most = 2520},
    {.name = "--rate",
     .kind = SW_OPTION_REAL,
     .field = offsetof(struct fields, rate),
     .argument = "R",
     .help = "rate",
     .above = -1,
     .at_most = 1,
     .from_above = 1},
    {.name = "--kind",
     .kind = SW_OPTION_CHOICE,
     .field = offsetof(struct fields, kind),
     .argument = "K",
     .help = "container",
     .choices = kinds},
    {.name = "--fast", .kind = SW_OPTION_FLAG, .field = offsetof(struct fields, fast), .help = "hurry"},
};
static const struct sw_options options = {option_rows, sizeof option_rows / sizeof option_rows[0]};

static void reads_each_kind_of_option(void) {
    char *argv[] = {"program", "--in", "a",      "--count", "500",    "--seed", "18446744073709551615",
                    "--days",  "2520", "--rate", "-1",      "--kind", "bgzf",   "--fast",
                    "--in",    "--",   "--",     "--count"};
    struct fields fields = {.out = "kept"};
    char message[SW_OPTION_MESSAGE_BYTES] = "";
    int at = 1;
    CHECK(sw_options_read(&options, &fields, 18, argv, &at, message) == 0, "%s", message);
    CHECK(at == 16, "it stands at %d", at);
    CHECK(strcmp(fields.in, "--") == 0 && strcmp(fields.out, "kept") == 0, "%s %s", fields.in, fields.out);
    CHECK(fields.count == 500 && fields.seed == UINT64_MAX && fields.kind == 1 && fields.fast, "not all");
    CHECK_NEAR(fields.days, 2520, 0);
    CHECK_NEAR(fields.rate, -1, 0);
    CHECK(sw_options_complete(&options, &fields, message) == 0, "%s", message);
    char *plain[] = {"program", "--fast", "-", "--in"};
    at = 1;
    CHECK(sw_options_read(&options, &fields, 4, plain, &at, message) == 0 && at == 2, "it stands at %d", at);
}

static void says_what_is_wrong_with_an_option(void) {
    static const char *const rows[][3] = {
        {"--frob", "1", "no such option: --frob"},
        {"--i", "1", "no such option: --i"},
        {"--in", NULL, "--in needs a value"},
        {"--in", "", "--in cannot be \"\""},
        {"--count", "0", "--count is not a number from 1 to 500: \"0\""},
        {"--count", "501", "--count is not a number from 1 to 500: \"501\""},
        {"--count", "", "--count is not a number from 1 to 500: \"\""},
        {"--count", "+1", "--count is not a number from 1 to 500: \"+1\""},
        {"--count", "1.5", "--count is not a number from 1 to 500: \"1.5\""},
        {"--count", "18446744073709551617", "--count is not a number from 1 to 500: \"18446744073709551617\""},
        {"--seed", "-1", "--seed cannot be \"-1\""},
        {"--seed", "18446744073709551616", "--seed cannot be \"18446744073709551616\""},
        {"--days", "0", "--days is not above 0 and at most 2520: \"0\""},
        {"--days", "2520.1", "--days is not above 0 and at most 2520: \"2520.1\""},
        {"--days", "nan", "--days is not above 0 and at most 2520: \"nan\""},
        {"--days", "inf", "--days is not above 0 and at most 2520: \"inf\""},
        {"--days", "0x10", "--days is not above 0 and at most 2520: \"0x10\""},
        {"--days", " 1", "--days is not above 0 and at most 2520: \" 1\""},
        {"--days", "1e", "--days is not above 0 and at most 2520: \"1e\""},
        {"--days", "", "--days is not above 0 and at most 2520: \"\""},
        {"--rate", "-1.1", "--rate is not at least -1 and at most 1: \"-1.1\""},
        {"--kind", "gzip", "--kind is one of plain, bgzf, not \"gzip\""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char name[32], value[64];
        char *argv[] = {"program", "--fast", name, value};
        struct fields fields = {.count = 7};
        char message[SW_OPTION_MESSAGE_BYTES] = "";
        int at = 1;
        snprintf(name, sizeof name, "%s", rows[i][0]);
        snprintf(value, sizeof value, "%s", rows[i][1] != NULL ? rows[i][1] : "");
        CHECK(sw_options_read(&options, &fields, rows[i][1] != NULL ? 4 : 3, argv, &at, message) == -1, "row %zu", i);
        CHECK(strcmp(message, rows[i][2]) == 0, "%s", message);
        CHECK(at == 2, "row %zu: it stands at %d", i, at);
        CHECK(fields.fast && fields.count == 7, "row %zu: other fields", i);
    }
}

static void says_which_option_is_missing_and_cuts_long_messages(void) {
    struct fields fields = {.out = "b"};
    char message[SW_OPTION_MESSAGE_BYTES], text[1000];
    char *argv[] = {"program", "--kind", text};
    int at = 1;
    CHECK(sw_options_complete(&options, &fields, message) == -1 && strcmp(message, "--in is missing") == 0, "%s",
          message);
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    CHECK(sw_options_read(&options, &fields, 3, argv, &at, message) == -1, "taken");
    CHECK(strlen(message) == sizeof message - 1, "%zu bytes", strlen(message));
}

static void prints_a_line_for_each_option(void) {
    char text[1024] = "";
    FILE *out = fmemopen(text, sizeof text, "w");
    sw_options_print(&options, out);
    fclose(out);
    CHECK(strstr(text, "  --in            FILE  input (required)\n") == text, "%s", text);
    CHECK(strstr(text, "\n  --out           FILE  out\n") != NULL, "%s", text);
    CHECK(strstr(text, "\n  --fast                hurry\n") != NULL, "%s", text);
}

int main(void) {
    static const struct check_case cases[] = {
        CASE(formats_a_text_and_cuts_what_does_not_fit),
        CASE(joins_two_texts),
        CASE(finds_a_name_among_names),
        CASE(has_a_text_for_every_code),
        CASE(grows_rows_and_keeps_what_they_hold),
        CASE(grows_rows_by_many_at_once),
        CASE(leaves_rows_alone_that_cannot_grow),
        CASE(has_a_clock_that_goes_on_and_one_of_the_day),
        CASE(shares_out_everything_once_and_evenly),
        CASE(a_bell_wakes_another_process),
        CASE(a_wait_ends_when_the_bell_has_rung_or_after_a_while),
        CASE(shares_memory_by_its_name_between_processes),
        CASE(memory_that_cannot_be_made_leaves_no_name),
        CASE(opens_regular_files_only),
        CASE(reads_at_an_offset_and_less_at_the_end_only),
        CASE(writes_in_order_and_at_an_offset),
        CASE(empties_a_file_and_follows_no_link),
        CASE(syncs_the_folder_of_a_file),
        CASE(a_part_gets_its_name_when_it_is_whole),
        CASE(a_part_that_is_dropped_leaves_nothing),
        CASE(a_part_that_fails_leaves_what_was_there),
        CASE(quotes_any_text_as_json),
        CASE(cuts_a_quoted_text_between_characters_and_closes_it),
        CASE(finds_the_numbers_of_an_object),
        CASE(finds_the_strings_of_an_object),
        CASE(reads_each_kind_of_option),
        CASE(says_what_is_wrong_with_an_option),
        CASE(says_which_option_is_missing_and_cuts_long_messages),
        CASE(prints_a_line_for_each_option),
    };
    snprintf(folder, sizeof folder, "/tmp/slipway-base-test.XXXXXX");
    if (mkdtemp(folder) == NULL) {
        perror(folder);
        return EXIT_FAILURE;
    }
    const int status = run_cases(cases, sizeof cases / sizeof cases[0]);
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) == 0 ? status : EXIT_FAILURE;
}
