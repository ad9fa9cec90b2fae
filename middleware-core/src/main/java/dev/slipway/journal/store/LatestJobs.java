package dev.slipway.journal.store;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.slipway.clock.ClockTicker;
import dev.slipway.job.Job;
import dev.slipway.job.JobToken;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Caches the jobs that were looked at last, so that repeated status requests do not reach the store. A single service
 * writes to a store at a time, so a cached job is true until this service changes it. After {@link #SPAN} a job is read
 * anew with all checks; so changes to the store from outside show, and a job is not shown for longer than that while
 * the store is away.
 */
final class LatestJobs {
    /** How long a cached job counts as fresh. */
    static final Duration SPAN = Duration.ofMinutes(1);

    /** A job takes some kilobytes, seldom megabytes. The values are soft, so that the memory can be reclaimed. */
    static final int MOST = 2_000;

    private final Cache<JobToken, Job> looks;

    /** Counts the changes of jobs, indexed by the hashes of their tokens. */
    private final long[] changes = new long[256];

    LatestJobs(Clock clock) {
        this.looks = Caffeine.newBuilder()
                .maximumSize(MOST)
                .softValues()
                .expireAfterWrite(SPAN)
                .ticker(new ClockTicker(clock))
                .executor(Runnable::run)
                .build();
    }

    /**
     * Returns the job if it belongs to this owner, or if {@code owner} is empty. For another user's job the store is
     * asked exactly as for an unknown job.
     *
     * @param read reads the job from the store
     */
    Optional<Job> look(JobToken token, Optional<String> owner, Supplier<Optional<Job>> read) {
        Optional<Job> known;
        long before;
        synchronized (this) {
            known = Optional.ofNullable(looks.getIfPresent(token))
                    .filter(job -> owner.isEmpty() || owner.get().equals(job.owner()));
            before = changes[place(token)];
        }
        if (known.isPresent()) {
            return known;
        }
        Optional<Job> job = read.get();
        job.ifPresent(found -> keep(found, before));
        return job;
    }

    /** Caches the job, unless a change was written meanwhile that the job may lack. */
    private synchronized void keep(Job job, long before) {
        if (changes[place(job.token())] == before) {
            looks.put(job.token(), job);
        }
    }

    /**
     * Changes jobs in the store. Callers never see the old state once this has returned, nor the new state before the
     * store holds it. After a failure that leaves the state of the store unknown, the jobs are read again.
     *
     * @param write writes the changes and returns the changed jobs
     */
    List<Job> change(List<Job> jobs, Supplier<List<Job>> write) {
        Map<JobToken, Mark> marks = begin(jobs);
        List<Job> after = List.of();
        try {
            after = write.get();
            return after;
        } finally {
            end(jobs, after, marks);
        }
    }

    /**
     * The state of a job's cache entry when a change began.
     *
     * @param shown whether the job was cached; a job without any look takes no place in the cache
     */
    private record Mark(long change, boolean shown) {}

    private synchronized Map<JobToken, Mark> begin(List<Job> jobs) {
        Map<JobToken, Mark> marks = new HashMap<>();
        for (Job job : jobs) {
            marks.put(
                    job.token(),
                    new Mark(++changes[place(job.token())], looks.asMap().remove(job.token()) != null));
        }
        return marks;
    }

    /**
     * Ends a change. If two threads changed one job at once, the order of their changes is unknown here, so the job is
     * not cached.
     */
    private synchronized void end(List<Job> jobs, List<Job> after, Map<JobToken, Mark> marks) {
        Set<JobToken> lookedAt = new HashSet<>();
        for (Job job : jobs) {
            if (looks.asMap().remove(job.token()) != null
                    || marks.get(job.token()).shown()) {
                lookedAt.add(job.token());
            }
        }
        for (Job job : after) {
            boolean alone =
                    changes[place(job.token())] == marks.get(job.token()).change();
            if (alone && lookedAt.contains(job.token())) {
                looks.put(job.token(), job);
            }
        }
        jobs.forEach(job -> changes[place(job.token())]++);
    }

    private int place(JobToken token) {
        return Math.floorMod(token.hashCode(), changes.length);
    }
}
