package dev.slipway.problem;

/** A {@link Problem} on the way to a report: a fault, a page, or the job's journal. */
public class ProblemException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    public ProblemException(Problem problem) {
        this(problem, null);
    }

    public ProblemException(Problem problem, Throwable cause) {
        super(problem.message(), cause);
        this.problem = problem;
    }

    /** Returns the problem. */
    public Problem problem() {
        return problem;
    }
}
