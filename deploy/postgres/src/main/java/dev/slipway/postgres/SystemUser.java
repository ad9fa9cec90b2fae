package dev.slipway.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Describes a user of the operating system, never root. A service that runs as root starts programs as this user where
 * they must not run as root. PostgreSQL refuses to run as root.
 *
 * @param user the name, for messages
 * @param switched whether this user is another one than the caller, who is then root
 */
public record SystemUser(String user, int uid, int gid, boolean switched) {
    private static final List<String> DATABASE_USERS = List.of("slipway-db", "postgres", "nobody");
    private static final Pattern NUMBERS = Pattern.compile("(\\d{1,9}):(\\d{1,9})");

    public SystemUser {
        if (uid == 0) {
            throw new PostgresException("what must not be root cannot run as " + user + ": name a user without rights");
        }
    }

    /** Returns whether this program runs as root, and so must name another user. */
    public static boolean callerIsRoot() {
        return callersUid() == 0;
    }

    /**
     * Returns the user who runs the database. A caller other than root is that user. For root this is {@code
     * configured}, as in {@link #named}. If {@code configured} is null or blank, this is the first of the users
     * slipway-db, postgres and nobody that this system has.
     */
    public static SystemUser forDatabase(String configured) {
        int caller = callersUid();
        if (caller != 0) {
            return new SystemUser(System.getProperty("user.name"), caller, -1, false);
        }
        if (configured != null && !configured.isBlank()) {
            return named(configured.strip());
        }
        Map<String, SystemUser> found = lookUp(DATABASE_USERS);
        return DATABASE_USERS.stream()
                .filter(found::containsKey)
                .map(found::get)
                .findFirst()
                .orElseThrow(() -> new PostgresException(
                        "no user to run PostgreSQL as: add one, as by `useradd --system slipway-db`"));
    }

    /** Returns the user of this name, or of {@code uid:gid}. Only root can become another user. */
    public static SystemUser named(String name) {
        Matcher numbers = NUMBERS.matcher(name);
        if (numbers.matches()) {
            return new SystemUser(
                    name, Integer.parseInt(numbers.group(1)), Integer.parseInt(numbers.group(2)), callerIsRoot());
        }
        SystemUser found = lookUp(List.of(name)).get(name);
        if (found == null) {
            throw new PostgresException("there is no user " + name + " on this system");
        }
        return found;
    }

    /** Returns the folder on the way to {@code path} that this user cannot pass, if there is one. */
    public Optional<Path> barrier(Path path) throws IOException {
        if (switched) {
            for (Path folder = path.toAbsolutePath(); folder != null; folder = folder.getParent()) {
                if (Files.exists(folder) && !passes(folder)) {
                    return Optional.of(folder);
                }
            }
        }
        return Optional.empty();
    }

    private boolean passes(Path folder) throws IOException {
        int mode = (Integer) Files.getAttribute(folder, "unix:mode");
        if (uid == (Integer) Files.getAttribute(folder, "unix:uid")) {
            return (mode & 0100) != 0;
        }
        if (gid == (Integer) Files.getAttribute(folder, "unix:gid")) {
            return (mode & 0010) != 0;
        }
        return (mode & 0001) != 0;
    }

    /** Refuses when this user cannot reach {@code path}. The message names the closed folder. */
    void requirePassage(Path path) throws IOException {
        Optional<Path> closed = barrier(path);
        if (closed.isPresent()) {
            throw new PostgresException(
                    "the folder " + closed.get() + " is closed to the user " + user + ", who runs PostgreSQL in " + path
                            + ": choose another place, or `chmod o+x " + closed.get() + "`");
        }
    }

    /** Returns {@code command} in the form that runs as this user. */
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

    /** Gives {@code path} to this user. */
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
    private static Map<String, SystemUser> lookUp(List<String> names) {
        List<String> command = new ArrayList<>(List.of("getent", "passwd"));
        command.addAll(names);
        boolean root = callerIsRoot();
        Map<String, SystemUser> found = new TreeMap<>();
        for (String line : ChildProcess.run(command).output().split("\n")) {
            String[] fields = line.split(":");
            if (fields.length > 3) {
                int uid = Integer.parseInt(fields[2]);
                found.put(fields[0], new SystemUser(fields[0], uid, Integer.parseInt(fields[3]), root));
            }
        }
        return found;
    }
}
