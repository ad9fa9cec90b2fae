package dev.slipway.gateway;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A line to a server that passes a number of bytes from it and then no more, though the connection stays; or that breaks then, for good. */
public final class SlowLine implements AutoCloseable {
    private final ServerSocket door = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    private final CountDownLatch stalled = new CountDownLatch(1);
    private final int serverPort;
    private final long passes;
    private final boolean breaks;

    public SlowLine(int serverPort, long passes, boolean breaks) throws IOException {
        this.serverPort = serverPort;
        this.passes = passes;
        this.breaks = breaks;
        start(this::serve);
    }

    public int port() {
        return door.getLocalPort();
    }

    /** Waits until the line passes no more. */
    public void awaitStall() throws InterruptedException {
        if (!stalled.await(20, TimeUnit.SECONDS)) {
            throw new AssertionError("the transfer did not come that far");
        }
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "slow-line");
        thread.setDaemon(true);
        thread.start();
    }

    private void serve() {
        try {
            Socket client = door.accept();
            Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
            start(() -> pass(client, server, Long.MAX_VALUE));
            start(() -> {
                pass(server, client, passes);
                stalled.countDown();
                if (breaks) {
                    close(door);
                    close(client);
                    close(server);
                }
            });
        } catch (IOException e) {
            close(door);
        }
    }

    private static void pass(Socket from, Socket to, long bytes) {
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[8192];
            long left = bytes;
            while (left > 0) {
                int got = in.read(buffer, 0, (int) Math.min(left, buffer.length));
                if (got < 0) {
                    close(to);
                    return;
                }
                out.write(buffer, 0, got);
                left -= got;
            }
        } catch (IOException e) {
            close(to);
        }
    }

    private static void close(java.io.Closeable end) {
        try {
            end.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        close(door);
    }
}
