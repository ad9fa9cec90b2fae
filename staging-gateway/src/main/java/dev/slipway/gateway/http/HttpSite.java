package dev.slipway.gateway.http;

import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.HttpFetch;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;

/**
 * A web address that the operator lets documents name.
 *
 * @param name what documents call it
 * @param base what stands before each path, absolute, with a / at its end; nothing outside of it is ever asked for
 * @param login how the service says who it is
 * @param caFile PEM certificates of the authorities that the site's own is checked by; empty: those of the Java runtime
 * @param posts whether documents may send bodies to it, and not only ask by URL
 */
public record HttpSite(String name, URI base, Login login, Optional<Path> caFile, boolean posts) {

    /** How the service says who it is. */
    public sealed interface Login {
        /** The header, read anew for each request. */
        Optional<String> authorization() throws IOException;

        /** It does not. */
        record None() implements Login {
            @Override
            public Optional<String> authorization() {
                return Optional.empty();
            }
        }

        /** By a token, alone in its file. */
        record Bearer(Path tokenFile) implements Login {
            @Override
            public Optional<String> authorization() throws IOException {
                return Optional.of("Bearer " + Files.readString(tokenFile).strip());
            }
        }

        /** By user and password, the password on one line. */
        record Basic(String user, Path passwordFile) implements Login {
            @Override
            public Optional<String> authorization() throws IOException {
                String pair = user + ":" + Files.readString(passwordFile).stripTrailing();
                return Optional.of(
                        "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)));
            }
        }
    }

    /** Where a document's path is. */
    URI address(String path) {
        String rest = path.replaceFirst("^/+", "");
        if (!HttpFetch.isPath(rest)) {
            throw outside(path);
        }
        return URI.create(base + rest);
    }

    /** Where a path is, asked with a query that is percent-encoded already. */
    URI address(String path, Optional<String> query) {
        URI place = path.isEmpty() ? base : address(path);
        return query.map(text -> URI.create(place + "?" + text)).orElse(place);
    }

    /** Where the site sends us on to from {@code from}. @throws ProblemException if that is not below its own address */
    URI redirected(URI from, String location) {
        try {
            String address = from.resolve(URI.create(location)).normalize().toString();
            if (address.startsWith(base.toString())) {
                return address(address.substring(base.toString().length()));
            }
        } catch (IllegalArgumentException e) {
            throw outside(location);
        }
        throw outside(location);
    }

    /** Refuses a body where the operator lets documents ask by URL only. @param shown how messages name the question */
    void requirePosts(String shown) {
        if (!posts) {
            throw StepProblem.of(
                    ProblemCode.SITE_REFUSED,
                    "nothing may be sent to site " + name + ", only asked by URL: " + shown,
                    "The operator allows it by slipway.sites." + name + ".posts: true.");
        }
    }

    private ProblemException outside(String path) {
        return StepProblem.of(
                ProblemCode.SITE_ANSWER,
                "what is asked of site " + name + " leads out of the address that the operator gave it",
                path);
    }
}
