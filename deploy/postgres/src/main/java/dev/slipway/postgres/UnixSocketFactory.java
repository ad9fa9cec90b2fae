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
 * Leads PostgreSQL's driver to a Unix socket, in place of any host and port that the driver asks for. The driver makes
 * the factory by its class name, with the socket's path as argument ({@code socketFactory}, {@code socketFactoryArg}).
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

    /** Presents a connected channel as a socket, without the options of TCP and without time-outs. */
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
            // The channel is already connected, and there is only one place to connect to.
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
            // A Unix socket has no delay to switch off.
        }

        @Override
        public void setKeepAlive(boolean on) {
            // The other end of a Unix socket cannot vanish unseen.
        }

        @Override
        public void setSoTimeout(int timeout) {
            // Reads wait without a limit.
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
