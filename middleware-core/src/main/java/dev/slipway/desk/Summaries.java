package dev.slipway.desk;

import dev.slipway.desk.status.RunAtCluster;
import dev.slipway.dispatch.Dispatcher;
import dev.slipway.job.Job;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.journal.JobRow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Combines the journal's rows of jobs with the standing of those jobs that are in hand. */
final class Summaries {
    private final Dispatcher dispatcher;
    private final Map<JobToken, Job> atClusters;

    private Summaries(Dispatcher dispatcher, Map<JobToken, Job> atClusters) {
        this.dispatcher = dispatcher;
        this.atClusters = atClusters;
    }

    static List<JobSummary> of(List<JobRow> rows, Dispatcher dispatcher) {
        boolean running = rows.stream().anyMatch(row -> row.state() == JobState.RUNNING);
        Summaries summaries = new Summaries(dispatcher, running ? atClusters(dispatcher) : Map.of());
        return rows.stream().map(summaries::summary).toList();
    }

    private static Map<JobToken, Job> atClusters(Dispatcher dispatcher) {
        return dispatcher.inHand().stream()
                .filter(job -> job.state() == JobState.RUNNING && job.cluster().isPresent())
                .collect(Collectors.toMap(Job::token, Function.identity()));
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
                        Optional.ofNullable(atClusters.get(row.token()))
                                .flatMap(job -> RunAtCluster.of(job, dispatcher.live(row.token())))),
                row.accepted(),
                row.since(),
                row.membership());
    }
}
