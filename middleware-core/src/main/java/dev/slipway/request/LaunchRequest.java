package dev.slipway.request;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The run that a job asks for.
 *
 * @param application the application to run
 * @param partition the name of the partition; empty for the configured default
 * @param stdout the file of the run folder for standard output
 * @param stderr the file of the run folder for standard error
 * @param wallTime the limit on elapsed time; empty for the partition's own limit
 * @param limits the other limits of the run
 * @param checkpoint the folder of the run folder in which the program saves its progress; a retry goes on from there
 * @param demand the demands on the machines of the partition
 */
public record LaunchRequest(
        Application application,
        Optional<String> partition,
        RunPath stdout,
        RunPath stderr,
        Optional<Duration> wallTime,
        RunLimits limits,
        Optional<RunPath> checkpoint,
        ResourceDemand demand) {
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9._-]*");

    public LaunchRequest {
        Require.that(application != null, "there is nothing to run");
        Require.that(
                wallTime.map(limit -> limit.compareTo(Duration.ZERO) > 0).orElse(true), "wall time must be positive");
        // Journals of older versions lack this field.
        demand = demand == null ? ResourceDemand.NONE : demand;
        Require.that(
                demand.conflict(application.processes()).isEmpty(),
                "the processes cannot be placed on the hosts asked for");
        checkpoint.ifPresent(folder -> {
            Require.that(!folder.overlaps(stdout), "standard output lies in the checkpoint folder, or it in that");
            Require.that(!folder.overlaps(stderr), "standard error lies in the checkpoint folder, or it in that");
        });
    }

    /** Makes a run without a checkpoint folder and without demands on machines. */
    public LaunchRequest(
            Application application,
            Optional<String> partition,
            RunPath stdout,
            RunPath stderr,
            Optional<Duration> wallTime,
            RunLimits limits) {
        this(application, partition, stdout, stderr, wallTime, limits, Optional.empty(), ResourceDemand.NONE);
    }

    /** Makes a run on the default partition, with only that partition's limits. */
    public static LaunchRequest of(Application application, RunPath stdout, RunPath stderr) {
        return new LaunchRequest(application, Optional.empty(), stdout, stderr, Optional.empty(), RunLimits.NONE);
    }

    /** Returns this run with other limits. */
    public LaunchRequest within(RunLimits other) {
        return new LaunchRequest(application, partition, stdout, stderr, wallTime, other, checkpoint, demand);
    }

    /** Returns this run with another checkpoint folder. */
    public LaunchRequest keeping(Optional<RunPath> folder) {
        return new LaunchRequest(application, partition, stdout, stderr, wallTime, limits, folder, demand);
    }

    /** Returns a copy of this run that starts another application. */
    public LaunchRequest running(Application other) {
        return new LaunchRequest(other, partition, stdout, stderr, wallTime, limits, checkpoint, demand);
    }

    /** Returns this run with other demands on machines. */
    public LaunchRequest on(ResourceDemand other) {
        return new LaunchRequest(application, partition, stdout, stderr, wallTime, limits, checkpoint, other);
    }

    /**
     * Returns the kinds of demand that not every machine meets. Leaves out all processes on one host, and memory of a
     * host that is no smaller than the limit on the memory of the whole run: every machine meets these.
     */
    public Set<Demand> asks() {
        Set<Demand> asked = EnumSet.noneOf(Demand.class);
        asked.addAll(demand.asks());
        if (demand.processesPerHost().filter(each -> each >= processes()).isPresent()) {
            asked.remove(Demand.PROCESSES_PER_HOST);
        }
        boolean limited = limits.memory()
                .filter(most ->
                        demand.memoryPerHost().filter(each -> most <= each).isPresent())
                .isPresent();
        if (limited) {
            asked.remove(Demand.MEMORY_PER_HOST);
        }
        return asked;
    }

    /** Returns the file for standard output or standard error that lies in this folder, or in which the folder lies. */
    public Optional<RunPath> outputAt(RunPath folder) {
        return Stream.of(stdout, stderr).filter(folder::overlaps).findFirst();
    }

    /** Returns the number of processes of the run, which is its number of slots. */
    public int processes() {
        return application.processes();
    }

    /**
     * Returns whether a document can hold a variable of this name. JSDL takes an NCName; the accepted names are its
     * ASCII subset.
     */
    public static boolean isVariable(String name) {
        return VARIABLE.matcher(name).matches();
    }

    /** Returns the staged file that the job runs; empty for a job of the operator's programs. */
    public Optional<RunPath> usersProgram() {
        return application instanceof MpiProgram mpi ? mpi.program().staged() : Optional.empty();
    }
}
