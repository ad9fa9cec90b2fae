package dev.slipway.run;

import java.util.Map;
import java.util.Optional;

/**
 * The progress of a run, as reported by the program through {@code SLIPWAY_PROGRESS}.
 *
 * @param done the units of work done, out of {@code of}
 * @param figures named numbers so far, in the program's order
 * @param phase the program's present phase, in words of the program
 * @param streams for a stream application, the states of its kernels and the counts of its links
 */
public record RunProgress(
        long done, long of, Map<String, Double> figures, Optional<String> phase, Optional<StreamCounts> streams) {

    /** Older journals have no phases and no streams. */
    @SuppressWarnings("OptionalAssignedToNull")
    public RunProgress {
        phase = phase == null ? Optional.empty() : phase;
        streams = streams == null ? Optional.empty() : streams;
    }

    /** Makes the progress of a run without a phase and without a stream application. */
    public RunProgress(long done, long of, Map<String, Double> figures) {
        this(done, of, figures, Optional.empty(), Optional.empty());
    }
}
