/* SPDX-License-Identifier: Apache-2.0 */
#include "leftovers.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

enum { TEXT_BYTES = 16384 };

/* The text that a signal prints, and the length of the text. A signal may come at any time, so text is only appended,
 * and the length grows after the text is complete. */
static char text[TEXT_BYTES];
static _Atomic size_t text_bytes;

static const int signals[] = {SIGTERM, SIGINT};
enum { SIGNALS = sizeof signals / sizeof signals[0] };

/* Handles a signal, by functions that are safe in a handler. SA_RESETHAND has restored the default action, so the
 * signal that is raised here ends the process after the handler has returned. */
static void say(int signal) {
    const ssize_t written = write(STDERR_FILENO, text, atomic_load(&text_bytes));
    (void)written; /* without a reader of standard error, the process ends all the same */
    raise(signal);
}

/* Sets the handler of the signals that are not ignored. */
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
