package dev.slipway.run.slurm;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.run.ClusterAccounts;
import dev.slipway.run.ClusterSettings;
import dev.slipway.run.ClusterUsers;
import dev.slipway.run.OsAccount;
import java.util.List;
import java.util.Optional;

/**
 * Chooses the user of the operating system as whom a submitter's runs run on a cluster, and the account to charge. Uses
 * only users and accounts that the operator granted, never root, and never the user of a service that could run
 * commands as other users.
 */
final class ClusterIdentities {
    private final ClusterSettings cluster;
    private final ClusterUsers users;

    ClusterIdentities(ClusterSettings cluster, ClusterUsers users) {
        this.cluster = cluster;
        this.users = users;
    }

    /** @throws ProblemException CLUSTER_ACCOUNT if the submitter has no account on the cluster */
    OsAccount account(String submitter) {
        ClusterAccounts.Account granted = cluster.accounts()
                .of(submitter)
                .orElseThrow(() -> refused(
                        "the operator has granted user " + submitter + " no account on cluster " + cluster.name()));
        OsAccount account = users.find(granted.user())
                .orElseThrow(() -> refused("user " + granted.user() + ", whom the operator granted to " + submitter
                        + " on cluster " + cluster.name() + ", does not exist here, or is root"));
        if (!users.mayBecome(account)) {
            throw refused("the service cannot run anything as user " + account.name()
                    + ", whom the operator granted to " + submitter + " on cluster " + cluster.name());
        }
        return account;
    }

    /**
     * Returns the account to charge: the account that the document asks for, or else the first account of the
     * submitter; empty if the cluster chooses.
     *
     * @throws ProblemException CLUSTER_ACCOUNT if the document asks for an account that was not granted
     */
    Optional<String> charged(String submitter, Optional<String> asked) {
        List<String> granted = cluster.accounts()
                .of(submitter)
                .map(ClusterAccounts.Account::charged)
                .orElse(List.of());
        if (asked.isPresent() && !granted.contains(asked.get())) {
            throw refused("the operator does not let user " + submitter + " charge runs on cluster " + cluster.name()
                    + " to account " + asked.get());
        }
        return asked.or(() -> granted.stream().findFirst());
    }

    private static ProblemException refused(String message) {
        return new ProblemException(Problem.of(ProblemCode.CLUSTER_ACCOUNT, message));
    }
}
