package dev.slipway.journal.store;

import dev.slipway.job.Job;
import dev.slipway.job.Job.StepState;
import java.time.Duration;
import java.util.Optional;

/**
 * The use of one job so far, as the projection holds it.
 *
 * @param program the program, by the name in the document
 * @param project the account that the document wants charged
 * @param runMillis the time of the run; empty before its end
 * @param stagedBytes the bytes that steps have moved, in and out, without files that were taken over from another job
 */
record JobUse(String program, Optional<String> project, Optional<Long> runMillis, long stagedBytes) {

    static JobUse of(Job job) {
        return new JobUse(
                job.request().launch().application().title(),
                job.request().launch().demand().choice().account(),
                job.run()
                        .map(run -> Duration.between(
                                run.report().started(), run.report().ended()))
                        .map(time -> Math.max(0, time.toMillis())),
                job.steps().values().stream()
                        .map(StepState::moved)
                        .flatMap(Optional::stream)
                        .filter(moved -> moved.reused().isEmpty())
                        .mapToLong(moved -> moved.bytes())
                        .sum());
    }
}
