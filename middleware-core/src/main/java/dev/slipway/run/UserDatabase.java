package dev.slipway.run;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The users of the operating system, as this machine knows them ({@code getent}). Remembers the users it has found. */
public final class UserDatabase implements ClusterUsers {
    /** The user without rights that Debian and most other systems have. */
    private static final String NOBODY = "nobody";

    /** The user's number and group are the third and the fourth field. */
    private static final int FIELDS = 4;

    private final Map<String, OsAccount> known = new ConcurrentHashMap<>();

    @Override
    public Optional<OsAccount> find(String name) {
        if (name.isEmpty() || name.startsWith("-")) {
            return Optional.empty();
        }
        OsAccount before = known.get(name);
        if (before != null) {
            return Optional.of(before);
        }
        Optional<OsAccount> found = ask(name);
        found.ifPresent(account -> known.put(name, account));
        return found;
    }

    private static Optional<OsAccount> ask(String name) {
        try {
            String[] fields = SystemCommand.run(List.of("getent", "passwd", name), true)
                    .strip()
                    .split(":");
            return fields.length > FIELDS && fields[0].equals(name)
                    ? Optional.of(new OsAccount(name, Integer.parseInt(fields[2]), Integer.parseInt(fields[3])))
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            // Either number is that of root, or no number.
            return Optional.empty();
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.of(ProblemCode.MACHINE_BUSY, "the users of this machine cannot be looked up"), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProblemException(
                    Problem.of(ProblemCode.MACHINE_BUSY, "the users of this machine were not looked up"), e);
        }
    }

    /**
     * Returns the user {@code nobody} if the service is root, because users could stop a command that runs as them. Any
     * other service runs every command as the user of the service.
     */
    @Override
    public Optional<OsAccount> watcher() {
        return ServiceIdentity.isRoot() ? find(NOBODY) : Optional.empty();
    }

    /** Returns whether the service can run commands as this user: root as any user, other users only as themselves. */
    @Override
    public boolean mayBecome(OsAccount account) {
        return ServiceIdentity.mayBecome(account.uid());
    }
}
