package dev.slipway.toolkit;

import java.util.List;

/** Why a verb did not do its work, as it is told on standard error: one factual line, a detail, a hint. */
final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String detail;
    private final String hint;
    private final int exitStatus;
    private final transient List<Answer> findings;

    Failure(int exitStatus, String message, String detail, String hint) {
        this(exitStatus, message, detail, hint, List.of());
    }

    private Failure(int exitStatus, String message, String detail, String hint, List<Answer> findings) {
        super(message);
        this.findings = findings;
        this.exitStatus = exitStatus;
        this.detail = detail;
        this.hint = hint;
    }

    static Failure usage(String message, String hint) {
        return new Failure(ExitStatus.USAGE, message, "", hint);
    }

    static Failure notReached(String message, String detail, String hint) {
        return new Failure(ExitStatus.NOT_REACHED, message, detail, hint);
    }

    /** The fault of the service, in its own words. */
    static Failure of(Answer problem) {
        return new Failure(
                problem.find("exitStatus").map(Integer::parseInt).orElse(ExitStatus.INTERNAL),
                problem.text("message"),
                problem.text("detail"),
                problem.text("hint"),
                problem.all("finding"));
    }

    String detail() {
        return detail;
    }

    String hint() {
        return hint;
    }

    /** Of a refused document: everything that the service found in it. */
    List<Answer> findings() {
        return findings;
    }

    int exitStatus() {
        return exitStatus;
    }
}
