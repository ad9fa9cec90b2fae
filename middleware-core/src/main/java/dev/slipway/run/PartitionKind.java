package dev.slipway.run;

import dev.slipway.request.Demand;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** The kinds of partitions, and the demands that a partition of each kind takes. */
public enum PartitionKind {
    /** The machine of the service. */
    MACHINE(EnumSet.noneOf(Demand.class)),
    /** Several hosts of the operator's list, reached by mpirun. */
    HOSTS(EnumSet.of(Demand.HOSTS, Demand.PROCESSES_PER_HOST, Demand.FLAVOUR)),
    /** A partition of a Slurm cluster. */
    SLURM(EnumSet.allOf(Demand.class));

    private final Set<Demand> taken;

    PartitionKind(Set<Demand> taken) {
        this.taken = Collections.unmodifiableSet(taken);
    }

    /** Returns the demands that such a partition takes; documents with others are refused at submit. */
    public Set<Demand> taken() {
        return taken;
    }
}
