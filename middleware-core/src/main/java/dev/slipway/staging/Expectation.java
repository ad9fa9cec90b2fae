package dev.slipway.staging;

import dev.slipway.request.DataContract;
import java.time.Instant;

/**
 * A contract that holds for the data of one try.
 *
 * @param now when the try began; ages count from there
 */
public record Expectation(DataContract contract, Instant now) {}
