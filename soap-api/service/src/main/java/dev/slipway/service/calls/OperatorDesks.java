package dev.slipway.service.calls;

import dev.slipway.audit.AuditDesk;
import dev.slipway.operations.OperationsDesk;
import dev.slipway.operations.SettingsDesk;
import dev.slipway.usage.UsageDesk;

/** The desks for operators and auditors that the operations of the service call. */
public record OperatorDesks(AuditDesk audit, OperationsDesk operations, UsageDesk usage, SettingsDesk settings) {}
