package dev.slipway.gateway.ssh;

import com.jcraft.jsch.Session;
import com.jcraft.jsch.SocketFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The socket below one session, to be closed before the session. JSch ends a session by a write, which would wait
 * behind a write that is blocked because the host no longer reads.
 */
final class HostSocket implements SocketFactory {
    private static final Logger LOG = LoggerFactory.getLogger(HostSocket.class);

    private final int timeoutMillis;
    private final Socket socket = new Socket();

    /** @param timeout until a host counts as unreachable; JSch applies no timeout to sockets that it is given */
    HostSocket(Duration timeout) {
        timeoutMillis = (int) timeout.toMillis();
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        boolean connected = false;
        try {
            socket.connect(new InetSocketAddress(host, port), timeoutMillis);
            connected = true;
            return socket;
        } finally {
            if (!connected) {
                socket.close();
            }
        }
    }

    @Override
    public InputStream getInputStream(Socket ours) throws IOException {
        return ours.getInputStream();
    }

    @Override
    public OutputStream getOutputStream(Socket ours) throws IOException {
        return ours.getOutputStream();
    }

    /** Ends the session from any thread, whatever the session is doing, also while connecting. */
    void cut(Session session) {
        try {
            socket.close();
        } catch (IOException e) {
            LOG.debug("a socket ended in an error", e);
        }
        session.disconnect();
    }
}
