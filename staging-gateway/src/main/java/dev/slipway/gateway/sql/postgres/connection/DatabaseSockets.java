package dev.slipway.gateway.sql.postgres.connection;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import javax.net.SocketFactory;
import jdk.net.ExtendedSocketOptions;

/**
 * Makes sockets with TCP keepalive: the kernel probes a silent host after half a minute and gives the host up half a
 * minute later. The kernel's default is two hours, and a query may be silent for that long. {@link GatheringStream}
 * reads these sockets. Public because the driver loads the class by name.
 */
public final class DatabaseSockets extends SocketFactory {
    public static final int IDLE_SECONDS = 30;
    private static final int INTERVAL_SECONDS = 10;
    private static final int PROBES = 3;

    /** The size of the buffer in bytes. */
    private static final int READ_AT_ONCE = 1 << 18;

    @Override
    public Socket createSocket() throws IOException {
        return new GatheredSocket();
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return connected(new InetSocketAddress(host, port), null);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress from, int fromPort) throws IOException {
        return connected(new InetSocketAddress(host, port), new InetSocketAddress(from, fromPort));
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return connected(new InetSocketAddress(host, port), null);
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort) throws IOException {
        return connected(new InetSocketAddress(host, port), new InetSocketAddress(from, fromPort));
    }

    private static Socket connected(InetSocketAddress to, InetSocketAddress from) throws IOException {
        Socket socket = new GatheredSocket();
        boolean connected = false;
        try {
            socket.bind(from);
            socket.connect(to);
            connected = true;
            return socket;
        } finally {
            if (!connected) {
                socket.close();
            }
        }
    }

    private static final class GatheredSocket extends Socket {
        private InputStream gathered;

        GatheredSocket() throws IOException {
            setOption(ExtendedSocketOptions.TCP_KEEPIDLE, IDLE_SECONDS);
            setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, INTERVAL_SECONDS);
            setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, PROBES);
        }

        /** Returns the same stream each time, because its buffer may hold bytes. */
        @Override
        public synchronized InputStream getInputStream() throws IOException {
            if (gathered == null) {
                gathered = new BufferedInputStream(new GatheringStream(super.getInputStream()), READ_AT_ONCE);
            }
            return gathered;
        }
    }
}
