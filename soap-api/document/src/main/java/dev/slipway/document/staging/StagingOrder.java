package dev.slipway.document.staging;

import dev.slipway.document.grammar.Names;
import dev.slipway.document.tree.DocumentElement;
import dev.slipway.document.tree.Findings;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.RunPath;
import dev.slipway.request.StagingConflict;
import dev.slipway.request.StagingStep;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds conflicts between steps: files read before they exist, written by two steps at once, or standing in the way of
 * a folder.
 */
final class StagingOrder {
    private StagingOrder() {}

    /**
     * Checks the order of the steps.
     *
     * @param unread the file of each step that could not be read, which may write it in time; empty for a step that
     * names no file
     */
    static void check(
            List<StagingStep> in,
            Set<Optional<RunPath>> unread,
            Map<StagingStep, DocumentElement> places,
            Findings findings) {
        boolean anyFile = unread.contains(Optional.empty());
        Set<RunPath> assumed = unread.stream().flatMap(Optional::stream).collect(Collectors.toSet());
        for (StagingConflict conflict : StagingConflict.among(in, assumed)) {
            DocumentElement place = places.get(conflict.step());
            if (conflict instanceof StagingConflict.Twice) {
                twice(conflict.step(), place, findings);
            } else if (conflict instanceof StagingConflict.OwnInput) {
                ownInput(conflict.step(), place, findings);
            } else if (conflict instanceof StagingConflict.FileForFolder taken) {
                fileForFolder(taken, place, findings);
            } else if (conflict instanceof StagingConflict.Index index) {
                index(index, place, findings);
            } else if (conflict instanceof StagingConflict.Missing missing && !anyFile) {
                missing(missing.step(), missing.file(), place, findings);
            }
        }
    }

    /** Finds conflicts between the files of steps and the program's output or checkpoint folder. */
    static void checkOutputs(
            LaunchRequest launch, List<StagingStep> in, Map<StagingStep, DocumentElement> places, Findings findings) {
        for (StagingConflict conflict : StagingConflict.among(in, launch)) {
            DocumentElement place = places.get(conflict.step());
            if (conflict instanceof StagingConflict.Output output) {
                output(output, place, findings);
            } else if (conflict instanceof StagingConflict.Checkpoint checkpoint) {
                checkpoint(checkpoint, place, findings);
            }
        }
    }

    private static void output(StagingConflict.Output conflict, DocumentElement place, Findings findings) {
        findings.problem(
                place,
                "step " + Names.shown(conflict.step().name()) + " writes "
                        + Names.shown(conflict.step().file().value()) + ", so that the program cannot write "
                        + Names.shown(conflict.output().value()) + ": one name would be a file and a folder",
                "Give the step, or the program's Output or Error, another file.");
    }

    private static void checkpoint(StagingConflict.Checkpoint conflict, DocumentElement place, Findings findings) {
        findings.problem(
                place,
                "step " + Names.shown(conflict.step().name()) + " writes "
                        + Names.shown(conflict.step().file().value()) + ", and the checkpoint folder "
                        + Names.shown(conflict.folder().value()) + " is the program's alone",
                "Give the step another file, or name another checkpoint folder.");
    }

    private static void index(StagingConflict.Index conflict, DocumentElement place, Findings findings) {
        String packed = conflict.other().file().value();
        findings.problem(
                place,
                "step " + Names.shown(conflict.step().name()) + " writes "
                        + Names.shown(conflict.step().file().value()) + ", and step "
                        + Names.shown(conflict.other().name()) + " writes "
                        + Names.shown(packed + StagingConflict.INDEX) + ", the index of its packed file",
                "Give one of them another file.");
    }

    private static void ownInput(StagingStep step, DocumentElement place, Findings findings) {
        findings.problem(
                place,
                "step " + Names.shown(step.name()) + " writes the file "
                        + Names.shown(step.file().value()) + " that it reads itself",
                "Give it another file to write.");
    }

    private static void fileForFolder(
            StagingConflict.FileForFolder conflict, DocumentElement place, Findings findings) {
        StagingStep step = conflict.step();
        StagingStep other = conflict.other();
        findings.problem(
                place,
                "step " + Names.shown(step.name()) + " writes "
                        + (step.isFolder() ? "the files of folder " : "the file ")
                        + Names.shown(step.file().value()) + ", and step " + Names.shown(other.name())
                        + " writes the file " + Names.shown(other.file().value())
                        + ", which cannot be a folder too",
                "Give one of them another file.");
    }

    private static void twice(StagingStep step, DocumentElement place, Findings findings) {
        findings.problem(
                place,
                "two steps with orderGroup " + step.orderGroup() + " write the file "
                        + Names.shown(step.file().value()),
                "Give one of them a higher orderGroup, or another file.");
    }

    private static void missing(StagingStep step, RunPath file, DocumentElement place, Findings findings) {
        findings.problem(
                place,
                "no step with an orderGroup below " + step.orderGroup() + " writes " + Names.shown(file.value())
                        + ", which the parameters come from",
                place.name().getNamespaceURI().equals(Names.REPORT)
                        ? "Check the file's name in jsdl:SQLInputFileName, and each jsdl:ExecutionOrderGroup."
                        : "Check the file's name in sw:ParameterRows, and each orderGroup.");
    }
}
