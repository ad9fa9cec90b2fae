package dev.slipway.service.translation;

import dev.slipway.audit.AuditVerdict;
import dev.slipway.audit.Operation;
import dev.slipway.service.wire.AuditFinding;
import dev.slipway.service.wire.AuditVerifyResponse;

/** Translates the auditor's answers to types of the WSDL. */
public final class AuditTranslation {
    private AuditTranslation() {}

    public static AuditVerifyResponse verdict(AuditVerdict verdict) {
        AuditVerifyResponse wire = new AuditVerifyResponse();
        wire.setJobs(verdict.jobs());
        wire.setEvents(verdict.events());
        wire.setCheckpoints(verdict.checkpoints());
        wire.setCheckpoint(verdict.checkpoint());
        for (String text : verdict.findings()) {
            AuditFinding finding = new AuditFinding();
            finding.setText(text);
            wire.getFinding().add(finding);
        }
        return wire;
    }

    public static dev.slipway.service.wire.Operation operation(Operation operation) {
        dev.slipway.service.wire.Operation wire = new dev.slipway.service.wire.Operation();
        wire.setSequence(operation.sequence());
        wire.setAt(operation.at());
        wire.setKind(operation.kind());
        wire.setBy(operation.by());
        wire.setFrom(operation.from());
        wire.setText(operation.text());
        return wire;
    }
}
