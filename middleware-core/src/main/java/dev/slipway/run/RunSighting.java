package dev.slipway.run;

import java.util.Optional;

/** How a run was found. */
public sealed interface RunSighting {

    /** It never started. */
    record Unclaimed() implements RunSighting {}

    /** It is under way. */
    record Running(Optional<RunProgress> progress) implements RunSighting {}

    /**
     * It is over.
     *
     * @param error why the program could not be started, or what of a limit it went over; empty otherwise
     */
    record Ended(RunReport report, Optional<String> error, Optional<RunProgress> progress) implements RunSighting {}

    /** It was started, and nobody knows how it ended: the machine went down, or its guard was killed. */
    record Lost() implements RunSighting {}
}
