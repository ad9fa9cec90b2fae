package dev.slipway.gateway.sql.driver.value;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.regex.Pattern;

/**
 * Writes dates and times as texts: ISO 8601 with a blank between date and time, and no zeros at the end of fractions. A
 * value's offset is written without minutes if these are zero. Each method returns null for null.
 */
final class DateTimeTexts {
    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .appendPattern("HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .toFormatter();
    private static final DateTimeFormatter DATE_TIME = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .appendLiteral(' ')
            .append(TIME)
            .toFormatter();
    private static final DateTimeFormatter OFFSET =
            new DateTimeFormatterBuilder().appendOffset("+HH:mm:ss", "+00").toFormatter();

    private static final Pattern ENDING_ZEROS = Pattern.compile("(:\\d\\d)(?:\\.0*|(\\.\\d*?)0+)$");

    private DateTimeTexts() {}

    static String text(LocalDate value) {
        return value == null ? null : DateTimeFormatter.ISO_LOCAL_DATE.format(value);
    }

    static String text(LocalTime value) {
        return value == null ? null : TIME.format(value);
    }

    static String text(OffsetTime value) {
        return value == null ? null : TIME.format(value) + OFFSET.format(value);
    }

    static String text(LocalDateTime value) {
        return value == null ? null : DATE_TIME.format(value);
    }

    static String text(OffsetDateTime value) {
        return value == null ? null : DATE_TIME.format(value) + OFFSET.format(value);
    }

    /** Returns a database's text of a time without trailing zeros of the fraction. */
    static String withoutEndingZeros(String time) {
        return time == null ? null : ENDING_ZEROS.matcher(time).replaceFirst("$1$2");
    }

    /**
     * Reads the texts that {@link #text(OffsetDateTime)} writes.
     *
     * @throws java.time.DateTimeException if the text has another form
     */
    static OffsetDateTime zoned(String text) {
        String time = text.replace(' ', 'T');
        return OffsetDateTime.parse(time.matches(".*[+-]\\d\\d") ? time + ":00" : time);
    }
}
