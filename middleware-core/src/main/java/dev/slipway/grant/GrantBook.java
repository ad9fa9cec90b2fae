package dev.slipway.grant;

import dev.slipway.request.JobRequest;

/** Where it stands what is granted to whom. */
@FunctionalInterface
public interface GrantBook {

    /**
     * What the jobs of {@code user} may name now.
     *
     * @throws dev.slipway.problem.ProblemException when the book cannot be read
     */
    Grants of(String user);

    /** Refuses what names places that are not granted to {@code user}; each step is looked at again when it moves. */
    default void require(String user, JobRequest request) {
        if (!request.stageIn().isEmpty() || !request.stageOut().isEmpty()) {
            of(user).require(user, request);
        }
    }
}
