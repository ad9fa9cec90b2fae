package dev.slipway.service.calls;

import dev.slipway.account.Logins;
import dev.slipway.account.UserDesk;
import dev.slipway.secret.KeyRing;

/** The desks for users, logins and keys that the operations of the service call. */
public record AccessDesks(UserDesk users, Logins logins, KeyRing keys) {}
