package dev.slipway.run;

/**
 * The numbers from which each run takes a user and a group of its own while its run folder exists, so that no run reaches another's
 * files or processes. They need no entry in the user database, and nothing else on the machine may use them.
 */
public record RunIdentities(int first, int last) {
    public RunIdentities {
        if (first <= 0 || last < first) {
            throw new IllegalArgumentException("not a range of user numbers without root: " + first + "-" + last);
        }
    }

    int count() {
        return last - first + 1;
    }

    boolean hold(int id) {
        return first <= id && id <= last;
    }
}
