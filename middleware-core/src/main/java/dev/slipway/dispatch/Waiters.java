package dev.slipway.dispatch;

import java.time.Instant;
import java.util.Optional;

/**
 * The jobs that wait for a place to answer or to be resumed.
 *
 * @param jobs the number of waiting jobs
 * @param nextTry when the place is probed again; empty if no job waits for an answer
 */
public record Waiters(int jobs, Optional<Instant> nextTry) {}
