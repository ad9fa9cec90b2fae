package dev.slipway.dispatch;

import dev.slipway.job.Job;
import dev.slipway.job.Job.StepId;
import dev.slipway.job.JobEvent;
import dev.slipway.job.JobEvent.StepMoved;
import dev.slipway.job.JobToken;
import dev.slipway.job.MovedFile;
import dev.slipway.job.RecordedEvent;
import dev.slipway.request.DataContract;
import dev.slipway.request.RunPath;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StagingStep.Direction;
import dev.slipway.request.StepInput;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A closed job with a kept run folder, from which a later job may take over files.
 *
 * @param written the files that stage-in wrote, each as the last step left it
 */
record ReusableJob(Job job, Map<RunPath, MovedFile> written) {

    /** Returns the job if its run folder is kept. */
    static Optional<ReusableJob> of(JobToken token, List<RecordedEvent> events) {
        if (events.isEmpty()) {
            return Optional.empty();
        }
        Job job = Job.replay(token, events);
        Map<RunPath, MovedFile> written = new LinkedHashMap<>();
        for (RecordedEvent recorded : events) {
            if (recorded.event() instanceof StepMoved moved && moved.direction() == Direction.IN) {
                moved.files().forEach(file -> written.put(file.file(), file));
            }
        }
        return job.folderKept() ? Optional.of(new ReusableJob(job, written)) : Optional.empty();
    }

    /**
     * Returns the steps of {@code free} with files that {@code heir} may take, in sets that go together. Steps that
     * write one file are taken all or not at all. They must all be in one order group, so that no step between them can
     * have read the file.
     */
    List<List<StagingStep>> offers(Job heir, List<StagingStep> free) {
        List<List<StagingStep>> offers = new ArrayList<>();
        Set<StagingStep> seen = new HashSet<>();
        for (StagingStep step : free) {
            if (!seen.contains(step)) {
                List<StagingStep> together = together(heir, step);
                seen.addAll(together);
                if (free.containsAll(together) && together.stream().allMatch(one -> has(heir, one))) {
                    offers.add(together);
                }
            }
        }
        return offers;
    }

    /** Returns all steps that share a file with {@code step}, directly or through other steps. */
    private List<StagingStep> together(Job heir, StagingStep step) {
        List<StagingStep> together = new ArrayList<>(List.of(step));
        for (int i = 0; i < together.size(); i++) {
            Set<RunPath> paths = paths(together.get(i));
            heir.request().stageIn().stream()
                    .filter(other -> !together.contains(other))
                    .filter(other -> paths(other).stream().anyMatch(paths::contains))
                    .forEach(together::add);
        }
        return together;
    }

    private Set<RunPath> paths(StagingStep step) {
        Set<RunPath> paths = job.step(step).moved().stream()
                .flatMap(moved -> moved.files().stream())
                .map(MovedFile::file)
                .collect(Collectors.toSet());
        paths.add(step.file());
        return paths;
    }

    private boolean has(Job heir, StagingStep step) {
        return job.request().stageIn().contains(step)
                && job.step(step).moved().isPresent()
                && sameInput(heir, step)
                && !mustBeFresh(heir, step);
    }

    /**
     * Returns whether the contract bounds the age of the data: the age counts from now, and the place may have newer
     * data.
     */
    private static boolean mustBeFresh(Job heir, StagingStep step) {
        return heir.request().contract(step).flatMap(DataContract::freshness).isPresent();
    }

    /** Returns whether the step read the same file in both jobs. */
    private boolean sameInput(Job heir, StagingStep step) {
        return step.input()
                .map(StepInput::file)
                .map(file -> writers(heir, file, step.orderGroup()).equals(writers(job, file, step.orderGroup())))
                .orElse(true);
    }

    /** Returns the state of the file after the steps of the groups before {@code group}. */
    private static Map<StepId, MovedFile> writers(Job job, RunPath file, int group) {
        Map<StepId, MovedFile> writers = new LinkedHashMap<>();
        job.request().stageIn().stream()
                .filter(step -> step.orderGroup() < group)
                .forEach(step -> job.step(step).moved().stream()
                        .flatMap(moved -> moved.files().stream())
                        .filter(moved -> moved.file().equals(file))
                        .forEach(moved -> writers.put(StepId.of(step), moved)));
        return writers;
    }

    /** Returns the files of these steps as they should be in the folder. */
    List<MovedFile> files(List<StagingStep> steps) {
        return steps.stream()
                .flatMap(step -> job.step(step).moved().orElseThrow().files().stream())
                .map(file -> written.get(file.file()))
                .distinct()
                .toList();
    }

    /** Makes the event that the heir records of a step that it took over. */
    JobEvent reused(StagingStep step) {
        StepMoved moved = job.step(step).moved().orElseThrow();
        return new StepMoved(
                moved.direction(),
                moved.step(),
                moved.bytes(),
                moved.rows(),
                moved.files(),
                moved.statement(),
                Optional.of(job.token()));
    }
}
