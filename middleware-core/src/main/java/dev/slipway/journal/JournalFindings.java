package dev.slipway.journal;

import java.util.List;

/**
 * The result of a verification.
 *
 * @param findings one line each; empty for a sound journal
 * @param checkpoint the hash of the latest checkpoint; empty if there is no checkpoint
 */
public record JournalFindings(long jobs, long events, long checkpoints, List<String> findings, String checkpoint) {
    public JournalFindings {
        findings = List.copyOf(findings);
    }
}
