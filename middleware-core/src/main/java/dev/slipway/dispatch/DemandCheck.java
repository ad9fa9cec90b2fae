package dev.slipway.dispatch;

import dev.slipway.problem.ByteCount;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.Demand;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.MpiFlavour;
import dev.slipway.request.ResourceDemand;
import dev.slipway.run.Partition;
import dev.slipway.run.PartitionKind;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Checks a run's demands on machines against the kind of its partition. */
final class DemandCheck {
    private DemandCheck() {}

    /** Returns why this partition does not take all demands of the run, and which partitions take them. */
    static Optional<Problem> obstacle(Partition partition, LaunchRequest launch, Collection<Partition> all) {
        Set<Demand> refused = refused(partition.kind(), launch);
        if (refused.isEmpty()) {
            return Optional.empty();
        }
        String demands = refused.stream()
                .map(demand -> demand.words() + " (" + wish(demand, launch.demand()) + ")")
                .collect(Collectors.joining(", "));
        List<String> others = all.stream()
                .filter(other -> refused(other.kind(), launch).isEmpty())
                .map(Partition::name)
                .toList();
        return Optional.of(new Problem(
                ProblemCode.DEMAND_NOT_TAKEN,
                "partition " + partition.name() + " does not take what the document asks for: " + demands,
                others.isEmpty()
                        ? "no partition here takes all that the document asks for"
                        : "partitions that take it: " + String.join(", ", others)));
    }

    /** The mpirun of the service's machine is that of Open MPI, as the installation sets it up. */
    private static Set<Demand> refused(PartitionKind kind, LaunchRequest launch) {
        Set<Demand> refused = EnumSet.noneOf(Demand.class);
        refused.addAll(launch.asks());
        refused.removeAll(kind.taken());
        if (kind == PartitionKind.MACHINE && launch.demand().flavour() == MpiFlavour.OPEN_MPI) {
            refused.remove(Demand.FLAVOUR);
        }
        return refused;
    }

    private static String wish(Demand demand, ResourceDemand wishes) {
        return switch (demand) {
            case HOSTS -> wishes.hosts().orElseThrow().toString();
            case PROCESSES_PER_HOST -> wishes.processesPerHost().orElseThrow().toString();
            case THREADS -> wishes.threadsPerProcess().orElseThrow().toString();
            case PROCESSORS_PER_HOST -> wishes.processorsPerHost().orElseThrow().toString();
            case MEMORY_PER_HOST -> ByteCount.words(wishes.memoryPerHost().orElseThrow());
            case EXCLUSIVE -> "exclusive";
            case CONSTRAINT -> wishes.choice().constraint().orElseThrow();
            case RESERVATION -> wishes.choice().reservation().orElseThrow();
            case QOS -> wishes.choice().qos().orElseThrow();
            case RERUN -> "rerun";
            case ACCOUNT -> wishes.choice().account().orElseThrow();
            case FLAVOUR -> wishes.flavour().words();
        };
    }
}
