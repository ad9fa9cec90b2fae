package dev.slipway.dispatch;

import dev.slipway.problem.ProblemException;
import java.util.Optional;

/**
 * What came of a command for several jobs.
 *
 * @param fitted how many it fits
 * @param refusal why it does not fit the first of the others
 */
public record Granted(int fitted, Optional<ProblemException> refusal) {
    static final Granted NONE = new Granted(0, Optional.empty());

    Granted and(Granted more) {
        return new Granted(fitted + more.fitted, refusal.or(more::refusal));
    }
}
