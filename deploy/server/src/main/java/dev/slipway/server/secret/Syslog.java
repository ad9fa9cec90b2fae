package dev.slipway.server.secret;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends each line to a syslog, as one datagram of RFC 5424 over UDP (RFC 5426): facility "log audit", severity
 * "notice", APP-NAME {@code slipway}, MSGID {@code checkpoint}, and the line as MSG. A syslog does not answer, so the
 * loss of a datagram stays unseen.
 */
public final class Syslog implements Consumer<String> {
    private static final Logger LOG = LoggerFactory.getLogger(Syslog.class);
    private static final int AUDIT_NOTICE = 13 * 8 + 5;

    private final String host;
    private final int port;
    private final String machine;
    private final Clock clock;

    /**
     * @param place as {@code HOST:PORT}
     * @param machine the name of the sender
     */
    public Syslog(String place, String machine, Clock clock) {
        int colon = place.lastIndexOf(':');
        this.host = place.substring(0, colon);
        this.port = Integer.parseInt(place.substring(colon + 1));
        this.machine = machine;
        this.clock = clock;
    }

    @Override
    public void accept(String line) {
        try (DatagramSocket socket = new DatagramSocket()) {
            byte[] bytes = message(line).getBytes(StandardCharsets.UTF_8);
            socket.send(new DatagramPacket(bytes, bytes.length, address()));
        } catch (IOException e) {
            LOG.warn("the syslog at {}:{} was not told of a checkpoint: {}", host, port, e.toString());
        }
    }

    /** Looks the name up each time, because the address may change while the service runs. */
    private InetSocketAddress address() throws UnknownHostException {
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new UnknownHostException(host);
        }
        return address;
    }

    private String message(String line) {
        return "<" + AUDIT_NOTICE + ">1 " + clock.instant().truncatedTo(ChronoUnit.MILLIS) + " " + machine + " slipway "
                + ProcessHandle.current().pid() + " checkpoint - " + line;
    }
}
