package dev.slipway.callback;

import dev.slipway.clock.RetryPace;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;

/**
 * The receivers that the service may call. The user who submits a job chooses the address. A service that called any
 * address would lend users its own place in the network.
 *
 * @param hosts the allowed receivers, {@code HOST:PORT} each; if empty, callbacks are off
 * @param pace the pauses between the tries, and the time after the job's end at which they stop
 */
public record CallbackSettings(List<String> hosts, RetryPace pace) {
    /** The settings without callbacks. */
    public static final CallbackSettings NONE = to(List.of(), Duration.ofHours(24));

    private static final int LONGEST = 2_000;

    public CallbackSettings {
        hosts = hosts.stream().map(CallbackAddress::place).toList();
    }

    /** Allows callbacks to these hosts at the usual pace. */
    public static CallbackSettings to(List<String> hosts, Duration giveUp) {
        return new CallbackSettings(hosts, RetryPace.usual(giveUp));
    }

    /** Returns whether {@code text} is {@code HOST:PORT}. */
    public static boolean isPlace(String text) {
        try {
            CallbackAddress.place(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /**
     * Parses an address. @throws ProblemException CALLBACK_REFUSED if the text is not an address or may not be called
     */
    public URI require(String text) {
        URI written = whole(text);
        CallbackAddress address = CallbackAddress.of(written);
        if (!address.isSecure() && !address.isPlainToThisMachine()) {
            throw refused("a callback goes by https, or by http to a loopback address written as 127.0.0.1 or [::1]");
        }
        if (!hosts.contains(address.place())) {
            throw refused("no callback may go to " + address.place());
        }
        return written;
    }

    /** Parses an address to any host. @throws ProblemException CALLBACK_REFUSED if the text is not an address */
    static URI whole(String text) {
        URI written = parsed(text);
        if (written.getHost() == null
                || written.getScheme() == null
                || written.getRawUserInfo() != null
                || written.getRawFragment() != null) {
            throw refused("the callback's address has no scheme or no host, or it has a user or a fragment");
        }
        return written;
    }

    private static URI parsed(String text) {
        try {
            URI address = new URI(text.strip());
            if (text.length() <= LONGEST) {
                return address;
            }
        } catch (URISyntaxException e) {
            throw new ProblemException(problem("the callback's address is not a URI"), e);
        }
        throw refused("the callback's address is longer than " + LONGEST + " characters");
    }

    private static ProblemException refused(String message) {
        return new ProblemException(problem(message));
    }

    private static Problem problem(String message) {
        return Problem.of(ProblemCode.CALLBACK_REFUSED, message);
    }
}
