package dev.slipway.dispatch;

import dev.slipway.problem.ByteCount;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.LaunchWords;
import dev.slipway.run.Partition;
import dev.slipway.run.PartitionKind;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The operator's partitions by name. A reload of the settings replaces all of them at once. */
public final class Partitions {
    private volatile Map<String, Partition> byName;

    /** @param partitions the partitions; the first is the default */
    public Partitions(List<Partition> partitions) {
        Map<String, Partition> named = new LinkedHashMap<>();
        for (Partition partition : partitions) {
            if (named.put(partition.name(), partition) != null) {
                throw new IllegalArgumentException("partition named twice: " + partition.name());
            }
        }
        if (named.isEmpty()) {
            throw new IllegalArgumentException("there is no partition");
        }
        byName = named;
    }

    /** Takes the partitions of {@code other} in place of these. */
    public void take(Partitions other) {
        byName = other.byName;
    }

    /** Returns the name of the partition that the launch asks for, or of the default partition. */
    public String nameFor(LaunchRequest launch) {
        return launch.partition().orElseGet(() -> byName.keySet().iterator().next());
    }

    /** Returns why the launch can never run on the partition of this name; empty if it can. */
    public Optional<Problem> obstacle(String name, LaunchRequest launch) {
        return noSlots(name, launch).or(() -> refusal(name, launch));
    }

    /** Returns why the partition never has the slots for the launch: the partition is not there, or too small. */
    public Optional<Problem> noSlots(String name, LaunchRequest launch) {
        Partition partition = byName.get(name);
        if (partition == null) {
            return Optional.of(new Problem(
                    ProblemCode.PARTITION_UNKNOWN,
                    "there is no partition " + name,
                    "partitions: " + String.join(", ", byName.keySet())));
        }
        if (launch.processes() > partition.slots()) {
            return Optional.of(Problem.of(
                    ProblemCode.TOO_MANY_PROCESSES,
                    launch.processes() + " processes do not fit partition " + name + ", which has " + partition.slots()
                            + " slots"));
        }
        return Optional.empty();
    }

    /** Returns why the partition of this name refuses the launch; empty for a partition that is not there. */
    Optional<Problem> refusal(String name, LaunchRequest launch) {
        return Optional.ofNullable(byName.get(name))
                .flatMap(partition -> DemandCheck.obstacle(partition, launch, byName.values())
                        .or(() -> usersProgram(partition, launch))
                        .or(() -> unlisted(partition, launch)));
    }

    /** Returns the partition of this name, or the default partition if that partition is gone. */
    private Partition orDefault(String name) {
        Map<String, Partition> now = byName;
        return now.getOrDefault(name, now.values().iterator().next());
    }

    /** Refuses a user's own program where the operator does not allow users' programs. */
    private Optional<Problem> usersProgram(Partition partition, LaunchRequest launch) {
        return launch.usersProgram()
                .filter(file -> !partition.usersPrograms())
                .map(file -> new Problem(
                        ProblemCode.USERS_PROGRAM_REFUSED,
                        "partition " + partition.name() + " runs programs of the operator only, and ./" + file
                                + " is a file of the job",
                        "partitions that run users' programs: "
                                + byName.values().stream()
                                        .filter(Partition::usersPrograms)
                                        .map(Partition::name)
                                        .reduce((one, other) -> one + ", " + other)
                                        .orElse("none")));
    }

    /**
     * Reports all variables that the operator has not listed. The launcher reports variables that no operator may list.
     */
    private static Optional<Problem> unlisted(Partition partition, LaunchRequest launch) {
        List<String> names = launch.application().programs().stream()
                .flatMap(program -> program.environment().keySet().stream())
                .distinct()
                .filter(name -> !partition.variables().cover(name) && !LaunchWords.steers(name))
                .toList();
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of(new Problem(
                        ProblemCode.VARIABLE_REFUSED,
                        "partition " + partition.name() + " lets no document set the environment variable"
                                + (names.size() > 1 ? "s " : " ") + String.join(", ", names),
                        "documents may set there: " + partition.variables()));
    }

    /**
     * Returns the time limit of the run in whole seconds: the requested time, but at most that of the partition. If the
     * partition is gone since the start of the run, the limit of the default partition counts.
     */
    public long wallSeconds(String name, LaunchRequest launch) {
        Duration most = orDefault(name).wallTime();
        Duration asked =
                launch.wallTime().filter(wish -> wish.compareTo(most) < 0).orElse(most);
        return Math.max(1, asked.toSeconds());
    }

    /**
     * Returns the memory of all processes of the run in bytes: the requested memory, but at most that of the partition;
     * empty for no limit.
     */
    public Optional<Long> memory(String name, LaunchRequest launch) {
        Partition partition = orDefault(name);
        Optional<Long> most = Optional.of(partition.slotMemory())
                .filter(slot -> slot > 0)
                .map(slot -> slot > Long.MAX_VALUE / launch.processes() ? Long.MAX_VALUE : slot * launch.processes());
        Optional<Long> asked = launch.limits().memory();
        return asked.isPresent() && most.isPresent()
                ? Optional.of(Math.min(asked.get(), most.get()))
                : asked.or(() -> most);
    }

    /** Describes the memory limit and its origin, such as "2.0 GB by the document"; empty for no limit. */
    Optional<String> memoryLimit(String name, LaunchRequest launch) {
        return memory(name, launch)
                .map(bytes -> ByteCount.words(bytes) + " by "
                        + (launch.limits().memory().equals(Optional.of(bytes)) ? "the document" : "partition " + name));
    }

    /**
     * Describes the limit on elapsed time and its origin, such as "4 s by the document" or "3600 s by partition local".
     */
    String limit(String name, LaunchRequest launch) {
        long seconds = wallSeconds(name, launch);
        boolean asked =
                launch.wallTime().filter(wish -> wish.toSeconds() <= seconds).isPresent();
        return seconds + " s by " + (asked ? "the document" : "partition " + name);
    }

    /** Says so if the partition allows less time than the launch asks for. */
    Optional<String> cut(String name, LaunchRequest launch) {
        Duration most = orDefault(name).wallTime();
        return launch.wallTime()
                .filter(wish -> wish.compareTo(most) > 0)
                .map(wish -> "asked for " + wish.toSeconds() + " s, partition " + name + " allows "
                        + wallSeconds(name, launch) + " s");
    }

    /** Returns whether the partition of this name lies on a cluster. */
    boolean onCluster(String name) {
        Partition partition = byName.get(name);
        return partition != null && partition.kind() == PartitionKind.SLURM;
    }

    /** Returns the names of the partitions, the default first. */
    public List<String> names() {
        return List.copyOf(byName.keySet());
    }

    /** Returns the slots of each partition. */
    public Map<String, Integer> slots() {
        return byName.values().stream().collect(Collectors.toMap(Partition::name, Partition::slots));
    }
}
