/* SPDX-License-Identifier: Apache-2.0 */
/* Cases of the base library: libraries that stay, the bell and the memory that processes share. */
#include "base-cases.h"
#include "base/bell.h"
#include "base/clock.h"
#include "base/loaded.h"
#include "base/memory.h"
#include "support/check.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { HANDS = 200 };

struct table { /* in shared memory */
    struct sw_bell bell;
    _Atomic uint32_t turn;
};

void keeps_what_is_loaded(void) {
    static const char *const zlib = "libz.so.1";
    CHECK(dlopen(zlib, RTLD_LAZY | RTLD_NOLOAD) == NULL, "%s is there before it is loaded", zlib);
    void *handle = dlopen(zlib, RTLD_LAZY);
    CHECK(handle != NULL, "%s", dlerror());
    sw_keep_loaded();
    CHECK(dlclose(handle) == 0, "%s", dlerror());
    CHECK(dlopen(zlib, RTLD_LAZY | RTLD_NOLOAD) != NULL, "%s is gone", zlib);
}

/* Takes over each turn with the other PARITY, until all hands are played. Returns false if the other process does not
 * come. */
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

/* Waits for process PID. Returns the exit status, or -1. */
static int status_of(pid_t pid) {
    int status;
    return pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Plays all hands with another process. Returns the seconds taken. */
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

/* Two processes that sleep to the end of each wait need 2 ms for two hands. A busy machine may also need that long, but
 * not each time. */
void a_bell_wakes_another_process(void) {
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

void a_wait_ends_when_the_bell_has_rung_or_after_a_while(void) {
    struct sw_bell bell = {0};
    sw_bell_ring(&bell);
    CHECK(atomic_load(&bell.rings) == 1, "it did not ring");
    for (uint32_t i = 0; i < 1000; i++)
        sw_bell_wait(&bell, 0); /* has rung since: 1000 sleeps would take 2 seconds */
    const double from = sw_clock_seconds();
    sw_bell_wait(&bell, 1);
    CHECK(sw_clock_seconds() - from < 30, "nobody rings, and it sleeps on");
    CHECK(atomic_load(&bell.sleepers) == 0, "asleep");
}

void shares_memory_by_its_name_between_processes(void) {
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
        sw_memory_close(&mine); /* the rest is found by name only */
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

void memory_that_cannot_be_made_leaves_no_name(void) {
    char name[64];
    struct sw_memory memory;
    snprintf(name, sizeof name, "/slipway-base-test.%d", (int)getpid());
    CHECK(sw_memory_create(name, 0, &memory) == -1 && errno == EINVAL, "0 bytes: %s", strerror(errno));
    CHECK(sw_memory_create(name, (size_t)1 << 60, &memory) == -1, "there is no such machine");
    CHECK(sw_memory_open(name, &memory) == -1 && errno == ENOENT, "left behind: %s", strerror(errno));
    const int fd = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600); /* memory of a maker that stopped after this step */
    CHECK(fd >= 0 && sw_memory_open(name, &memory) == -1 && errno == EAGAIN, "%s", strerror(errno));
    close(fd);
    sw_memory_remove(name);
}

/* Another user has made the memory, writable for all, before this user's processes came. */
void memory_of_another_user_is_refused(void) {
    char name[64];
    struct sw_memory memory = {NULL, 0};
    if (geteuid() != 0) /* only root can give a file away */
        return;
    snprintf(name, sizeof name, "/slipway-base-test.%d", (int)getpid());
    const int fd = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
    CHECK(fd >= 0 && fchmod(fd, 0666) == 0 && ftruncate(fd, 4096) == 0 && fchown(fd, 65534, 65534) == 0, "%s",
          strerror(errno));
    CHECK(sw_memory_open(name, &memory) == -1 && errno == EPERM, "%s", strerror(errno));
    sw_memory_close(&memory);
    close(fd);
    sw_memory_remove(name);
}
