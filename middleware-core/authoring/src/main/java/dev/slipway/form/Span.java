package dev.slipway.form;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Spans of time as people write them: {@code 1 h 30 min}; ISO 8601 is read too. */
final class Span {
    private static final Map<String, Long> UNITS = new LinkedHashMap<>();
    private static final int LONGEST = 100;
    private static final Pattern PART = Pattern.compile("\\G\\s*+(\\d{1,9})\\s*+(d|h|min|s)");

    static {
        UNITS.put("d", 86_400L);
        UNITS.put("h", 3_600L);
        UNITS.put("min", 60L);
        UNITS.put("s", 1L);
    }

    private Span() {}

    static String write(Duration span) {
        if (span.getNano() != 0 || span.isZero() || span.isNegative()) {
            return span.toString();
        }
        StringBuilder text = new StringBuilder();
        long left = span.toSeconds();
        for (Map.Entry<String, Long> unit : UNITS.entrySet()) {
            long count = left / unit.getValue();
            left %= unit.getValue();
            if (count > 0) {
                text.append(text.isEmpty() ? "" : " ").append(count).append(' ').append(unit.getKey());
            }
        }
        return text.toString();
    }

    static Optional<Duration> read(String text) {
        if (text.length() > LONGEST) {
            return Optional.empty();
        }
        Matcher part = PART.matcher(text);
        long seconds = 0;
        int end = 0;
        while (part.find() && part.start() == end) {
            seconds += Long.parseLong(part.group(1)) * UNITS.get(part.group(2));
            end = part.end();
        }
        return end > 0 && text.substring(end).isBlank() ? Optional.of(Duration.ofSeconds(seconds)) : iso(text);
    }

    private static Optional<Duration> iso(String text) {
        try {
            return Optional.of(Duration.parse(text.strip()));
        } catch (DateTimeParseException | ArithmeticException e) {
            return Optional.empty();
        }
    }
}
