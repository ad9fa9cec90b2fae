package dev.slipway.callback;

import dev.slipway.job.JobToken;
import java.net.URI;
import java.time.Instant;

/**
 * A callback that is due.
 *
 * @param address the address as submitted
 * @param tries the number of tries so far
 * @param closed when the job, or the last job of the group, closed
 * @param group whether the callback belongs to a group
 */
record CallbackRow(JobToken token, String address, int tries, Instant closed, boolean group) {

    /** Returns the part of the address that may be shown. */
    String place() {
        return CallbackAddress.of(URI.create(address.strip())).place();
    }

    @Override
    public String toString() {
        return (group ? "group " : "job ") + token;
    }
}
