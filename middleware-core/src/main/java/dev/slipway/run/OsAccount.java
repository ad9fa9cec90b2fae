package dev.slipway.run;

/**
 * A user of the operating system for commands of a cluster; never root.
 *
 * @param name the user's name
 * @param uid the user's number
 * @param gid the number of the user's own group
 */
public record OsAccount(String name, int uid, int gid) {
    public OsAccount {
        if (uid <= 0 || gid <= 0) {
            throw new IllegalArgumentException("nothing runs on a cluster as root: " + name);
        }
    }
}
