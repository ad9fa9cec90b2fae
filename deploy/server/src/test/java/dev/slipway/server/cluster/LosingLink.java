package dev.slipway.server.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** A link to a server on which the connection breaks before the answer to a chosen request arrives. */
final class LosingLink implements AutoCloseable {
    private static final String NOTHING = "";

    private final URI server;
    private final ServerSocket door;
    private final AtomicReference<String> chosen = new AtomicReference<>(NOTHING);
    private final AtomicInteger lost = new AtomicInteger();

    LosingLink(URI server) {
        this.server = server;
        try {
            door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        thread(() -> {
            while (!door.isClosed()) {
                Socket client = door.accept();
                thread(() -> serve(client));
            }
        });
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + door.getLocalPort());
    }

    /** Loses the answer to the next request that begins with these words. The server gets the request. */
    void loseNextAnswerTo(String words) {
        chosen.set(words);
    }

    /** Returns the number of answers that were lost. */
    int lost() {
        return lost.get();
    }

    private void serve(Socket client) throws IOException {
        Socket there = there(client);
        AtomicReference<Boolean> loses = new AtomicReference<>(false);
        thread(() -> {
            try (client;
                    there) {
                InputStream in = client.getInputStream();
                byte[] buffer = new byte[1 << 16];
                for (int got = in.read(buffer); got >= 0; got = in.read(buffer)) {
                    String words = chosen.get();
                    if (!words.isEmpty()
                            && new String(buffer, 0, got, StandardCharsets.US_ASCII).startsWith(words)
                            && chosen.compareAndSet(words, NOTHING)) {
                        loses.set(true);
                    }
                    pass(buffer, got, there);
                }
            }
        });
        thread(() -> {
            try (client;
                    there) {
                InputStream in = there.getInputStream();
                byte[] buffer = new byte[1 << 16];
                for (int got = in.read(buffer); got >= 0; got = in.read(buffer)) {
                    if (loses.get()) {
                        lost.incrementAndGet();
                        return;
                    }
                    pass(buffer, got, client);
                }
            }
        });
    }

    private Socket there(Socket client) throws IOException {
        try {
            return new Socket(server.getHost(), server.getPort());
        } catch (IOException e) {
            client.close();
            throw e;
        }
    }

    private static void pass(byte[] bytes, int count, Socket to) throws IOException {
        OutputStream out = to.getOutputStream();
        out.write(bytes, 0, count);
        out.flush();
    }

    /** A part of the link, which ends when a connection ends. */
    private interface Part {
        void run() throws IOException;
    }

    private static void thread(Part part) {
        Thread thread = new Thread(() -> {
            try {
                part.run();
            } catch (IOException e) {
                // The connection has ended on one of its sides.
                return;
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            door.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
