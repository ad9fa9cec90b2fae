package dev.slipway.queue;

import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.problem.ByteCount;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Holds all waiting, staging and running jobs and decides which job is next in turn. The scheduler knows only the
 * arguments of {@link #update}, {@link #scratch}, {@link #drained}, {@link #room} and {@link #noRoom}, so that the same
 * entries give the same order after a restart. Every call takes time logarithmic in the number of jobs. Thread-safe.
 */
public final class MetaScheduler {
    private QueueSettings settings;
    private QueuePolicy policy;
    private final Map<String, Lane> lanes = new HashMap<>();
    private Map<String, Integer> slots;
    private final Map<JobToken, QueueEntry> entries = new HashMap<>();
    private final RankedSet queued = new RankedSet();
    private StageInQueue stageIn;
    private final WaitingJobs waiting = new WaitingJobs();
    private final Set<JobToken> stagingIn = new HashSet<>();
    private Set<String> drained = Set.of();
    private Map<String, Integer> free = Map.of();
    private final Set<String> noRoom = new HashSet<>();
    private int inside;
    private long scratchBytes;
    private boolean scratchFull;

    /** One partition: its ready jobs, its jobs that were not launched yet, and the slots that are taken. */
    private static final class Lane {
        private final FairQueue ready;
        private final RankedSet readyOrHeld = new RankedSet();
        private final RankedSet unlaunched = new RankedSet();
        private int runs;
        private int taken;

        Lane(boolean fair) {
            ready = new FairQueue(fair);
        }

        void runs(QueueEntry entry, int change) {
            runs += change;
            taken += change * entry.processes();
            ready.hold(entry.owner(), change * entry.processes());
        }
    }

    /**
     * The load of a partition.
     *
     * @param taken the slots that runs take
     * @param ready the jobs whose turn on the partition can come
     * @param next the slots that the first ready job takes; 0 if there is no such job
     * @param held the ready jobs that are held
     * @param coming the jobs for the partition that are queued or stage in
     */
    public record Load(int slots, int taken, int runs, int ready, int next, int held, int coming) {}

    /**
     * The use of the limits.
     *
     * @param places the places for jobs that are let in
     * @param mostInside the largest number of jobs of one user that are let in
     * @param mostWaiting the largest number of jobs of one user that wait to be let in
     * @param scratchBytes the bytes that the run folders held at the last measurement; 0 if there is no limit
     */
    public record Use(Places places, int mostInside, int mostWaiting, long scratchBytes) {}

    /** @param slots the slots of each partition, by its name */
    public MetaScheduler(QueueSettings settings, Map<String, Integer> slots) {
        this.settings = settings;
        this.policy = settings.policy();
        this.slots = Map.copyOf(slots);
        this.stageIn = new StageInQueue(settings.jobsPerUser(), policy.shares());
    }

    /** Takes other settings and other slots; all jobs keep their ranks. */
    public synchronized void take(QueueSettings newSettings, Map<String, Integer> newSlots) {
        entries.values().forEach(this::remove);
        settings = newSettings;
        policy = newSettings.policy();
        slots = Map.copyOf(newSlots);
        stageIn = new StageInQueue(settings.jobsPerUser(), policy.shares());
        lanes.clear();
        entries.values().forEach(this::add);
    }

    /** Updates a job to its present state; forgets a closed job. */
    public synchronized void update(QueueEntry entry) {
        forget(entry.token());
        if (entry.state() != JobState.CLOSED) {
            entries.put(entry.token(), entry);
            add(entry);
        }
    }

    /**
     * Reserves room for jobs of the user that are about to be accepted, so that concurrent submissions do not pass the
     * limit together. Each reserved job must {@link #arrive} or {@link #stayAway}.
     *
     * @param most the number of jobs that may wait
     * @return false if the limit would be passed; then no room is reserved
     */
    public synchronized boolean expect(String user, int jobs, int most) {
        boolean room = waiting(user) <= most - jobs;
        if (room) {
            waiting.add(user, jobs);
        }
        return room;
    }

    /** Adds a job for which room was reserved, unless the job is known. */
    public synchronized void arrive(QueueEntry entry) {
        stayAway(entry.owner(), 1);
        if (!knows(entry.token())) {
            update(entry);
        }
    }

    /** Gives up reserved room. */
    public synchronized void stayAway(String user, int jobs) {
        waiting.add(user, -jobs);
    }

    /** Counts the user's jobs that wait to be let in, held jobs too, and those that are about to be accepted. */
    public synchronized int waiting(String user) {
        return waiting.of(user);
    }

    /** Returns whether the job waits, stages or runs. */
    public synchronized boolean knows(JobToken token) {
        return entries.containsKey(token);
    }

    /** Removes a job that cannot be read, so that the job holds up no other. */
    public synchronized void forget(JobToken token) {
        QueueEntry entry = entries.remove(token);
        if (entry != null) {
            remove(entry);
        }
    }

    /** Updates the bytes that the run folders hold; returns true if jobs that had to wait may now be let in. */
    public synchronized boolean scratch(long bytes) {
        boolean before = scratchFull;
        scratchBytes = bytes;
        scratchFull = bytes >= settings.scratchBytes();
        return before && !scratchFull;
    }

    /** Sets the partitions on which no job is launched until the next call; all other work goes on. */
    public synchronized void drained(Set<String> partitions) {
        drained = Set.copyOf(partitions);
    }

    /**
     * Lets the ready jobs of the partition wait until the next {@link #room}: the machines have no room for the first
     * ready job, although the count of slots is enough, and no other job may overtake that job.
     */
    public synchronized void noRoom(String partition) {
        noRoom.add(partition);
    }

    /**
     * Sets the free slots of partitions where the slots of runs do not tell the free slots: partitions that share
     * slots, or get back the slots of a run in parts, such as partitions with lists of hosts. Returns true if jobs that
     * had to wait may now be launched.
     */
    public synchronized boolean room(Map<String, Integer> slotsByPartition) {
        boolean more = slotsByPartition.entrySet().stream()
                .anyMatch(now -> noRoom.contains(now.getKey()) || now.getValue() > free.getOrDefault(now.getKey(), 0));
        free = Map.copyOf(slotsByPartition);
        noRoom.clear();
        return more;
    }

    /** Returns the load of the partition. */
    public synchronized Load load(String partition) {
        Lane lane = lane(partition);
        int first = lane.ready.first().map(QueueEntry::processes).orElse(0);
        int all = slots.getOrDefault(partition, 0);
        return new Load(
                all,
                Optional.ofNullable(free.get(partition)).map(idle -> all - idle).orElse(lane.taken),
                lane.runs,
                lane.ready.size(),
                first,
                lane.readyOrHeld.size() - lane.ready.size(),
                lane.unlaunched.size() - lane.readyOrHeld.size());
    }

    /** Returns the use of the limits; takes time linear in the number of users. */
    public synchronized Use use() {
        return new Use(places(), stageIn.mostInside(), waiting.most(), scratchBytes);
    }

    /** Returns the queued job that may begin stage-in now. */
    public synchronized Optional<JobToken> nextToStageIn() {
        if (scratchFull) {
            return Optional.empty();
        }
        return stageIn.first()
                .filter(candidate -> policy.letsIn(candidate, standing(candidate)))
                .map(QueueEntry::token);
    }

    /** Returns a ready job that may be launched now. */
    public synchronized Optional<JobToken> nextToLaunch() {
        for (Map.Entry<String, Lane> named : lanes.entrySet()) {
            Optional<QueueEntry> candidate = named.getValue().ready.first();
            if (candidate.isPresent()
                    && !drained.contains(named.getKey())
                    && !noRoom.contains(named.getKey())
                    && policy.launches(candidate.get(), standing(candidate.get()))) {
                return candidate.map(QueueEntry::token);
            }
        }
        return Optional.empty();
    }

    private QueuePolicy.Standing standing(QueueEntry candidate) {
        Lane lane = lane(candidate.partition());
        return new QueuePolicy.Standing(
                stagingIn.size(),
                stageIn.stagingIn(candidate.owner()),
                stageIn.mostStagingIn(),
                inside,
                queued.first(),
                lane.unlaunched.first(),
                free.getOrDefault(candidate.partition(), slots.getOrDefault(candidate.partition(), 0) - lane.taken));
    }

    /**
     * Returns the rank of a waiting job in its line, 1 for the next; held jobs keep their ranks. QUEUED jobs wait in
     * one line, READY jobs in one line per partition.
     */
    public synchronized Optional<Integer> position(JobToken token) {
        QueueEntry entry = entries.get(token);
        if (entry == null) {
            return Optional.empty();
        }
        return switch (entry.state()) {
            case QUEUED -> Optional.of(queued.below(entry.order()) + 1);
            case READY -> Optional.of(lane(entry.partition()).readyOrHeld.below(entry.order()) + 1);
            case STAGING_IN, RUNNING, STAGING_OUT, CLEANING, CLOSED -> Optional.empty();
        };
    }

    /**
     * The places for jobs that are let in one after the other.
     *
     * @param all the number of places
     * @param taken the number of places taken now
     * @param toTheEnd whether a job keeps its place until the job is closed, not only during stage-in
     */
    public record Places(int all, int taken, boolean toTheEnd) {}

    /** Returns the places for jobs that are let in. */
    public synchronized Places places() {
        return switch (settings.order()) {
            case OVERLAP, STRICT -> new Places(settings.jobsStagingIn(), stagingIn.size(), false);
            case SEQUENCE -> new Places(1, inside, true);
        };
    }

    /** Returns the limit that keeps a queued job outside; empty for a job that only waits for its turn. */
    public synchronized Optional<String> limit(JobToken token) {
        QueueEntry entry = entries.get(token);
        if (entry == null || entry.state() != JobState.QUEUED || entry.held()) {
            return Optional.empty();
        }
        if (scratchFull) {
            return Optional.of("the run folders hold as much as they may: " + ByteCount.words(settings.scratchBytes()));
        }
        return stageIn.full(entry.owner())
                ? Optional.of(
                        "user " + entry.owner() + " has as many jobs inside as one user may: " + settings.jobsPerUser())
                : Optional.empty();
    }

    /**
     * Explains that jobs of other users go before a waiting job, if those users have less of the contended resource
     * now.
     */
    public synchronized Optional<String> share(JobToken token) {
        QueueEntry entry = entries.get(token);
        if (entry == null || entry.held()) {
            return Optional.empty();
        }
        String user = entry.owner();
        return switch (entry.state()) {
            case QUEUED ->
                Optional.of(stageIn)
                        .filter(line -> line.outshared(user))
                        .map(line -> line.stagingIn(user) + " of user " + user
                                + " stage in now, and users with fewer go first");
            case READY ->
                Optional.of(lane(entry.partition()).ready)
                        .filter(line -> line.outshared(user))
                        .map(line -> "user " + user + " has " + line.held(user)
                                + " slots of it now, and users with fewer go first");
            case STAGING_IN, RUNNING, STAGING_OUT, CLEANING, CLOSED -> Optional.empty();
        };
    }

    private Lane lane(String partition) {
        return lanes.computeIfAbsent(partition, name -> new Lane(policy.shares()));
    }

    private void add(QueueEntry entry) {
        Lane lane = lane(entry.partition());
        if (entry.unlaunched()) {
            lane.unlaunched.add(entry.order());
        }
        if (entry.inside()) {
            inside++;
            stageIn.inside(entry.owner(), 1);
        }
        switch (entry.state()) {
            case QUEUED -> {
                queued.add(entry.order());
                waiting.add(entry.owner(), 1);
                if (!entry.held()) {
                    stageIn.waits(entry);
                }
            }
            case STAGING_IN -> {
                // A blocked job moves no data, so it must not keep others from staging in.
                if (!entry.blocked()) {
                    stagingIn.add(entry.token());
                    stageIn.stagesIn(entry.owner(), 1);
                }
            }
            case READY -> {
                lane.readyOrHeld.add(entry.order());
                // A job that its partition has no slots for, since a reload, must not hold up the jobs behind.
                if (!entry.held() && entry.processes() <= slots.getOrDefault(entry.partition(), 0)) {
                    lane.ready.add(entry);
                }
            }
            case RUNNING -> lane.runs(entry, 1);
            case STAGING_OUT, CLEANING, CLOSED -> {}
        }
    }

    private void remove(QueueEntry entry) {
        Lane lane = lane(entry.partition());
        lane.unlaunched.remove(entry.order());
        if (entry.inside()) {
            inside--;
            stageIn.inside(entry.owner(), -1);
        }
        switch (entry.state()) {
            case QUEUED -> {
                queued.remove(entry.order());
                waiting.add(entry.owner(), -1);
                stageIn.leaves(entry);
            }
            case STAGING_IN -> {
                if (stagingIn.remove(entry.token())) {
                    stageIn.stagesIn(entry.owner(), -1);
                }
            }
            case READY -> {
                lane.readyOrHeld.remove(entry.order());
                lane.ready.remove(entry);
            }
            case RUNNING -> lane.runs(entry, -1);
            case STAGING_OUT, CLEANING, CLOSED -> {}
        }
    }
}
