package dev.slipway.toolkit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Why a verb did not do its work, as it is told on standard error: one factual line, a detail, a hint. */
final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitStatus;
    private final String detail;
    private final String hint;
    private final transient Source source;

    /**
     * What a program wants to know besides the words.
     *
     * @param code as the table of problems has it
     * @param place a file or an address; empty if none is meant
     * @param job its token; empty if none is meant
     * @param findings of a refused document: everything that was found in it
     */
    private record Source(String code, String place, String job, List<Answer> findings) {}

    Failure(int exitStatus, String message, String detail, String hint) {
        this(exitStatus, message, detail, hint, new Source(ExitStatus.code(exitStatus), "", "", List.of()));
    }

    private Failure(int exitStatus, String message, String detail, String hint, Source source) {
        super(message);
        this.exitStatus = exitStatus;
        this.detail = detail;
        this.hint = hint;
        this.source = source;
    }

    static Failure usage(String message, String hint) {
        return new Failure(ExitStatus.USAGE, message, "", hint);
    }

    static Failure notReached(String message, String detail, String hint) {
        return new Failure(ExitStatus.NOT_REACHED, message, detail, hint);
    }

    /** The fault of the service, in its own words. */
    static Failure of(Answer problem) {
        int exitStatus = problem.find("exitStatus").map(Integer::parseInt).orElse(ExitStatus.INTERNAL);
        return new Failure(
                exitStatus,
                problem.text("message"),
                problem.text("detail"),
                problem.text("hint"),
                new Source(
                        problem.find("code").orElseGet(() -> ExitStatus.code(exitStatus)),
                        "",
                        problem.text("job"),
                        problem.all("finding")));
    }

    /** The same, with the service's own words for it as the detail. */
    Failure because(String told) {
        return new Failure(exitStatus, getMessage(), told, hint, source);
    }

    /** The same, with the file or address that it is about. */
    Failure at(Object place) {
        return new Failure(
                exitStatus,
                getMessage(),
                detail,
                hint,
                new Source(source.code(), String.valueOf(place), source.job(), source.findings()));
    }

    /** The same, with another hint. */
    Failure withHint(String better) {
        return new Failure(exitStatus, getMessage(), detail, better, source);
    }

    /** The same, with what was found in the document that it is about. */
    Failure with(List<Answer> findings) {
        return new Failure(
                exitStatus,
                getMessage(),
                detail,
                hint,
                new Source(source.code(), source.place(), source.job(), findings));
    }

    String detail() {
        return detail;
    }

    String hint() {
        return hint;
    }

    /** Of a refused document: everything that was found in it. */
    List<Answer> findings() {
        return source.findings();
    }

    int exitStatus() {
        return exitStatus;
    }

    /** As {@code --json} tells it. */
    Map<String, Object> object() {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("code", source.code());
        object.put("message", getMessage());
        object.put("detail", detail);
        object.put("hint", hint);
        if (!source.place().isEmpty()) {
            object.put("place", source.place());
        }
        if (!source.job().isEmpty()) {
            object.put("job", source.job());
        }
        object.put("exitStatus", exitStatus);
        if (!source.findings().isEmpty()) {
            object.put("findings", source.findings());
        }
        return object;
    }
}
