package dev.slipway.server.log;

import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a line for each refused login, for programs such as fail2ban. Lines are limited for each user at each network,
 * for each network, and in all, so that a client that guesses neither fills the log nor hides another. The next line of
 * the same user and network tells how many were not written.
 */
public final class RefusedLoginLog {
    static final int OF_USER_THERE = 20;
    static final int OF_NETWORK = 60;
    static final int OF_ALL = 3_000;
    static final int REMEMBERED = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(RefusedLoginLog.class);

    private final Clock clock;
    private final LineRateLimit all;
    private final Map<String, LineRateLimit> networks = new NewestMap<>(REMEMBERED);
    private final Map<There, Refusals> users = new NewestMap<>(REMEMBERED);

    private record There(String who, String network) {}

    private static final class Refusals {
        private final LineRateLimit lines;
        private long hidden;

        Refusals(LineRateLimit lines) {
            this.lines = lines;
        }
    }

    public RefusedLoginLog(Clock clock) {
        this.clock = clock;
        this.all = new LineRateLimit(OF_ALL, clock.instant());
    }

    /**
     * Notes one refused login. Returns whether a line was written.
     *
     * @param who name in the line
     * @param address from which the login came
     * @param network of the address
     */
    public boolean refused(String who, String address, String network) {
        long hidden = hidden(new There(who, network), clock.instant());
        if (hidden == 0) {
            LOG.warn(FailureLimit.BOUNDED, "login refused: {} from {}", who, address);
        } else if (hidden > 0) {
            LOG.warn(
                    FailureLimit.BOUNDED,
                    "login refused: {} from {}, and {} more times since the line before",
                    who,
                    address,
                    hidden);
        }
        return hidden >= 0;
    }

    /**
     * Counts a refusal. Returns how many before this one were not written, or -1 if this one is not to be written
     * either.
     */
    private synchronized long hidden(There there, Instant now) {
        Refusals refusals = users.computeIfAbsent(there, first -> new Refusals(new LineRateLimit(OF_USER_THERE, now)));
        LineRateLimit network = networks.computeIfAbsent(there.network(), first -> new LineRateLimit(OF_NETWORK, now));
        if (!refusals.lines.hasOne(now) || !network.hasOne(now) || !all.take(now)) {
            refusals.hidden++;
            return -1;
        }
        refusals.lines.take(now);
        network.take(now);
        long hidden = refusals.hidden;
        refusals.hidden = 0;
        return hidden;
    }
}
