package dev.slipway.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Provides loopback ports that no other program gets while this JVM lives. */
public final class Ports {
    /** Holds bound sockets that never listen. A socket without a reference would be closed. */
    private static final Queue<Socket> KEPT = new ConcurrentLinkedQueue<>();

    private Ports() {}

    /**
     * Returns a port that stays bound until this JVM ends, so that the system gives the port to no other program.
     * Connections are refused until a server of the test listens there, and again after that server has ended. A server
     * can listen nevertheless, because both sockets share the address, as in a server that restarts.
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
