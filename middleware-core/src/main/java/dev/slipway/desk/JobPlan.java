package dev.slipway.desk;

import dev.slipway.problem.Problem;
import dev.slipway.request.StagingStep;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * What a job would meet if it were submitted now; nothing of it was done.
 *
 * @param jobs that the document stands for; of a sweep the steps of its first are looked at
 * @param problems that are no single step's
 * @param notes likewise
 * @param steps stage-in first, each in document order
 * @param stageIn about how long stage-in takes
 */
public record JobPlan(int jobs, List<Problem> problems, List<String> notes, List<Step> steps, Estimate stageIn) {

    public JobPlan {
        problems = List.copyOf(problems);
        notes = List.copyOf(notes);
        steps = List.copyOf(steps);
    }

    /** Whether nothing that is known now stands against the job. */
    public boolean ready() {
        return Stream.concat(problems.stream(), steps.stream().flatMap(step -> step.problems().stream()))
                .findAny()
                .isEmpty();
    }

    /**
     * One step.
     *
     * @param problems that it would meet
     * @param notes what else is to be known, such as whose file it needs
     * @param bytes that it would move; empty if nobody knows
     * @param rows likewise
     * @param basis where bytes and rows come from, in words; empty without them
     * @param time about how long it takes, from its turn on
     */
    public record Step(
            String name,
            StagingStep.Direction direction,
            int orderGroup,
            String place,
            String file,
            List<Problem> problems,
            List<String> notes,
            OptionalLong bytes,
            OptionalLong rows,
            String basis,
            Optional<Estimate> time) {

        public Step {
            problems = List.copyOf(problems);
            notes = List.copyOf(notes);
        }
    }
}
