package dev.slipway.gateway;

import dev.slipway.servers.Await;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * A line to a server with faults. The line passes a number of bytes and then stalls without closing. Or the line breaks
 * then, for good or until the next connection. Or the line delays the bytes of the server.
 */
public final class SlowLine implements AutoCloseable {
    /** How many pieces of a connection are delayed: the server's name and its first message about keys. */
    private static final int LATES = 2;

    private final ServerSocket door = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    private final CountDownLatch stalled = new CountDownLatch(1);
    private final int serverPort;
    private final LongSupplier passes;
    private final Direction direction;
    private final boolean breaks;
    private final boolean once;
    private final AtomicLong passed = new AtomicLong();
    private volatile Duration late = Duration.ZERO;

    /** Which bytes count. */
    public enum Direction {
        FROM_SERVER,
        TO_SERVER
    }

    /** Makes a line for one connection that counts the bytes from the server. */
    public SlowLine(int serverPort, long passes, boolean breaks) throws IOException {
        this(serverPort, Direction.FROM_SERVER, () -> passes, breaks, true);
    }

    /** Makes a line for many connections, each of which breaks. @param passes asked for each connection */
    public SlowLine(int serverPort, Direction direction, LongSupplier passes) throws IOException {
        this(serverPort, direction, passes, true, false);
    }

    /**
     * Makes a line for one connection that counts the bytes to the server, and that stalls after {@code passes} bytes.
     */
    public static SlowLine toServer(int serverPort, long passes) throws IOException {
        return new SlowLine(serverPort, Direction.TO_SERVER, () -> passes, false, true);
    }

    /** Makes a line for many connections that delays the server's first bytes, which belong to the login. */
    public static SlowLine late(int serverPort, Duration late) throws IOException {
        SlowLine line = new SlowLine(serverPort, Direction.FROM_SERVER, () -> Long.MAX_VALUE, false, false);
        line.late = late;
        return line;
    }

    private SlowLine(int serverPort, Direction direction, LongSupplier passes, boolean breaks, boolean once)
            throws IOException {
        this.once = once;
        this.serverPort = serverPort;
        this.direction = direction;
        this.passes = passes;
        this.breaks = breaks;
        start(this::serve);
    }

    /** Returns the number of counted bytes of all connections so far. */
    public long passed() {
        return passed.get();
    }

    public int port() {
        return door.getLocalPort();
    }

    /** Waits until the line passes no more. */
    public void awaitStall() {
        Await.open(stalled);
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "slow-line");
        thread.setDaemon(true);
        thread.start();
    }

    private void serve() {
        try {
            do {
                Socket client = door.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
                boolean fromServer = direction == Direction.FROM_SERVER;
                Socket from = fromServer ? server : client;
                Socket to = fromServer ? client : server;
                start(() -> pass(to, from, Long.MAX_VALUE, new AtomicLong(), Duration.ZERO));
                start(() -> {
                    pass(from, to, passes.getAsLong(), passed, late);
                    stalled.countDown();
                    if (breaks) {
                        if (once) {
                            close(door);
                        }
                        close(client);
                        end(server);
                    }
                });
            } while (!once);
        } catch (IOException e) {
            close(door);
        }
    }

    private static void pass(Socket from, Socket to, long bytes, AtomicLong passed, Duration late) {
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[8192];
            long left = bytes;
            int lates = LATES;
            while (left > 0) {
                int got = in.read(buffer, 0, (int) Math.min(left, buffer.length));
                if (got < 0) {
                    close(to);
                    return;
                }
                if (lates-- > 0) {
                    pause(late);
                }
                out.write(buffer, 0, got);
                passed.addAndGet(got);
                left -= got;
            }
        } catch (IOException e) {
            close(to);
        }
    }

    /** Sleeps all of the time: a wait that ends too soon would not be late. */
    private static void pause(Duration time) {
        try {
            TimeUnit.NANOSECONDS.sleep(time.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Shuts down only the output, so that bytes on the way still arrive. Closing the socket could discard them. */
    private static void end(Socket server) {
        try {
            server.shutdownOutput();
        } catch (IOException e) {
            close(server);
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
