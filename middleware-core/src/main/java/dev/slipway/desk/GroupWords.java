package dev.slipway.desk;

import dev.slipway.desk.status.GroupStatus;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.problem.Remedy;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the words for where a group stands. */
public final class GroupWords {
    private static final Remedy FETCH = new Remedy(
            "Fetch what each job made.",
            "Fetch what each job made: the operation results lists it for the group.",
            "Fetch what each job made: `slipway results TOKEN` says where it is.");

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
    static Remedy remedy(GroupStatus group) {
        int again = group.size() - group.ended(JobOutcome.DONE);
        return (again == 0 ? FETCH : again(jobs(again))).about(group.token().value());
    }

    private static Remedy again(String jobs) {
        return new Remedy(
                "Retry runs the jobs again that are not done, as a new sweep of " + jobs + ".",
                "The operation list names the jobs of the group; the operation retry does again those that are not"
                        + " done, as a new group of " + jobs + ".",
                "`slipway list --group TOKEN` names the jobs; `slipway retry TOKEN` does again those that are not"
                        + " done, as a new group of " + jobs + ".");
    }
}
