package dev.slipway.gateway.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.slipway.digest.Sha256;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;

/** A web server of files, with strong ETags and ranges, that a test can let cut, refuse, forget and be silent. */
final class FileSite implements AutoCloseable {
    /** Marks a cut before the first byte of a body, without any answer. */
    static final int NOTHING = -1;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Map<String, byte[]> files = new ConcurrentHashMap<>();
    private final Deque<Integer> cuts = new ArrayDeque<>();
    private final Map<String, String> headers = new TreeMap<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private volatile boolean etags = true;
    private volatile boolean ranges = true;
    private volatile boolean silent;
    private volatile boolean chunked;
    private volatile int status = 200;

    private FileSite(HttpServer server) {
        this.server = server;
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    static FileSite start() throws IOException {
        return new FileSite(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50));
    }

    static FileSite start(SSLContext tls) throws IOException {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        server.setHttpsConfigurator(new HttpsConfigurator(tls));
        return new FileSite(server);
    }

    /** Returns the address of the site, below which all files are. */
    URI base() {
        String scheme = server instanceof HttpsServer ? "https" : "http";
        return URI.create(scheme + "://localhost:" + server.getAddress().getPort() + "/v1/");
    }

    /** @param path from {@link #base} */
    FileSite put(String path, byte[] content) {
        files.put("/v1/" + path, content);
        return this;
    }

    /** Cuts the next answers after so many bytes of their body; {@link #NOTHING} cuts an answer before the head. */
    synchronized FileSite cut(Integer... after) {
        cuts.addAll(Arrays.asList(after));
        return this;
    }

    /** Lets a cut answer fall silent instead of closing its connection. */
    FileSite silent() {
        silent = true;
        return this;
    }

    FileSite withoutEtags() {
        etags = false;
        return this;
    }

    FileSite withoutRanges() {
        ranges = false;
        return this;
    }

    FileSite chunked() {
        chunked = true;
        return this;
    }

    FileSite status(int all) {
        status = all;
        return this;
    }

    FileSite header(String name, String value) {
        headers.put(name, value);
        return this;
    }

    /** Returns each request as {@code PATH RANGE AUTHORIZATION}, with a dash for a missing header. */
    List<String> asked() {
        return asked;
    }

    private synchronized Integer cut() {
        return cuts.poll();
    }

    private void answer(HttpExchange call) throws IOException {
        asked.add(call.getRequestURI() + " " + given(call, "Range") + " " + given(call, "Authorization"));
        Integer cut = cut();
        if (cut != null && cut == NOTHING) {
            throw new IOException("no answer");
        }
        byte[] content = files.get(call.getRequestURI().toString());
        headers.forEach(call.getResponseHeaders()::add);
        if (status != 200 || content == null || call.getRequestMethod().equals("HEAD")) {
            call.sendResponseHeaders(status == 200 && content == null ? 404 : status, -1);
            return;
        }
        send(call, content, cut);
    }

    private static String given(HttpExchange call, String header) {
        String value = call.getRequestHeaders().getFirst(header);
        return value == null ? "-" : value;
    }

    private void send(HttpExchange call, byte[] content, Integer cut) throws IOException {
        String etag = '"' + Sha256.hex(content).substring(0, 12) + '"';
        if (etags) {
            call.getResponseHeaders().add("ETag", etag);
        }
        String range = given(call, "Range");
        boolean part = ranges && !range.equals("-") && given(call, "If-Range").equals(etag);
        int from = part ? Integer.parseInt(range.replaceAll("\\D", "")) : 0;
        if (part) {
            call.getResponseHeaders()
                    .add("Content-Range", "bytes " + from + "-" + (content.length - 1) + "/" + content.length);
        }
        call.sendResponseHeaders(part ? 206 : 200, chunked ? 0 : content.length - from);
        OutputStream body = call.getResponseBody();
        int length = cut == null ? content.length - from : Math.min(cut, content.length - from);
        body.write(content, from, length);
        body.flush();
        if (cut == null) {
            body.close();
            return;
        }
        awaitClosing();
        // The server closes the connection of a handler that throws.
        throw new IOException("cut");
    }

    private void awaitClosing() {
        try {
            if (silent) {
                closing.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
