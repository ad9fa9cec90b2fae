package dev.slipway.server.cluster;

import dev.slipway.gateway.ssh.HostAnswer;
import dev.slipway.gateway.ssh.HostCall;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.run.ClusterUsers;
import dev.slipway.run.OsAccount;
import dev.slipway.run.ServiceIdentity;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Looks up the users of a cluster at its login node, because the service's machine may not know these users. The
 * operator's user asks for the numbers of each user: a login as that user would run the user's shell files, which could
 * change the answer. Refuses a user with the user or group number 0 under any name. Remembers the users that were
 * found.
 */
public final class UsersOverSsh implements ClusterUsers {
    private static final Pattern NUMBERS = Pattern.compile("([0-9]{1,9})\n([0-9]{1,9})\n");
    private static final int MOST = 1000;
    private static final String ASK = "id -u -- \"$1\" && id -g -- \"$1\"";

    private final LoginNode node;
    private final Duration timeout;
    private final Map<String, OsAccount> known = new ConcurrentHashMap<>();

    /** @param timeout the time after which a login node that does not answer counts as away */
    public UsersOverSsh(LoginNode node, Duration timeout) {
        this.node = node;
        this.timeout = timeout;
    }

    @Override
    public Optional<OsAccount> find(String name) {
        OsAccount before = known.get(name);
        if (before != null) {
            return Optional.of(before);
        }
        Optional<OsAccount> found = ask(name);
        found.ifPresent(account -> known.put(name, account));
        return found;
    }

    private Optional<OsAccount> ask(String name) {
        HostCall call = new HostCall(List.of("sh", "-c", ASK, "sh", name), Map.of(), "", timeout, MOST, MOST);
        try {
            HostAnswer answer = node.answer(node.address().watcher(), call, () -> {});
            Matcher numbers = NUMBERS.matcher(answer.out());
            if (!numbers.matches()) {
                throw node.away(
                        node.address().host() + " does not tell the number of user " + name,
                        answer.out() + answer.err());
            }
            int uid = Integer.parseInt(numbers.group(1));
            int gid = Integer.parseInt(numbers.group(2));
            return uid == 0 || gid == 0 ? Optional.empty() : Optional.of(new OsAccount(name, uid, gid));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProblemException(
                    Problem.of(ProblemCode.MACHINE_BUSY, "the users of a cluster were not looked up"), e);
        }
    }

    /**
     * Returns the operator's user. Every other login runs the shell files of its user, so such a login could answer
     * falsely for other users' runs.
     */
    @Override
    public Optional<OsAccount> watcher() {
        String name = node.address().watcher();
        return Optional.of(find(name)
                .orElseThrow(() -> node.away("user " + name + ", who asks for the states of runs, is root", "")));
    }

    /** Returns whether the service can give the run folder to this user. Does not check the login of the user. */
    @Override
    public boolean mayBecome(OsAccount account) {
        return ServiceIdentity.mayBecome(account.uid());
    }
}
