/* SPDX-License-Identifier: Apache-2.0 */
#include "leftovers.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

enum { TEXT_BYTES = 16384 };

/* What the signals say. They may come at any time: the text is never changed but at its end, and counts up to there. */
static char text[TEXT_BYTES];
static _Atomic size_t text_bytes;

static const int signals[] = {SIGTERM, SIGINT};
enum { SIGNALS = sizeof signals / sizeof signals[0] };

/* Calls only what a handler of signals may call. The signal comes once more behind it, and ends the process. */
static void say(int signal) {
    const int before = errno;
    if (write(STDERR_FILENO, text, atomic_load(&text_bytes)) < 0)
        errno = before; /* nobody is there to be told */
    raise(signal);
}

static void handle_by(void (*handler)(int)) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < SIGNALS; i++) {
        struct sigaction now;
        if (sigaction(signals[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    }
}

void leftovers_note(const char *folder) {
    const size_t at = atomic_load(&text_bytes);
    const int more = snprintf(text + at, sizeof text - at,
                              "fft3d: folder %s: a signal has ended the check, and its page set stays there\n"
                              "hint: remove it by fft3d --remove %s, or run the same check again\n",
                              folder, folder);
    if (more > 0 && (size_t)more < sizeof text - at)
        atomic_store(&text_bytes, at + (size_t)more);
    handle_by(say);
}

void leftovers_forget(void) {
    if (atomic_load(&text_bytes) == 0)
        return;
    handle_by(SIG_DFL);
    atomic_store(&text_bytes, 0);
}
