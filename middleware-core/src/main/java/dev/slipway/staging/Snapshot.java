package dev.slipway.staging;

/**
 * A snapshot of a database that several extracts read.
 *
 * @param id the server's name for the snapshot
 * @param asOf the time of the snapshot by the server's clock, as the server writes it in UTC
 */
public record Snapshot(String id, String asOf) {}
