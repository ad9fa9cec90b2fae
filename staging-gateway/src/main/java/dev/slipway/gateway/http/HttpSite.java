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
 * @param name the site's name in documents
 * @param base the absolute prefix of every path, with a / at its end; no request leaves this prefix
 * @param login how the service identifies itself
 * @param caFile PEM certificates of the authorities that check the site's certificate; if empty, those of the Java
 *     runtime
 * @param posts whether documents may send bodies to the site, and not only ask by URL
 */
public record HttpSite(String name, URI base, Login login, Optional<Path> caFile, boolean posts) {

    /** How the service identifies itself to the site. */
    public sealed interface Login {
        /** Returns the header. Reads its secret anew for each request. */
        Optional<String> authorization() throws IOException;

        /** No identification. */
        record None() implements Login {
            @Override
            public Optional<String> authorization() {
                return Optional.empty();
            }
        }

        /** A token, alone in its file. */
        record Bearer(Path tokenFile) implements Login {
            @Override
            public Optional<String> authorization() throws IOException {
                return Optional.of("Bearer " + Files.readString(tokenFile).strip());
            }
        }

        /** User and password, with the password on one line. */
        record Basic(String user, Path passwordFile) implements Login {
            @Override
            public Optional<String> authorization() throws IOException {
                String pair = user + ":" + Files.readString(passwordFile).stripTrailing();
                return Optional.of(
                        "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)));
            }
        }
    }

    /** Returns the address of a document's path. */
    URI address(String path) {
        String rest = path.replaceFirst("^/+", "");
        if (!HttpFetch.isPath(rest)) {
            throw outside(path);
        }
        return URI.create(base + rest);
    }

    /** Returns the address of a path with a query that is percent-encoded already. */
    URI address(String path, Optional<String> query) {
        URI place = path.isEmpty() ? base : address(path);
        return query.map(text -> URI.create(place + "?" + text)).orElse(place);
    }

    /**
     * Returns the target of a redirect from {@code from}.
     *
     * @throws ProblemException if the target is not below the site's own address
     */
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

    /**
     * Refuses a body where the operator lets documents ask by URL only.
     *
     * @param shown the question's name in messages
     */
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
