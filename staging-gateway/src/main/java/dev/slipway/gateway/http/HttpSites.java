package dev.slipway.gateway.http;

import dev.slipway.gateway.step.Named;
import dev.slipway.problem.Problem;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The operator's sites, by name. */
public final class HttpSites {
    private final Named<SiteClient> byName;

    /** Connects nowhere yet. */
    public HttpSites(List<HttpSite> sites, HttpLimits limits) {
        byName = new Named<>(
                "site", sites.stream().map(site -> new SiteClient(site, limits)).toList(), client -> client.site()
                        .name());
    }

    SiteClient require(String name) {
        return byName.require(name);
    }

    /** The problem of a site that the operator has not named; empty for one that is known. */
    public Optional<Problem> unknown(String name, Predicate<String> tellable) {
        return byName.unknown(name, tellable);
    }

    /** Whether the site answers now; else what a step there would meet. */
    public Optional<Problem> probe(String name) throws InterruptedException {
        return byName.require(name).probe();
    }
}
