package dev.slipway.gateway.query;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A web service with answers that a test makes from the questions. */
final class AnsweringSite implements AutoCloseable {

    /** A received question; a missing header is null. */
    record Question(String method, URI uri, String type, String action, String authorization, String body) {}

    /** An answer of the service. */
    record Answer(int status, byte[] body) {
        static Answer of(String body) {
            return new Answer(200, body.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Makes an answer. */
    interface Service {
        Answer to(Question question) throws Exception;
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Question> asked = new CopyOnWriteArrayList<>();
    private volatile Service service;

    private AnsweringSite(HttpServer server, Service service) {
        this.server = server;
        this.service = service;
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    static AnsweringSite start(Service service) throws IOException {
        return new AnsweringSite(
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50), service);
    }

    int port() {
        return server.getAddress().getPort();
    }

    static URI base(int port) {
        return URI.create("http://localhost:" + port + "/v1/");
    }

    void answerBy(Service next) {
        service = next;
    }

    List<Question> asked() {
        return asked;
    }

    private void handle(HttpExchange call) throws IOException {
        try (call) {
            Question question = new Question(
                    call.getRequestMethod(),
                    call.getRequestURI(),
                    call.getRequestHeaders().getFirst("Content-Type"),
                    call.getRequestHeaders().getFirst("SOAPAction"),
                    call.getRequestHeaders().getFirst("Authorization"),
                    new String(call.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            asked.add(question);
            Answer answer = service.to(question);
            boolean silent = question.method().equals("HEAD") || answer.body().length == 0;
            call.sendResponseHeaders(answer.status(), silent ? -1 : answer.body().length);
            if (!silent) {
                call.getResponseBody().write(answer.body());
            }
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
