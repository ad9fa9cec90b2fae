package dev.slipway.service.calls;

import dev.slipway.account.Logins;
import dev.slipway.account.UserDesk;
import dev.slipway.callback.Callbacks;
import dev.slipway.desk.JobDesk;
import dev.slipway.desk.Offer;
import dev.slipway.desk.plan.PlanDesk;
import dev.slipway.secret.KeyRing;

/** The desks that the operations of the service call. */
public record ServiceDesks(
        JobDesk jobs,
        PlanDesk plans,
        OperatorDesks operators,
        UserDesk users,
        Logins logins,
        KeyRing keys,
        Callbacks callbacks,
        Offer offer) {}
