package dev.slipway.request;

import java.time.Duration;
import java.util.Optional;
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

    /** Makes a run without a checkpoint folder. */
    public LaunchRequest(
            Application application,
            Optional<String> partition,
            RunPath stdout,
            RunPath stderr,
            Optional<Duration> wallTime,
            RunLimits limits) {
        this(application, partition, stdout, stderr, wallTime, limits, Optional.empty());
    }

    /** Makes a run on the default partition, with only that partition's limits. */
    public static LaunchRequest of(Application application, RunPath stdout, RunPath stderr) {
        return new LaunchRequest(application, Optional.empty(), stdout, stderr, Optional.empty(), RunLimits.NONE);
    }

    /** Returns this run with other limits. */
    public LaunchRequest within(RunLimits other) {
        return new LaunchRequest(application, partition, stdout, stderr, wallTime, other, checkpoint);
    }

    /** Returns this run with another checkpoint folder. */
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
}
