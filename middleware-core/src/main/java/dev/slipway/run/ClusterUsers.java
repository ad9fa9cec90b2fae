package dev.slipway.run;

import java.util.Optional;

/** The users of the operating system for the commands of a cluster. */
public interface ClusterUsers {
    /**
     * Returns the user of this name; empty if there is no such user, or the user is root.
     *
     * @throws dev.slipway.problem.ProblemException an outage if the users cannot be looked up now
     */
    Optional<OsAccount> find(String name);

    /**
     * Returns the user for the questions about the states of all runs. No run has this user. Without such a user
     * returns empty, and the service asks as one of the owners.
     *
     * @throws dev.slipway.problem.ProblemException an outage if the user cannot be looked up now
     */
    default Optional<OsAccount> watcher() {
        return Optional.empty();
    }

    /** Returns whether the service can run commands as this user. */
    boolean mayBecome(OsAccount account);
}
