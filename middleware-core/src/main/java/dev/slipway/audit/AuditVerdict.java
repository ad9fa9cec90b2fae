package dev.slipway.audit;

import java.util.List;

/**
 * The result of a verification.
 *
 * @param findings one line each, naming job and event; empty if all records are as they were written
 * @param checkpoint the hash of the latest checkpoint, 64 lower-case hex digits, to be noted elsewhere; empty if there
 *     is no checkpoint
 */
public record AuditVerdict(long jobs, long events, long checkpoints, List<String> findings, String checkpoint) {
    public AuditVerdict {
        findings = List.copyOf(findings);
    }
}
