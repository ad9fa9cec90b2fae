package dev.slipway.mail;

import dev.slipway.job.JobToken;
import java.time.ZoneId;

/**
 * An event of a job, to be told to the owner of the job.
 *
 * @param event names the event of the job, so that the owner is told once
 */
record News(String account, String address, ZoneId zone, JobToken token, String event) {

    /** Returns the news of another event of the same job. */
    News of(String other) {
        return new News(account, address, zone, token, other);
    }
}
