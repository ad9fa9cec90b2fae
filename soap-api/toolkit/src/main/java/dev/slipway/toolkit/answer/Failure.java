package dev.slipway.toolkit.answer;

import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A verb's failure, as printed on standard error: one factual line, a detail, a hint. */
public final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitStatus;
    private final String detail;
    private final String hint;
    private final transient Source source;

    /**
     * The facts for programs beside the texts.
     *
     * @param code the problem's code in the table of problems
     * @param place a file or an address; empty if unknown
     * @param job the job's token; empty if unknown
     * @param findings all findings in a refused document
     */
    private record Source(String code, String place, String job, List<Answer> findings) {}

    public Failure(OwnProblem problem, String message, String detail, String hint) {
        this(problem.exitStatus(), message, detail, hint, new Source(problem.code(), "", "", List.of()));
    }

    private Failure(int exitStatus, String message, String detail, String hint, Source source) {
        super(message);
        this.exitStatus = exitStatus;
        this.detail = detail;
        this.hint = hint;
        this.source = source;
    }

    /** Returns the failure of a wrong call. The message may hold the user's own words: it becomes one clean line. */
    public static Failure usage(String message, String hint) {
        return new Failure(OwnProblem.USAGE, Answer.clean(message).replace('\n', ' '), "", hint);
    }

    public static Failure notReached(String message, String detail, String hint) {
        return new Failure(OwnProblem.NOT_REACHED, message, detail, hint);
    }

    /**
     * Returns the failure of a document that is refused.
     *
     * @param code of the finding that decides, as {@code exitStatus}
     */
    public static Failure refused(String code, int exitStatus, String message, List<Answer> findings) {
        return new Failure(exitStatus, message, "", "", new Source(code, "", "", findings));
    }

    /** Returns the service's fault as a failure, with the service's texts. */
    public static Failure of(Answer problem) {
        int exitStatus = problem.find("exitStatus").map(Integer::parseInt).orElse(ExitStatus.INTERNAL);
        return new Failure(
                exitStatus,
                problem.text("message"),
                problem.text("detail"),
                problem.text("hint"),
                new Source(
                        problem.find("code").orElseGet(OwnProblem.INTERNAL::code),
                        "",
                        problem.text("job"),
                        problem.all("finding")));
    }

    /** Returns in words why a file cannot be used. */
    public static String reason(Exception e) {
        if (e instanceof NoSuchFileException) {
            return "there is no such file";
        }
        return e instanceof AccessDeniedException ? "no right to read it" : String.valueOf(e.getMessage());
    }

    /** Returns this failure with the service's own words as the detail. */
    public Failure because(String told) {
        return new Failure(exitStatus, getMessage(), told, hint, source);
    }

    /** Returns this failure with the file or address concerned. */
    public Failure at(Object place) {
        return new Failure(
                exitStatus,
                getMessage(),
                detail,
                hint,
                new Source(source.code(), String.valueOf(place), source.job(), source.findings()));
    }

    /** Returns this failure as one of several, with the job concerned. */
    public Failure about(String token) {
        return new Failure(
                exitStatus,
                token + ": " + getMessage(),
                detail,
                hint,
                new Source(source.code(), source.place(), token, source.findings()));
    }

    /** Returns this failure with another hint. */
    public Failure withHint(String better) {
        return new Failure(exitStatus, getMessage(), detail, better, source);
    }

    /** Returns the problem's code in the table of problems. */
    public String code() {
        return source.code();
    }

    public boolean is(OwnProblem problem) {
        return source.code().equals(problem.code());
    }

    /**
     * Returns the message with the code, which tells problems of one exit status apart. Findings have their codes
     * already, and a message about the call itself says what is wrong with it.
     */
    public String line() {
        return !source.findings().isEmpty() || source.code().startsWith("toolkit.")
                ? getMessage()
                : getMessage() + " [" + source.code() + "]";
    }

    public String detail() {
        return detail;
    }

    public String hint() {
        return hint;
    }

    /** Returns all findings in a refused document. */
    public List<Answer> findings() {
        return source.findings();
    }

    public int exitStatus() {
        return exitStatus;
    }

    /** Returns the failure as an object for {@code --json}. */
    public Map<String, Object> object() {
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
