package dev.slipway.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/** Passes connections on to a server of this machine. A test can cut the way and join it again. */
final class CuttableLine implements AutoCloseable {
    private final int target;
    private final int port;
    private final List<Socket> open = new ArrayList<>();
    private ServerSocket door;
    private long most = Long.MAX_VALUE;
    private boolean full;

    CuttableLine(int target) throws IOException {
        this.target = target;
        door = listen(0);
        port = door.getLocalPort();
    }

    int port() {
        return port;
    }

    private ServerSocket listen(int wanted) throws IOException {
        ServerSocket listening = new ServerSocket();
        listening.setReuseAddress(true);
        listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), wanted));
        start(() -> accept(listening));
        return listening;
    }

    private void accept(ServerSocket listening) {
        try {
            while (true) {
                Socket near = listening.accept();
                Socket far = new Socket(InetAddress.getLoopbackAddress(), target);
                keep(near, far);
                start(() -> pump(near, far, this::awaitRoom));
                start(() -> pump(far, near, passed -> {}));
            }
        } catch (IOException e) {
            // The line is cut: new connections are refused.
            end(List.of());
        }
    }

    private synchronized void keep(Socket near, Socket far) {
        open.add(near);
        open.add(far);
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "line");
        thread.setDaemon(true);
        thread.start();
    }

    private static void pump(Socket from, Socket to, LongConsumer brake) {
        try (from;
                to) {
            byte[] buffer = new byte[8192];
            long passed = 0;
            for (int got = from.getInputStream().read(buffer);
                    got >= 0;
                    got = from.getInputStream().read(buffer)) {
                passed += got;
                brake.accept(passed);
                to.getOutputStream().write(buffer, 0, got);
            }
        } catch (IOException e) {
            // The other direction ends as well, because both sockets are closed now.
            end(List.of(from, to));
        }
    }

    private static void end(List<Socket> sockets) {
        for (Socket socket : sockets) {
            try {
                socket.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private synchronized void awaitRoom(long passed) {
        try {
            while (passed > most) {
                full = true;
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets only so many bytes of each connection through to the server from now on; the connections stay. */
    synchronized void stall(long bytes) {
        most = bytes;
        full = false;
    }

    /** Returns whether a connection has let through all that it may. */
    synchronized boolean full() {
        return full;
    }

    /** Lifts the limit. */
    synchronized void flow() {
        most = Long.MAX_VALUE;
        notifyAll();
    }

    synchronized void cut() throws IOException {
        door.close();
        end(open);
        open.clear();
    }

    synchronized void join() throws IOException {
        if (door.isClosed()) {
            door = listen(port);
        }
    }

    @Override
    public void close() throws IOException {
        flow();
        cut();
    }
}
