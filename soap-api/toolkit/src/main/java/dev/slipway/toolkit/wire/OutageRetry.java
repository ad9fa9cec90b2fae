package dev.slipway.toolkit.wire;

import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.terminal.Terminal;
import java.time.Duration;
import java.time.Instant;
import picocli.CommandLine.Option;

/**
 * Decides how long the toolkit calls a service again that is away, as during a restart. The user is told once when the
 * service goes away and once when it is back.
 */
public final class OutageRetry {
    @Option(
            names = "--patience",
            paramLabel = "SECONDS",
            defaultValue = "300",
            description = "How long to try a service that cannot be reached (default 300).")
    private long limit;

    private Instant since;

    /**
     * Notes that the service has answered.
     *
     * @return whether the user was told
     */
    public boolean answered(Terminal terminal) {
        if (since == null) {
            return false;
        }
        terminal.note("the service answers again");
        since = null;
        return true;
    }

    /**
     * Throws {@code failure} if it is no outage, or if the outage has lasted too long.
     *
     * @return whether the user was told
     */
    public boolean bear(Failure failure, Terminal terminal) {
        if (failure.exitStatus() != ExitStatus.NOT_REACHED && failure.exitStatus() != ExitStatus.OUTAGE) {
            throw failure;
        }
        Instant now = terminal.clock().instant();
        boolean first = since == null;
        if (first) {
            since = now;
            terminal.note(failure.getMessage() + "; trying again for " + limit + " s");
        }
        if (Duration.between(since, now).toSeconds() >= limit) {
            throw failure;
        }
        return first;
    }
}
