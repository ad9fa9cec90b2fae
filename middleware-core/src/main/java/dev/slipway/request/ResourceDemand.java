package dev.slipway.request;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The demands of a run on the machines of its partition. Which of them a partition takes depends on its kind.
 *
 * @param hosts the number of hosts on which the processes run
 * @param processesPerHost the number of processes on each host
 * @param threadsPerProcess the number of threads of each process; each thread gets a processor
 * @param processorsPerHost the least number of processors that each host has
 * @param memoryPerHost the bytes of memory that are set aside for the run on each host
 * @param exclusive whether no other job runs on the hosts meanwhile
 * @param choice the names by which the run chooses among what its cluster offers
 * @param flavour the implementation of MPI for which the program was built
 */
public record ResourceDemand(
        Optional<CountRange> hosts,
        Optional<Integer> processesPerHost,
        Optional<Integer> threadsPerProcess,
        Optional<Integer> processorsPerHost,
        Optional<Long> memoryPerHost,
        boolean exclusive,
        ClusterChoice choice,
        MpiFlavour flavour) {
    /** The empty demands, of a run that takes the partition unchanged. */
    public static final ResourceDemand NONE = new ResourceDemand(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            false,
            ClusterChoice.NONE,
            MpiFlavour.ANY);

    public ResourceDemand {
        for (Optional<Integer> count : List.of(processesPerHost, threadsPerProcess, processorsPerHost)) {
            Require.that(count.map(number -> number >= 1).orElse(true), "a demand for fewer than 1 of something");
        }
        Require.that(memoryPerHost.map(bytes -> bytes >= 1).orElse(true), "memory of a host must be at least 1 byte");
        Require.that(choice != null && flavour != null, "a demand lacks its choice or its flavour of MPI");
    }

    /**
     * Returns the kinds of demand that not every machine meets. One host, one thread and one processor are no demand.
     */
    public Set<Demand> asks() {
        Set<Demand> asked = EnumSet.noneOf(Demand.class);
        add(asked, Demand.HOSTS, hosts.filter(range -> range.least() > 1));
        add(asked, Demand.PROCESSES_PER_HOST, processesPerHost);
        add(asked, Demand.THREADS, threadsPerProcess.filter(number -> number > 1));
        add(asked, Demand.PROCESSORS_PER_HOST, processorsPerHost.filter(number -> number > 1));
        add(asked, Demand.MEMORY_PER_HOST, memoryPerHost);
        add(asked, Demand.EXCLUSIVE, Optional.of(exclusive).filter(alone -> alone));
        add(asked, Demand.CONSTRAINT, choice.constraint());
        add(asked, Demand.RESERVATION, choice.reservation());
        add(asked, Demand.QOS, choice.qos());
        add(asked, Demand.RERUN, Optional.of(choice.rerun()).filter(again -> again));
        add(asked, Demand.ACCOUNT, choice.account());
        add(asked, Demand.FLAVOUR, Optional.of(flavour).filter(one -> one != MpiFlavour.ANY));
        return Collections.unmodifiableSet(asked);
    }

    private static void add(Set<Demand> asked, Demand demand, Optional<?> wish) {
        if (wish.isPresent()) {
            asked.add(demand);
        }
    }

    /** Returns these demands with other choices among what a cluster offers. */
    public ResourceDemand choosing(ClusterChoice other) {
        return new ResourceDemand(
                hosts,
                processesPerHost,
                threadsPerProcess,
                processorsPerHost,
                memoryPerHost,
                exclusive,
                other,
                flavour);
    }

    /** Returns why this number of processes cannot stand on the hosts that are asked for; empty if it can. */
    public Optional<String> conflict(int processes) {
        return Stream.of(
                        hosts.filter(range -> range.least() > processes)
                                .map(range -> range + " hosts for " + words(processes)),
                        processesPerHost
                                .filter(each -> hosts.flatMap(CountRange::most)
                                        .filter(most -> (long) most * each < processes)
                                        .isPresent())
                                .map(each -> each + " processes on each of at most "
                                        + hosts.flatMap(CountRange::most).orElseThrow() + " hosts for "
                                        + words(processes)))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static String words(int processes) {
        return processes + (processes == 1 ? " process" : " processes");
    }
}
