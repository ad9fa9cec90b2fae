package dev.slipway.problem;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Points in time inside of sentences, which every door shows as they are. */
public final class Utc {
    private static final DateTimeFormatter WORDS = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private Utc() {}

    /** Returns the time to the second, as {@code 2026-03-31 09:30:15 UTC}. */
    public static String words(Instant at) {
        return WORDS.format(at);
    }
}
