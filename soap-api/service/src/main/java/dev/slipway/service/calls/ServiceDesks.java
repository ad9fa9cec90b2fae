package dev.slipway.service.calls;

import dev.slipway.callback.Callbacks;
import dev.slipway.desk.JobDesk;
import dev.slipway.desk.Offer;
import dev.slipway.desk.plan.PlanDesk;

/** The desks that the operations of the service call. */
public record ServiceDesks(
        JobDesk jobs,
        PlanDesk plans,
        AuthoringDesks authoring,
        OperatorDesks operators,
        AccessDesks access,
        Callbacks callbacks,
        Offer offer) {}
