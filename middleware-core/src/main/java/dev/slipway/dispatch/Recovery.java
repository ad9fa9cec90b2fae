package dev.slipway.dispatch;

import dev.slipway.job.Job;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.journal.JobJournal;
import dev.slipway.journal.JobRow;
import dev.slipway.queue.MetaScheduler;
import dev.slipway.queue.QueueEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Takes up the open jobs of the journal at a start. The queue knows all of them before the first moves on, because a
 * job that was accepted late may hold slots. Jobs are read many at a time. A corrupt job is skipped there, and a later
 * read of that job alone finds the damage.
 */
record Recovery(JobJournal journal, MetaScheduler scheduler, Partitions partitions, Loop loop) {
    private static final int ROWS_AT_ONCE = 2000;
    private static final int JOBS_AT_ONCE = 200;

    void run() {
        List<JobToken> live = queue();
        for (int from = 0; from < live.size(); from += JOBS_AT_ONCE) {
            List<JobToken> some = live.subList(from, Math.min(live.size(), from + JOBS_AT_ONCE));
            List<Job> jobs = journal.loadSound(some);
            loop.execute(() -> jobs.forEach(loop::adopt));
            some.forEach(loop::advance);
        }
    }

    /** Returns the jobs that need action now; all other jobs only wait. */
    private List<JobToken> queue() {
        List<JobToken> live = new ArrayList<>();
        Map<String, Integer> slots = partitions.slots();
        long after = Long.MIN_VALUE;
        for (List<JobRow> page = journal.open(after, ROWS_AT_ONCE);
                !page.isEmpty();
                page = journal.open(after, ROWS_AT_ONCE)) {
            for (JobRow row : page) {
                QueueEntry entry = Loop.entry(row);
                scheduler.update(entry);
                if (row.state() != JobState.QUEUED || entry.processes() > slots.getOrDefault(entry.partition(), 0)) {
                    live.add(row.token());
                }
                after = row.order();
            }
        }
        return live;
    }
}
