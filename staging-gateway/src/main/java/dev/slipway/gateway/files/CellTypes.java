package dev.slipway.gateway.files;

import dev.slipway.request.DataContract.Type;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Tells which texts are values of a contract's types, in the notations of PostgreSQL's COPY and of ISO 8601. */
final class CellTypes {
    private static final Set<String> TRUTHS = Set.of("t", "f", "true", "false");
    private static final Set<String> NO_NUMBERS = Set.of("NaN", "Infinity", "-Infinity");
    private static final Pattern FLOAT = Pattern.compile("[-+]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][-+]?\\d{1,4})?");
    private static final DateTimeFormatter TIMESTAMP = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .optionalStart()
            .appendLiteral('T')
            .optionalEnd()
            .optionalStart()
            .appendLiteral(' ')
            .optionalEnd()
            .append(DateTimeFormatter.ISO_LOCAL_TIME)
            .optionalStart()
            .appendOffset("+HH:mm", "Z")
            .optionalEnd()
            .toFormatter();

    private CellTypes() {}

    static boolean fits(Type type, String value) {
        return switch (type) {
            case TEXT -> true;
            case INTEGER -> isNumber(value, false);
            case DECIMAL -> isNumber(value, true);
            case FLOAT -> NO_NUMBERS.contains(value) || FLOAT.matcher(value).matches();
            case BOOLEAN -> TRUTHS.contains(value);
            case DATE -> date(value).isPresent();
            case TIMESTAMP -> timestamp(value).isPresent();
        };
    }

    private static boolean isNumber(String value, boolean point) {
        int at = value.startsWith("-") || value.startsWith("+") ? 1 : 0;
        boolean pointed = !point;
        int digits = 0;
        for (; at < value.length(); at++) {
            char c = value.charAt(at);
            if (c == '.' && !pointed) {
                pointed = true;
            } else if (c < '0' || c > '9') {
                return false;
            } else {
                digits++;
            }
        }
        return digits > 0;
    }

    /** Returns the moment that a value names. A date stands for its begin. Values without an offset are in UTC. */
    static Optional<Instant> moment(String value) {
        return timestamp(value).or(() -> date(value)
                .map(day -> day.atStartOfDay(ZoneOffset.UTC).toInstant()));
    }

    private static Optional<LocalDate> date(String value) {
        try {
            return Optional.of(LocalDate.parse(value));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    private static Optional<Instant> timestamp(String value) {
        // This check is cheaper than an exception for each value that is no timestamp.
        if (value.length() < 14 || value.charAt(10) != 'T' && value.charAt(10) != ' ') {
            return Optional.empty();
        }
        try {
            TemporalAccessor parsed = TIMESTAMP.parse(value);
            LocalDateTime local = LocalDateTime.from(parsed);
            int offset = parsed.isSupported(ChronoField.OFFSET_SECONDS) ? parsed.get(ChronoField.OFFSET_SECONDS) : 0;
            return Optional.of(local.toInstant(ZoneOffset.ofTotalSeconds(offset)));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }
}
