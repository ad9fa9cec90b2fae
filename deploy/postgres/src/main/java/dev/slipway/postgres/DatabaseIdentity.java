package dev.slipway.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Who the server runs as. PostgreSQL refuses to run as root, so a root caller drops to a user without rights; any other caller runs
 * the server as itself.
 *
 * @param user the name, for messages
 * @param switched whether the server runs as somebody else than the caller, who is root then
 */
public record DatabaseIdentity(String user, int uid, int gid, boolean switched) {
    private static final List<String> PREFERRED = List.of("slipway-db", "postgres", "nobody");
    private static final Pattern NUMBERS = Pattern.compile("(\\d+):(\\d+)");

    public DatabaseIdentity {
        if (uid == 0) {
            throw new PostgresException("PostgreSQL does not run as root: name a user other than " + user);
        }
    }

    /** The caller; for root the first of the users slipway-db, postgres and nobody that this system has. */
    public static DatabaseIdentity standard() {
        return of(null);
    }

    /**
     * The identity of {@code configured}, a user name or {@code uid:gid}; {@link #standard()} where it is null or the caller is not
     * root.
     */
    public static DatabaseIdentity of(String configured) {
        int caller = callersUid();
        if (caller != 0) {
            return new DatabaseIdentity(System.getProperty("user.name"), caller, -1, false);
        }
        if (configured == null || configured.isBlank()) {
            Map<String, DatabaseIdentity> found = lookUp(PREFERRED);
            return PREFERRED.stream()
                    .filter(found::containsKey)
                    .map(found::get)
                    .findFirst()
                    .orElseThrow(() -> new PostgresException(
                            "no user to run PostgreSQL as: add one, as by `useradd --system slipway-db`"));
        }
        Matcher numbers = NUMBERS.matcher(configured.strip());
        if (numbers.matches()) {
            return new DatabaseIdentity(
                    configured.strip(), Integer.parseInt(numbers.group(1)), Integer.parseInt(numbers.group(2)), true);
        }
        DatabaseIdentity identity = lookUp(List.of(configured.strip())).get(configured.strip());
        if (identity == null) {
            throw new PostgresException(
                    "the user " + configured.strip() + ", who shall run PostgreSQL, does not exist");
        }
        return identity;
    }

    /** {@code command}, run as this identity. */
    List<String> command(List<String> command) {
        if (!switched) {
            return command;
        }
        List<String> dropped = new ArrayList<>(List.of(
                "setpriv",
                "--reuid=" + uid,
                "--regid=" + gid,
                "--clear-groups",
                "--no-new-privs",
                "--reset-env",
                "--"));
        dropped.addAll(command);
        return dropped;
    }

    /** Gives {@code path} to this identity. */
    void own(Path path) throws IOException {
        if (switched) {
            Files.setAttribute(path, "unix:uid", uid);
            Files.setAttribute(path, "unix:gid", gid);
        }
    }

    private static int callersUid() {
        try {
            return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        } catch (IOException e) {
            throw new PostgresException("cannot tell who runs this program: /proc is not readable", e);
        }
    }

    /** Asks the system's user database, which may be more than a file. */
    private static Map<String, DatabaseIdentity> lookUp(List<String> names) {
        List<String> command = new ArrayList<>(List.of("getent", "passwd"));
        command.addAll(names);
        Map<String, DatabaseIdentity> found = new TreeMap<>();
        for (String line : Command.run(command).output().split("\n")) {
            String[] fields = line.split(":");
            if (fields.length > 3) {
                found.put(
                        fields[0],
                        new DatabaseIdentity(
                                fields[0], Integer.parseInt(fields[2]), Integer.parseInt(fields[3]), true));
            }
        }
        return found;
    }
}
