package dev.slipway.run;

/**
 * The operating system's identity of one run when the service is root: a user and a group of the same number, never
 * root.
 */
record RunIdentity(int id) {
    RunIdentity {
        if (id <= 0) {
            throw new IllegalArgumentException("a run must not be root: " + id);
        }
    }
}
