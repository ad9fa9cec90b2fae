package dev.slipway.desk.status;

import dev.slipway.job.Job;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.journal.PhaseTimes;
import dev.slipway.request.StagingStep;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Remembers how long recent jobs took and how much data their steps moved, as the basis of estimates. In memory;
 * thread-safe.
 */
public final class RecentJobs {
    /** How many jobs are remembered. */
    public static final int MOST = 200;

    private static final int MOST_STEPS = 500;

    private final Map<JobToken, PhaseTimes> times = bounded(MOST);
    private final Map<OwnedStep, Long> bytes = bounded(MOST_STEPS);

    /** A step of an owner. Two steps are the same if their descriptions in the documents are equal. */
    private record OwnedStep(String owner, StagingStep step) {}

    /** The recent durations, the shortest first; never empty. */
    record Typical(List<Duration> sorted) {
        /** Returns the median. */
        Duration duration() {
            return sorted.get(sorted.size() / 2);
        }

        /** Returns the number of jobs. */
        int count() {
            return sorted.size();
        }

        /**
         * Returns the remaining time after {@code elapsed}, by the median of the jobs that took at least as long; empty
         * if there was no such job.
         */
        Optional<Duration> left(Duration elapsed) {
            List<Duration> longer =
                    sorted.stream().filter(one -> one.compareTo(elapsed) >= 0).toList();
            return longer.isEmpty()
                    ? Optional.empty()
                    : Optional.of(longer.get(longer.size() / 2).minus(elapsed));
        }
    }

    private static <K, V> Map<K, V> bounded(int most) {
        return new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > most;
            }
        };
    }

    /** Loads the times that the journal knows, the oldest first. */
    public synchronized void load(List<PhaseTimes> recent) {
        recent.forEach(one -> times.put(one.token(), one));
    }

    /** Learns from a job that is done; other jobs are not typical. */
    public synchronized void heard(Job job) {
        boolean done = job.outcome()
                .filter(outcome -> outcome instanceof JobOutcome.Done)
                .isPresent();
        if (job.state() == JobState.CLOSED && done) {
            times.put(
                    job.token(),
                    new PhaseTimes(
                            job.token(),
                            job.acceptance().partition(),
                            span(job, JobState.STAGING_IN),
                            span(job, JobState.RUNNING),
                            span(job, JobState.STAGING_OUT)));
            job.request().stageIn().forEach(step -> learn(job, step));
            job.request().stageOut().forEach(step -> learn(job, step));
        }
    }

    private void learn(Job job, StagingStep step) {
        job.step(step).moved().ifPresent(moved -> bytes.put(new OwnedStep(job.owner(), step), moved.bytes()));
    }

    private static Duration span(Job job, JobState state) {
        for (int i = 0; i + 1 < job.phases().size(); i++) {
            if (job.phases().get(i).state() == state) {
                Instant ended = job.phases().get(i + 1).begun();
                return Duration.between(job.phases().get(i).begun(), ended);
            }
        }
        return Duration.ZERO;
    }

    Optional<Typical> stageIn(String partition) {
        return typical(partition, PhaseTimes::stageIn);
    }

    Optional<Typical> run(String partition) {
        return typical(partition, PhaseTimes::run);
    }

    Optional<Typical> stageOut(String partition) {
        return typical(partition, PhaseTimes::stageOut);
    }

    /** Returns the typical time from the begin of stage-in to the end of stage-out. */
    Optional<Typical> whole(String partition) {
        return typical(partition, one -> one.stageIn().plus(one.run()).plus(one.stageOut()));
    }

    private synchronized Optional<Typical> typical(String partition, Function<PhaseTimes, Duration> phase) {
        List<Duration> sorted = times.values().stream()
                .filter(one -> one.partition().equals(partition))
                .map(phase)
                .sorted()
                .toList();
        return sorted.isEmpty() ? Optional.empty() : Optional.of(new Typical(sorted));
    }

    /** Returns how much data the same step of the same user moved last time. */
    public synchronized Optional<Long> bytes(String owner, StagingStep step) {
        return Optional.ofNullable(bytes.get(new OwnedStep(owner, step)));
    }
}
