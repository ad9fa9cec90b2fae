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
 */
record StoredJob(
        JobRow row,
        Projected projected,
        long version,
        String head,
        Optional<String> sid,
        Document document,
        Covered covered,
        List<EventRow> events) {

    /**
     * The digests of the document.
     *
     * @param sha256 the digest in the projection
     * @param found the digest of the stored document; empty if there is no document
     */
    record Document(String sha256, Optional<String> found) {}

    /**
     * The last checkpoint.
     *
     * @param version the version that the checkpoint covers; 0 without a checkpoint
     * @param by the sequence of the checkpoint among the operations
     */
    record Covered(long version, Optional<Long> by) {}

    JobToken token() {
        return row.token();
    }
}
