package dev.slipway.desk;

import dev.slipway.dispatch.Dispatcher;
import dev.slipway.job.JobFilter;
import dev.slipway.job.JobOrder;
import dev.slipway.job.JobState;
import dev.slipway.journal.JobJournal;
import dev.slipway.journal.ListedJob;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Lists jobs in the order that a reader chose. The journal sorts by everything except progress: progress is not stored,
 * so those lists are sorted here.
 */
record JobLines(JobJournal journal, Dispatcher dispatcher) {

    List<JobLine> of(JobFilter filter, JobOrder order, int offset, int limit) {
        return order.by() == JobOrder.By.PROGRESS
                ? byProgress(filter, order.descending(), offset, limit)
                : lines(journal.listed(filter, order, offset, limit));
    }

    private List<JobLine> byProgress(JobFilter filter, boolean descending, int offset, int limit) {
        Comparator<JobLine> share = Comparator.comparingDouble(JobLine::share);
        return lines(journal.listed(filter, JobOrder.NEWEST_FIRST, 0, JobDesk.MOST_BY_PROGRESS)).stream()
                .sorted(Comparator.<JobLine, Boolean>comparing(line -> line.share() < 0)
                        .thenComparing(descending ? share.reversed() : share))
                .skip(offset)
                .limit(limit)
                .toList();
    }

    private List<JobLine> lines(List<ListedJob> jobs) {
        List<JobSummary> summaries =
                Summaries.of(jobs.stream().map(ListedJob::row).toList(), dispatcher);
        return IntStream.range(0, jobs.size())
                .mapToObj(i -> line(summaries.get(i), jobs.get(i)))
                .toList();
    }

    private JobLine line(JobSummary summary, ListedJob job) {
        return new JobLine(
                summary,
                job.ran(),
                summary.state() == JobState.RUNNING
                        ? dispatcher.live(summary.token()).progress()
                        : Optional.empty(),
                job.program(),
                job.words());
    }
}
