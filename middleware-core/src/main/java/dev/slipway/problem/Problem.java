package dev.slipway.problem;

/**
 * One thing that went wrong, in the form shared by faults, pages and the command line. Carries no secret and no stack trace.
 *
 * @param message one factual line that names the thing and the place
 * @param detail more lines for whoever looks closer; may be empty
 */
public record Problem(ProblemCode code, String message, String detail) {

    public Problem {
        if (message.isBlank()) {
            throw new IllegalArgumentException("a problem without words: " + code);
        }
        message = Printable.line(message);
        detail = Printable.lines(detail);
    }

    /** A problem without detail. */
    public static Problem of(ProblemCode code, String message) {
        return new Problem(code, message, "");
    }

    /** Whether the same try can succeed later, without any change. */
    public boolean isOutage() {
        return code.kind() == ProblemKind.OUTAGE;
    }

    /** What the reader can do about it. */
    public String hint() {
        return code.hint();
    }
}
