package dev.slipway.callback;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;

/**
 * The address of a callback in a normal form: {@code https://FLOWS.example.org:443} and {@code
 * https://flows.example.org/} are equal.
 *
 * @param scheme the scheme in lower case
 * @param host the host in lower case; an IPv6 address in brackets, in one of its many forms
 * @param port the port, or the scheme's default port
 * @param path the path with the query
 */
record CallbackAddress(String scheme, String host, int port, String path) {
    private static final int HTTP = 80;
    private static final int HTTPS = 443;
    private static final int LARGEST_PORT = 65_535;

    /** @throws IllegalArgumentException if the address names no host */
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

    /** Normalises {@code HOST:PORT}. @throws IllegalArgumentException if {@code listed} is not of that form */
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

    /**
     * Returns host and port, which may be shown and which the operator lists; the path may hold a secret of the
     * receiver.
     */
    String place() {
        return host + ":" + port;
    }

    boolean isSecure() {
        return scheme.equals("https");
    }

    /**
     * Returns whether the callback is unencrypted and stays on this machine by its numeric address; a name could mean
     * another machine a moment later.
     */
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
