package dev.slipway.audit;

import java.util.List;

/**
 * What a verification saw.
 *
 * @param findings one line each, naming job and event; empty if everything is as it was written
 * @param checkpoint hash of the latest checkpoint, 64 lower-case hex digits, to be noted elsewhere; empty if there is none
 */
public record AuditVerdict(long jobs, long events, long checkpoints, List<String> findings, String checkpoint) {
    public AuditVerdict {
        findings = List.copyOf(findings);
    }
}
