package dev.slipway.desk;

import dev.slipway.desk.status.GroupStatus;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the words for where a group stands. */
public final class GroupWords {
    private GroupWords() {}

    /** Returns words such as "1,000 jobs: 12 done, 3 failed, 2 under way, 983 wait". */
    static String headline(GroupStatus group) {
        int closed = group.in(JobState.CLOSED);
        int waiting = group.in(JobState.QUEUED);
        String parts = Stream.of(
                        some(ended(group, JobOutcome.DONE), "done"),
                        some(ended(group, JobOutcome.FAILED), "failed"),
                        some(ended(group, JobOutcome.CANCELLED), "cancelled"),
                        some(group.size() - closed - waiting, "under way"),
                        some(waiting, waiting == 1 ? "waits" : "wait"),
                        some(group.blocked(), "of them blocked by an outage"),
                        some(group.held(), "of them held"))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
        return jobs(group.size()) + ": " + parts;
    }

    /** Counts the closed jobs with this outcome. */
    private static int ended(GroupStatus group, String word) {
        return group.counts().stream()
                .filter(count -> count.state() == JobState.CLOSED
                        && count.outcome().filter(word::equals).isPresent())
                .mapToInt(GroupStatus.Count::jobs)
                .sum();
    }

    private static String some(int count, String what) {
        return count == 0 ? "" : number(count) + " " + what;
    }

    public static String jobs(int count) {
        return count == 1 ? "1 job" : number(count) + " jobs";
    }

    private static String number(int count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** Returns the remedy for a closed group. */
    static String remedy(GroupStatus group) {
        int again = group.size() - group.ended(JobOutcome.DONE);
        return again == 0
                ? "Fetch what each job made: `slipway results " + group.token() + "` says where it is."
                : "`slipway list --group " + group.token() + "` names the jobs; `slipway retry " + group.token()
                        + "` does again those that are not done, as a new group of " + jobs(again) + ".";
    }
}
