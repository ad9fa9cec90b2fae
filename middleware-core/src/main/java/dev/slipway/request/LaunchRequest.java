package dev.slipway.request;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The run that a job asks for.
 *
 * @param application what runs
 * @param partition the partition's name; empty means the configured default
 * @param stdout file of the run folder for standard output
 * @param stderr file of the run folder for standard error
 * @param wallTime limit on elapsed time; empty means the partition's own
 * @param limits the other limits of the run
 * @param checkpoint folder of the run folder in which the program keeps what it has done; a retry goes on from there
 */
public record LaunchRequest(
        Application application,
        Optional<String> partition,
        RunPath stdout,
        RunPath stderr,
        Optional<Duration> wallTime,
        RunLimits limits,
        Optional<RunPath> checkpoint) {
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9._-]*");

    public LaunchRequest {
        Require.that(application != null, "there is nothing to run");
        Require.that(
                wallTime.map(limit -> limit.compareTo(Duration.ZERO) > 0).orElse(true), "wall time must be positive");
        checkpoint.ifPresent(folder -> {
            Require.that(!folder.overlaps(stdout), "standard output lies in the checkpoint folder, or it in that");
            Require.that(!folder.overlaps(stderr), "standard error lies in the checkpoint folder, or it in that");
        });
    }

    /** A run without a checkpoint folder. */
    public LaunchRequest(
            Application application,
            Optional<String> partition,
            RunPath stdout,
            RunPath stderr,
            Optional<Duration> wallTime,
            RunLimits limits) {
        this(application, partition, stdout, stderr, wallTime, limits, Optional.empty());
    }

    /** A run on the default partition, held to nothing but what that allows. */
    public static LaunchRequest of(Application application, RunPath stdout, RunPath stderr) {
        return new LaunchRequest(application, Optional.empty(), stdout, stderr, Optional.empty(), RunLimits.NONE);
    }

    /** The same run, held to these limits. */
    public LaunchRequest within(RunLimits other) {
        return new LaunchRequest(application, partition, stdout, stderr, wallTime, other, checkpoint);
    }

    /** The same run, whose program keeps what it has done in this folder. */
    public LaunchRequest keeping(Optional<RunPath> folder) {
        return new LaunchRequest(application, partition, stdout, stderr, wallTime, limits, folder);
    }

    /** Returns a copy of this run that starts another application. */
    public LaunchRequest running(Application other) {
        return new LaunchRequest(other, partition, stdout, stderr, wallTime, limits, checkpoint);
    }

    /** Returns the file for standard output or standard error that lies in this folder, or in which the folder lies. */
    public Optional<RunPath> outputAt(RunPath folder) {
        return Stream.of(stdout, stderr).filter(folder::overlaps).findFirst();
    }

    /** The number of processes that it starts: its slots. */
    public int processes() {
        return application.processes();
    }

    /**
     * Returns whether a document can hold a variable of this name. JSDL takes an NCName; this is the part of that in
     * ASCII.
     */
    public static boolean isVariable(String name) {
        return VARIABLE.matcher(name).matches();
    }
}
