package dev.slipway.desk.status;

import dev.slipway.job.Job;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.request.JobRequest;
import dev.slipway.request.StagingStep;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Remembers how long recent jobs took and how much data their steps moved, as the basis of estimates. An estimate rests
 * on jobs of the same program and a similar input, and among them on those of the same template if there are any. In
 * memory, and learnt from the journal when the service starts; thread-safe.
 */
public final class RecentJobs {
    /** How many jobs are remembered. */
    public static final int MOST = 200;

    private static final int MOST_STEPS = 500;
    private static final int MOST_ANSWERS = 1_000;

    private final Map<JobToken, PastJob> times = bounded(MOST);
    private final Map<OwnedStep, Long> bytes = bounded(MOST_STEPS);

    /**
     * Answers already computed, forgotten when a job ends. They are kept because the estimate for one waiting job asks
     * about every job in front of it.
     */
    private final Map<Question, Optional<Typical>> answers = bounded(MOST_ANSWERS);

    /** A part of a job's life. */
    private enum Phase {
        STAGE_IN(PastJob::stageIn),
        RUN(PastJob::run),
        STAGE_OUT(PastJob::stageOut),
        WHOLE(PastJob::whole);

        private final Function<PastJob, Duration> duration;

        Phase(Function<PastJob, Duration> duration) {
            this.duration = duration;
        }
    }

    private record Question(PastJob.Work work, Phase phase) {}

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

    /** Learns from the jobs of the journal. */
    public void load(List<Job> done) {
        done.stream().sorted(Comparator.comparing(Job::since)).forEach(this::heard);
    }

    /** Learns from a job that is done; other jobs are not typical. */
    public synchronized void heard(Job job) {
        boolean done = job.outcome()
                .filter(outcome -> outcome instanceof JobOutcome.Done)
                .isPresent();
        if (job.state() == JobState.CLOSED && done) {
            times.put(job.token(), PastJob.of(job));
            answers.clear();
            job.request().stageIn().forEach(step -> learn(job, step));
            job.request().stageOut().forEach(step -> learn(job, step));
        }
    }

    private void learn(Job job, StagingStep step) {
        job.step(step).moved().ifPresent(moved -> bytes.put(new OwnedStep(job.owner(), step), moved.bytes()));
    }

    Optional<Typical> stageIn(Job job) {
        return typical(PastJob.Work.of(job), Phase.STAGE_IN);
    }

    Optional<Typical> run(Job job) {
        return typical(PastJob.Work.of(job), Phase.RUN);
    }

    Optional<Typical> stageOut(Job job) {
        return typical(PastJob.Work.of(job), Phase.STAGE_OUT);
    }

    /** Returns the typical time from the begin of stage-in to the end of stage-out. */
    Optional<Typical> whole(Job job) {
        return typical(PastJob.Work.of(job), Phase.WHOLE);
    }

    /**
     * Estimates the run of a job that has not been submitted.
     *
     * @param input the bytes that the job would stage in; empty if they are not known
     */
    public Estimate run(String partition, JobRequest request, OptionalLong input) {
        PastJob.Work work = PastJob.Work.of(partition, request, input);
        return typical(work, Phase.RUN)
                .map(typical -> Estimate.about(
                        typical.duration(), new EstimateBasis("run", work.words(), typical.count()).last()))
                .orElseGet(() -> Estimate.unknown(EstimateBasis.none("run", work.words())));
    }

    private synchronized Optional<Typical> typical(PastJob.Work work, Phase phase) {
        return answers.computeIfAbsent(new Question(work, phase), this::answer);
    }

    private Optional<Typical> answer(Question question) {
        List<PastJob> like = times.values().stream()
                .filter(one -> one.work().isLike(question.work()))
                .toList();
        List<PastJob> made = like.stream()
                .filter(one -> one.work().template().equals(question.work().template()))
                .toList();
        List<Duration> sorted = (made.isEmpty() ? like : made)
                .stream().map(question.phase().duration).sorted().toList();
        return sorted.isEmpty() ? Optional.empty() : Optional.of(new Typical(sorted));
    }

    /** Returns how much data the same step of the same user moved last time. */
    public synchronized Optional<Long> bytes(String owner, StagingStep step) {
        return Optional.ofNullable(bytes.get(new OwnedStep(owner, step)));
    }
}
