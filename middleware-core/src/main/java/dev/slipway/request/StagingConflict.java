package dev.slipway.request;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What only the steps of stage-in together can get wrong.
 *
 * @param missing the file that {@code step} reads and that no step of an earlier order group writes; empty if instead another step of the same order
 *     group writes the file that {@code step} writes
 */
public record StagingConflict(StagingStep step, Optional<RunPath> missing) {

    private record Writing(RunPath file, int orderGroup) {}

    /**
     * All of them, in the order of the steps.
     *
     * @param assumed files that are taken to be there in time, whoever writes them
     */
    public static List<StagingConflict> among(List<StagingStep> stageIn, Set<RunPath> assumed) {
        Map<RunPath, Integer> firstWritten = new HashMap<>();
        stageIn.forEach(step -> firstWritten.merge(step.file(), step.orderGroup(), Math::min));
        Set<Writing> writings = new HashSet<>();
        List<StagingConflict> conflicts = new ArrayList<>();
        for (StagingStep step : stageIn) {
            step.input()
                    .filter(file -> !assumed.contains(file))
                    .filter(file -> firstWritten.getOrDefault(file, Integer.MAX_VALUE) >= step.orderGroup())
                    .ifPresent(file -> conflicts.add(new StagingConflict(step, Optional.of(file))));
            if (!writings.add(new Writing(step.file(), step.orderGroup()))) {
                conflicts.add(new StagingConflict(step, Optional.empty()));
            }
        }
        return conflicts;
    }
}
