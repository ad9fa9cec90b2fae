package dev.slipway.dispatch;

import dev.slipway.job.Job;
import dev.slipway.job.Job.StepId;
import dev.slipway.job.JobEvent;
import dev.slipway.job.MovedFile;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.RunPath;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StagingStep.Direction;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The quota of staged data of one job.
 *
 * @param most the most bytes of all staged files
 * @param mostEntries the most files, and folders that hold them
 */
record StagedQuota(long most, long mostEntries) {

    /** Returns the bytes that are left for the file of {@code step}. */
    long room(Job job, StagingStep step) {
        return Math.max(0, most - bytes(staged(job, List.of(new MovedFile(step.file(), 0, "")))));
    }

    /** Returns the number of files and folders that are left for {@code step}. */
    long entries(Job job) {
        return Math.max(0, mostEntries - entries(staged(job, List.of())));
    }

    /**
     * Checks the quota after a step. Concurrent steps each know only the data staged before them, so together they may
     * exceed the quota.
     */
    JobEvent within(Job job, StepId id, JobEvent event) {
        if (id.direction() == Direction.OUT || !(event instanceof JobEvent.StepMoved moved)) {
            return event;
        }
        Map<RunPath, Long> files = staged(job, moved.files());
        if (bytes(files) > most) {
            return failed(id, bytes(files) + " bytes, of " + most);
        }
        return entries(files) > mostEntries
                ? failed(id, entries(files) + " files and folders, of " + mostEntries)
                : event;
    }

    private static JobEvent failed(StepId id, String holds) {
        return new JobEvent.StepFailed(
                id.direction(),
                id.name(),
                Problem.of(
                        ProblemCode.RUN_QUOTA,
                        "step " + id.name() + ": with its files the run folder holds " + holds
                                + " that a job may have"));
    }

    private static long bytes(Map<RunPath, Long> files) {
        return files.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Counts the files and all folders above them. */
    private static long entries(Map<RunPath, Long> files) {
        Set<Path> entries = new HashSet<>();
        for (RunPath file : files.keySet()) {
            for (Path at = Path.of(file.value()); at != null && entries.add(at); ) {
                at = at.getParent();
            }
        }
        return entries.size();
    }

    /**
     * Returns the bytes of each file that stage-in has written so far, with {@code files} in place of earlier files of
     * the same names.
     */
    private static Map<RunPath, Long> staged(Job job, List<MovedFile> files) {
        Map<RunPath, Long> sizes = new HashMap<>();
        job.request().stageIn().stream()
                .flatMap(step -> job.step(step).moved().stream())
                .flatMap(moved -> moved.files().stream())
                .forEach(file -> sizes.merge(file.file(), file.bytes(), Math::max));
        files.forEach(file -> sizes.put(file.file(), file.bytes()));
        return sizes;
    }
}
