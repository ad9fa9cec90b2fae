package dev.slipway.queue;

import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All waiting, staging and running jobs, and whose turn it is. Knows only what {@link #update} told it, so after a restart the same
 * entries give the same order. Thread-safe.
 */
public final class MetaScheduler {
    private final QueuePolicy policy;
    private final Map<String, Integer> slots;
    private final Map<JobToken, QueueEntry> entries = new HashMap<>();
    private final SortedMap<Long, QueueEntry> queued = new TreeMap<>();
    private final Map<String, SortedMap<Long, QueueEntry>> ready = new HashMap<>();
    private final Map<String, Integer> taken = new HashMap<>();
    private final Set<JobToken> stagingIn = new HashSet<>();

    /**
     * @param slots of each partition, by its name
     */
    public MetaScheduler(QueuePolicy policy, Map<String, Integer> slots) {
        this.policy = policy;
        this.slots = Map.copyOf(slots);
    }

    /** Takes over where a job stands now; a closed job is forgotten. */
    public synchronized void update(QueueEntry entry) {
        remove(entries.remove(entry.token()));
        if (entry.state() != JobState.CLOSED) {
            entries.put(entry.token(), entry);
            add(entry);
        }
    }

    /** Leaves a job out that cannot be read, so that it holds up nobody. */
    public synchronized void forget(JobToken token) {
        remove(entries.remove(token));
    }

    /** The queued job that may begin stage-in now. */
    public synchronized Optional<JobToken> nextToStageIn() {
        return policy.nextToStageIn(queued, stagingIn.size()).map(QueueEntry::token);
    }

    /** A ready job that may be launched now. */
    public synchronized Optional<JobToken> nextToLaunch() {
        for (Map.Entry<String, SortedMap<Long, QueueEntry>> waiting : ready.entrySet()) {
            String partition = waiting.getKey();
            int free = slots.getOrDefault(partition, 0) - taken.getOrDefault(partition, 0);
            Optional<QueueEntry> next = policy.nextToLaunch(waiting.getValue(), free);
            if (next.isPresent()) {
                return next.map(QueueEntry::token);
            }
        }
        return Optional.empty();
    }

    /** The rank of a waiting job in its line, 1 for the next: QUEUED jobs wait in one line, READY jobs in one per partition. */
    public synchronized Optional<Integer> position(JobToken token) {
        QueueEntry entry = entries.get(token);
        if (entry == null) {
            return Optional.empty();
        }
        return switch (entry.state()) {
            case QUEUED -> Optional.of(queued.headMap(entry.order()).size() + 1);
            case READY ->
                Optional.of(line(entry.partition()).headMap(entry.order()).size() + 1);
            case STAGING_IN, RUNNING, STAGING_OUT, CLEANING, CLOSED -> Optional.empty();
        };
    }

    private void add(QueueEntry entry) {
        if (entry.held() && (entry.state() == JobState.QUEUED || entry.state() == JobState.READY)) {
            return;
        }
        switch (entry.state()) {
            case QUEUED -> queued.put(entry.order(), entry);
            case STAGING_IN -> {
                // A blocked job moves nothing: it must not keep others from staging in.
                if (!entry.blocked()) {
                    stagingIn.add(entry.token());
                }
            }
            case READY -> line(entry.partition()).put(entry.order(), entry);
            case RUNNING -> taken.merge(entry.partition(), entry.processes(), Integer::sum);
            case STAGING_OUT, CLEANING, CLOSED -> {}
        }
    }

    /** A held job may be the first that is heard of its partition, as after a restart. */
    private SortedMap<Long, QueueEntry> line(String partition) {
        return ready.computeIfAbsent(partition, name -> new TreeMap<>());
    }

    private void remove(QueueEntry entry) {
        if (entry == null) {
            return;
        }
        switch (entry.state()) {
            case QUEUED -> queued.remove(entry.order());
            case STAGING_IN -> stagingIn.remove(entry.token());
            case READY -> line(entry.partition()).remove(entry.order());
            case RUNNING -> taken.merge(entry.partition(), -entry.processes(), Integer::sum);
            case STAGING_OUT, CLEANING, CLOSED -> {}
        }
    }
}
