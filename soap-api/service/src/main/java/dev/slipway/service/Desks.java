package dev.slipway.service;

import dev.slipway.account.Logins;
import dev.slipway.account.UserDesk;
import dev.slipway.audit.AuditDesk;
import dev.slipway.desk.JobDesk;

/** Whom the operations ask. */
public record Desks(JobDesk jobs, AuditDesk audit, UserDesk users, Logins logins) {}
