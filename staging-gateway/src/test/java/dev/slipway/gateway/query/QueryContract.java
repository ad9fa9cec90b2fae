package dev.slipway.gateway.query;

import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayPlaces;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.NetworkContract;
import dev.slipway.gateway.SlowLine;
import dev.slipway.gateway.http.HttpSite;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;

/** Tests that both kinds of services must pass: a service that answers over a line that may break. */
abstract class QueryContract extends NetworkContract {
    protected AnsweringSite site;
    private SlowLine line;

    /** Answers with the rows of the contract. */
    protected abstract AnsweringSite.Answer answer(AnsweringSite.Question question) throws Exception;

    @Override
    protected GatewayTestBed open() throws Exception {
        site = AnsweringSite.start(this::answer);
        return at(AnsweringSite.base(site.port()), new HttpSite.Login.None());
    }

    @Override
    protected GatewayTestBed breaking(long bytes) throws Exception {
        line = new SlowLine(site.port(), bytes, true);
        return at(AnsweringSite.base(line.port()), new HttpSite.Login.None());
    }

    protected final GatewayTestBed at(URI base, HttpSite.Login login) throws Exception {
        return at(base, login, true);
    }

    protected final GatewayTestBed at(URI base, HttpSite.Login login, boolean posts) throws Exception {
        HttpSite named = new HttpSite(place(), base, login, Optional.empty(), posts);
        return GatewayTestBed.on(
                new GatewayPlaces(List.of(), List.of(), List.of(named), List.of()), folder, GatewayLimits.STANDARD);
    }

    /** Returns the rows from the number {@code from} on, below the number {@code below}. */
    protected final List<String[]> between(int from, int below) {
        return content()
                .lines()
                .skip(1L + from)
                .limit(below - from)
                .map(line -> line.split(","))
                .toList();
    }

    @AfterEach
    void close_the_site() throws Exception {
        site.close();
        if (line != null) {
            line.close();
        }
    }
}
