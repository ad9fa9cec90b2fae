package dev.slipway.web.jobs;

import dev.slipway.job.JobState;
import java.util.Optional;

/** The one word that tells where a job stands: how it ended, else that it is blocked or held, else what it waits for. */
final class Badge {
    private Badge() {}

    static String of(JobState state, Optional<String> outcome, boolean blocked, boolean held) {
        if (outcome.isPresent() || state == JobState.CLOSED) {
            return outcome.orElse(state.name());
        }
        if (blocked) {
            return "BLOCKED";
        }
        return held ? "HELD" : state.name();
    }
}
