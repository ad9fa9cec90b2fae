package dev.slipway.grant;

import dev.slipway.request.JobRequest;
import java.util.List;

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
    default void require(String user, List<JobRequest> requests) {
        List<JobRequest> moving = requests.stream()
                .filter(request ->
                        !request.stageIn().isEmpty() || !request.stageOut().isEmpty())
                .toList();
        if (!moving.isEmpty()) {
            Grants granted = of(user);
            moving.forEach(request -> granted.require(user, request));
        }
    }
}
