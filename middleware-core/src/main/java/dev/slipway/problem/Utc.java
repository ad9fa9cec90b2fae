package dev.slipway.problem;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Points in time inside of sentences, which every door shows as they are. */
public final class Utc {
    private static final DateTimeFormatter WORDS = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private static final Pattern WRITTEN = Pattern.compile("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC");

    private Utc() {}

    /** Returns the text with other words for each time in it that {@link #words} wrote. */
    public static String replaced(String text, Function<Instant, String> words) {
        return WRITTEN.matcher(text).replaceAll(found -> Matcher.quoteReplacement(other(found.group(), words)));
    }

    private static String other(String written, Function<Instant, String> words) {
        try {
            return words.apply(Instant.from(WORDS.parse(written)));
        } catch (DateTimeException e) {
            // A program may write the digits of a time that does not exist.
            return written;
        }
    }

    /** Returns the time to the second, as {@code 2026-03-31 09:30:15 UTC}. */
    public static String words(Instant at) {
        return WORDS.format(at);
    }
}
