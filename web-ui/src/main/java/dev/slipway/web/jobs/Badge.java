package dev.slipway.web.jobs;

import dev.slipway.job.JobState;
import java.util.Optional;

/**
 * Chooses the one word for the standing of a job: the outcome if there is one, else blocked or held, else the state.
 */
public final class Badge {
    private Badge() {}

    public static String of(JobState state, Optional<String> outcome, boolean blocked, boolean held) {
        if (outcome.isPresent() || state == JobState.CLOSED) {
            return outcome.orElse(state.name());
        }
        if (blocked) {
            return "BLOCKED";
        }
        return held ? "HELD" : state.name();
    }
}
