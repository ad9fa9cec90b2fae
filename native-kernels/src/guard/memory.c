#include "guard.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The figure of a line such as "Pss_Anon:     12 kB", in bytes; 0 where there is none. */
static long long figure(const char *text, const char *name) {
    const char *at = strstr(text, name);
    return at != NULL ? strtoll(at + strlen(name), NULL, 10) * 1024 : 0;
}

/*
 * What a process has of memory that the kernel cannot take back: its own pages and its share of those that it shares
 * with others, in memory or swapped out. Pages of files are not counted. A process that hides its maps is taken by all
 * that it has in memory.
 */
static void add_memory(pid_t pid, void *context) {
    long long *bytes = context;
    char name[64], text[RECORD_BYTES];
    snprintf(name, sizeof name, "/proc/%d/smaps_rollup", (int)pid);
    if (record_read(AT_FDCWD, name, text) > 0) {
        *bytes += figure(text, "\nPss_Anon:") + figure(text, "\nPss_Shmem:") + figure(text, "\nSwapPss:");
        return;
    }
    snprintf(name, sizeof name, "/proc/%d/statm", (int)pid);
    if (record_read(AT_FDCWD, name, text) > 0 && strchr(text, ' ') != NULL)
        *bytes += strtoll(strchr(text, ' '), NULL, 10) * sysconf(_SC_PAGESIZE);
}

struct usage memory_usage(const struct run_options *options, pid_t root) {
    struct usage usage = {0, 0};
    (void)options;
    each_descendant(root, add_memory, &usage.bytes);
    return usage;
}

bool memory_is_over(const struct run_options *options, const struct usage *used, char out[TEXT_BYTES]) {
    if ((double)used->bytes <= options->memory)
        return false;
    snprintf(out, TEXT_BYTES, "the run's processes had %lld bytes of memory, of %.0f that they may have", used->bytes,
             options->memory);
    return true;
}
