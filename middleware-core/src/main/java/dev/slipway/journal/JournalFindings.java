package dev.slipway.journal;

import java.util.List;

/**
 * What a verification saw.
 *
 * @param findings one line each; empty for a sound journal
 * @param checkpoint hash of the latest checkpoint; empty if there is none
 */
public record JournalFindings(long jobs, long events, long checkpoints, List<String> findings, String checkpoint) {
    public JournalFindings {
        findings = List.copyOf(findings);
    }
}
