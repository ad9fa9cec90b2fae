package dev.slipway.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import javax.net.SocketFactory;

/**
 * Leads PostgreSQL's driver to a Unix socket, whatever host and port it asks for: the driver makes one by its name, with the socket's
 * path as argument ({@code socketFactory}, {@code socketFactoryArg}).
 */
public final class UnixSocketFactory extends SocketFactory {
    private final Path socket;

    public UnixSocketFactory(String socket) {
        this.socket = Path.of(socket);
    }

    @Override
    public Socket createSocket() throws IOException {
        return new UnixSocket(socket);
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return createSocket();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
        return createSocket();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return createSocket();
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) throws IOException {
        return createSocket();
    }

    /** A connected channel in the clothes of a socket; it has none of the options of TCP, and no time-outs. */
    private static final class UnixSocket extends Socket {
        private final SocketChannel channel;

        UnixSocket(Path path) throws IOException {
            channel = SocketChannel.open(StandardProtocolFamily.UNIX);
            try {
                channel.connect(UnixDomainSocketAddress.of(path));
            } catch (IOException e) {
                channel.close();
                throw e;
            }
        }

        @Override
        public void connect(SocketAddress address, int timeout) {
            // It is connected, and to the only place that it can be.
        }

        @Override
        public boolean isConnected() {
            return true;
        }

        @Override
        public boolean isClosed() {
            return !channel.isOpen();
        }

        @Override
        public InputStream getInputStream() {
            return Channels.newInputStream(channel);
        }

        @Override
        public OutputStream getOutputStream() {
            return Channels.newOutputStream(channel);
        }

        @Override
        public void setTcpNoDelay(boolean on) {
            // Nothing is delayed.
        }

        @Override
        public void setKeepAlive(boolean on) {
            // The other end cannot vanish unseen.
        }

        @Override
        public void setSoTimeout(int timeout) {
            // Reads wait.
        }

        @Override
        public int getSoTimeout() {
            return 0;
        }

        @Override
        public int getSendBufferSize() {
            return 64 * 1024;
        }

        @Override
        public int getReceiveBufferSize() {
            return 64 * 1024;
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
