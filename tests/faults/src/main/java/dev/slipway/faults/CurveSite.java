package dev.slipway.faults;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Runs a web server with one file, and a service that answers with numbers. */
record CurveSite(HttpServer server) implements AutoCloseable {

    static CurveSite of(Path file) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", call -> send(call, file));
        server.start();
        return new CurveSite(server);
    }

    private static void send(HttpExchange call, Path file) throws IOException {
        if (call.getRequestURI().getPath().equals("/numbers")) {
            byte[] numbers = IntStream.range(
                            0, Integer.parseInt(call.getRequestURI().getQuery()))
                    .mapToObj(n -> "{\"n\": " + n + "}")
                    .collect(Collectors.joining(", ", "[", "]"))
                    .getBytes(StandardCharsets.UTF_8);
            call.sendResponseHeaders(200, numbers.length);
            call.getResponseBody().write(numbers);
            call.getResponseBody().close();
            return;
        }
        call.sendResponseHeaders(200, Files.size(file));
        Files.copy(file, call.getResponseBody());
        call.getResponseBody().close();
    }

    String url() {
        return "http://localhost:" + server.getAddress().getPort() + "/";
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
