package dev.slipway.service.translation;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.XMLGregorianCalendar;

/** Reads points in time as calls write them. Public for the types generated from the schema. */
public final class WireTime {
    private static final int LAST_YEAR = 9999;

    private WireTime() {}

    /**
     * Returns the point in time of an {@code xs:dateTime}; a time without a zone is in UTC.
     *
     * @throws IllegalArgumentException if the text is no such time, or the year is not in 1 to 9999
     */
    public static Instant parse(String text) {
        XMLGregorianCalendar read = read(text.strip());
        if (read.getEon() != null || read.getYear() < 1 || read.getYear() > LAST_YEAR) {
            throw new IllegalArgumentException("a time is in the years 1 to " + LAST_YEAR);
        }
        if (read.getTimezone() == DatatypeConstants.FIELD_UNDEFINED) {
            read.setTimezone(0);
        }
        BigDecimal fraction = read.getFractionalSecond() == null ? BigDecimal.ZERO : read.getFractionalSecond();
        return read.toGregorianCalendar()
                .toInstant()
                .truncatedTo(ChronoUnit.SECONDS)
                .plusNanos(fraction.movePointRight(9).longValue());
    }

    private static XMLGregorianCalendar read(String text) {
        try {
            return DatatypeFactory.newDefaultInstance().newXMLGregorianCalendar(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("not a time, as 2026-01-31T12:00:00Z", e);
        }
    }
}
