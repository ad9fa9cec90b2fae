package dev.slipway.mail;

import dev.slipway.job.JobToken;
import java.time.Instant;
import java.time.ZoneId;

/**
 * A closed job of a schedule, which waits for the digest of its owner.
 *
 * @param schedule the name of the schedule
 * @param outcome DONE, FAILED or CANCELLED
 */
record ScheduleRun(Reader reader, String schedule, JobToken token, String outcome, Instant closed) {

    /** The user who gets the digest. */
    record Reader(String account, String address, Digest digest, ZoneId zone) {}

    boolean failed() {
        return outcome.equals("FAILED");
    }

    /** Names the event that the digest tells, as in the mail about a single job. */
    String event() {
        return token + NewsTable.CLOSED;
    }
}
