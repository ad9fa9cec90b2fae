package dev.slipway.gateway.http;

import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.NamedPlaces;
import dev.slipway.gateway.step.PlaceKind;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.HttpFetch;
import dev.slipway.request.Place;
import dev.slipway.request.ServiceQuery;
import dev.slipway.staging.StepLook;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;

/** The operator's sites, by name. */
public final class HttpSites implements PlaceKind {
    private static final int OK = 200;
    private static final int LEAST_ERROR = 400;

    /** The status codes of sites that serve files but refuse HEAD requests. */
    private static final Set<Integer> NO_HEADS = Set.of(405, 501);

    private final NamedPlaces<SiteClient> byName;
    private final HttpLimits limits;

    /** Connects nowhere yet. */
    public HttpSites(List<HttpSite> sites, HttpLimits limits) {
        this.limits = limits;
        byName = new NamedPlaces<>(
                Place.Site::new,
                sites.stream().map(site -> new SiteClient(site, limits)).toList(),
                client -> client.site().name());
    }

    /**
     * Prepares the change to other sites, and returns the change, which cannot fail. A new site gets its client when a
     * step needs one, so a change that is not made leaves nothing open. The client of a removed site ends when no step
     * uses it any more.
     */
    public Runnable taking(List<HttpSite> sites) {
        return byName.taking(sites.stream()
                .map(site -> byName.find(site.name())
                        .filter(client -> client.site().equals(site))
                        .orElseGet(() -> new SiteClient(site, limits)))
                .toList());
    }

    SiteClient require(String name) {
        return byName.require(name);
    }

    @Override
    public Optional<Problem> unknown(String name, Predicate<Place> tellable) {
        return byName.unknown(name, tellable);
    }

    /** Looks at a file, by a HEAD request, as a fetch would find the file now. */
    StepLook look(HttpFetch step, Cancellation cancellation) throws InterruptedException {
        SiteClient client = byName.require(step.site());
        HttpSite site = client.site();
        try {
            HttpResponse<AnswerStream> answer = client.ask(
                    client.request(site.address(step.path()))
                            .method("HEAD", HttpRequest.BodyPublishers.noBody())
                            .build(),
                    cancellation);
            answer.body().close();
            if (NO_HEADS.contains(answer.statusCode()) || answer.statusCode() < LEAST_ERROR) {
                OptionalLong bytes = Representation.of(answer).bytes();
                return answer.statusCode() == OK && bytes.isPresent()
                        ? StepLook.of(new StepLook.Size(
                                bytes.getAsLong(), OptionalLong.empty(), true, "what site " + site.name() + " says"))
                        : StepLook.NOTHING;
            }
            return StepLook.of(
                    HttpProblems.status(site, step.path(), answer.statusCode()).problem());
        } catch (IOException e) {
            cancellation.check();
            return StepLook.of(HttpProblems.lost(site, step.path(), e).problem());
        } catch (ProblemException e) {
            return StepLook.of(e.problem());
        }
    }

    /** Returns the problem that a question would meet now. Sends no question, because the service might act on it. */
    public Optional<Problem> probe(ServiceQuery query) throws InterruptedException {
        SiteClient client = byName.require(query.site());
        if (query.body().isPresent()) {
            try {
                client.site().requirePosts(query.path());
            } catch (ProblemException e) {
                return Optional.of(e.problem());
            }
        }
        return client.probe();
    }

    @Override
    public Optional<Problem> probe(String name) throws InterruptedException {
        return byName.require(name).probe();
    }
}
