package dev.slipway.desk.plan;

import dev.slipway.desk.status.Estimate;
import dev.slipway.problem.Problem;
import dev.slipway.request.StepHead;
import dev.slipway.staging.StepLook;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The forecast of a submission: the problems and times that a job would meet if it were submitted now. A plan has no
 * effect.
 *
 * @param jobs the number of jobs that the document stands for; for a sweep, the steps of the first job are examined
 * @param problems the problems that do not belong to a single step
 * @param notes the notes that do not belong to a single step
 * @param steps the steps, stage-in first, each direction in document order
 * @param stageIn about how long stage-in takes
 * @param run about how long the run takes
 */
public record JobPlan(
        int jobs, List<Problem> problems, List<String> notes, List<Step> steps, Estimate stageIn, Estimate run) {

    public JobPlan {
        problems = List.copyOf(problems);
        notes = List.copyOf(notes);
        steps = List.copyOf(steps);
    }

    /** Returns whether no known problem stands against the job. */
    public boolean ready() {
        return Stream.concat(problems.stream(), steps.stream().flatMap(step -> step.problems().stream()))
                .findAny()
                .isEmpty();
    }

    /**
     * One step.
     *
     * @param problems the problems that the step would meet
     * @param notes further findings, for example which other step writes a file that this step needs
     * @param size the bytes and rows that the step would move; empty if unknown
     * @param time about how long the step takes from its turn on
     */
    public record Step(
            StepHead head,
            String place,
            List<Problem> problems,
            List<String> notes,
            Optional<StepLook.Size> size,
            Optional<Estimate> time) {

        public Step {
            problems = List.copyOf(problems);
            notes = List.copyOf(notes);
        }

        /** Returns the name of the step. */
        public String name() {
            return head.name();
        }

        /** Returns the bytes that the step would move; empty if unknown. */
        public OptionalLong bytes() {
            return size.isPresent() ? OptionalLong.of(size.get().bytes()) : OptionalLong.empty();
        }

        /** Returns the rows that the step would move; empty if unknown. */
        public OptionalLong rows() {
            return size.map(StepLook.Size::rows).orElse(OptionalLong.empty());
        }

        /** Returns the origin of bytes and rows, in words; empty without them. */
        public String basis() {
            return size.map(StepLook.Size::basis).orElse("");
        }
    }
}
