package dev.slipway.journal.store;

import dev.slipway.job.JobToken;
import dev.slipway.journal.JobRow;
import dev.slipway.journal.store.EventTable.EventRow;
import java.util.List;
import java.util.Optional;

/**
 * One job as stored, without any check.
 *
 * @param row the projection
 * @param projected the use and the texts in the projection
 * @param version the version in the projection
 * @param head the hash of the last event in the projection
 * @param documentSha256 the digest of the document in the projection
 * @param documentFound the digest of the stored document; empty if there is no document
 * @param coveredVersion the version that the last checkpoint covers; 0 without a checkpoint
 * @param coveredBy the sequence of that checkpoint among the operations
 */
record StoredJob(
        JobRow row,
        Projected projected,
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
