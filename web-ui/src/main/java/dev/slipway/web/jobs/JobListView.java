package dev.slipway.web.jobs;

import dev.slipway.desk.JobSummary;
import dev.slipway.job.JobState;
import dev.slipway.job.Membership;
import dev.slipway.web.Readable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * One page of the list as the JSP reads it.
 *
 * @param page number of this page, from 1, of {@code pages}
 * @param query of the pages' addresses, each ending in {@code &}; says which jobs are listed, empty for all
 * @param count of jobs on all pages
 * @param open whether a job on this page can still change
 */
public record JobListView(List<Row> rows, String query, int page, int pages, long count, boolean open) {

    /**
     * One job.
     *
     * @param badge what to show in colour: its outcome, or else what it waits for
     * @param held whether a user keeps it back, which a blocked job's badge does not say
     * @param age since it was accepted
     * @param group of the sweep that it is one job of; empty for none
     * @param element which of the sweep's elements it is, from 1; 0 for none
     */
    public record Row(
            String token,
            String name,
            String owner,
            String state,
            String badge,
            boolean held,
            String age,
            Readable.Moment accepted,
            String group,
            int element) {}

    /** How many jobs stand on one page. */
    static final int SIZE = 25;

    /** Number of the page nearest to {@code wanted} that there is. */
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
                job.state().name(),
                Badge.of(job.state(), job.outcome(), job.blocked(), job.held()),
                job.held(),
                Readable.duration(Duration.between(job.accepted(), now)),
                Readable.moment(job.accepted()),
                job.membership().map(one -> one.group().value()).orElse(""),
                job.membership().map(Membership::element).orElse(0));
    }
}
