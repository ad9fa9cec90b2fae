package dev.slipway.run.hosts;

import dev.slipway.request.LaunchRequest;
import dev.slipway.run.HostList;
import dev.slipway.run.RunHost;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The slots of all hosts, and the runs that have these slots. Several partitions that name one host share its slots.
 * Thread-safe.
 */
final class HostSlots {
    private final Map<String, HostList> lists;
    private final Map<String, List<RunHost>> taken = new LinkedHashMap<>();

    HostSlots(List<HostList> lists) {
        this.lists = lists.stream().collect(Collectors.toMap(HostList::partition, list -> list));
    }

    /** Notes hosts that a run has already. */
    synchronized void keep(String run, List<RunHost> hosts) {
        taken.put(run, List.copyOf(hosts));
    }

    /**
     * Gives hosts to a run that has no hosts yet. Returns the hosts of the run, or empty if the run does not fit now.
     *
     * @param up whether a host may get a run
     */
    synchronized Optional<List<RunHost>> take(
            String run, String partition, LaunchRequest request, Predicate<String> up) {
        if (taken.containsKey(run)) {
            return Optional.of(taken.get(run));
        }
        Optional<List<RunHost>> placed = Placement.of(request, free(partition, up));
        placed.ifPresent(hosts -> taken.put(run, hosts));
        return placed;
    }

    /** Returns whether a run would fit on these hosts if no run had any slot. */
    boolean fitsEver(String partition, LaunchRequest request, Predicate<String> up) {
        return Placement.of(
                        request,
                        all(partition).stream()
                                .filter(host -> up.test(host.name()))
                                .toList())
                .isPresent();
    }

    /** Takes all slots of a run back. */
    synchronized void free(String run) {
        taken.remove(run);
    }

    synchronized boolean areTaken() {
        return !taken.isEmpty();
    }

    /** Returns the number of free slots of each partition. */
    synchronized Map<String, Integer> free() {
        return lists.keySet().stream().collect(Collectors.toMap(name -> name, name -> free(name, host -> true).stream()
                .mapToInt(RunHost::slots)
                .sum()));
    }

    private List<RunHost> all(String partition) {
        return Optional.ofNullable(lists.get(partition)).map(HostList::hosts).orElse(List.of());
    }

    private List<RunHost> free(String partition, Predicate<String> up) {
        Map<String, Integer> used = new HashMap<>();
        taken.values().forEach(hosts -> hosts.forEach(host -> used.merge(host.name(), host.slots(), Integer::sum)));
        return all(partition).stream()
                .filter(host -> up.test(host.name()) && host.slots() > used.getOrDefault(host.name(), 0))
                .map(host -> new RunHost(host.name(), host.slots() - used.getOrDefault(host.name(), 0)))
                .toList();
    }
}
