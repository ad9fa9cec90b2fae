package dev.slipway.request;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Fetches a file from a web server into the run folder.
 *
 * @param site the operator's name for the base address of {@code path}
 * @param path the rest of the address as a URL writes it (percent-encoded), with an optional query
 * @param sha256 the required digest, 64 lower-case hex digits; if empty, any content is accepted
 */
public record HttpFetch(StepHead.In head, String site, String path, Optional<String> sha256) implements StagingStep {
    private static final int LONGEST = 2000;
    private static final String FORM = "(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})+";

    /** An encoded slash, backslash or control character, which servers interpret in different ways. */
    private static final String UNCLEAR = ".*%(?:2f|5c|[01].|7f).*";

    public HttpFetch {
        Require.text(site, "site");
        Require.that(isPath(path), "not a path below a site: " + path);
        Require.that(
                sha256.map(UploadFetch::isDigest).orElse(true), "not a SHA-256 in 64 lower-case hex digits: " + sha256);
    }

    /** Returns whether {@code text} can stand after a site's address and cannot lead out of that address. */
    public static boolean isPath(String text) {
        return text.length() <= LONGEST
                && text.matches(FORM)
                && !text.toLowerCase(Locale.ROOT).matches(UNCLEAR)
                && List.of(text.replaceFirst("\\?.*", "").split("/")).stream().noneMatch(HttpFetch::climbs);
    }

    /** Servers disagree on whether a parameter after ; belongs to the name. */
    private static boolean climbs(String segment) {
        String name = segment.replaceFirst(";.*", "").replaceAll("(?i)%2e", ".");
        return name.equals(".") || name.equals("..");
    }

    @Override
    public Place place() {
        return new Place.Site(site);
    }
}
