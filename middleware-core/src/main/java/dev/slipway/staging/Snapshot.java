package dev.slipway.staging;

/**
 * A state of a database that several extracts read.
 *
 * @param id the server's name for it
 * @param asOf when it was taken, by the server's clock, as the server writes it in UTC
 */
public record Snapshot(String id, String asOf) {}
