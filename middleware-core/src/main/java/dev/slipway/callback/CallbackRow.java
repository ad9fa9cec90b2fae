package dev.slipway.callback;

import dev.slipway.job.JobToken;
import java.time.Instant;

/**
 * A callback that is due.
 *
 * @param address as it was submitted
 * @param tries so far
 * @param closed when its job closed
 */
record CallbackRow(JobToken token, String address, int tries, Instant closed) {}
