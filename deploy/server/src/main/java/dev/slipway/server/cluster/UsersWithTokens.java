package dev.slipway.server.cluster;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.run.ClusterUsers;
import dev.slipway.run.OsAccount;
import dev.slipway.run.UserDatabase;
import java.util.Optional;

/**
 * The users of a cluster that is reached by slurmrestd. The service's machine must know these users, because slurmrestd
 * tells no user numbers, and the service gives run folders to the users.
 */
final class UsersWithTokens implements ClusterUsers {
    private final String cluster;
    private final String watcher;
    private final UserDatabase here = new UserDatabase();

    /** @param watcher the user who asks for the states of all runs */
    UsersWithTokens(String cluster, String watcher) {
        this.cluster = cluster;
        this.watcher = watcher;
    }

    @Override
    public Optional<OsAccount> find(String name) {
        return here.find(name);
    }

    @Override
    public Optional<OsAccount> watcher() {
        return Optional.of(find(watcher)
                .orElseThrow(() -> new ProblemException(Problem.of(
                        ProblemCode.CLUSTER_AWAY,
                        "cluster " + cluster + ": user " + watcher
                                + ", who asks for the states of runs, does not exist here, or is root"))));
    }

    @Override
    public boolean mayBecome(OsAccount account) {
        return here.mayBecome(account);
    }
}
