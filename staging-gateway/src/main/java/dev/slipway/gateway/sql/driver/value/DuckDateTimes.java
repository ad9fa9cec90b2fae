package dev.slipway.gateway.sql.driver.value;

import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;

/**
 * Writes dates and times of DuckDB as DuckDB's own CAST does in the time zone UTC. The driver gives {@code infinity} as
 * the greatest number of days, micro-, milli- or nanoseconds, which no other value has.
 */
public final class DuckDateTimes {
    private static final LocalDateTime EPOCH = LocalDateTime.of(1970, 1, 1, 0, 0);

    /**
     * The unit in which each type counts time. TIMESTAMP_S has none: the driver itself fails at the greatest number of
     * seconds, which Java cannot represent.
     */
    private static final Map<String, Optional<ChronoUnit>> UNITS = Map.of(
            "TIMESTAMP", Optional.of(ChronoUnit.MICROS),
            "TIMESTAMP_S", Optional.empty(),
            "TIMESTAMP_MS", Optional.of(ChronoUnit.MILLIS),
            "TIMESTAMP_NS", Optional.of(ChronoUnit.NANOS));

    private final boolean zoneless;
    private final Optional<ChronoUnit> unit;

    /** @param type type of the column */
    public DuckDateTimes(String type) {
        this.zoneless = UNITS.containsKey(type);
        this.unit = UNITS.getOrDefault(type, Optional.empty());
    }

    /** Reads the value in {@code column} of the current row of {@code rows}; null for NULL. */
    public String read(ResultSet rows, int column) throws SQLException {
        Object value = zoneless ? rows.getObject(column, LocalDateTime.class) : rows.getObject(column);
        if (value == null) {
            return null;
        } else if (value instanceof LocalDateTime time) {
            return text(time, unit, "");
        } else if (value instanceof OffsetDateTime time) {
            LocalDateTime there = time.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime();
            return text(there, Optional.of(ChronoUnit.MICROS), "+00");
        } else if (value instanceof LocalDate date) {
            boolean most = Math.abs(date.toEpochDay()) == Integer.MAX_VALUE;
            return most ? infinity(date.toEpochDay() < 0) : text(date);
        } else if (value instanceof LocalTime time) {
            return DateTimeTexts.text(time);
        } else if (value instanceof OffsetTime time) {
            return DateTimeTexts.text(time);
        }
        throw new SQLDataException("the driver gives a " + value.getClass().getName() + " for a date or a time");
    }

    private static String text(LocalDateTime value, Optional<ChronoUnit> unit, String offset) {
        for (long most : new long[] {-Long.MAX_VALUE, Long.MAX_VALUE}) {
            if (unit.isPresent() && value.equals(EPOCH.plus(most, unit.get()))) {
                return infinity(most < 0);
            }
        }
        return text(value.toLocalDate()) + " " + DateTimeTexts.text(value.toLocalTime()) + offset;
    }

    private static String text(LocalDate date) {
        int year = date.get(ChronoField.YEAR_OF_ERA);
        return "%04d-%02d-%02d%s"
                .formatted(year, date.getMonthValue(), date.getDayOfMonth(), date.getYear() < 1 ? " (BC)" : "");
    }

    private static String infinity(boolean before) {
        return before ? "-infinity" : "infinity";
    }
}
