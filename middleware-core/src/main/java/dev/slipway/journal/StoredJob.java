package dev.slipway.journal;

import dev.slipway.job.JobToken;
import dev.slipway.journal.EventTable.EventRow;
import java.util.List;
import java.util.Optional;

/**
 * One job as it is stored, nothing of it checked.
 *
 * @param row the projection
 * @param version of the projection
 * @param head hash of the last event, as the projection says
 * @param documentSha256 as the projection says
 * @param documentFound digest of the document that is there; empty if none is
 * @param coveredVersion the version that the last checkpoint covers; 0 for none
 * @param coveredBy that checkpoint's sequence among the operations
 */
record StoredJob(
        JobRow row,
        long version,
        String head,
        Optional<String> sid,
        String documentSha256,
        Optional<String> documentFound,
        long coveredVersion,
        Optional<Long> coveredBy,
        List<EventRow> events) {

    JobToken token() {
        return row.token();
    }
}
