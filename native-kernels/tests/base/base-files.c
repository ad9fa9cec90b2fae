/* SPDX-License-Identifier: Apache-2.0 */
/* Cases of the base library: files that are opened, read, written and published. */
#include "base-cases.h"
#include "base/files.h"
#include "support/check.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <unistd.h>

static void spill(const char *path, const char *text) {
    const int fd = sw_file_create(path);
    CHECK(fd >= 0 && sw_file_write(fd, text, strlen(text)) == 0 && sw_file_finish(fd) == 0, "%s: %s", path,
          strerror(errno));
}

/* Returns whether the file at PATH holds exactly TEXT. */
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

void opens_regular_files_only(void) {
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

void reads_at_an_offset_and_less_at_the_end_only(void) {
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

void writes_in_order_and_at_an_offset(void) {
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

void empties_a_file_and_follows_no_link(void) {
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

void syncs_the_folder_of_a_file(void) {
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

void a_part_gets_its_name_when_it_is_whole(void) {
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

void a_part_that_is_dropped_leaves_nothing(void) {
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

void a_part_that_fails_leaves_what_was_there(void) {
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
    CHECK(unlink(victim) == 0 && link(in_folder("r.part"), victim) == 0, "%s", strerror(errno));
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
    CHECK(mkfifo(in_folder("fifo"), 0600) == 0, "mkfifo: %s", strerror(errno));
    CHECK(sw_part_create(in_folder("fifo"), &part) == -1 && errno == ENOTSUP, "for a FIFO: %s", strerror(errno));
    sw_part_drop(&part);
    CHECK(access(in_folder("h.part"), F_OK) != 0, "begun, though no file can have this name");
    CHECK(sw_part_create(in_folder("i"), &part) == 0, "%s", strerror(errno));
    close(part.fd);
    CHECK(sw_part_finish(&part) == -1 && errno == EBADF && part.fd == -1, "%s", strerror(errno));
    sw_part_drop(&part);
    CHECK(access(in_folder("i.part"), F_OK) != 0 && access(in_folder("i"), F_OK) != 0, "left behind");
}
