package dev.slipway.service;

import dev.slipway.account.Logins;
import dev.slipway.account.UserDesk;
import dev.slipway.audit.AuditDesk;
import dev.slipway.callback.Callbacks;
import dev.slipway.desk.JobDesk;
import dev.slipway.desk.Offer;
import dev.slipway.desk.PlanDesk;
import dev.slipway.secret.KeyRing;

/** Whom the operations ask. */
public record Desks(
        JobDesk jobs,
        PlanDesk plans,
        AuditDesk audit,
        UserDesk users,
        Logins logins,
        KeyRing keys,
        Callbacks callbacks,
        Offer offer) {}
