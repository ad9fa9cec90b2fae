package dev.slipway.desk;

import java.time.Instant;

/**
 * One event of a job's journal, for people.
 *
 * @param event the event's name
 * @param text one line that describes the event; contains no secret
 */
public record HistoryEntry(long sequence, Instant at, String event, String text) {}
