package dev.slipway.web.jobs;

import dev.slipway.desk.JobSummary;
import dev.slipway.desk.status.RunAtCluster;
import dev.slipway.job.JobState;
import dev.slipway.job.Membership;
import dev.slipway.web.Readable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Describes one page of the list for the JSP.
 *
 * @param page number of this page, from 1 to {@code pages}
 * @param query of the addresses of the list's pages, which says which jobs are listed; ends in {@code &}, or is empty
 *     for all jobs
 * @param count of jobs on all pages
 * @param open whether a job on this page can still change
 */
public record JobListView(List<Row> rows, String query, int page, int pages, long count, boolean open) {

    /**
     * Describes one job.
     *
     * @param age since the job was accepted
     * @param group the sweep group to which the job belongs; empty without one
     * @param element number of the sweep's element, from 1; 0 for a job outside a sweep
     */
    public record Row(
            String token,
            String name,
            String owner,
            Standing standing,
            String age,
            Readable.Moment accepted,
            String group,
            int element) {}

    /**
     * Says where a job stands.
     *
     * @param badge word to show in colour: the outcome, or else the state
     * @param held whether a user holds the job, which the badge of a blocked job does not say
     * @param waits the reason why the run waits at the cluster; empty for a run under way, and for a run at no cluster
     */
    public record Standing(String state, String badge, boolean held, String waits) {}

    /** The number of jobs on one page. */
    static final int SIZE = 25;

    /** Returns the number of the existing page nearest to {@code wanted}. */
    static int page(int wanted, long count) {
        return Math.min(Math.max(wanted, 1), pages(count));
    }

    private static int pages(long count) {
        return (int) Math.max(1, (count + SIZE - 1) / SIZE);
    }

    static JobListView of(List<JobSummary> jobs, String query, int page, long count, Instant now) {
        List<Row> rows = jobs.stream().map(job -> row(job, now)).toList();
        return new JobListView(
                rows, query, page, pages(count), count, jobs.stream().anyMatch(job -> job.state() != JobState.CLOSED));
    }

    private static Row row(JobSummary job, Instant now) {
        return new Row(
                job.token().value(),
                job.name(),
                job.owner(),
                new Standing(
                        job.state().name(),
                        Badge.of(
                                job.state(),
                                job.outcome(),
                                job.standing().blocked(),
                                job.standing().held()),
                        job.standing().held(),
                        job.standing().cluster().flatMap(RunAtCluster::words).orElse("")),
                Readable.about(Duration.between(job.accepted(), now)),
                Readable.moment(job.accepted()),
                job.membership().map(one -> one.group().value()).orElse(""),
                job.membership().map(Membership::element).orElse(0));
    }
}
