package dev.slipway.run.hosts;

import dev.slipway.request.CountRange;
import dev.slipway.request.Demand;
import dev.slipway.request.LaunchRequest;
import dev.slipway.run.RunHost;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Chooses the hosts of a run: as few as the demands and the free slots allow, the emptiest first, with the processes
 * spread evenly over them. Touches no machine.
 */
final class Placement {
    private static final Set<Demand> OF_PLACE = EnumSet.of(Demand.HOSTS, Demand.PROCESSES_PER_HOST);

    private Placement() {}

    /**
     * Returns the hosts of the run, each with the slots for the run; empty if the run does not fit.
     *
     * @param free hosts with their free slots
     */
    static Optional<List<RunHost>> of(LaunchRequest request, List<RunHost> free) {
        int processes = request.processes();
        int each = request.demand().processesPerHost().orElse(processes);
        int least = request.demand().hosts().map(CountRange::least).orElse(1);
        int most = Math.min(
                Math.min(processes, free.size()),
                request.demand().hosts().flatMap(CountRange::most).orElse(processes));
        List<RunHost> emptiest = free.stream()
                .sorted(Comparator.comparingInt(RunHost::slots).reversed())
                .map(host -> new RunHost(host.name(), Math.min(each, host.slots())))
                .toList();
        int room = 0;
        for (int count = 1; count <= most; count++) {
            room += emptiest.get(count - 1).slots();
            if (count >= least && room >= processes) {
                return Optional.of(spread(processes, emptiest.subList(0, count)));
            }
        }
        return Optional.empty();
    }

    /** Gives one process to each host in turn, as long as the host has a slot for it. */
    private static List<RunHost> spread(int processes, List<RunHost> hosts) {
        int[] given = new int[hosts.size()];
        for (int left = processes, at = 0; left > 0; at = (at + 1) % given.length) {
            if (given[at] < hosts.get(at).slots()) {
                given[at]++;
                left--;
            }
        }
        List<RunHost> shares = new ArrayList<>();
        for (int at = 0; at < given.length; at++) {
            shares.add(new RunHost(hosts.get(at).name(), given[at]));
        }
        return shares;
    }

    /** Names the demands of a run that does not fit: the processes, and the hosts and processes for each host. */
    static String demands(LaunchRequest request) {
        String counts = request.demand().asks().stream()
                .filter(OF_PLACE::contains)
                .map(demand -> demand.words() + " ("
                        + (demand == Demand.HOSTS
                                ? request.demand().hosts().orElseThrow()
                                : request.demand().processesPerHost().orElseThrow())
                        + ")")
                .collect(Collectors.joining(" and "));
        int processes = request.processes();
        return processes + (processes == 1 ? " process" : " processes") + (counts.isEmpty() ? "" : " with " + counts);
    }
}
