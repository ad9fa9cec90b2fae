package dev.slipway.callback;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;

/**
 * Where a callback goes, apart from how it is written: {@code https://FLOWS.example.org:443} and {@code https://flows.example.org/} are one.
 *
 * @param scheme in lower case
 * @param host in lower case; an IPv6 address in brackets and in one of its many forms
 * @param port the scheme's own where none is written
 * @param path with the query
 */
record CallbackAddress(String scheme, String host, int port, String path) {
    private static final int HTTP = 80;
    private static final int HTTPS = 443;
    private static final int LARGEST_PORT = 65_535;

    /** @throws IllegalArgumentException if it names no host */
    static CallbackAddress of(URI written) {
        if (written.getHost() == null || written.getScheme() == null) {
            throw new IllegalArgumentException("no host is named");
        }
        String scheme = written.getScheme().toLowerCase(Locale.ROOT);
        int standard = scheme.equals("https") ? HTTPS : HTTP;
        String path = written.getRawPath().isEmpty() ? "/" : written.getRawPath();
        String query = Optional.ofNullable(written.getRawQuery())
                .map(text -> "?" + text)
                .orElse("");
        return new CallbackAddress(
                scheme, host(written.getHost()), written.getPort() >= 0 ? written.getPort() : standard, path + query);
    }

    /** What this is, of {@code HOST:PORT}. @throws IllegalArgumentException if {@code listed} is not that */
    static String place(String listed) {
        URI written = URI.create("https://" + listed);
        CallbackAddress address = of(written);
        boolean beside =
                written.getRawUserInfo() != null || written.getRawFragment() != null || !address.path.equals("/");
        if (beside || address.port < 1 || address.port > LARGEST_PORT || !listed.matches(".*:[0-9]+")) {
            throw new IllegalArgumentException("not HOST:PORT: " + listed);
        }
        return address.place();
    }

    /** What of it may be told and what the operator lists; a path may hold a secret of the receiver. */
    String place() {
        return host + ":" + port;
    }

    boolean isSecure() {
        return scheme.equals("https");
    }

    /** Whether it goes in the clear and stays on this machine, by the address itself: a name can mean another machine a moment later. */
    boolean isPlainToThisMachine() {
        try {
            return scheme.equals("http")
                    && host.matches("[0-9.]+|\\[[0-9a-f:]+]")
                    && InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private static String host(String written) {
        String host = written.toLowerCase(Locale.ROOT);
        if (!host.matches("\\[[0-9a-f:]+]")) {
            return host;
        }
        try {
            return "[" + InetAddress.getByName(host).getHostAddress() + "]";
        } catch (UnknownHostException e) {
            return host;
        }
    }
}
