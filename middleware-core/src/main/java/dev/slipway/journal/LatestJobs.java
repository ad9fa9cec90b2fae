package dev.slipway.journal;

import dev.slipway.job.Job;
import dev.slipway.job.JobToken;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The jobs that somebody looked at last, as the store had them, so that asking after a job again and again costs the store nothing. One
 * service writes to a store at a time, so what is here is true until this service writes; that a job is read again all the same
 * shows what was done to the store by other hands.
 */
final class LatestJobs {
    /** How long a job counts as it was read. */
    static final Duration SPAN = Duration.ofMinutes(1);

    /** A job takes some kilobytes. */
    private static final int MOST = 2_000;

    private final Clock clock;
    private final Map<JobToken, Look> looks = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<JobToken, Look> eldest) {
            return size() > MOST;
        }
    };
    /** How often jobs were changed, counted by their tokens' hashes. */
    private final long[] changes = new long[256];

    private record Look(Job job, Instant at) {}

    LatestJobs(Clock clock) {
        this.clock = clock;
    }

    /**
     * The job, if it is this owner's or {@code owner} is empty. For anybody else's all is asked for that is asked for an unknown one's.
     *
     * @param read gives the job as the store has it, from what was known of it before
     */
    Optional<Job> look(JobToken token, Optional<String> owner, Function<Optional<Job>, Optional<Job>> read) {
        Optional<Look> known;
        long before;
        synchronized (this) {
            known = Optional.ofNullable(looks.get(token))
                    .filter(look ->
                            owner.isEmpty() || owner.get().equals(look.job().owner()));
            before = changes[place(token)];
        }
        Instant now = clock.instant();
        if (known.isPresent() && isFresh(known.get(), now)) {
            return known.map(Look::job);
        }
        Optional<Job> job = read.apply(known.map(Look::job));
        job.ifPresent(found -> keep(found, now, before));
        return job;
    }

    /** Also not if the clock was set back since. */
    private static boolean isFresh(Look look, Instant now) {
        return Duration.between(look.at(), now).abs().compareTo(SPAN) < 0;
    }

    /** Unless something was written meanwhile, which may not be in it. */
    private synchronized void keep(Job job, Instant at, long before) {
        if (changes[place(job.token())] == before) {
            looks.put(job.token(), new Look(job, at));
        }
    }

    /**
     * Changes jobs in the store. Nobody is shown them as they were once this has returned, nor as they will be before the store has it so;
     * after a failure, of which nobody knows whether the store has it, they are read again.
     *
     * @param write gives the jobs as they are then
     */
    List<Job> change(List<Job> jobs, Supplier<List<Job>> write) {
        Map<JobToken, Mark> marks = begin(jobs);
        try {
            List<Job> after = write.get();
            end(after, marks);
            return after;
        } catch (RuntimeException e) {
            begin(jobs);
            throw e;
        }
    }

    /**
     * How a job stood here when its change began.
     *
     * @param shown whether it was here, for what nobody looks at takes no place
     */
    private record Mark(long change, boolean shown) {}

    private synchronized Map<JobToken, Mark> begin(List<Job> jobs) {
        Map<JobToken, Mark> marks = new HashMap<>();
        for (Job job : jobs) {
            marks.put(job.token(), new Mark(++changes[place(job.token())], looks.remove(job.token()) != null));
        }
        return marks;
    }

    /** If two changed one job at once, nobody knows here whose was the last. */
    private synchronized void end(List<Job> jobs, Map<JobToken, Mark> marks) {
        Instant now = clock.instant();
        for (Job job : jobs) {
            Mark mark = marks.get(job.token());
            boolean alone = changes[place(job.token())]++ == mark.change();
            boolean shown = looks.remove(job.token()) != null || mark.shown();
            if (alone && shown) {
                looks.put(job.token(), new Look(job, now));
            }
        }
    }

    private int place(JobToken token) {
        return Math.floorMod(token.hashCode(), changes.length);
    }
}
