/* SPDX-License-Identifier: Apache-2.0 */
#include "guard.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_BYTES = 4 << 20 }; /* more than the kernel allows for a program */

static bool sound(const struct environment *environment) {
    if (environment->length > 0 && environment->text[environment->length - 1] != '\0')
        return false;
    for (size_t at = 0; at < environment->length; at += strlen(environment->text + at) + 1) {
        const char *equals = strchr(environment->text + at, '=');
        if (equals == NULL || equals == environment->text + at)
            return false;
    }
    return true;
}

int environment_read(struct environment *environment) {
    environment->length = 0;
    environment->text = malloc(MOST_BYTES);
    if (environment->text == NULL)
        return -1;
    while (environment->length < MOST_BYTES) {
        const ssize_t n = read(0, environment->text + environment->length, MOST_BYTES - environment->length);
        if (n == 0 && sound(environment))
            return 0;
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        environment->length += (size_t)n;
    }
    free(environment->text);
    environment->text = NULL;
    errno = EINVAL;
    return -1;
}

int environment_set(const struct environment *environment) {
    for (size_t at = 0; at < environment->length; at += strlen(environment->text + at) + 1)
        if (putenv(environment->text + at) != 0)
            return -1;
    return 0;
}
