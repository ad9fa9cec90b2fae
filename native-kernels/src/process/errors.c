/* SPDX-License-Identifier: Apache-2.0 */
#include "errors.h"

#include "base/text.h"

static const char *const messages[] = {"no error",
                                       "a parameter is out of its range",
                                       "no memory",
                                       "the system refuses",
                                       "an MPI call failed",
                                       "there is no such world",
                                       "the secret is missing, open to others, or another one",
                                       "no object is there",
                                       "the class is unknown, or its stubs are of another version",
                                       "the method has failed",
                                       "a server, client or host has died",
                                       "what came is no message",
                                       "an object cannot be stored or read back"};

const char *proc_strerror(proc_err code) {
    return sw_text_of_code(messages, sizeof messages / sizeof messages[0], (int)code);
}

SW_DEFINES_FAIL(proc_fail, struct proc_error *, proc_err)

proc_err errors_memory(struct proc_error *error, const char *what) {
    return proc_fail(error, PROC_ERR_MEMORY, "there is no memory for %s", what);
}

proc_err errors_copy(struct proc_error *error, const struct proc_error *from) {
    if (error != NULL)
        *error = *from;
    return from->code;
}
