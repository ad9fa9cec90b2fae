package dev.slipway.request;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A conflict between several steps of stage-in, although each step alone may be right. */
public sealed interface StagingConflict {
    /** The suffix that the block index of a compressed file adds to the file's name. */
    String INDEX = ".gzi";

    /** Returns the step to correct. */
    StagingStep step();

    /** The step reads {@code file}, and no step of an earlier order group writes that file. */
    record Missing(StagingStep step, RunPath file) implements StagingConflict {}

    /**
     * The step reads and writes the same file. After a crash, a new try would find its own rows there in place of the
     * input.
     */
    record OwnInput(StagingStep step) implements StagingConflict {}

    /** Another step of the same order group writes the file that the step writes. */
    record Twice(StagingStep step) implements StagingConflict {}

    /** The step needs a folder where {@code other} writes a file, in any order of the steps. */
    record FileForFolder(StagingStep step, StagingStep other) implements StagingConflict {}

    /** The step writes the file that {@code other}, which compresses a file, uses for the block index. */
    record Index(StagingStep step, StagingStep other) implements StagingConflict {}

    /** The program is to write {@code output} where the step needs a folder, or below the step's file. */
    record Output(StagingStep step, RunPath output) implements StagingConflict {}

    /** The step writes into the checkpoint folder, which belongs to the program alone, or above that folder. */
    record Checkpoint(StagingStep step, RunPath folder) implements StagingConflict {}

    /** Finds the conflicts of steps with the program's standard output, standard error and checkpoint folder. */
    static List<StagingConflict> among(List<StagingStep> stageIn, LaunchRequest launch) {
        List<StagingConflict> conflicts = new ArrayList<>();
        for (RunPath output : List.of(launch.stdout(), launch.stderr())) {
            Set<String> above = above(output.value()).collect(Collectors.toSet());
            stageIn.stream()
                    .filter(step -> folders(step).anyMatch(output.value()::equals)
                            || !step.isFolder() && above.contains(step.file().value()))
                    .findFirst()
                    .ifPresent(step -> conflicts.add(new Output(step, output)));
        }
        launch.checkpoint().ifPresent(folder -> stageIn.stream()
                .filter(step -> step.file().overlaps(folder))
                .forEach(step -> conflicts.add(new Checkpoint(step, folder))));
        return conflicts;
    }

    /**
     * Finds all other conflicts, in the order of the steps.
     *
     * @param assumed the files that are assumed to exist in time, from any step
     */
    static List<StagingConflict> among(List<StagingStep> stageIn, Set<RunPath> assumed) {
        Map<RunPath, Integer> firstWritten = new HashMap<>();
        Map<String, StagingStep> files = new HashMap<>();
        Map<String, StagingStep> indexes = new HashMap<>();
        for (StagingStep step : stageIn) {
            firstWritten.merge(step.file(), step.orderGroup(), Math::min);
            if (!step.isFolder()) {
                files.putIfAbsent(step.file().value(), step);
            }
            if (step.compression() == Compression.BGZF) {
                indexes.putIfAbsent(step.file().value() + INDEX, step);
            }
        }
        Map<String, Set<Integer>> groups = new HashMap<>();
        List<StagingConflict> conflicts = new ArrayList<>();
        for (StagingStep step : stageIn) {
            if (step.input().map(StepInput::file).filter(step.file()::equals).isPresent()) {
                conflicts.add(new OwnInput(step));
            } else {
                step.input()
                        .map(StepInput::file)
                        .filter(file -> !assumed.contains(file))
                        .filter(file -> firstWritten.getOrDefault(file, Integer.MAX_VALUE) >= step.orderGroup())
                        .ifPresent(file -> conflicts.add(new Missing(step, file)));
            }
            Optional<StagingStep> inTheWay =
                    folders(step).map(files::get).filter(Objects::nonNull).findFirst();
            inTheWay.ifPresent(other -> conflicts.add(new FileForFolder(step, other)));
            Stream.concat(folders(step), Stream.of(step.file().value()))
                    .map(indexes::get)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .ifPresent(other -> conflicts.add(new Index(step, other)));
            // A conflict between a folder and a file of one name is already reported.
            String written = step.isFolder() ? step.file() + "/" : step.file().value();
            if (!groups.computeIfAbsent(written, any -> new HashSet<>()).add(step.orderGroup())) {
                conflicts.add(new Twice(step));
            }
        }
        return conflicts;
    }

    /** Returns the paths that must be folders for the step to write. */
    private static Stream<String> folders(StagingStep step) {
        String file = step.file().value();
        return step.isFolder() ? Stream.concat(above(file), Stream.of(file)) : above(file);
    }

    private static Stream<String> above(String file) {
        return IntStream.range(0, file.length())
                .filter(at -> file.charAt(at) == '/')
                .mapToObj(at -> file.substring(0, at));
    }
}
