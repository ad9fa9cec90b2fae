package dev.slipway.problem;

/**
 * A problem, in the form shared by faults, pages and the command line. Carries no secret and no stack trace.
 *
 * @param message one factual line that names the thing and the place
 * @param detail more lines for a closer look; may be empty
 */
public record Problem(ProblemCode code, String message, String detail) {

    public Problem {
        if (message.isBlank()) {
            throw new IllegalArgumentException("a problem without words: " + code);
        }
        message = Printable.line(message);
        detail = Printable.lines(detail);
    }

    /** Makes a problem without detail. */
    public static Problem of(ProblemCode code, String message) {
        return new Problem(code, message, "");
    }

    /** Returns whether the same try can succeed later, without any change. */
    public boolean isOutage() {
        return code.kind() == ProblemKind.OUTAGE;
    }

    /** Returns what the reader can do next, in the words of each door. */
    public Remedy remedy() {
        return code.remedy();
    }
}
