package dev.slipway.desk;

import dev.slipway.desk.status.RunAtCluster;
import dev.slipway.dispatch.Dispatcher;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.journal.JobRow;
import java.util.List;
import java.util.Optional;

/** Combines the journal's rows of jobs with the standing of those jobs that are in hand. */
record Summaries(Dispatcher dispatcher) {

    static List<JobSummary> of(List<JobRow> rows, Dispatcher dispatcher) {
        return rows.stream().map(new Summaries(dispatcher)::summary).toList();
    }

    private JobSummary summary(JobRow row) {
        return new JobSummary(
                row.token(),
                row.name(),
                row.owner(),
                row.state(),
                row.outcome(),
                new JobSummary.Standing(
                        row.blocked() || dispatcher.leftOut(row.token()),
                        row.held() && row.outcome().isEmpty(),
                        row.state() == JobState.RUNNING ? cluster(row.token()) : Optional.empty()),
                row.accepted(),
                row.since(),
                row.membership());
    }

    private Optional<RunAtCluster> cluster(JobToken token) {
        return dispatcher
                .inHand(token)
                .filter(job -> job.state() == JobState.RUNNING)
                .flatMap(job -> RunAtCluster.of(job, dispatcher.live(token)));
    }
}
