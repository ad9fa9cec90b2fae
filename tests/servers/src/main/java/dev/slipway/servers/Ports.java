package dev.slipway.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Loopback ports that no other program gets while this JVM lives. */
public final class Ports {
    /** Bound sockets that never listen; one that nobody refers to would be closed. */
    private static final Queue<Socket> KEPT = new ConcurrentLinkedQueue<>();

    private Ports() {}

    /**
     * Returns a port that stays bound until this JVM ends, so that the system gives it to nobody else. Whoever connects is refused until a
     * server of the test listens there, and again when that server has ended. A server can listen, for both share the address, as a server
     * does that starts again.
     */
    public static int kept() {
        try {
            Socket socket = new Socket();
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            KEPT.add(socket);
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("no port can be kept", e);
        }
    }
}
