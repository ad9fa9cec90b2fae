package dev.slipway.dispatch;

import dev.slipway.problem.ProblemException;
import java.util.Optional;

/**
 * The result of a command for several jobs.
 *
 * @param fitted the number of jobs to which the command applied
 * @param refusal why the command did not fit the first of the other jobs
 */
public record Granted(int fitted, Optional<ProblemException> refusal) {
    static final Granted NONE = new Granted(0, Optional.empty());

    Granted and(Granted more) {
        return new Granted(fitted + more.fitted, refusal.or(more::refusal));
    }
}
