package dev.slipway.desk.plan;

import dev.slipway.desk.status.Estimate;
import dev.slipway.request.StagingStep.Direction;
import dev.slipway.staging.OrderGroup;
import dev.slipway.staging.StagingPlan;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Estimates how long all steps of stage-in take together, while no other step moves. */
final class StagingTime {
    private StagingTime() {}

    /** @param atOnce how many steps of one group move at once */
    static Estimate of(StagingPlan plan, List<JobPlan.Step> steps, int atOnce) {
        Duration sum = Duration.ZERO;
        for (OrderGroup group : plan.groups()) {
            List<Optional<Duration>> times = steps.stream()
                    .filter(step -> step.head().direction() == Direction.IN
                            && step.head().orderGroup() == group.number())
                    .map(step -> step.time().flatMap(Estimate::left))
                    .toList();
            if (times.stream().anyMatch(Optional::isEmpty)) {
                return Estimate.unknown("not every step's time is known");
            }
            sum = sum.plus(group(times.stream().flatMap(Optional::stream).toList(), atOnce));
        }
        return Estimate.about(sum, "the steps' own times, when nothing else moves");
    }

    /**
     * Returns the time of the longest step, or, if longer, the time of all steps divided by the number of steps that
     * move at once.
     */
    private static Duration group(List<Duration> times, int atOnce) {
        Duration longest = times.stream().max(Duration::compareTo).orElse(Duration.ZERO);
        Duration shared = times.stream().reduce(Duration.ZERO, Duration::plus).dividedBy(atOnce);
        return longest.compareTo(shared) > 0 ? longest : shared;
    }
}
