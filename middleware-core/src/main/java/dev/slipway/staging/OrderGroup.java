package dev.slipway.staging;

import dev.slipway.request.StagingStep;
import java.util.List;

/** Steps that may move in parallel, in document order. */
public record OrderGroup(int number, List<StagingStep> steps) {
    public OrderGroup {
        steps = List.copyOf(steps);
    }
}
