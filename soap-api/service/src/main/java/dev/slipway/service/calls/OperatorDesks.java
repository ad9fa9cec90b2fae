package dev.slipway.service.calls;

import dev.slipway.audit.AuditDesk;
import dev.slipway.operations.OperationsDesk;

/** The desks for operators and auditors that the operations of the service call. */
public record OperatorDesks(AuditDesk audit, OperationsDesk operations) {}
