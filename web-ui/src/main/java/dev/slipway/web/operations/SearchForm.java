package dev.slipway.web.operations;

import dev.slipway.audit.Search;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.web.Readable;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Optional;
import org.springframework.web.util.UriComponentsBuilder;

/**
 * Holds a search among the operations, as it was typed. An empty field excludes no operation.
 *
 * @param from as {@code <input type="datetime-local">} gives it, in the zone of the user
 * @param until likewise
 */
public record SearchForm(String by, String kind, String text, String from, String until) {
    public SearchForm {
        by = given(by).orElse("");
        kind = given(kind).orElse("");
        text = given(text).orElse("");
        from = given(from).orElse("");
        until = given(until).orElse("");
    }

    /** Returns whether all fields are empty. */
    public boolean blank() {
        return (by + kind + text + from + until).isEmpty();
    }

    /** @throws ProblemException FORM_INVALID with the text that is no time */
    Search search() {
        return new Search(given(by), given(kind), given(text), time(from), time(until));
    }

    /** Returns the search as the query of an address. */
    String query() {
        return UriComponentsBuilder.newInstance()
                .queryParam("by", "{by}")
                .queryParam("kind", "{kind}")
                .queryParam("text", "{text}")
                .queryParam("from", "{from}")
                .queryParam("until", "{until}")
                .encode()
                .buildAndExpand(by, kind, text, from, until)
                .toUriString();
    }

    private static Optional<String> given(String typed) {
        return Optional.ofNullable(typed).map(String::strip).filter(one -> !one.isEmpty());
    }

    private static Optional<Instant> time(String typed) {
        return given(typed).map(one -> {
            try {
                return LocalDateTime.parse(one).atZone(Readable.zone()).toInstant();
            } catch (DateTimeException e) {
                throw new ProblemException(
                        Problem.of(ProblemCode.FORM_INVALID, "not a time as 2026-05-04T09:30: " + one));
            }
        });
    }
}
