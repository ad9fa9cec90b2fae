package dev.slipway.toolkit.verb;

import dev.slipway.toolkit.answer.Failure;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/** Reads times as users write them. */
public final class WrittenTime {
    private WrittenTime() {}

    /**
     * Returns the time in the form of the WSDL.
     *
     * @param text such as 2026-11-21, 2026-11-21T09:30:00Z, or 30m, 12h, 7d for so long ago
     */
    public static String parse(String option, String text, Instant now) {
        try {
            if (text.matches("[0-9]{1,6}[mhd]")) {
                long count = Long.parseLong(text.substring(0, text.length() - 1));
                ChronoUnit unit =
                        switch (text.charAt(text.length() - 1)) {
                            case 'm' -> ChronoUnit.MINUTES;
                            case 'h' -> ChronoUnit.HOURS;
                            default -> ChronoUnit.DAYS;
                        };
                return now.minus(Duration.of(count, unit)).toString();
            }
            return text.length() == "2026-11-21".length()
                    ? LocalDate.parse(text)
                            .atStartOfDay(ZoneOffset.UTC)
                            .toInstant()
                            .toString()
                    : Instant.parse(text).toString();
        } catch (DateTimeException e) {
            throw Failure.usage(
                    option + " is not a time: " + text,
                    "Write 2026-11-21, 2026-11-21T09:30:00Z, or 30m, 12h, 7d for so long ago.");
        }
    }
}
