package dev.slipway.gateway.http;

import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Sends requests to one site. Follows redirects only below the site's own address. */
final class SiteClient {
    /**
     * Methods whose redirects are followed, because they change nothing at the site. A body goes only to the address
     * for which it was written.
     */
    private static final Set<String> FOLLOWED = Set.of("GET", "HEAD");

    private static final int MOST_REDIRECTS = 5;
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

    private final HttpSite site;
    private final HttpLimits limits;
    private HttpClient client;

    SiteClient(HttpSite site, HttpLimits limits) {
        this.site = site;
        this.limits = limits;
    }

    HttpSite site() {
        return site;
    }

    /**
     * Returns the client, made at first use. An unreadable certificate file is then a problem of this site's steps
     * only.
     */
    private synchronized HttpClient client() {
        if (client == null) {
            HttpClient.Builder builder = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .connectTimeout(limits.connectTimeout());
            site.caFile().ifPresent(file -> builder.sslContext(trusting(file)));
            client = builder.build();
        }
        return client;
    }

    private SSLContext trusting(Path file) {
        try (InputStream pem = Files.newInputStream(file)) {
            KeyStore authorities = KeyStore.getInstance(KeyStore.getDefaultType());
            authorities.load(null, null);
            int number = 0;
            for (Certificate authority : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
                authorities.setCertificateEntry("ca-" + number++, authority);
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(authorities);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw StepProblem.of(
                    ProblemCode.SITE_REFUSED,
                    "the ca-file of site " + site.name() + " cannot be used",
                    String.valueOf(e.getMessage()));
        }
    }

    /** Begins a request to this site, with the service's login. */
    HttpRequest.Builder request(URI address) {
        HttpRequest.Builder request = HttpRequest.newBuilder(address).header("Accept-Encoding", "identity");
        try {
            site.login().authorization().ifPresent(words -> request.header("Authorization", words));
        } catch (IOException | IllegalArgumentException e) {
            // The message of an IllegalArgumentException would hold the secret.
            throw StepProblem.of(ProblemCode.SITE_REFUSED, "the secret of site " + site.name() + " cannot be used");
        }
        return request;
    }

    /**
     * Sends a request and follows redirects. The caller closes the body of the answer.
     *
     * @throws IOException if there is no answer
     */
    HttpResponse<AnswerStream> ask(HttpRequest first, Cancellation cancellation)
            throws IOException, InterruptedException {
        HttpRequest request = first;
        for (int hops = 0; hops <= MOST_REDIRECTS; hops++) {
            HttpResponse<AnswerStream> answer = exchange(request, cancellation);
            Optional<String> location = answer.headers().firstValue("location");
            if (!REDIRECTS.contains(answer.statusCode())
                    || location.isEmpty()
                    || !FOLLOWED.contains(request.method())) {
                return answer;
            }
            answer.body().close();
            URI next = site.redirected(request.uri(), location.get());
            request = HttpRequest.newBuilder(first, (name, value) -> true)
                    .uri(next)
                    .build();
        }
        throw HttpProblems.unfit(site, first.uri().getPath(), "sends us on too often", "");
    }

    private HttpResponse<AnswerStream> exchange(HttpRequest request, Cancellation cancellation)
            throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<AnswerStream>> answer =
                client().sendAsync(request, head -> new AnswerStream(limits.idleTimeout()));
        Cancellation.Registration registration = cancellation.stopBy(attempt -> answer.cancel(true));
        try {
            long millis = limits.connectTimeout().plus(limits.idleTimeout()).toMillis();
            return answer.get(millis, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            cancellation.check();
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
        } catch (CancellationException e) {
            throw new InterruptedException("cancelled");
        } catch (TimeoutException e) {
            throw new HttpTimeoutException(
                    "no answer in " + limits.idleTimeout().toSeconds() + " s");
        } finally {
            registration.close();
            answer.cancel(true);
        }
    }

    /** Returns the problem of a site that does not answer. An answer about a missing path counts as an answer. */
    Optional<Problem> probe() throws InterruptedException {
        try {
            HttpRequest head = request(site.base())
                    .method("HEAD", HttpRequest.BodyPublishers.noBody())
                    .build();
            HttpResponse<AnswerStream> answer = exchange(head, new Cancellation());
            answer.body().close();
            return HttpProblems.isOutage(answer.statusCode())
                    ? Optional.of(HttpProblems.status(site, "a look", answer.statusCode())
                            .problem())
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.of(HttpProblems.lost(site, "a look", e).problem());
        } catch (ProblemException e) {
            return Optional.of(e.problem());
        }
    }
}
