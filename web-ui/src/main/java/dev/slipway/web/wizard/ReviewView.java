package dev.slipway.web.wizard;

import dev.slipway.document.DocumentProblem;
import dev.slipway.problem.Problem;
import java.util.List;

/**
 * Describes the last page before a job is submitted.
 *
 * @param problems of the typed values, each with the page that mends it
 * @param document as it would be submitted; empty while there are problems
 * @param warnings of the reader
 * @param obstacles that stand against the job now
 * @param notes further facts that the author should know
 * @param steps of the plan, each with its problems
 * @param times that the job is expected to take
 * @param ready whether the job has no obstacle
 */
public record ReviewView(
        List<Todo> problems,
        String document,
        List<DocumentProblem> warnings,
        List<Problem> obstacles,
        List<String> notes,
        List<Step> steps,
        Times times,
        boolean ready) {

    /**
     * Describes a problem to mend.
     *
     * @param path of the page, below the draft's own address
     */
    public record Todo(String path, String message, String hint) {}

    /** Returns the steps of one direction. */
    public List<Step> steps(String direction) {
        return steps.stream().filter(step -> step.direction().equals(direction)).toList();
    }

    /** Holds estimated times in words, with their bases; empty without an estimate. */
    public record Times(String stageIn, String run) {
        static final Times NONE = new Times("", "");
    }

    /** Holds the expected size, rows and time of a step; an unknown value is empty. */
    public record Expected(String size, String rows, String time, String basis) {}

    /** Describes a step of the plan. */
    public record Step(
            String name,
            String direction,
            int group,
            String place,
            String file,
            Expected expected,
            List<Problem> problems,
            List<String> notes) {}
}
