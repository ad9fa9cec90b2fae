package dev.slipway.desk;

import dev.slipway.job.JobWords;
import dev.slipway.run.RunProgress;
import java.time.Duration;
import java.util.Optional;

/**
 * A job in a list, with the facts that a reader can choose to see.
 *
 * @param ran the time of the run; empty before its end
 * @param progress the last progress that the running program reported
 * @param program the program, by the name in the document
 */
public record JobLine(
        JobSummary job, Optional<Duration> ran, Optional<RunProgress> progress, String program, JobWords words) {

    /** Returns the share of the work that is done, from 0 to 1; -1 without a report. */
    public double share() {
        return progress.filter(report -> report.of() > 0)
                .map(report -> (double) report.done() / report.of())
                .orElse(-1.0);
    }
}
