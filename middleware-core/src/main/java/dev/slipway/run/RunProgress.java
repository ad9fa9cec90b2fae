package dev.slipway.run;

import java.util.Map;

/**
 * How far a run is, as its program tells through {@code SLIPWAY_PROGRESS}.
 *
 * @param done units of work done, of {@code of}
 * @param figures named numbers so far, in the program's order
 */
public record RunProgress(long done, long of, Map<String, Double> figures) {}
