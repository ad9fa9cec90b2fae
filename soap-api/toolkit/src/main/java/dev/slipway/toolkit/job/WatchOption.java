package dev.slipway.toolkit.job;

import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.terminal.Terminal;
import dev.slipway.toolkit.verb.PollDelay;
import dev.slipway.toolkit.wire.OutageRetry;
import dev.slipway.toolkit.wire.ServiceAccess;
import java.time.Duration;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lets a verb follow the job that the verb has started. */
public final class WatchOption {
    private static final Duration BETWEEN = Duration.ofSeconds(1);

    @Option(names = "--watch", description = "Follows the job to its end, and ends with 1 if the job failed.")
    private boolean watch;

    @Mixin
    private OutageRetry retry;

    /** Follows the job if the caller asks for that, and returns the exit status of the verb. */
    public int follow(String token, ServiceAccess access, Terminal terminal, PollDelay pause, boolean json) {
        return watch ? new Following(access, terminal, pause, json, BETWEEN, retry).toTheEnd(token) : ExitStatus.DONE;
    }
}
