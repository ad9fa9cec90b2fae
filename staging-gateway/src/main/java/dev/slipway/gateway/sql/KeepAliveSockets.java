package dev.slipway.gateway.sql;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;
import jdk.net.ExtendedSocketOptions;

/**
 * Sockets on which the kernel asks a silent host for a sign of life after half a minute and gives it up half a minute later. The kernel's
 * own default is two hours, and a query may rightly be silent for as long. Public, for the driver makes it by its name.
 */
public final class KeepAliveSockets extends SocketFactory {
    static final int IDLE_SECONDS = 30;
    private static final int INTERVAL_SECONDS = 10;
    private static final int PROBES = 3;

    @Override
    public Socket createSocket() throws IOException {
        return watched(new Socket());
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return watched(new Socket(host, port));
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress from, int fromPort) throws IOException {
        return watched(new Socket(host, port, from, fromPort));
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return watched(new Socket(host, port));
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort) throws IOException {
        return watched(new Socket(host, port, from, fromPort));
    }

    private static Socket watched(Socket socket) throws IOException {
        socket.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, IDLE_SECONDS);
        socket.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, INTERVAL_SECONDS);
        socket.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, PROBES);
        return socket;
    }
}
