package dev.slipway.server.cluster;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Sends requests to the slurmrestd of a cluster, each with the token of its user. */
final class RestClient {
    /** The most bytes of an answer: about 3,500 for each of 18,000 jobs, because slurmrestd lists all jobs. */
    static final long MOST_BYTES = 64L << 20;

    private static final Set<Integer> DENIED = Set.of(401, 403);

    private final String cluster;
    private final URI address;
    private final UserTokens tokens;
    private final Duration timeout;
    private final HttpClient client;

    /**
     * A request.
     *
     * @param path the path and query below the address
     */
    record Request(String method, String path, Optional<String> body) {
        static Request get(String path) {
            return new Request("GET", path, Optional.empty());
        }
    }

    /** An answer, with any status that tells neither a missing path nor a denied token. */
    record Answer(int status, InputStream body) {
        private static final int OK = 200;
        private static final int NOT_FOUND = 404;

        boolean well() {
            return status == OK;
        }

        boolean isMissing() {
            return status == NOT_FOUND;
        }
    }

    /** @param timeout the time after which an answer that is not complete counts as an outage */
    RestClient(String cluster, URI address, UserTokens tokens, Duration timeout) {
        this.cluster = cluster;
        this.address = address;
        this.tokens = tokens;
        this.timeout = timeout;
        // slurmrestd breaks off its answer to a client that offers HTTP/2.
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(HttpClient.Builder.NO_PROXY)
                .connectTimeout(timeout)
                .build();
    }

    /**
     * Sends the request as the user.
     *
     * @param begun called once the request may have its effect
     * @throws ProblemException CLUSTER_AWAY if there is no complete answer within the time and the bound, or the token
     *     is denied
     */
    Answer answer(String user, Request request, Runnable begun) throws InterruptedException {
        CompletableFuture<HttpResponse<InputStream>> pending =
                client.sendAsync(http(user, request), head -> new BoundedBody(MOST_BYTES));
        try {
            begun.run();
            HttpResponse<InputStream> response = pending.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
            if (DENIED.contains(response.statusCode())) {
                throw away("denies the token of user " + user, tokens.remedy(user));
            }
            return new Answer(response.statusCode(), response.body());
        } catch (ExecutionException e) {
            throw away("gives no answer", e.getCause().toString());
        } catch (TimeoutException e) {
            throw away("did not answer within " + timeout.toSeconds() + " s", "");
        } finally {
            pending.cancel(true);
        }
    }

    private HttpRequest http(String user, Request request) {
        HttpRequest.BodyPublisher body =
                request.body().map(HttpRequest.BodyPublishers::ofString).orElseGet(HttpRequest.BodyPublishers::noBody);
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(address + request.path()))
                .method(request.method(), body)
                .header("Accept", "application/json")
                .header("X-SLURM-USER-NAME", user)
                .header("X-SLURM-USER-TOKEN", tokens.of(user));
        request.body().ifPresent(given -> builder.header("Content-Type", "application/json"));
        return builder.build();
    }

    ProblemException away(String what, String detail) {
        return new ProblemException(new Problem(
                ProblemCode.CLUSTER_AWAY, "cluster " + cluster + ": slurmrestd at " + address + " " + what, detail));
    }
}
