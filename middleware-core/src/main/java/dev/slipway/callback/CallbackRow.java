package dev.slipway.callback;

import dev.slipway.job.JobToken;
import java.net.URI;
import java.time.Instant;

/**
 * A callback that is due.
 *
 * @param address as it was submitted
 * @param tries so far
 * @param closed when its job closed, or the last job of its group
 * @param group whether it is of a group
 */
record CallbackRow(JobToken token, String address, int tries, Instant closed, boolean group) {

    /** Where it goes, as far as it may be told. */
    String place() {
        return CallbackAddress.of(URI.create(address.strip())).place();
    }

    @Override
    public String toString() {
        return (group ? "group " : "job ") + token;
    }
}
