package dev.slipway.staging;

import dev.slipway.request.StagingStep;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Steps of one direction in their order: groups in ascending order of the values present, gaps are fine. */
public record StagingPlan(List<OrderGroup> groups) {
    public StagingPlan {
        groups = List.copyOf(groups);
    }

    /** Makes the plan for {@code steps}, which stand in document order. */
    public static StagingPlan of(List<StagingStep> steps) {
        return new StagingPlan(steps.stream()
                .collect(Collectors.groupingBy(StagingStep::orderGroup, TreeMap::new, Collectors.toList()))
                .entrySet()
                .stream()
                .map(group -> new OrderGroup(group.getKey(), group.getValue()))
                .toList());
    }

    /**
     * Returns the steps that are due: the unfinished steps of the first order group with such steps; empty if all steps
     * are over.
     */
    public List<StagingStep> due(Predicate<StagingStep> over) {
        return groups.stream()
                .map(group -> group.steps().stream().filter(over.negate()).toList())
                .filter(steps -> !steps.isEmpty())
                .findFirst()
                .orElse(List.of());
    }
}
