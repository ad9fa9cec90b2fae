package dev.slipway.request;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The run that a job asks for.
 *
 * @param executable a program's name in one of the operator's application folders, or a path inside one
 * @param arguments passed as they are, one by one; never through a shell
 * @param environment variables added for the program, in document order
 * @param partition the partition's name; empty means the configured default
 * @param processes number of MPI ranks, at least 1
 * @param stdout file of the run folder for standard output
 * @param stderr file of the run folder for standard error
 * @param wallTime limit on elapsed time; empty means the partition's own
 * @param limits what else the run is held to
 */
public record LaunchRequest(
        String executable,
        List<String> arguments,
        Map<String, String> environment,
        Optional<String> partition,
        int processes,
        RunPath stdout,
        RunPath stderr,
        Optional<Duration> wallTime,
        RunLimits limits) {
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9._-]*");

    public LaunchRequest {
        Require.text(executable, "executable");
        Require.that(processes >= 1, "processes must be at least 1");
        Require.that(
                wallTime.map(limit -> limit.compareTo(Duration.ZERO) > 0).orElse(true), "wall time must be positive");
        arguments = List.copyOf(arguments);
        environment = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(environment));
    }

    /** The same run, held to these limits. */
    public LaunchRequest within(RunLimits other) {
        return new LaunchRequest(
                executable, arguments, environment, partition, processes, stdout, stderr, wallTime, other);
    }

    /** A run that is held to its time and to the operator's limits alone. */
    public LaunchRequest(
            String executable,
            List<String> arguments,
            Map<String, String> environment,
            Optional<String> partition,
            int processes,
            RunPath stdout,
            RunPath stderr,
            Optional<Duration> wallTime) {
        this(executable, arguments, environment, partition, processes, stdout, stderr, wallTime, RunLimits.NONE);
    }

    /** Returns whether a document can hold a variable of this name: JSDL takes an NCName, of which this is the part in ASCII. */
    public static boolean isVariable(String name) {
        return VARIABLE.matcher(name).matches();
    }
}
