package dev.slipway.run;

import java.util.Map;
import java.util.Optional;

/**
 * How far a run is, as its program tells through {@code SLIPWAY_PROGRESS}.
 *
 * @param done units of work done, of {@code of}
 * @param figures named numbers so far, in the program's order
 * @param phase what the program does now, in its own words
 * @param streams of a stream application: how its kernels stand, and what has gone through its links
 */
public record RunProgress(
        long done, long of, Map<String, Double> figures, Optional<String> phase, Optional<StreamCounts> streams) {

    /** Older journals say nothing of phases and streams. */
    @SuppressWarnings("OptionalAssignedToNull")
    public RunProgress {
        phase = phase == null ? Optional.empty() : phase;
        streams = streams == null ? Optional.empty() : streams;
    }

    /** Makes the progress of a run that tells no phase and has no stream application. */
    public RunProgress(long done, long of, Map<String, Double> figures) {
        this(done, of, figures, Optional.empty(), Optional.empty());
    }
}
