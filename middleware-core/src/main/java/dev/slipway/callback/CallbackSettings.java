package dev.slipway.callback;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Whom the service may call. Whoever submits a job chooses the address, so a service that called any would lend them its place in the
 * network.
 *
 * @param hosts {@code HOST:PORT} each, as the operator lists them; none: no callbacks
 * @param firstRetry between the first try and the second; each wait is double the one before
 * @param lastRetry the longest of these waits
 * @param giveUp after the job's end
 */
public record CallbackSettings(List<String> hosts, Duration firstRetry, Duration lastRetry, Duration giveUp) {
    /** No callbacks. */
    public static final CallbackSettings NONE = to(List.of(), Duration.ofHours(24));

    private static final int LONGEST = 2_000;

    public CallbackSettings {
        hosts = hosts.stream().map(host -> host.toLowerCase(Locale.ROOT)).toList();
    }

    /** Callbacks to these hosts at the usual pace. */
    public static CallbackSettings to(List<String> hosts, Duration giveUp) {
        return new CallbackSettings(hosts, Duration.ofSeconds(2), Duration.ofMinutes(30), giveUp);
    }

    /** The address that {@code text} is. @throws ProblemException CALLBACK_REFUSED if it is none that may be called */
    public URI require(String text) {
        URI address = parsed(text);
        String host = address.getHost();
        if (host == null || address.getRawUserInfo() != null || address.getRawFragment() != null) {
            throw refused("the callback's address has no host, or a user or a fragment");
        }
        boolean secure = "https".equalsIgnoreCase(address.getScheme());
        if (!secure && !("http".equalsIgnoreCase(address.getScheme()) && isThisMachine(host))) {
            throw refused("a callback goes by https, or by http to a loopback address written as 127.0.0.1 or [::1]");
        }
        int port = address.getPort() >= 0 ? address.getPort() : secure ? 443 : 80;
        String place = host.toLowerCase(Locale.ROOT) + ":" + port;
        if (!hosts.contains(place)) {
            throw refused("no callback may go to " + place);
        }
        return address;
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

    /** By the address itself: a name can mean another machine a moment later. */
    private static boolean isThisMachine(String host) {
        try {
            return host.matches("[0-9.]+|\\[[0-9a-fA-F:]+]")
                    && InetAddress.getByName(host).isLoopbackAddress();
        } catch (java.net.UnknownHostException e) {
            return false;
        }
    }

    private static ProblemException refused(String message) {
        return new ProblemException(problem(message));
    }

    private static Problem problem(String message) {
        return Problem.of(ProblemCode.CALLBACK_REFUSED, message);
    }
}
