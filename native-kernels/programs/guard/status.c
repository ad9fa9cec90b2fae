/* SPDX-License-Identifier: Apache-2.0 */
#include "guard.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* Prints the members of a record, without braces, after a comma. */
static void print_members(const char *record) {
    const char *begin = strchr(record, '{'), *end = strrchr(record, '}');
    if (begin != NULL && end != NULL && end > begin + 1)
        printf(",%.*s", (int)(end - begin - 1), begin + 1);
}

int command_status(const char *folder) {
    char started[RECORD_BYTES] = "", ended[RECORD_BYTES] = "";
    struct identity guard;
    const char *state = "unclaimed";
    const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) {
        fprintf(stderr, "slipway-guard: cannot open folder %s: %s\n", folder, strerror(errno));
        return EXIT_ERROR;
    }
    /* The claim is read first: a guard that ends after this reading has written its last record before. */
    const claim_state claim = claim_look(fd, &guard);
    record_read(fd, "started.json", started);
    if (record_read(fd, "ended.json", ended) > 0)
        state = "ended";
    else if (claim == CLAIM_ALIVE || claim == CLAIM_STARTING)
        state = "running";
    else if (claim == CLAIM_ELSEWHERE)
        state = "elsewhere";
    else if (claim == CLAIM_LOST)
        state = "lost";
    printf("{\"state\":\"%s\"", state);
    print_members(started);
    print_members(ended);
    printf("}\n");
    close(fd);
    return EXIT_DONE;
}
