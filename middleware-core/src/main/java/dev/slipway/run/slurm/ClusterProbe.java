package dev.slipway.run.slurm;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.run.ClusterAccounts;
import dev.slipway.run.ClusterSettings;
import dev.slipway.run.ClusterUsers;
import dev.slipway.run.OsAccount;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Asks a cluster whether the cluster answers, and has the partitions of Slurm that the settings name.
 *
 * @param way how the service reaches the cluster
 */
record ClusterProbe(ClusterSettings cluster, ClusterWay way) {

    /** Returns the problem that runs would meet at the cluster now; empty if the cluster would take runs. */
    Optional<Problem> ask() throws InterruptedException {
        try {
            Optional<OsAccount> asks = asks();
            return asks.isPresent() ? answered(asks.get()) : Optional.of(nobody());
        } catch (ProblemException e) {
            return Optional.of(e.problem());
        }
    }

    /** Returns the user for commands there: the watcher, or else any user that the service can act as. */
    private Optional<OsAccount> asks() {
        ClusterUsers users = way.users();
        return users.watcher().or(() -> cluster.accounts().bySubmitter().values().stream()
                .map(ClusterAccounts.Account::user)
                .sorted()
                .distinct()
                .flatMap(user -> users.find(user).stream())
                .filter(users::mayBecome)
                .findFirst());
    }

    private Problem nobody() {
        return Problem.of(
                ProblemCode.CLUSTER_ACCOUNT,
                "the service can run commands of cluster " + cluster.name() + " as no user: the operator has granted no"
                        + " account there, or the service may not become any of the users");
    }

    private Optional<Problem> answered(OsAccount account) throws InterruptedException {
        Set<String> partitions = way.requests().partitions(account);
        String missing = cluster.queues().values().stream()
                .filter(queue -> !partitions.contains(queue))
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of(new Problem(
                        ProblemCode.CLUSTER_REFUSED,
                        "cluster " + cluster.name() + " has no partition " + missing
                                + ", which the settings name as a queue",
                        "partitions there: " + partitions.stream().sorted().collect(Collectors.joining(", "))));
    }
}
