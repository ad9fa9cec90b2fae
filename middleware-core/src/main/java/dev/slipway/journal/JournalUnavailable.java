package dev.slipway.journal;

import dev.slipway.problem.ProblemException;
import dev.slipway.problem.StoreProblem;

/**
 * The store cannot be reached or refused to answer; the same call may succeed later. The message is for the log, the
 * problem is for the caller.
 */
public final class JournalUnavailable extends ProblemException {
    private static final long serialVersionUID = 1L;

    private final String what;

    public JournalUnavailable(String what, Throwable cause) {
        super(StoreProblem.of(cause), cause);
        this.what = what;
    }

    @Override
    public String getMessage() {
        return what;
    }
}
