package dev.slipway.gateway.http;

import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A site's description of a file that it sends.
 *
 * @param etag a strong one, by which the same bytes can be requested again
 * @param bytes of the whole file
 * @param sha256 of the whole file, 64 lower-case hex digits
 * @param changed when the file last changed, as the site says
 */
record Representation(Optional<String> etag, OptionalLong bytes, Optional<String> sha256, Optional<Instant> changed) {
    private static final Pattern RANGE = Pattern.compile("bytes (\\d{1,18})-\\d{1,18}/(\\d{1,18})");

    /** The digest, in the first header by RFC 9530, in the second by RFC 3230. */
    private static final Pattern DIGEST = Pattern.compile("(?i)\\bsha-256=:?([A-Za-z0-9+/]{43}=)");

    /** Reads the description of a whole file. */
    static Representation of(HttpResponse<?> answer) {
        HttpHeaders headers = answer.headers();
        Optional<String> sha256 = List.of("repr-digest", "digest").stream()
                .flatMap(name -> headers.allValues(name).stream())
                .map(DIGEST::matcher)
                .filter(Matcher::find)
                .map(found -> HexFormat.of().formatHex(Base64.getDecoder().decode(found.group(1))))
                .findFirst();
        return new Representation(etag(headers), headers.firstValueAsLong("content-length"), sha256, changed(headers));
    }

    private static Optional<Instant> changed(HttpHeaders headers) {
        try {
            return headers.firstValue("last-modified")
                    .map(words -> DateTimeFormatter.RFC_1123_DATE_TIME.parse(words, Instant::from));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> etag(HttpHeaders headers) {
        return headers.firstValue("etag").filter(tag -> !tag.startsWith("W/"));
    }

    /**
     * Returns the description of the same file if {@code part} (206) continues at byte {@code at} and tells the length
     * of the whole file; empty otherwise. Without the length, the end of the file would look like a cut.
     */
    Optional<Representation> goingOn(HttpResponse<?> part, long at) {
        Matcher range = RANGE.matcher(part.headers().firstValue("content-range").orElse(""));
        if (!range.matches() || !range.group(1).equals(Long.toString(at)) || !isSame(part)) {
            return Optional.empty();
        }
        long all = Long.parseLong(range.group(2));
        return bytes.orElse(all) == all
                ? Optional.of(new Representation(etag, OptionalLong.of(all), sha256, changed))
                : Optional.empty();
    }

    /** Returns whether an answer describes the same file. */
    boolean isSame(HttpResponse<?> answer) {
        return etag.isPresent() && etag(answer.headers()).equals(etag);
    }
}
