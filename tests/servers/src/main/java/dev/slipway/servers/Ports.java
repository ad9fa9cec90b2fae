package dev.slipway.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Provides ports that no other program gets while this JVM lives. */
public final class Ports {
    /** Holds bound sockets that never listen. A socket without a reference would be closed. */
    private static final Queue<Socket> KEPT = new ConcurrentLinkedQueue<>();

    private Ports() {}

    /**
     * Returns a port that stays bound until this JVM ends, so that the system gives the port to no other program.
     * Connections are refused until a server of the test listens there, and again after that server has ended. A server
     * can listen nevertheless, because both sockets share the port, as in a server that restarts. The port is bound on
     * every address of this machine: a closed connection of another address would keep a server from listening on all
     * addresses, as Slurm's daemons do.
     */
    public static int kept() {
        try {
            Socket socket = new Socket();
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(0));
            KEPT.add(socket);
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("no port can be kept", e);
        }
    }
}
