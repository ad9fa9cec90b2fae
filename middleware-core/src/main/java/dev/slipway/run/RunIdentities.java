package dev.slipway.run;

/**
 * The numbers from which each run takes a separate user and group while the run folder exists, so that no run reaches
 * another's files or processes. The numbers need no entry in the user database, and no other software on the machine
 * may use them.
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
