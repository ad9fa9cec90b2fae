package dev.slipway.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.servers.Await;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sends requests to servers that do not answer as slurmrestd does, and reads tokens. */
class RestClientTest {
    private static final Instant NOW = Instant.parse("2026-11-27T12:00:00Z");

    @TempDir
    Path tokens;

    private final CountDownLatch end = new CountDownLatch(1);
    private HttpServer server;
    private ExecutorService threads;

    @BeforeEach
    void start() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        threads = Executors.newCachedThreadPool();
        server.setExecutor(threads);
        server.createContext("/long", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            byte[] part = new byte[1 << 20];
            for (int i = 0; i <= RestClient.MOST_BYTES >> 20; i++) {
                exchange.getResponseBody().write(part);
            }
        });
        server.createContext("/stalls", this::stall);
        server.createContext("/denies", exchange -> {
            exchange.sendResponseHeaders(401, -1);
            exchange.close();
        });
        server.start();
        Files.writeString(tokens.resolve("alice"), token("alice", NOW.plusSeconds(60)));
    }

    private void stall(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 1000);
        OutputStream body = exchange.getResponseBody();
        body.write('{');
        body.flush();
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @AfterEach
    void stop() {
        end.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private static String token(String user, Instant expires) throws Exception {
        SignedJWT token = new SignedJWT(
                new JWSHeader(JWSAlgorithm.HS256),
                new JWTClaimsSet.Builder()
                        .claim("sun", user)
                        .expirationTime(Date.from(expires))
                        .build());
        token.sign(new MACSigner(new byte[32]));
        return token.serialize();
    }

    private Problem problem(String path) {
        return problem(path, Duration.ofSeconds(2));
    }

    private Problem problem(String path, Duration timeout) {
        Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
        RestClient client = new RestClient(
                "main",
                URI.create("http://127.0.0.1:" + server.getAddress().getPort()),
                new UserTokens("main", tokens, clock),
                timeout);
        ProblemException thrown = catchThrowableOfType(
                ProblemException.class, () -> client.answer("alice", RestClient.Request.get(path), () -> {}));
        assertThat(thrown).as("the request fails").isNotNull();
        assertThat(thrown.problem().code()).isEqualTo(ProblemCode.CLUSTER_AWAY);
        return thrown.problem();
    }

    @Test
    void an_answer_beyond_the_bound_is_an_outage() {
        assertThat(problem("/long", Await.PATIENCE).detail()).contains("more than 67108864 bytes");
    }

    @Test
    void an_answer_that_is_not_complete_in_time_is_an_outage() {
        assertThat(problem("/stalls").message()).endsWith(" did not answer within 2 s");
    }

    @Test
    void a_denied_token_is_an_outage_with_the_remedy() {
        Problem problem = problem("/denies");

        assertThat(problem.message()).endsWith(" denies the token of user alice");
        assertThat(problem.detail()).contains("slipway.clusters.main.host.rest.tokens");
    }

    @Test
    void a_token_of_no_use_is_an_outage_that_tells_the_fault_and_no_token() throws Exception {
        Path file = tokens.resolve("alice");
        String expired = token("alice", NOW);
        Files.writeString(file, "SLURM_JWT=" + expired + "\n");
        assertThat(problem("/stalls").message()).endsWith(" slurmrestd expired at 2026-11-27T12:00:00Z");

        Files.writeString(file, token("bob", NOW.plusSeconds(60)));
        assertThat(problem("/stalls").message()).endsWith(" names another user");

        String broken = expired.substring(5);
        Files.writeString(file, broken);
        Problem problem = problem("/stalls");
        assertThat(problem.message()).endsWith(" is no JSON Web Token");
        assertThat(problem.toString()).doesNotContain(broken.substring(0, 10));

        for (String more : List.of("\nsecond", "\r\nX-Other: 1", " second", ".second", "\u0000")) {
            Files.writeString(file, token("alice", NOW.plusSeconds(60)) + more);
            Problem refused = problem("/stalls");
            assertThat(refused.message()).endsWith(" is no JSON Web Token");
            assertThat(refused.toString()).doesNotContain("second", "X-Other", "eyJ");
        }

        Files.delete(file);
        assertThat(problem("/stalls").message()).endsWith(" is missing");
        Files.createDirectory(file);
        assertThat(problem("/stalls").message()).endsWith(" cannot be read");
    }
}
