package dev.slipway.journal;

import dev.slipway.job.Job;
import dev.slipway.job.JobToken;
import java.lang.ref.SoftReference;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The jobs that somebody looked at last, as the store had them, so that asking after a job again and again costs the store nothing. One
 * service writes to a store at a time, so what is here is true until this service writes. After its span a job is read anew, with all
 * that is checked then, so that what other hands did to the store shows; no longer than that is it told while the store is away.
 */
final class LatestJobs {
    /** How long a job counts as it was read. */
    static final Duration SPAN = Duration.ofMinutes(1);

    /** A job takes some kilobytes, seldom megabytes: memory that runs short takes it back. */
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

    /** @param millis when the store had it so: reckoning by {@code Duration} would take longer than all else of a look */
    private record Look(SoftReference<Job> job, long millis) {
        static Look at(Job job, long millis) {
            return new Look(new SoftReference<>(job), millis);
        }

        /** Also not if the clock was set back since. */
        boolean isFresh(long now) {
            return Math.abs(now - millis) < SPAN.toMillis();
        }
    }

    LatestJobs(Clock clock) {
        this.clock = clock;
    }

    /**
     * The job, if it is this owner's or {@code owner} is empty. For anybody else's all is asked for that is asked for an unknown one's.
     *
     * @param read gives the job as the store has it
     */
    Optional<Job> look(JobToken token, Optional<String> owner, Supplier<Optional<Job>> read) {
        long now = clock.millis();
        Optional<Job> known;
        long before;
        synchronized (this) {
            known = Optional.ofNullable(looks.get(token))
                    .filter(look -> look.isFresh(now))
                    .map(look -> look.job().get())
                    .filter(job -> owner.isEmpty() || owner.get().equals(job.owner()));
            before = changes[place(token)];
        }
        if (known.isPresent()) {
            return known;
        }
        Optional<Job> job = read.get();
        job.ifPresent(found -> keep(found, now, before));
        return job;
    }

    /** Unless something was written meanwhile, which may not be in it. */
    private synchronized void keep(Job job, long at, long before) {
        if (changes[place(job.token())] == before) {
            looks.put(job.token(), Look.at(job, at));
        }
    }

    /**
     * Changes jobs in the store. Nobody is shown them as they were once this has returned, nor as they will be before the store has it so;
     * after a failure, when nobody knows which of both the store has, they are read again.
     *
     * @param write gives the jobs as they are then
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
    private synchronized void end(List<Job> jobs, List<Job> after, Map<JobToken, Mark> marks) {
        Set<JobToken> lookedAt = new HashSet<>();
        for (Job job : jobs) {
            if (looks.remove(job.token()) != null || marks.get(job.token()).shown()) {
                lookedAt.add(job.token());
            }
        }
        long now = clock.millis();
        for (Job job : after) {
            boolean alone =
                    changes[place(job.token())] == marks.get(job.token()).change();
            if (alone && lookedAt.contains(job.token())) {
                looks.put(job.token(), Look.at(job, now));
            }
        }
        jobs.forEach(job -> changes[place(job.token())]++);
    }

    private int place(JobToken token) {
        return Math.floorMod(token.hashCode(), changes.length);
    }
}
