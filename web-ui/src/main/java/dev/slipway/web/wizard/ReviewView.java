package dev.slipway.web.wizard;

import dev.slipway.document.DocumentProblem;
import dev.slipway.problem.Problem;
import java.util.List;

/**
 * The last page before a job is submitted.
 *
 * @param problems what was typed wrong, each with the page that mends it
 * @param document as it would be submitted; empty while there are problems
 * @param warnings of the reader
 * @param obstacles what stands against the job now
 * @param notes what else is to be known
 * @param steps what each would meet
 * @param stageIn about how long stage-in takes, in words; empty if that is not known
 * @param ready whether nothing stands against the job
 */
public record ReviewView(
        List<Todo> problems,
        String document,
        List<DocumentProblem> warnings,
        List<Problem> obstacles,
        List<String> notes,
        List<Step> steps,
        String stageIn,
        boolean ready) {

    /** Something to mend. @param path of the page, below the draft's own address */
    public record Todo(String path, String message, String hint) {}

    /** A step of the plan. */
    public record Step(
            String name,
            String direction,
            int group,
            String place,
            String file,
            String size,
            String rows,
            String time,
            List<Problem> problems,
            List<String> notes) {}
}
