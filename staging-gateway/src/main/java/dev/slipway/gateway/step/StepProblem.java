package dev.slipway.gateway.step;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;

/**
 * Makes the problems of steps. Shortens texts from outside, such as a server's words. Never keeps their exceptions as
 * causes, because these may hold values of rows. Only the job's owner may read such values, and a log would show them
 * to others.
 */
public final class StepProblem {
    private static final int DETAIL_LIMIT = 1000;
    private static final int MESSAGE_LIMIT = 300;

    private StepProblem() {}

    /** Returns the exception for a problem with detail. */
    public static ProblemException of(ProblemCode code, String message, String detail) {
        return new ProblemException(
                new Problem(code, bounded(oneLine(message), MESSAGE_LIMIT), bounded(detail.strip(), DETAIL_LIMIT)));
    }

    /** Returns the exception for a problem without detail. */
    public static ProblemException of(ProblemCode code, String message) {
        return of(code, message, "");
    }

    private static String oneLine(String text) {
        return text.replaceAll("[\\p{Cntrl}]+", " ").strip();
    }

    private static String bounded(String text, int limit) {
        return text.length() <= limit ? text : text.substring(0, limit) + "...";
    }
}
