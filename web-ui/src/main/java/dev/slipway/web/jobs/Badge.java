package dev.slipway.web.jobs;

import dev.slipway.job.JobState;
import java.util.Optional;

/** The one word that tells where a job stands: how it ended, else that it is blocked, else what it waits for. */
final class Badge {
    private Badge() {}

    static String of(JobState state, Optional<String> outcome, boolean blocked) {
        return outcome.orElse(blocked && state != JobState.CLOSED ? "BLOCKED" : state.name());
    }
}
