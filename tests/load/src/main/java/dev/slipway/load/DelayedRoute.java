package dev.slipway.load;

import dev.slipway.servers.PostgresDatabase;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Leads to a database on this machine as slowly as a network would: bytes arrive half a round trip after they were
 * sent, in order and at any rate. The route is on the loopback alone. A kernel with netem could do the same, but not
 * every kernel has it.
 */
final class DelayedRoute implements AutoCloseable {
    private static final byte[] END = {};

    private final PostgresDatabase database;
    private final long delayNanos;
    private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

    /** @param roundTrip least time between a byte and its answer */
    DelayedRoute(PostgresDatabase database, Duration roundTrip) throws IOException {
        this.database = database;
        this.delayNanos = roundTrip.toNanos() / 2;
        thread(this::accept);
    }

    /** Returns the same database with an address on this route. */
    PostgresDatabase far() {
        String there = database.jdbcUrl().replaceFirst("//[^/]+/", "//127.0.0.1:" + listening.getLocalPort() + "/");
        return new PostgresDatabase(there, database.user(), database.password());
    }

    private interface Work {
        void go() throws IOException, InterruptedException;
    }

    private static void thread(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.go();
                    } catch (IOException | InterruptedException e) {
                        // One end has closed its socket, which happens at some time.
                    }
                },
                "delayed-route");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() throws IOException {
        String[] server =
                database.jdbcUrl().replaceFirst(".*//([^/]+)/.*", "$1").split(":");
        while (true) {
            Socket near = listening.accept();
            Socket far = new Socket(server[0], Integer.parseInt(server[1]));
            near.setTcpNoDelay(true);
            far.setTcpNoDelay(true);
            carry(near, far);
            carry(far, near);
        }
    }

    private record Sent(byte[] bytes, long due) {}

    private void carry(Socket from, Socket to) {
        BlockingQueue<Sent> underWay = new LinkedBlockingQueue<>(1024);
        thread(() -> send(from, underWay));
        thread(() -> arrive(underWay, to));
    }

    private void send(Socket from, BlockingQueue<Sent> underWay) throws IOException, InterruptedException {
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = from.getInputStream()) {
            for (int got = in.read(buffer); got >= 0; got = in.read(buffer)) {
                underWay.put(new Sent(Arrays.copyOf(buffer, got), System.nanoTime() + delayNanos));
            }
        } finally {
            underWay.put(new Sent(END, System.nanoTime()));
        }
    }

    private static void arrive(BlockingQueue<Sent> underWay, Socket to) throws IOException, InterruptedException {
        try (OutputStream out = to.getOutputStream()) {
            for (Sent next = underWay.poll(1, TimeUnit.HOURS);
                    next != null && next.bytes() != END;
                    next = underWay.poll(1, TimeUnit.HOURS)) {
                for (long left = next.due() - System.nanoTime(); left > 0; left = next.due() - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                out.write(next.bytes());
            }
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
