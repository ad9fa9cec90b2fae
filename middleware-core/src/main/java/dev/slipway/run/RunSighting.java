package dev.slipway.run;

import java.util.Optional;

/** The state in which a run was found. */
public sealed interface RunSighting {

    /** The run never started. */
    record Unclaimed() implements RunSighting {}

    /** The run is under way. */
    record Running(Optional<RunProgress> progress) implements RunSighting {}

    /**
     * The run is over.
     *
     * @param error why the program could not be started, or how the run exceeded a limit; empty otherwise
     */
    record Ended(RunReport report, Optional<String> error, Optional<RunProgress> progress) implements RunSighting {}

    /** The run was started, and its end is unknown: the machine went down, or the guard was killed. */
    record Lost() implements RunSighting {}
}
