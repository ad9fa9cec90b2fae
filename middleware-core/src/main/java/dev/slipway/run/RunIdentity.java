package dev.slipway.run;

/** The operating system's identity of all runs when the service is root; never root itself. */
public record RunIdentity(int uid, int gid) {
    public RunIdentity {
        if (uid <= 0 || gid <= 0) {
            throw new IllegalArgumentException("runs must not be root: uid " + uid + ", gid " + gid);
        }
    }
}
